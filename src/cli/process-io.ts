import process from "node:process";
import { environment, terminalWishes } from "../config/environment.ts";
import { CoxError, systemReason } from "../errors.ts";
import { EXIT_FAILED, type Io } from "./command.ts";
import { safeText } from "./safe-text.ts";

/** The real process: prints to its streams, and turns Ctrl-C into an abort so that work can end cleanly. */
export function processIo(): Io {
  const interrupt = new AbortController();
  const abort = (): void => interrupt.abort();
  process.once("SIGINT", abort);
  endWithOutput();
  const isTerminal = process.stdout.isTTY;
  const env = environment();
  const { color, columns } = terminalWishes(env);
  const draws = color === "always";
  return {
    out: (text) => void process.stdout.write(safeText(text, isTerminal || draws)),
    err: (text) => void process.stderr.write(safeText(text, process.stderr.isTTY || draws)),
    env,
    // Asked for when somebody needs it: help and version are told everywhere.
    get cwd() {
      return workingDirectory();
    },
    columns: process.stdout.columns || columns || 80,
    color: draws || (color === "auto" && isTerminal && process.stdout.hasColors()),
    isTerminal,
    signal: interrupt.signal,
    ...(isTerminal && process.stdin.isTTY ? { ask: (question) => ask(question, abort) } : {}),
  };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const hint = "Go to one that is there, and try again.";
    throw new CoxError("usage", "The directory you are in does not exist any more.", { cause, hint });
  }
}

/** Ctrl-C and the end of input are no answer. While a line is read, Ctrl-C is a key and no signal. */
async function ask(question: string, onInterrupt: () => void): Promise<string | undefined> {
  const { createInterface } = await import("node:readline");
  return new Promise((resolve) => {
    const lines = createInterface({ input: process.stdin, output: process.stdout });
    const goAway = (): void => {
      process.stdout.write("\n");
      resolve(undefined);
    };
    lines.once("SIGINT", () => {
      onInterrupt();
      lines.close();
    });
    lines.once("close", goAway);
    lines.question(question, (answer) => {
      lines.off("close", goAway);
      lines.close();
      resolve(answer);
    });
  });
}

/** `cox … | head` closes our output early: that is no failure. A full disk is one. */
function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`cox: the output cannot be written: ${systemReason(error)}.\n`);
    process.exit(EXIT_FAILED);
  });
}
