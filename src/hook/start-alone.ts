import { spawn } from "node:child_process";

/** A program of Node's in a group of its own, which may outlast us. */
export interface Alone {
  /** Resolves when it has all of its input, or wants no more of it. */
  readonly fed: Promise<void>;
  readonly ended: Promise<void>;
}

export function startAlone(words: readonly string[], input: string): Alone {
  const child = spawn(process.execPath, words, {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  // Without a handle to spare, it has not even an input.
  if (child.pid === undefined) return { fed: ended, ended };
  child.unref();
  child.stdin.on("error", () => undefined);
  const fed = new Promise<void>((resolve) => {
    child.stdin.once("close", resolve).end(input, () => resolve());
  });
  return { fed, ended };
}
