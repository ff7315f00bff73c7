import type { Thread } from "../thread/thread.ts";
import { type Assessment, type Finding, type Judge, type Verdict, verdictOf } from "../verdict.ts";
import { type Closing, waitsForPerson } from "./claims/closing.ts";
import { type Facts, factsOf } from "./facts.ts";
import { FINDING_RULES } from "./findings/all.ts";
import type { FindingRule } from "./findings/finding-rule.ts";
import { LEAD_FROM, SPEAKS_FROM, STRONG_LEAD } from "./confidence.ts";
import { isForeign } from "./language/foreign.ts";

/** How sure a proof has to be. A setting that is left out has the value that the evidence was tuned with. */
export interface EvidenceSettings {
  /** A finding at least this sure corrects by itself. */
  readonly threshold?: number;
  /** Returns a finding as it counts in this place: people may have marked it wrong there too often. */
  readonly lower?: (finding: Finding, thread: Thread) => Finding;
}

/** Proof takes no time worth waiting for: the verdict is there at once. */
export interface EvidenceJudge extends Judge {
  assess(assessment: Assessment): Verdict;
  leavingOut(verdict: Verdict, isSaid: (finding: Finding) => boolean): Verdict | undefined;
}

/** Decides what the record proves about a turn, without asking anybody. Same thread, same verdict. */
export function createEvidenceJudge(settings: EvidenceSettings = {}): EvidenceJudge {
  const { threshold = SPEAKS_FROM, lower } = settings;
  return {
    name: "evidence",
    assess: ({ thread, turn }: Assessment): Verdict => {
      const facts = factsOf(thread, turn);
      const found = findingsOf(facts);
      const weighed = lower ? surestFirst(found.map((finding) => lower(finding, thread))) : found;
      const findings = weighed.filter((finding) => finding.confidence >= LEAD_FROM);
      return correction(findings, threshold) ?? quiet(facts.closing, findings);
    },
    leavingOut: ({ findings }, isSaid) => correction(findings, threshold, isSaid),
  };
}

/** Everything found in a turn, the surest first. */
export function findingsOf(facts: Facts): Finding[] {
  const running = facts.turn.outcome === "open";
  const faults: unknown[] = [];
  const found = FINDING_RULES.flatMap((rule) => {
    if (running && !rule.whileRunning) return [];
    try {
      return rule
        .find(facts)
        .map((finding) => (isTooSure(facts, rule, finding) ? { ...finding, confidence: QUIET } : finding));
    } catch (fault) {
      faults.push(fault);
      return [];
    }
  });
  const findings = surestFirst(withoutDoubles(found));
  // What makes one rule fail must not silence the others; where none of them speaks, the turn could not be checked.
  if (faults.length > 0 && !findings.some(({ confidence }) => confidence >= SPEAKS_FROM)) throw faults[0];
  return findings;
}

function surestFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((left, right) => right.confidence - left.confidence);
}

/**
 * The most that a finding is sure of where the person has the next move, stopped the turn themselves, or was told
 * things in a language we cannot read: not enough to speak.
 */
const QUIET = STRONG_LEAD;

function isTooSure(facts: Facts, rule: FindingRule, finding: Finding): boolean {
  const { closing, turn } = facts;
  if (finding.confidence <= QUIET) return false;
  const running = turn.outcome === "open";
  const stopped = turn.outcome !== "ended" && !running;
  // While a turn runs there are no last words, and nobody waits for the person.
  if (stopped || (!running && waitsForPerson(closing))) return true;
  return !rule.whateverIsSaid && !(rule.readsAbroad && isReadAbroad(facts, finding)) && isForeign(closing.text);
}

/** True when the finding is about the tests, and the closing claims in another language that they pass. */
function isReadAbroad({ claims }: Facts, { subject }: Finding): boolean {
  return subject === "test" && claims.some(({ abroad }) => abroad);
}

function withoutDoubles(findings: readonly Finding[]): Finding[] {
  const surest = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.id} ${finding.subject}`;
    const other = surest.get(key);
    if (!other || other.confidence < finding.confidence) surest.set(key, finding);
  }
  return [...surest.values()];
}

/** The correction that says what is proven; undefined where nothing is. */
function correction(
  findings: readonly Finding[],
  threshold: number,
  isSaid: (finding: Finding) => boolean = () => false,
): Verdict | undefined {
  const proven = findings.filter((finding) => finding.confidence >= threshold && !isSaid(finding));
  const [strongest] = proven;
  if (!strongest) return undefined;
  return verdictOf("evidence", "correct", `the record shows it: ${proven.map((finding) => finding.id).join(", ")}`, {
    findings,
    category: FINDING_RULES.find((rule) => rule.id === strongest.id)?.category ?? null,
    message: joined(proven),
    confidence: strongest.confidence,
    steps: [...new Set(proven.flatMap((finding) => finding.steps))].sort((left, right) => left - right),
  });
}

/** More objections than this in one message would be a lecture. */
const MAX_OBJECTIONS = 2;

function joined(findings: readonly Finding[]): string {
  return findings
    .slice(0, MAX_OBJECTIONS)
    .map((finding) => finding.message)
    .join(" ");
}

function quiet(closing: Closing, findings: readonly Finding[]): Verdict {
  const blocker = closing.signs.find((sign) => sign.kind === "blocked");
  const first = closing.prose.sentences.slice(0, 2).some((sentence) => sentence.text === blocker?.text);
  if (blocker && first && findings.length === 0) return verdictOf("evidence", "blocked", blocker.text, { findings });
  const lowered = findings.find((finding) => finding.lowered !== undefined);
  if (lowered)
    return verdictOf("evidence", "ok", `only leads: ${lowered.id} counts for less here, because ${lowered.lowered}`, {
      findings,
    });
  const reason = findings.length === 0 ? "nothing in the record speaks against it" : "only leads, nothing proven";
  return verdictOf("evidence", "ok", reason, { findings });
}
