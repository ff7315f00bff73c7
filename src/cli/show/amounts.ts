/** Numbers as a person reads them. */

export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return `${Math.round(seconds / 60)} min`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;
}

export function many(count: number, noun: string): string {
  return `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;
}

export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/** `step 4`, or `steps 4, 9`. */
export function stepNumbers(steps: readonly number[]): string {
  return `${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;
}

export function dollars(amount: number): string {
  if (amount < 0.01) return `$${amount.toFixed(4)}`;
  const [whole = "0", cents = "00"] = amount.toFixed(2).split(".");
  return `$${grouped(Number(whole))}.${cents}`;
}
