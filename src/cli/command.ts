/** What a command may touch of the outside: everything it prints and reads goes through here, so tests can stand in. */
export interface Io {
  out(text: string): void;
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly columns: number;
  readonly color: boolean;
  /** Standard output is a terminal that a person looks at. */
  readonly isTerminal: boolean;
  /** Asks the person for one line; undefined when they go away instead. There only where a person can answer. */
  ask?(question: string): Promise<string | undefined>;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
}

/** One `cox` subcommand. `run` resolves to the exit code: 0 done, 1 the input could not be read, 2 wrong usage, 130 Ctrl-C. */
export interface Command {
  readonly name: string;
  /** One line for `cox --help`. */
  readonly summary: string;
  /** The forms it can be called in, without the leading `cox`. */
  readonly usage: readonly string[];
  /** Flag or argument, then what it does. */
  readonly options: readonly (readonly [flag: string, meaning: string])[];
  readonly examples: readonly string[];
  run(args: string[], io: Io): Promise<number>;
}

export const EXIT_DONE = 0;
export const EXIT_UNREADABLE = 1;
export const EXIT_USAGE = 2;
/** Somebody pressed Ctrl-C. */
export const EXIT_CANCELLED = 130;
