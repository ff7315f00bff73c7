import type { Finding, RuleOutcome } from "../../verdict.ts";
import { type Closing, handsOver, hasSign } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { cite, PROVEN } from "../proofs/proof.ts";
import { quote, shownFile } from "../quote.ts";
import { alsoStand } from "./also.ts";
import { cleanStand } from "./clean.ts";
import type { Definition, Rule, Stand } from "./definition.ts";
import { neverCommandStand, neverPathStand } from "./never.ts";
import { ranStand, wantedInWords } from "./ran.ts";

/** What the definition of done is called wherever findings are listed and counted; it has no proof's place among them. */
export const DEFINITION_OF_DONE = {
  id: "definition-of-done",
  title: "Definition of done not met",
  meaning: "A rule of the person's or the project's own definition of done is broken, as the record shows.",
  category: "definition-of-done",
} as const;

/** How each rule stands, and what is to be said of those that are broken. */
export interface Account {
  readonly outcomes: readonly RuleOutcome[];
  readonly findings: readonly Finding[];
}

/** Holds a turn against a definition. What cannot be decided is told, and never held against anybody. */
export function accountOf({ rules, strict }: Definition, evidence: Evidence): Account {
  const running = evidence.turn.outcome === "open";
  const stands = rules
    .filter(({ type }) => !running || type.startsWith("never"))
    .map((rule) => ({ rule, stand: standOf(rule, evidence) }));
  return {
    outcomes: stands.map(({ rule, stand: { state, says, steps } }) => ({
      rule: ruleInWords(rule),
      state,
      says,
      steps: cite(...steps),
    })),
    findings: stands.flatMap(({ rule, stand }) =>
      stand.state === "broken" && isSpokenTo(evidence, stand, strict) ? [findingOf(rule, stand)] : [],
    ),
  };
}

function standOf(rule: Rule, evidence: Evidence): Stand {
  switch (rule.type) {
    case "ran":
      return ranStand(rule, evidence);
    case "also":
      return alsoStand(rule, evidence);
    case "never-path":
      return neverPathStand(rule, evidence);
    case "never-command":
      return neverCommandStand(rule, evidence);
    case "clean":
      return cleanStand(rule, evidence);
  }
}

/** What is done is done. The rest is held against who says that the work is done, and not against who admits it. */
function isSpokenTo({ turn, closing }: Evidence, { isDeed, admittedBy }: Stand, strict: boolean): boolean {
  if (isDeed) return true;
  if (turn.outcome !== "ended" || hasSign(closing, "blocked") || handsOver(closing)) return false;
  if (admittedBy && admits(closing, admittedBy)) return false;
  return strict || claims(closing);
}

function claims(closing: Closing): boolean {
  return CLAIMS.some((sign) => hasSign(closing, sign)) || closing.files.length > 0;
}

const CLAIMS = ["claims-done", "claims-check", "claims-file"] as const;

function admits({ statements }: Closing, about: RegExp): boolean {
  return statements.some(
    ({ plain, signs }) => (signs.has("admits") || signs.has("negated")) && about.test(plain.slice(0, LONGEST_SENTENCE)),
  );
}

const LONGEST_SENTENCE = 1000;

function findingOf(rule: Rule, stand: Stand): Finding {
  const whose = rule.from === "project" ? "This project's definition" : "My definition of done";
  const words = rule.say === undefined ? "" : ` I say of it: ${quote(rule.say, LONGEST_WORDS)}`;
  return {
    id: DEFINITION_OF_DONE.id,
    confidence: PROVEN,
    message: `${whose} asks for ${ruleInWords(rule)}; ${stand.says}; ${stand.remedy ?? "mend it"}.${words}`,
    steps: cite(...stand.steps),
    subject: ruleInWords(rule),
  };
}

const LONGEST_WORDS = 160;

/** What a rule asks for: completes "the definition asks for …". */
export function ruleInWords(rule: Rule): string {
  switch (rule.type) {
    case "ran":
      return `${wantedInWords(rule)} after changes of ${rule.when.length === 0 ? "code" : listed(rule.when)}`;
    case "also":
      return `a change of ${listed(rule.touch)} with changes of ${listed(rule.when)}`;
    case "never-path":
      return `no changes of ${shown(rule.path)}`;
    case "never-command":
      return `no \`${quote(rule.command, 80).slice(1, -1)}\``;
    case "clean":
      return `no placeholders and nothing broken in ${shown(rule.path)}`;
  }
}

/** Of many patterns the first few say enough. */
const MOST_SHOWN = 3;

function listed(globs: readonly string[]): string {
  const more = globs.length > MOST_SHOWN ? ` and ${globs.length - MOST_SHOWN} more` : "";
  return globs.slice(0, MOST_SHOWN).map(shown).join(", ") + more;
}

/** A pattern as it is written; one that is more than a pattern is quoted: to the agent it could be a sentence. */
function shown(glob: string): string {
  return /^[\w@*?./{},[\]!+-]{1,80}$/.test(glob) ? glob : shownFile(glob);
}
