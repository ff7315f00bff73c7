import { commandEnvironment } from "../process/environment.ts";
import { findProgram, isProgram } from "../process/find-program.ts";
import { type RunProcess, runProcess } from "../process/run-process.ts";
import type { Io } from "./command.ts";

export interface Notice {
  readonly title: string;
  /** Without secrets and signs that steer; it may quote an agent all the same. */
  readonly words: string;
}

interface Desktop {
  readonly platform?: NodeJS.Platform;
  readonly run?: RunProcess;
}

/** Shows something on the desktop; gives the reason where that cannot be done. */
export async function notify(
  notice: Notice,
  { env, cwd }: Pick<Io, "env" | "cwd">,
  { platform = process.platform, run = runProcess }: Desktop = {},
): Promise<string | undefined> {
  const command = callFor(notice, platform, { env, cwd });
  if (typeof command === "string") return command;
  const end = await run({
    command,
    cwd,
    environment: commandEnvironment(env),
    timeoutMs: LONGEST_MS,
    killGraceMs: 100,
    // Who presses Ctrl-C right after a catch shall still be told of it.
    signal: new AbortController().signal,
    onOutput: () => undefined,
  });
  if (end.type === "cancelled" || (end.type === "exited" && end.exitCode === 0)) return undefined;
  return `${command[0]} ${end.type === "exited" ? `ended with ${end.exitCode}` : "did not end"}.`;
}

const LONGEST_MS = 5000;
const OSASCRIPT = "/usr/bin/osascript";
/** Takes the words as arguments: nothing of them is ever part of a script. */
const SCRIPT = ["on run argv", "display notification (item 2 of argv) with title (item 1 of argv)", "end run"].flatMap(
  (line) => ["-e", line],
);

function callFor(
  { title, words }: Notice,
  platform: NodeJS.Platform,
  { env, cwd }: Pick<Io, "env" | "cwd">,
): readonly [string, ...string[]] | string {
  if (platform === "darwin")
    return isProgram(OSASCRIPT) ? [OSASCRIPT, ...SCRIPT, title, words] : `${OSASCRIPT} is not there.`;
  if (platform === "win32") return "On Windows, notifications are not shown.";
  const program = findProgram("notify-send", env, cwd);
  if (program === undefined) return "There is no notify-send in the PATH.";
  // Some desktops read the words as markup.
  return [
    program,
    "--app-name=Coxswain",
    "--",
    title,
    words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  ];
}
