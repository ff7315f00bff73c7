/** The median of several measurements, so that disturbed ones do not count. */
export function middle(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
