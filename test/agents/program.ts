/** Where one agent runs once: everything of its own, nothing of this machine's. */
export interface Place {
  readonly home: string;
  readonly workspace: string;
  /** The model server, without a slash at its end. */
  readonly url: string;
}

/** A package from npm in the one version that is tested. */
export interface Pinned {
  readonly package: string;
  readonly version: string;
  /** The command it brings; absent for a library. */
  readonly command?: string;
  /** What is installed beside it, each with its version: `zod@4.6.7`. */
  readonly with?: readonly string[];
}

/** A real agent: how it is told to speak to our model server, and how it is run without a person. */
export interface AgentProgram extends Pinned {
  readonly command: string;
  /** As `cox install` calls it. */
  readonly host: string;
  readonly title: string;
  /** Hears what is said while it works, not only at the end. */
  readonly steers?: boolean;
  /** The settings a person has before Coxswain comes: path, relative to home or workspace, and text. */
  readonly settings: (place: Place) => Settings;
  readonly environment: (place: Place) => Record<string, string>;
  /** Parameters of the command for one headless run. */
  readonly parameters: (place: Place, task: string) => readonly string[];
  readonly atScreen: AtScreen;
}

/** What a person does while the observer is still thinking. */
export type Meanwhile = "types" | "presses Esc";

/** How a person starts it in a terminal. */
export interface AtScreen {
  readonly parameters: (place: Place) => readonly string[];
  /** What a person has who was asked the questions of the first start before; beside the program's own settings. */
  readonly settings?: (place: Place) => Settings;
  /** On the screen when it takes a request. */
  readonly ready: RegExp;
  /** What it asks first, and the keys that answer. */
  readonly questions?: readonly (readonly [RegExp, readonly string[]])[];
  /** What the program itself shows of a hook, a while after it has ended. */
  readonly lingers?: RegExp;
  /** What the program gives no sign of while a hook runs, on the disk or to the hook, or does not heed itself. */
  readonly deafTo?: readonly Meanwhile[];
  /** The keys that interrupt it, where one Esc does not. */
  readonly interrupt?: readonly string[];
  /** The keys that show what has left the screen at the top, where the terminal cannot. */
  readonly earlier?: readonly string[];
}

export interface Settings {
  readonly home?: Readonly<Record<string, string>>;
  readonly workspace?: Readonly<Record<string, string>>;
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
