import type { CommandName } from "./summaries.ts";

/** What one of our two streams is shown on. */
export interface Screen {
  readonly columns: number;
  readonly color: boolean;
  /** It is a terminal that a person looks at. */
  readonly isTerminal: boolean;
}

/** What a command may touch of the outside: everything it prints and reads goes through here, so tests can stand in. */
export interface Io extends Screen {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The same of standard error: either may go to a file while a person looks at the other. */
  readonly errScreen: Screen;
  /** Asks the person for one line; undefined when they go away instead. There only where a person can answer. */
  ask?(question: string): Promise<string | undefined>;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  /** What the process ends with for a command's code: 128 and a signal's number where that one cancelled it. */
  exitCode(code: number): number;
}

/** One `cox` subcommand. */
export interface Command {
  readonly name: CommandName;
  /** The forms it can be called in, without the leading `cox`. */
  readonly usage: readonly string[];
  /** Flag or argument, then what it does. */
  readonly options: readonly (readonly [flag: string, meaning: string])[];
  readonly examples: readonly string[];
  /** Resolves to one of the exit codes below. */
  run(args: string[], io: Io): Promise<number>;
}

/** The exit codes of all commands; what one of them means by its code, its help says. */
export const EXIT_DONE = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
/** There was nothing to do it on, or somebody else does it already. */
export const EXIT_NOT_DONE = 3;
/** The number of corrections is added: 11 means done after one, 12 after two. */
export const EXIT_CORRECTED = 10;
/** Somebody pressed Ctrl-C. */
export const EXIT_CANCELLED = 130;
