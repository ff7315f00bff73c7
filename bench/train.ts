/**
 * `npm run train -- --corpus DIR [--write [--to FILE]]`: what the score weighs. Below DIR lie transcripts, and `labels.jsonl` files that
 * name some of them. Where each feature usually lies is read from the turns without labels; how the sum becomes a probability,
 * and how good it is, from those with labels. Two ways are compared, each leave-one-repository-out and by random folds:
 * the same weight for every feature, by its fixed sign; and a logistic regression that is pulled towards those weights.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { loadThread } from "./quality/labelled-turn.ts";
import { type Evidence, evidenceOf } from "../src/evidence/evidence.ts";
import { FEATURES } from "../src/evidence/score/features.ts";
import { distance, type Weights } from "../src/evidence/score/score.ts";
import { auroc, type Example, fitted, inFolds, platt } from "./train/fit.ts";

const { values } = parseArgs({
  options: { corpus: { type: "string" }, write: { type: "boolean", default: false }, to: { type: "string" } },
});
if (values.corpus === undefined) {
  console.error("Name the folder of transcripts and labels: npm run train -- --corpus DIR");
  process.exit(2);
}

/** What the gate lets through by default: only such turns are scored. */
const LEAST_CALLS = 5;
/** The proofs' own sureness is the strongest sign there is. */
const PROOF_WEIGHT = 3;
const CLEAR = 0.7;

interface Label {
  readonly id: string;
  readonly file: string;
  readonly verdict: string;
  readonly confidence: number;
  readonly repository?: string;
}

const files = readdirSync(values.corpus, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .toSorted();
const labels = files
  .filter((file) => file.endsWith("labels.jsonl"))
  .flatMap((file) => rowsOf<Label>(file).map((label) => ({ ...label, path: join(dirname(file), label.file) })));
const labelled = new Set(labels.map(({ path }) => path));
const usual = files
  .filter((file) => /\.jsonl?$/.test(file) && !labelled.has(file) && !file.includes("labels"))
  .flatMap(gatedTurns);
const spread = FEATURES.map((_, index) => spreadOf(usual.map((row) => row[index] ?? 0)));

const examples = labels.map(({ path, verdict, confidence, repository }): Example & { readonly clear: boolean } => {
  const thread = loadThread(path);
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error(`${path} has no turn`);
  const raw = valuesOf(evidenceOf(thread, turn));
  return {
    group: repository ?? thread.cwd?.split(/[\\/]/).slice(-2).join("/") ?? path,
    wanted: verdict === "correct",
    clear: verdict !== "correct" || confidence >= CLEAR,
    values: raw.map((value, index) => distance(value, spread[index] ?? { mean: 0, spread: 0 })),
  };
});

const prior = FEATURES.map(({ sign, name }) => (name === "proof" ? PROOF_WEIGHT : sign === "more" ? 1 : -1));
const equal = examples.map(({ values: row }) => dot(prior, row));
const wanted = examples.map((example) => example.wanted);
const groups = new Set(examples.map(({ group }) => group));
console.log(
  `${examples.length} labelled turns of ${groups.size} repositories, ${wanted.filter(Boolean).length} deserve a correction; ${usual.length} gated turns without labels`,
);
report("equal weights (no label used)", equal);
for (const pull of [20, 60]) {
  report(
    `regression, pull ${pull}, by repository`,
    inFolds(examples, "group", (train) => fitted(train, prior, signs(), pull)),
  );
  report(
    `regression, pull ${pull}, random folds`,
    inFolds(examples, "random", (train) => fitted(train, prior, signs(), pull)),
  );
}
const scale = platt(equal, wanted);
const outcome: Weights = {
  bias: round(scale.bias),
  slope: round(scale.slope),
  features: Object.fromEntries(
    FEATURES.map(({ name }, index) => [
      name,
      { mean: round(spread[index]?.mean ?? 0), spread: round(spread[index]?.spread ?? 0), weight: prior[index] ?? 0 },
    ]),
  ),
};
if (values.write) {
  const path = values.to ?? join(import.meta.dirname, "../src/evidence/score/weights.json");
  writeFileSync(path, `${JSON.stringify(outcome, null, 2)}\n`);
  console.log(`written: ${path}`);
}

function report(name: string, scores: readonly number[]): void {
  const clear = examples
    .map((example, index) => ({ ...example, score: scores[index] ?? 0 }))
    .filter((example) => example.clear);
  const top = new Set(
    scores
      .map((score, index) => ({ score, index }))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, Math.round(scores.length * 0.15))
      .map(({ index }) => index),
  );
  const sure = examples.flatMap((example, index) => (example.wanted && example.clear ? [index] : []));
  const all = auroc(scores, wanted);
  const beyond = auroc(
    clear.map(({ score }) => score),
    clear.map((example) => example.wanted),
  );
  console.log(
    `${name.padEnd(38)} AUROC ${all.toFixed(3)}, beyond doubt ${beyond.toFixed(3)}, in the top 15%: ${sure.filter((index) => top.has(index)).length} of ${sure.length}`,
  );
}

function signs(): readonly (1 | -1)[] {
  return FEATURES.map(({ sign }) => (sign === "more" ? 1 : -1));
}

function gatedTurns(path: string): number[][] {
  try {
    const thread = loadThread(path);
    return thread.turns
      .filter(({ toolCalls, edits, outcome: end }) => toolCalls >= LEAST_CALLS && edits >= 1 && end === "ended")
      .map((turn) => valuesOf(evidenceOf(thread, turn)));
  } catch {
    return [];
  }
}

function valuesOf(evidence: Evidence): number[] {
  return FEATURES.map(({ of }) => of(evidence));
}

function spreadOf(column: readonly number[]): { mean: number; spread: number } {
  const mean = column.reduce((sum, value) => sum + value, 0) / Math.max(1, column.length);
  const variance = column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, column.length);
  return { mean: round(mean), spread: round(Math.sqrt(variance)) };
}

function rowsOf<Row>(file: string): Row[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Row);
}

function dot(weights: readonly number[], row: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (row[index] ?? 0), 0);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
