import type { Thread } from "../thread/thread.ts";
import { type Assessment, type Finding, type Judge, type Verdict, verdictOf } from "../verdict.ts";
import { handsOver, hasSign } from "./closing/closing.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { Definition } from "./definition/definition.ts";
import { accountOf, DEFINITION_OF_DONE } from "./definition/outcomes.ts";
import { PROOFS } from "./proofs/all.ts";
import { LEAD_FROM, SPEAKS_FROM, STRONG_LEAD } from "./proofs/proof.ts";
import { holdsFailure } from "./receipt/receipt.ts";

/** Everything that can be found, by its id: the proofs, and what the person defined. */
export const FINDINGS = [...PROOFS, DEFINITION_OF_DONE];

/** How sure a proof has to be. */
export interface EvidenceSettings {
  readonly threshold?: number;
  /** Returns a finding as it counts in this place: people may have marked it wrong there too often. */
  readonly lower?: (finding: Finding, thread: Thread) => Finding;
  /** What the person, or the project, means by "done". */
  readonly definition?: Definition;
}

/** Proof takes no time worth waiting for: the verdict is there at once. */
export interface EvidenceJudge extends Judge {
  assess(assessment: Assessment): Verdict;
  leavingOut(verdict: Verdict, isSaid: (finding: Finding) => boolean): Verdict | undefined;
}

/** For whoever tells more of a turn right after it was judged, and should not read it again. */
export interface ReadingJudge extends EvidenceJudge {
  takeEvidence(): Evidence | undefined;
}

/** Decides what the record proves about a turn, without asking anybody. Same thread, same verdict. */
export function createEvidenceJudge(settings: EvidenceSettings = {}): EvidenceJudge {
  return createReadingJudge(settings);
}

export function createReadingJudge(settings: EvidenceSettings = {}): ReadingJudge {
  const { threshold = SPEAKS_FROM, lower, definition } = settings;
  let newest: Evidence | undefined;
  return {
    name: "evidence",
    takeEvidence() {
      const taken = newest;
      newest = undefined;
      return taken;
    },
    assess: ({ thread, turn }: Assessment): Verdict => {
      const evidence = evidenceOf(thread, turn);
      newest = evidence;
      const account = definition && accountOf(definition, evidence);
      const proofs = findingsOf(evidence);
      const own = account?.findings.filter(
        (finding) => !proofs.some((proof) => saysTheSame(proof, finding, threshold)),
      );
      const found = own ? surestFirst([...own, ...proofs]) : proofs;
      const weighed = lower ? surestFirst(found.map((finding) => lower(finding, thread))) : found;
      const findings = weighed.filter(({ confidence }) => confidence >= LEAD_FROM);
      const verdict = correction(findings, threshold) ?? quiet(evidence, findings);
      return account ? { ...verdict, rules: account.outcomes } : verdict;
    },
    leavingOut: ({ findings, rules }, isSaid) => {
      const rest = correction(findings, threshold, isSaid);
      return rest && rules ? { ...rest, rules } : rest;
    },
  };
}

/** A proof that rests on the same steps says it already, with the words that are not so. */
function saysTheSame({ steps, confidence }: Finding, rule: Finding, threshold: number): boolean {
  return confidence >= threshold && rule.steps.length > 0 && rule.steps.every((step) => steps.includes(step));
}

export function findingsOf(evidence: Evidence): readonly Finding[] {
  const running = evidence.turn.outcome === "open";
  const most = mostSure(evidence);
  const faults: unknown[] = [];
  const found = PROOFS.flatMap(({ id, whileRunning, find }): readonly Finding[] => {
    if (running && !whileRunning) return [];
    try {
      return find(evidence).map((each) => ({
        id,
        ...each,
        confidence: whileRunning ? each.confidence : Math.min(each.confidence, most),
      }));
    } catch (fault) {
      faults.push(fault);
      return [];
    }
  });
  const findings = surestFirst(withoutDoubles(found));
  // What makes one proof fail must not silence the others; where none of them speaks, the turn could not be checked.
  if (faults.length > 0 && !findings.some(({ confidence }) => confidence >= SPEAKS_FROM)) throw faults[0];
  return findings;
}

/** A turn that was stopped claims nothing: what is found there is only shown. */
function mostSure({ turn }: Evidence): number {
  return turn.outcome === "ended" || turn.outcome === "open" ? 1 : STRONG_LEAD;
}

function surestFirst(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((left, right) => right.confidence - left.confidence);
}

function withoutDoubles(findings: readonly Finding[]): readonly Finding[] {
  const surest = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.id} ${finding.subject}`;
    const other = surest.get(key);
    if (!other || other.confidence < finding.confidence) surest.set(key, finding);
  }
  return [...surest.values()];
}

function correction(
  findings: readonly Finding[],
  threshold: number,
  isSaid: (finding: Finding) => boolean = () => false,
): Verdict | undefined {
  const proven = findings.filter((finding) => finding.confidence >= threshold && !isSaid(finding));
  const [strongest] = proven;
  if (!strongest) return undefined;
  return verdictOf("evidence", "correct", `the record shows it: ${proven.map(({ id }) => id).join(", ")}`, {
    findings,
    category: FINDINGS.find(({ id }) => id === strongest.id)?.category ?? null,
    message: proven
      .slice(0, MOST_OBJECTIONS)
      .map(({ message }) => message)
      .join(" "),
    confidence: strongest.confidence,
    steps: [...new Set(proven.flatMap(({ steps }) => steps))].toSorted((left, right) => left - right),
  });
}

/** More objections than this in one message would be a lecture. */
const MOST_OBJECTIONS = 2;

function quiet(evidence: Evidence, findings: readonly Finding[]): Verdict {
  const { closing } = evidence;
  const blocker = closing.statements.slice(0, 2).find(({ signs }) => signs.has("blocked"));
  if (blocker && findings.length === 0 && !hasSign(closing, "claims-done") && !handsOver(closing))
    return verdictOf("evidence", "blocked", blocker.text, { findings });
  const lowered = findings.find((finding) => finding.lowered !== undefined);
  const reason = lowered
    ? `only leads: ${lowered.id} counts for less here, because ${lowered.lowered}`
    : findings.length > 0
      ? "only leads, nothing proven"
      : holdsFailure(evidence)
        ? "nothing is claimed that the record speaks against; see what failed"
        : "nothing in the record speaks against it";
  return verdictOf("evidence", "ok", reason, { findings });
}
