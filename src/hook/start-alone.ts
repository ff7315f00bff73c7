import { spawn } from "node:child_process";

/** Without an input there is no pipe: making one costs a hook as much as starting the process. */
export function startAlone(words: readonly string[], input?: string) {
  const child = spawn(process.execPath, words, {
    detached: true,
    stdio: [input === undefined ? "ignore" : "pipe", "ignore", "ignore"],
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("exit", () => resolve());
  });
  // The process could not be started, for example when no file handle was free. Then it has no input stream either.
  if (child.pid === undefined) return { fed: ended, ended };
  child.unref();
  const { stdin } = child;
  if (!stdin) return { fed: Promise.resolve(), ended };
  stdin.on("error", () => undefined);
  const fed = new Promise<void>((resolve) => {
    stdin.once("close", resolve).end(input, () => resolve());
  });
  return { fed, ended };
}
