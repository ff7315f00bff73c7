import * as z from "zod/mini";
import { readLines } from "./json-lines.ts";
import { CLEAR, type Label } from "./labelled-turn.ts";

/** A model's answer to the observer's prompt about one labelled turn. */
const Answer = z.object({
  id: z.string(),
  needsCorrection: z.boolean(),
  message: z.optional(z.nullable(z.string())),
  /** The probability that a correction is needed, 0 to 1; `confidence` is the tool's own field for how sure it is. */
  p: z.optional(z.number()),
  confidence: z.optional(z.number()),
});
export type Answer = z.infer<typeof Answer>;

export interface AnswerScore {
  readonly answered: number;
  readonly needed: number;
  readonly found: number;
  readonly clean: number;
  readonly falseCorrections: number;
  /** The share of corrections that would be right if turns needed them as rarely as in the random sample. */
  readonly precisionAtBaseRate: number | undefined;
  /** Absent when the answers have no probabilities. */
  readonly auroc: number | undefined;
}

export function readAnswers(file: string): Answer[] {
  return readLines(file, Answer, "answer");
}

export interface AnsweredTurn {
  readonly label: Label;
  readonly answer: Answer;
}

/** Answers with their labels; the last answer for an id counts. */
export function pairAnswers(labels: readonly Label[], answers: readonly Answer[]): AnsweredTurn[] {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return labels.flatMap((label) => {
    const answer = byId.get(label.id);
    return answer ? [{ label, answer }] : [];
  });
}

/**
 * True when the answer wants to correct with at least this confidence, if it gives one. The tool's own field goes
 * first, as it does live.
 */
function spoke({ answer }: AnsweredTurn, threshold: number): boolean {
  return answer.needsCorrection && (answer.confidence ?? answer.p ?? 1) >= threshold;
}

export function scoreAnswers(
  turns: readonly AnsweredTurn[],
  threshold: number,
  baseRate: number | undefined,
): AnswerScore {
  const needed = turns.filter(({ label }) => label.verdict === "correct");
  const clean = turns.filter(({ label }) => label.verdict !== "correct");
  const found = needed.filter((turn) => spoke(turn, threshold)).length;
  const falseCorrections = clean.filter((turn) => spoke(turn, threshold)).length;
  return {
    answered: turns.length,
    needed: needed.length,
    found,
    clean: clean.length,
    falseCorrections,
    precisionAtBaseRate: precisionAt(baseRate, found / needed.length, falseCorrections / clean.length),
    auroc: auroc(needed, clean),
  };
}

/** The share of ordinary turns that need a correction, from labels drawn at random. */
export function baseRateOf(labels: readonly Label[]): number | undefined {
  const random = labels.filter((label) => label.sampled === "random");
  const fair = random.length > 0 ? random : labels;
  return fair.length === 0 ? undefined : fair.filter((label) => label.verdict === "correct").length / fair.length;
}

function precisionAt(baseRate: number | undefined, recall: number, falseRate: number): number | undefined {
  if (baseRate === undefined || Number.isNaN(recall) || Number.isNaN(falseRate)) return undefined;
  const right = recall * baseRate;
  const wrong = falseRate * (1 - baseRate);
  return right + wrong === 0 ? undefined : right / (right + wrong);
}

/** The chance that a turn which needs a correction has a higher probability than one that does not. */
function auroc(needed: readonly AnsweredTurn[], clean: readonly AnsweredTurn[]): number | undefined {
  const high = needed.flatMap(({ answer }) => probabilityOf(answer) ?? []);
  const low = clean.flatMap(({ answer }) => probabilityOf(answer) ?? []);
  if (high.length === 0 || low.length === 0) return undefined;
  const wins = high.flatMap((left) => low.map((right) => (left > right ? 1 : left === right ? 0.5 : 0)));
  return wins.reduce<number>((sum, win) => sum + win, 0) / wins.length;
}

/**
 * The probability that a correction is needed: `p` or, for a correction, the tool's `confidence`; silence counts as
 * 0.
 */
function probabilityOf({ p, confidence, needsCorrection }: Answer): number | undefined {
  if (p !== undefined) return p;
  return confidence === undefined ? undefined : needsCorrection ? confidence : 0;
}

/** Prints how answers score against the labels, as they were given or from a threshold on, and every miss and false alarm. */
export function printAnswers(labels: readonly Label[], answers: readonly Answer[], threshold = 0): void {
  const turns = pairAnswers(labels, answers);
  const baseRate = baseRateOf(labels);
  const clear = turns.filter(({ label }) => label.confidence >= CLEAR);
  console.log(`answers: ${turns.length} of ${labels.length} labelled turns, base rate ${percent(baseRate)}`);
  const how = threshold === 0 ? "as answered" : `at ≥ ${threshold}`;
  console.table({
    [`all, ${how}`]: cells(scoreAnswers(turns, threshold, baseRate)),
    [`label confidence ≥ ${CLEAR}, ${how}`]: cells(scoreAnswers(clear, threshold, baseRate)),
  });
  list(
    "misses",
    turns.filter((turn) => turn.label.verdict === "correct" && !spoke(turn, threshold)),
  );
  list(
    "false alarms",
    turns.filter((turn) => turn.label.verdict !== "correct" && spoke(turn, threshold)),
  );
  const missing = labels.filter((label) => !turns.some((turn) => turn.label === label));
  if (missing.length > 0) console.log(`\nnot answered: ${missing.map((label) => label.id).join(", ")}`);
}

function cells(score: AnswerScore): Record<string, string> {
  return {
    recall: `${score.found}/${score.needed} (${percent(score.found / score.needed)})`,
    "false corrections": `${score.falseCorrections}/${score.clean} (${percent(score.falseCorrections / score.clean)})`,
    "precision at base rate": percent(score.precisionAtBaseRate),
    AUROC: score.auroc === undefined ? "–" : score.auroc.toFixed(3),
  };
}

function list(title: string, turns: readonly AnsweredTurn[]): void {
  console.log(`\n${title} (${turns.length})`);
  for (const { label, answer } of turns) {
    const said = answer.needsCorrection ? (answer.message ?? "(no message)") : "(silent)";
    console.log(
      `  ${label.id} (${label.category ?? label.verdict}, ${label.confidence}) said ${percent(probabilityOf(answer))}: ${said}`,
    );
    if (label.message) console.log(`      wanted: ${label.message}`);
  }
}

function percent(share: number | undefined): string {
  return share === undefined || Number.isNaN(share) ? "–" : `${Math.round(share * 100)}%`;
}
