import type { CommandName } from "./summaries.ts";

export interface Screen {
  readonly columns: number;
  readonly color: boolean;
  readonly isTerminal: boolean;
}

/** All that a command may use of the outside world, so that tests can replace it. */
export interface Io extends Screen {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The screen of standard error: either stream may go to a file while a person looks at the other. */
  readonly errScreen: Screen;
  /** Asks the person for one line; undefined when they end the input. Only present when a person can answer. */
  ask?(question: string): Promise<string | undefined>;
  readonly signal: AbortSignal;
  /** The exit code of the process for a command's code: when a signal cancelled it, 128 plus the signal's number. */
  exitCode(code: number): number;
}

/** A flag or an argument, what it does, and how a value is taken: `default` where none is given. */
export type OptionRow = readonly [
  flag: string,
  meaning: string,
  value?: { readonly default?: string; readonly multiple?: true },
];

export interface Command {
  readonly name: CommandName;
  /** The forms it can be called in, without the leading `cox`. */
  readonly usage: readonly string[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly string[];
  /** Resolves to one of the exit codes below. */
  run(args: string[], io: Io): Promise<number>;
}

/** The exit codes of all commands; each command's help says what they mean there. */
export const EXIT_DONE = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
/** There was nothing to do, or another process is doing it already. */
export const EXIT_NOT_DONE = 3;
/** The number of corrections is added: 11 means done after one correction, 12 after two. */
export const EXIT_CORRECTED = 10;
/** Somebody pressed Ctrl-C. */
export const EXIT_CANCELLED = 130;
