import { countOf, dollars, grouped } from "../../text/amounts.ts";
import type { CountedTurn } from "../../audit/count-once.ts";
import { type AuditSummary, type Spending, type Tally, hasLead, mostSuspiciousFirst } from "../../audit/summary.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { neutralise } from "../../text/strings.ts";
import type { Account, TURN_FACTS } from "../../session/account.ts";
import { tokens } from "../../show/usage-line.ts";
import { titleOf, percent } from "./finding-words.ts";
import { listed } from "./nothing-found.ts";

/** What all turns claim of checks, and what the record holds of it; empty where nothing is claimed. */
export function claimsLine({ account }: Tally): string {
  const claims = claimsIn(account);
  if (claims === 0) return "";
  const { proven, bare, against, unknown } = account;
  const others = [
    ...(bare > 0 ? [`${grouped(bare)} without any`] : []),
    ...(against > 0 ? [`${grouped(against)} contradicted or out of date`] : []),
    ...(unknown > 0 ? [`${grouped(unknown)} with a run whose end is not shown`] : []),
  ];
  const rest = others.length > 0 ? `; ${others.join(", ")}` : "";
  return `${grouped(proven)} of ${countOf(claims, "claim")} about checks (${percent(proven, claims)}) proven by a run${rest}.`;
}

interface TurnFact {
  readonly of: (typeof TURN_FACTS)[number];
  readonly words: string;
  /** Over its column in the tables. */
  readonly head: string;
}

const FACT_WORDS: readonly TurnFact[] = [
  { of: "untested", head: "no check", words: "changed code and ran no check" },
  { of: "failing", head: "failing", words: "left a check failed that did not pass again" },
  { of: "testsChanged", head: "test edits", words: "changed a test after tests had failed" },
  { of: "outside", head: "outside", words: "reached outside of the project: pushed, published, changed other files" },
];

/** Those that are so of any turn. */
export function factsIn({ account }: Tally): readonly TurnFact[] {
  return FACT_WORDS.filter(({ of }) => account[of] > 0);
}

export function factRows(tally: Tally): readonly (readonly [count: string, share: string, words: string])[] {
  const { account, looked } = tally;
  return factsIn(tally).map(({ of, words }) => [grouped(account[of]), percent(account[of], looked), words]);
}

export const FACT_TITLES = Object.fromEntries(FACT_WORDS.map(({ of, words }) => [of, words]));

/** What the columns of the tables hold, for whom their heads are too short. */
export function columnsLine(summary: Tally): string {
  const claims = claimsIn(summary.account) > 0 ? ["proven: claims about checks that a run shows"] : [];
  const facts = factsIn(summary).map(({ head, words }) => `${head}: ${words.replace(/:.*/, "")}`);
  const columns = [...claims, ...facts];
  return columns.length === 0 ? "" : `In the tables, ${columns.join(" · ")}`;
}

export function claimsIn({ proven, bare, against, unknown }: Account): number {
  return proven + bare + against + unknown;
}

/** A turn that is worth a look, for people: where it is, why, and how to see it. */
export interface ShownLead {
  readonly worth: string;
  readonly facts: readonly string[];
  readonly asked: string;
  readonly because: string;
  /** What the strongest of its findings would say; empty where it has none. */
  readonly perhaps: string;
  /** What a model said that was asked about it; empty where none was. */
  readonly observer: string;
  readonly command: string;
}

export function shownLeads(turns: readonly CountedTurn[], opinions: Opinions, most: number): readonly ShownLead[] {
  const first = mostSuspiciousFirst(turns.filter(hasLead)).slice(0, most);
  return first.map((counted) => shownLead(counted, opinions.has(counted.turn.key)));
}

/** What models said about turns, by their keys. One that objects makes of a turn more than a lead. */
type Opinions = ReadonlyMap<string, unknown>;

function shownLead(counted: CountedTurn, asked: boolean): ShownLead {
  const { file, turn: told, at } = counted;
  const { path, record } = file;
  const { look, model, turn } = told;
  // What a finding says in full need not be named before it.
  const titles = new Set(look?.findings.map(({ id }) => titleOf(id)?.toLowerCase()));
  const facts = [at.slice(0, 10), hostNamed(record.host)?.title ?? record.host, model, record.cwd, `turn ${turn}`];
  return {
    worth: (look?.worth?.p ?? 0).toFixed(2),
    facts: facts.filter((fact) => fact !== undefined),
    asked: look?.request ?? "",
    because: (look?.worth?.reasons ?? []).filter((reason) => !titles.has(reason)).join("; "),
    perhaps: look?.findings[0]?.message ?? "",
    observer: asked ? "was asked and does not object" : "",
    command: `cox check ${PLAIN.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`} --turn ${turn}`,
  };
}

/** What a shell takes as it stands. */
const PLAIN = /^[\w@%+=:,./#-]+$/;

export function leadsTitle({ leads }: AuditSummary, shown: number): Record<"title" | "aside", string> {
  const all = shown < leads ? `; ${shown} of ${grouped(leads)}, --all, --html FILE and --json have all` : "";
  return { title: "Worth a look", aside: `not proven; the number says how much, from 0 to 1${all}` };
}

/** The turns that are worth a look, in a line; empty where there are none. */
export function leadsLine({ leads }: AuditSummary): string {
  return leads === 0 ? "" : `${countOf(leads, "turn")} worth a look`;
}

/** What the agents used, and what of it in vain; then whose tokens are in no sum, and where they get a price. */
export function spendingText({ spent, spentOnFalse }: Pick<AuditSummary, "spent" | "spentOnFalse">): string {
  const [all, onFalse] = [amount(spent), amount(spentOnFalse)];
  if (all === "") return "";
  const inVain = onFalse === "" ? "" : `; ${onFalse} of it in turns that the record speaks against`;
  return `The agents used ${all}${inVain}.${unpricedText(spent)}`;
}

function amount({ inputTokens, outputTokens, cost, unpriced }: Spending): string {
  const count = inputTokens + outputTokens;
  if (count === 0) return "";
  const price = cost > 0 ? ` (${dollars(cost)}${unpriced.length > 0 ? " and more" : ""})` : "";
  return `${tokens(count)} tokens${price}`;
}

const MOST_NAMES = 5;

function unpricedText({ unpriced }: Spending): string {
  if (unpriced.length === 0) return "";
  const left = unpriced.length - MOST_NAMES;
  const names = [...unpriced.slice(0, MOST_NAMES).map(neutralise), ...(left > 0 ? [`${left} more`] : [])];
  return ` Not counted in dollars, because no price is set for ${unpriced.length === 1 ? "it" : "them"} (cox config prices): ${listed(names)}.`;
}
