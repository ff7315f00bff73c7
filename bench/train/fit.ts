/** One labelled turn: its features in units of their spread, and whether it deserved a correction. */
export interface Example {
  readonly group: string;
  readonly wanted: boolean;
  readonly values: readonly number[];
}

export interface Scale {
  readonly bias: number;
  readonly slope: number;
}

/** How often a wanted one is ranked above another: 1 is perfect, 0.5 is chance. */
export function auroc(scores: readonly number[], wanted: readonly boolean[]): number {
  const good = scores.filter((_, index) => wanted[index]);
  const rest = scores.filter((_, index) => !wanted[index]);
  let won = 0;
  for (const left of good) for (const right of rest) won += left > right ? 1 : left === right ? 0.5 : 0;
  return won / Math.max(1, good.length * rest.length);
}

/** Turns sums into probabilities, with a little doubt so that no label is certain. */
export function platt(sums: readonly number[], wanted: readonly boolean[]): Scale {
  let [bias, slope] = [0, 0];
  for (let round = 0; round < 4000; round += 1) {
    let [left, right] = [0, 0];
    for (const [index, sum] of sums.entries()) {
      const fault = sigmoid(slope * sum + bias) - (wanted[index] ? 0.95 : 0.05);
      left += fault;
      right += fault * sum;
    }
    bias -= (0.5 * left) / sums.length;
    slope -= (0.02 * right) / sums.length;
  }
  return { bias, slope };
}

const ROUNDS = 500;
const STEP = 0.06;

/** A logistic regression whose weights are pulled towards given ones, and keep their signs. */
export function fitted(
  train: readonly Example[],
  prior: readonly number[],
  signs: readonly (1 | -1)[],
  pull: number,
): (row: readonly number[]) => number {
  const scale = platt(
    train.map(({ values }) => dot(prior, values)),
    train.map(({ wanted }) => wanted),
  ).slope;
  const start = prior.map((weight) => weight * scale);
  const weights = [...start];
  let bias = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = weights.map((weight, index) => pull * (weight - (start[index] ?? 0)));
    let shift = 0;
    for (const { values, wanted } of train) {
      const fault = sigmoid(dot(weights, values) + bias) - (wanted ? 1 : 0);
      shift += fault;
      for (const [index, value] of values.entries()) slopes[index] = (slopes[index] ?? 0) + fault * value;
    }
    bias -= (STEP * shift) / train.length;
    for (const [index, slope] of slopes.entries()) {
      const next = (weights[index] ?? 0) - (STEP * slope) / train.length;
      weights[index] = signs[index] === 1 ? Math.max(0, next) : Math.min(0, next);
    }
  }
  return (row) => dot(weights, row);
}

/** Scores every example by a fit on the others: without its repository, or without a tenth of all. */
export function inFolds(
  examples: readonly Example[],
  by: "group" | "random",
  fit: (train: readonly Example[]) => (row: readonly number[]) => number,
): readonly number[] {
  const key = (example: Example, index: number): string =>
    by === "group" ? example.group : String((index * 7919) % 10);
  const keys = examples.map(key);
  const models = new Map(
    [...new Set(keys)].map((name) => [name, fit(examples.filter((_, index) => keys[index] !== name))] as const),
  );
  return examples.map(({ values }, index) => models.get(keys[index] ?? "")?.(values) ?? 0);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function dot(weights: readonly number[], row: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * (row[index] ?? 0), 0);
}
