/** The middle one of several measurements: what else the machine did meanwhile falls on the others. */
export function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
