import { CoxError } from "../text/errors.ts";

export const SUMMARIES = {
  demo: "Watch a false “Done!” being caught, in a temporary workspace. Needs no key.",
  check: "Judge what an agent claimed, from its transcript.",
  audit: "See what agents claimed on this machine, what of it holds, and which turns to look at.",
  why: "Explain one decision: what was seen, concluded, said and spent.",
  feedback: "Say whether a decision was right or wrong.",
  stats: "What was corrected, what came of it, how often it was wrong, and what it cost.",
  watch: "Follow the agents at work on this machine. When one stops, show what is proven.",
  run: "Have our own agent do a task, and watch it.",
  chat: "Talk with our own agent at the terminal; it is watched.",
  ci: "In a CI job: compare what the agent and the pull request claim with the record.",
  verify: "Run the project's own checks: build, types, tests, lint.",
  heartbeat: "Wake our own agent at intervals, to do the work listed in HEARTBEAT.md.",
  threads: "List the threads of our own agent, or show one.",
  handoff: "Start a new thread with what matters of an old one.",
  usage: "What the model calls cost, by day, model and purpose.",
  prompt: "Show exactly what an observer model would be sent. Sends nothing.",
  forget: "Delete what Coxswain keeps on this machine.",
  config: "Show the settings in force here, and where each came from.",
  completion: "Print what has a shell complete the commands and options of cox.",
  doctor: "Say what works, what does not, and how to mend it. Changes nothing.",
  serve: "Collect what the machines of a team report, and show it.",
  worker: "Judge transcripts that were sent to a team's service, on this machine.",
  team: "Report to a team's service from this machine, or make tokens for it.",
  acp: "Watch an ACP agent, from between it and its editor.",
  init: "Propose a definition of done for this project, and try it on its old sessions.",
  judge: "Answer each conversation on standard input with a decision: for programs in any language.",
  install: "Have Coxswain watch the agents on this machine.",
  uninstall: "Take Coxswain out of the agents again, and restore their settings.",
  hook: "Answer an agent's hook. Called by agents; cox install sets it up.",
} as const;

export type CommandName = keyof typeof SUMMARIES;

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
  /** What is piped in; absent where standard input is a terminal. */
  readonly input?: AsyncIterable<Uint8Array>;
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
  readonly usage: readonly string[];
  readonly options: readonly OptionRow[];
  readonly examples: readonly string[];
  /** Resolves to one of the exit codes below. */
  run(args: string[], io: Io): Promise<number>;
}

export const EXIT_DONE = 0;
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
/** There was nothing to do, or another process is doing it already. */
export const EXIT_NOT_DONE = 3;
/** The answer was verified, and what was objected to is still open; with --fail-on: that was found. */
export const EXIT_OPEN = 4;
/** The answer was to be verified, and nobody could; with --fail-on: something could not be looked at. */
export const EXIT_UNCHECKED = 5;
/** The number of corrections is added: 11 means done after one correction, 12 after two. */
export const EXIT_CORRECTED = 10;
/** Somebody pressed Ctrl-C. */
export const EXIT_CANCELLED = 130;

export async function agrees({ ask }: Pick<Io, "ask">, question: string, unsaid: "yes" | "no"): Promise<boolean> {
  const answer = (await ask?.(`${question} ${unsaid === "yes" ? "[Y/n]" : "[y/N]"} `))?.trim();
  return answer === "" ? unsaid === "yes" : /^y(?:es)?$/i.test(answer ?? "");
}

interface Wishes {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Throws when a command must ask but cannot: there is nobody to ask, or the question would stand in JSON output. */
export function expectAnswer({ yes, dryRun, json }: Wishes, { ask }: Pick<Io, "ask">, what: string): void {
  if (yes || dryRun || (ask && !json)) return;
  throw new CoxError("usage", "there is nobody to ask.", {
    hint: `Add --yes, or --dry-run to see what would ${what}.`,
  });
}

export async function version(): Promise<string> {
  const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
  return manifest.version;
}
