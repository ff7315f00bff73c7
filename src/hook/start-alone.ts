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
  child.unref();
  child.stdin.on("error", () => undefined);
  return {
    fed: new Promise((resolve) => {
      child.stdin.once("close", resolve).end(input, () => resolve());
    }),
    ended: new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", () => resolve());
    }),
  };
}
