import { NameList } from "../../name-list.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { CheckKind } from "./receipt.ts";

/** What one command of a line checks. */
export interface Check {
  readonly kind: CheckKind;
  readonly supports: readonly CheckKind[];
  readonly runner: string;
  /** The name of the reader that knows the summary. */
  readonly reads: string;
  /** `yes`: it prints nothing when all is well. `marked`: its errors also cannot be mistaken for anything else. */
  readonly silent: "no" | "yes" | "marked";
  /** It is started by a tool that always says at the end when a task failed. */
  readonly told: boolean;
  readonly scope: "whole" | "partial";
  readonly targets: readonly string[];
  /** It runs again after every change, and never ends by itself. */
  readonly watches: boolean;
  /** Only what failed in the last run is run again. */
  readonly onlyFailed: boolean;
  /** The check alone, spelled the same however it was called. */
  readonly command: string;
  readonly cwd?: string;
}

/** The program and its words, without where and how it was called. */
export function spelled(command: ShellCommand): string {
  return [command.name, ...command.args.map((word) => word.text)].join(" ");
}

/** What the options of a call say of its run. */
export function runOptions(command: ShellCommand): Pick<Check, "watches" | "onlyFailed"> {
  const words = command.args.map((word) => word.text);
  return { watches: isWatching(command), onlyFailed: words.some((word) => ONLY_FAILED.test(word)) };
}

export function isWatching({ name, args }: ShellCommand): boolean {
  const [first] = args;
  return (
    first?.text === "watch" || args.some(({ text }) => WATCH.test(text) || (text === "-w" && WATCHES_BY_W.has(name)))
  );
}

const WATCH = /^(?:--watch(?:All)?(?:=true)?|-w=true)$/;
/** To others, -w names a workspace, a number of workers, or what is to be written. */
const WATCHES_BY_W = new NameList("ava mocha tsc vitest vue-tsc webpack");
const ONLY_FAILED = /^(?:--lf|--last-failed|--onlyFailures|--only-failures|--rerun-failed|--failed|--next-failure)$/;

/** A check that is known by its name alone, not by what it prints: a task or a script. */
export function namedTask(command: ShellCommand, part: Pick<Check, "kind" | "runner"> & Partial<Check>): Check {
  return {
    supports: [part.kind],
    reads: "task",
    silent: "no",
    told: false,
    scope: "whole",
    targets: [],
    ...runOptions(command),
    command: spelled(command),
    ...(command.cwd !== undefined && { cwd: command.cwd }),
    ...part,
  };
}
