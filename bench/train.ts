/**
 * `npm run train -- --corpus DIR [--write [--to FILE]]`: what the score weighs. Below DIR lie transcripts, and `labels.jsonl` files that
 * name some of them; bench/labels/ holds more labels as numbers (`--readings FILE` reads their features anew). Where each feature usually lies is read from the turns without labels; how the sum becomes a probability,
 * and how good it is, from those with labels. Without `--write` two ways are compared, each leave-one-repository-out and by random folds:
 * the same weight for every feature, by its fixed sign; and a logistic regression that is pulled towards those weights.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { loadThread } from "./quality/labelled-turn.ts";
import { type Evidence, evidenceOf } from "../src/evidence/evidence.ts";
import { FEATURES } from "../src/evidence/score/features.ts";
import { distance, type Weights } from "../src/evidence/score/score.ts";
import { auroc, type Example, fitted, inFolds, platt } from "./train/fit.ts";
import { groupOf, keepLabels, keptLabels, rowsOf } from "./train/kept-labels.ts";

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    write: { type: "boolean", default: false },
    to: { type: "string" },
    readings: { type: "string" },
  },
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
/** How strongly a regression is pulled towards equal weights. */
const PULL = 60;
/** A sign that hardly any turn shows counts for much, but not for more than all others together. */
const LEAST_SPREAD = 0.15;

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
if (values.readings !== undefined) keepLabels(values.readings);
const labels = files
  .filter((file) => file.endsWith("labels.jsonl"))
  .flatMap((file) => rowsOf<Label>(file).map((label) => ({ ...label, path: join(dirname(file), label.file) })));
const labelled = new Set(labels.map(({ path }) => path));
const usual = files
  .filter((file) => /\.jsonl?$/.test(file) && !labelled.has(file) && !file.includes("labels"))
  .flatMap(gatedTurns);
const spread = FEATURES.map((_, index) => spreadOf(usual.map((row) => row[index] ?? 0)));

const SOURCES = ["corpus", "random", "enriched"] as const;
type Source = (typeof SOURCES)[number];

interface LabelledExample extends Example {
  /** Beyond doubt, or nothing that deserves a correction. */
  readonly clear: boolean;
  readonly from: Source;
}

/** Which repository a session belongs to that lies elsewhere below DIR, in the folder of its repository. */
const homes = new Map(
  files
    .filter((file) => file.includes("/wild/") && file.endsWith("l"))
    .map((file) => [basename(file).replace(/\..*$/, ""), basename(dirname(file)).replace("+", "/")]),
);

const examples: readonly LabelledExample[] = [
  ...labels.map(({ path, verdict, confidence, repository }): LabelledExample => {
    const thread = loadThread(path);
    const turn = thread.turns.at(-1);
    if (!turn) throw new Error(`${path} has no turn`);
    const home = repository ?? homes.get(thread.id) ?? thread.cwd?.split(/[\\/]/).slice(-2).join("/") ?? path;
    return {
      group: groupOf(home),
      wanted: verdict === "correct",
      clear: verdict !== "correct" || confidence >= CLEAR,
      from: "corpus",
      values: scaled(valuesOf(evidenceOf(thread, turn))),
    };
  }),
  ...keptLabels().map(({ group, sampled, verdict, confidence, features }): LabelledExample => ({
    group,
    wanted: verdict === "correct",
    clear: verdict !== "correct" || confidence >= CLEAR,
    from: sampled,
    values: scaled(FEATURES.map(({ name }) => features[name] ?? 0)),
  })),
];

function scaled(row: readonly number[]): readonly number[] {
  return row.map((value, index) => distance(value, spread[index] ?? { mean: 0, spread: 0 }));
}

const prior = FEATURES.map(({ sign, name }) => (name === "proof" ? PROOF_WEIGHT : sign === "more" ? 1 : -1));
const equal = examples.map(({ values: row }) => dot(prior, row));
const wanted = examples.map((example) => example.wanted);
const groups = new Set(examples.map(({ group }) => group));
console.log(
  `${examples.length} labelled turns of ${groups.size} repositories, ${wanted.filter(Boolean).length} deserve a correction; ${usual.length} gated turns without labels`,
);
report("equal weights (no label used)", equal);
if (!values.write) {
  const fit = (train: readonly Example[]) => fitted(train, prior, signs(), PULL);
  report("regression, by repository", inFolds(examples, "group", fit));
  report("regression, random folds", inFolds(examples, "random", fit));
}
// Those that the score itself picked are no fair sample of how often a sum deserves a correction.
const fair = examples.map(({ from }) => from !== "enriched");
const scale = platt(
  equal.filter((_, index) => fair[index]),
  wanted.filter((_, index) => fair[index]),
);
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
  for (const from of SOURCES) {
    const rows = examples.map((example, index) => ({ ...example, score: scores[index] ?? 0 }));
    reportOn(
      `${name}, ${from}`,
      rows.filter((row) => row.from === from),
    );
  }
}

function reportOn(name: string, rows: readonly (LabelledExample & { readonly score: number })[]): void {
  if (rows.length === 0) return;
  const scores = rows.map(({ score }) => score);
  const clear = rows.filter((row) => row.clear);
  const top = new Set(
    scores
      .map((score, index) => ({ score, index }))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, Math.round(scores.length * 0.15))
      .map(({ index }) => index),
  );
  const sure = rows.flatMap((row, index) => (row.wanted && row.clear ? [index] : []));
  const all = auroc(
    scores,
    rows.map((row) => row.wanted),
  );
  const beyond = auroc(
    clear.map(({ score }) => score),
    clear.map((example) => example.wanted),
  );
  console.log(
    `${name.padEnd(46)} AUROC ${all.toFixed(3)}, beyond doubt ${beyond.toFixed(3)}, in the top 15%: ${sure.filter((index) => top.has(index)).length} of ${sure.length}`,
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
  return { mean: round(mean), spread: Math.max(LEAST_SPREAD, round(Math.sqrt(variance))) };
}

function dot(weights: readonly number[], row: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (row[index] ?? 0), 0);
}

function round(value: number): number {
  return Number(value.toFixed(4));
}
