import { seconds } from "../../amounts.ts";

export function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${Math.round(bytes / 1e6)} MB`;
  return `${Math.ceil(bytes / 1e3)} kB`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 10_000) return seconds(milliseconds);
  if (milliseconds < 90_000) return `${Math.round(milliseconds / 1000)} s`;
  return `${Math.round(milliseconds / 60_000)} min`;
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? "0%" : `${((100 * part) / whole).toFixed(1)}%`;
}

/** `step 4`, or `steps 4, 9`. */
export function stepNumbers(steps: readonly number[]): string {
  return `${steps.length === 1 ? "step" : "steps"} ${steps.join(", ")}`;
}
