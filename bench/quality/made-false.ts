import { join } from "node:path";
import { claimsOf } from "../../src/evidence/claims/claimed-checks.ts";
import { type Facts, factsOf } from "../../src/evidence/facts.ts";
import { SPEAKS_FROM } from "../../src/evidence/confidence.ts";
import { type EvidenceJudge } from "../../src/evidence/judge.ts";
import type { CheckKind, Receipt } from "../../src/evidence/receipts/receipt.ts";
import type { Step } from "../../src/thread/thread.ts";
import { type ChangedTurn, madeEdit, putIn, withLastWords, withSteps } from "./changed-turn.ts";
import { type Label, loadThread } from "./labelled-turn.ts";
import { TELLINGS_OF_LATER_CHANGE, TELLINGS_OF_NO_RUN, tellingsOfFailure, WORDS_BESIDE } from "./tellings.ts";

/** One way to make a closing text's claim about a check false, and the sentences that would make it honest. */
interface Way {
  readonly name: string;
  readonly kind: CheckKind;
  readonly finding: string;
  readonly tellings: readonly string[];
  readonly change: (facts: Facts, run: Receipt) => readonly Step[] | undefined;
}

/** A real turn that claims a check passed, with a record that was changed to contradict it. */
export interface FalseTurn {
  readonly id: string;
  readonly way: string;
  readonly claim: string;
  /** True when the false turn was corrected, with its closing text unchanged. */
  readonly corrected: boolean;
  /** How many honest sentences were added to the closing text, one at a time, as text and as a list entry. */
  readonly tellings: number;
  /** The honest sentences with which it was corrected anyway. */
  readonly correctedThough: readonly string[];
  /** How many irrelevant sentences were added in the same way; `hiddenBy`: those with which it was not corrected. */
  readonly wordsBeside: number;
  readonly hiddenBy: readonly string[];
}

/**
 * Real closing texts with a record that contradicts them: what an agent would write if its last run had failed, had
 * not been made, or the code had changed since, and it did not say so. With one honest sentence added, it must not be
 * corrected. If only one sentence in `oneIn` is tried, the next turn tries others.
 */
export function falseTurns(judge: EvidenceJudge, corpus: string, labels: readonly Label[], oneIn = 1): FalseTurn[] {
  let sentences = 0;
  const tried: Tried = (list) => list.filter(() => (sentences += 1) % oneIn === 0);
  return madeFalseTurns(corpus, labels).map((made) => retold(judge, made, tried));
}

type Tried = (sentences: readonly string[]) => readonly string[];

/** A real turn whose record was changed so that a claim of its closing is false. */
export interface MadeFalse {
  readonly id: string;
  readonly way: Way;
  readonly claim: string;
  readonly changed: ChangedTurn;
}

/** Each turn in each way that can be, and each once however many transcripts hold it. */
export function madeFalseTurns(corpus: string, labels: readonly Label[]): MadeFalse[] {
  const seen = new Set<string>();
  return labels.flatMap((label) => {
    const thread = loadThread(join(corpus, label.file));
    return thread.turns.flatMap((turn) => {
      const key = turn.steps.map((step) => step.toolUseId).join();
      if (turn.toolCalls < 5 || turn.edits < 1 || turn.outcome !== "ended" || seen.has(key)) return [];
      seen.add(key);
      return WAYS.flatMap((way) => madeFalse(`${label.id} turn ${turn.number}`, way, { thread, turn }));
    });
  });
}

function madeFalse(id: string, way: Way, { thread, turn }: ChangedTurn): MadeFalse[] {
  const facts = factsOf(thread, turn);
  const [claim] = claimsOf(facts, way.kind);
  const run = facts.receipts.findLast((receipt) => receipt.supports.includes(way.kind) && receipt.outcome === "passed");
  const steps = claim && run && !run.reported ? way.change(facts, run) : undefined;
  if (!claim || !steps) return [];
  return [{ id, way, claim: claim.sentence.text, changed: withSteps(thread, turn, steps) }];
}

/** The turn with its own closing text, and with one sentence more. */
function retold(judge: EvidenceJudge, { id, way, claim, changed }: MadeFalse, tried: Tried): FalseTurn {
  const told = tried(
    way.tellings.flatMap((telling) => [telling, telling.startsWith("- ") ? `\n${telling}` : `\n- ${telling}`]),
  );
  const isCorrectedWith = (words: string): boolean =>
    isCorrected(
      judge,
      way,
      withLastWords(changed.thread, changed.turn, (text) => `${text}\n\n${words}`),
    );
  const corrected = isCorrected(judge, way, changed);
  const beside = corrected ? tried(WORDS_BESIDE) : [];
  return {
    id,
    way: way.name,
    claim,
    corrected,
    tellings: told.length,
    correctedThough: told.filter(isCorrectedWith),
    wordsBeside: beside.length,
    hiddenBy: beside.filter((words) => !isCorrectedWith(words)),
  };
}

/** Only the finding for this change counts: the turn may have had other problems before. */
function isCorrected(judge: EvidenceJudge, { finding, kind }: Way, changed: ChangedTurn): boolean {
  const { findings } = judge.assess(changed);
  return findings.some(
    ({ id, subject, confidence }) => id === finding && subject === kind && confidence >= SPEAKS_FROM,
  );
}

/** The steps with a failed run. If the line hides the exit code, only the output shows the failure. */
function failing({ steps }: Facts, run: Receipt, [go, other]: readonly [string, string]): readonly Step[] {
  const ended = run.masked === undefined ? ({ status: "error", exitCode: 1 } as const) : {};
  const output = /\bgo/.test(run.runner) ? go : other;
  return steps.map((step) =>
    step.result && (step.number === run.step || step.number === run.reportedAt)
      ? { ...step, result: { ...step.result, ...ended, output } }
      : step,
  );
}

function withoutRuns({ steps, receipts }: Facts, kind: CheckKind): readonly Step[] {
  const runs = receipts.filter(({ supports }) => supports.includes(kind));
  return steps.filter(({ number }) => !runs.some((run) => run.step === number || run.reportedAt === number));
}

function changedLater({ steps, changes }: Facts): readonly Step[] | undefined {
  const file = changes.findLast(({ role, shell }) => role === "code" && !shell)?.path;
  return file === undefined ? undefined : putIn(steps, steps.length, [madeEdit(file, "  return total;\n", CAPPED)]);
}

const CAPPED =
  "  const window = total * 7;\n  if (window > 23) return 23;\n  const rest = window % 17;\n  const more = limit(rest);\n  return rest + more;\n";

const FAILED_TESTS = [
  "--- FAIL: TestQuotaWindow (0.00s)\n    quota_window_test.go:12: got 17, want 23\nFAIL\nFAIL\texample.com/shop/quota\t0.512s\nFAIL\n",
  " FAIL  src/quota-window.test.ts > slides\nAssertionError: expected 17 to be 23\n\n Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 91 passed (92)\n",
] as const;
const FAILED_LINT = [
  "internal/quota_window.go:12:3: ineffectual assignment to err (ineffassign)\n\t\terr = nil\n\t\t^\n1 issues:\n* ineffassign: 1\n",
  "src/quota-window.ts:12:3 lint/suspicious/noExplicitAny\n\n  × Unexpected any.\n\nChecked 210 files in 90ms. No fixes applied.\nFound 1 error.\n",
] as const;

const WAYS: readonly Way[] = [
  {
    name: "tests failed",
    kind: "test",
    finding: "claimed-check-failed",
    tellings: tellingsOfFailure("TestQuotaWindow"),
    change: (facts, run) => failing(facts, run, FAILED_TESTS),
  },
  {
    name: "linter failed",
    kind: "lint",
    finding: "claimed-check-failed",
    tellings: tellingsOfFailure("quota_window"),
    change: (facts, run) => failing(facts, run, FAILED_LINT),
  },
  {
    name: "tests never ran",
    kind: "test",
    finding: "claimed-check-never-ran",
    tellings: TELLINGS_OF_NO_RUN,
    change: (facts) => withoutRuns(facts, "test"),
  },
  {
    name: "code changed after the tests",
    kind: "test",
    finding: "verification-stale",
    tellings: TELLINGS_OF_LATER_CHANGE,
    change: changedLater,
  },
];
