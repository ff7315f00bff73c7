import { environment, terminalWishes } from "../config/environment.ts";
import { CoxError, systemReason } from "../text/errors.ts";
import { wrapMessage } from "../show/wrap.ts";
import { EXIT_CANCELLED, EXIT_FAILED, type Io, type Screen } from "./command.ts";

/** Signals that ask us to end, with their numbers for exit codes. */
const ENDINGS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
/** Roughly how long whoever ends us waits before killing us. */
const LAST_MOMENT_MS = 8000;

/** The real process: prints to its streams, and turns Ctrl-C and the like into an abort. */
export function processIo(): Io {
  const interrupt = new AbortController();
  let endedBy: keyof typeof ENDINGS = "SIGINT";
  let isListening = false;
  const abort = (): void => interrupt.abort();
  endWithOutput();
  process.stderr.on("error", () => undefined);
  const env = environment();
  const wishes = terminalWishes(env);
  const draws = wishes.color === "always";
  const screen = screenOf(process.stdout, wishes);
  const errScreen = screenOf(process.stderr, wishes);
  return {
    ...screen,
    errScreen,
    out: (text) => void process.stdout.write(safeText(text, screen.isTerminal || draws)),
    err: (text) => void process.stderr.write(safeText(onScreen(text, errScreen), errScreen.isTerminal || draws)),
    env,
    // Read only when needed: help and version must work everywhere, also in a deleted directory.
    get cwd() {
      return workingDirectory();
    },
    // A command that never uses the signal has nothing to clean up and is ended at once.
    get signal() {
      if (!isListening) listen();
      return interrupt.signal;
    },
    exitCode: (code) => (code === EXIT_CANCELLED ? 128 + ENDINGS[endedBy] : code),
    ...(process.stdin.isTTY ? {} : { input: process.stdin }),
    ...(screen.isTerminal && process.stdin.isTTY ? { ask: (question) => ask(question, abort) } : {}),
  };

  function listen(): void {
    isListening = true;
    for (const name of Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]) {
      // This listener stays: a library that restores the terminal and finds no other listener would end the process.
      const hear = (): void => {
        if (interrupt.signal.aborted) return endAtOnce();
        endedBy = name;
        abort();
        // Not for SIGINT, because a person presses Ctrl-C again.
        if (name !== "SIGINT") setTimeout(endAtOnce, LAST_MOMENT_MS).unref();
      };
      const endAtOnce = (): void => {
        process.off(name, hear);
        process.kill(process.pid, name);
      };
      process.on(name, hear);
    }
  }
}

function screenOf(stream: NodeJS.WriteStream, { color, columns }: ReturnType<typeof terminalWishes>): Screen {
  const isTerminal = stream.isTTY;
  return {
    columns: stream.columns || columns || 80,
    color: color === "always" || (color === "auto" && isTerminal && stream.hasColors()),
    isTerminal,
  };
}

/** On a terminal the text is wrapped, since it would break inside a word; in a file it stays one row. */
function onScreen(text: string, { isTerminal, columns }: Screen): string {
  return isTerminal ? wrapMessage(text, columns) : text;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    const hint = "Go to one that is there, and try again.";
    throw new CoxError("usage", "The directory you are in does not exist any more.", { cause, hint });
  }
}

/** Asks for a line. Ctrl-C and the end of input give undefined. While a line is read, Ctrl-C is a key, not a signal. */
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

/** Handles errors of standard output: `cox … | head` closes it early, which is no failure; a full disk is one. */
function endWithOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`cox: the output cannot be written: ${systemReason(error)}.\n`);
    process.exit(EXIT_FAILED);
  });
}

/** The last protection for all that is printed: what controls a terminal or hides text is escaped. */
export function safeText(text: string, draws: boolean): string {
  return text.toWellFormed().replaceAll(draws ? NEVER_OURS : CONTROL, escaped);
}

const CONTROL = /(?![\n\t]|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;
/** Allowed: the colours of `styleFor`, clearing to the end of a row, and, at the beginning, a return to its start or up some rows. */
const NEVER_OURS =
  /(?!\n|\t|^\r|^\u001b\[\d{1,2}A|\u001b\[(?:K|(?:1|2|22|3[1-39]|38;5;208)m)|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu;

/** One escape for each half of a character that consists of two. */
function escaped(character: string): string {
  const halves = character.split("").map((half) => half.charCodeAt(0).toString(16).padStart(4, "0"));
  return halves.map((code) => String.raw`\u${code}`).join("");
}
