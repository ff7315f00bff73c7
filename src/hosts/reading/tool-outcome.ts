import type { ToolStatus } from "../../thread/message.ts";

export interface ToolOutcome {
  readonly status: ToolStatus;
  readonly output: string;
  readonly exitCode?: number;
  /** True when the host shows what a command printed, but not how it ended. */
  readonly endUntold?: true;
  /** Nor whether it ended: it may still have run when this was shown. */
  readonly mayRun?: true;
}

export function done(output: string): ToolOutcome {
  return { status: "done", output };
}

export function failed(output: string): ToolOutcome {
  return { status: "error", output };
}

/** The outcome of a command that ended by itself: only exit code zero is a success. */
export function exited(output: string, exitCode: number): ToolOutcome {
  return { status: exitCode === 0 ? "done" : "error", output, exitCode };
}

/** Digits as an exit code; undefined when they cannot be one. */
export function exitCodeFrom(digits: string | undefined): number | undefined {
  if (digits === undefined || !/^-?\d{1,10}$/.test(digits)) return undefined;
  return Number(digits);
}

export const MAX_OUTPUT_CHARACTERS = 200_000;

export function cutMiddle(text: string, limit: number = MAX_OUTPUT_CHARACTERS): string {
  if (text.length <= limit) return text;
  const tail = Math.floor(limit / 2);
  const head = limit - tail;
  return `${text.slice(0, head)}\n… [${text.length - limit} characters left out] …\n${text.slice(-tail)}`;
}
