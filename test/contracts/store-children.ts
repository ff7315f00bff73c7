import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ChildTask {
  readonly backend: string;
  readonly task: string;
  readonly name?: string;
  readonly count?: number;
  readonly locations: readonly string[];
  /** What to run instead of node itself; gets node and its arguments appended. */
  readonly wrapper?: readonly string[];
}

export interface Child {
  /** Lets it begin, so that several begin at once. */
  go(): void;
  readonly exited: Promise<number | null>;
  signal(): NodeJS.Signals | null;
  lines(): readonly string[];
  stderr(): string;
  /** Kills it at a random moment within so many milliseconds from its first sign of work, or from now when it is slow. */
  killWithin(milliseconds: number): Promise<void>;
}

export async function startChild({
  backend,
  task,
  name = "child",
  count = 0,
  locations,
  wrapper = [],
}: ChildTask): Promise<Child> {
  const program = fileURLToPath(new URL("store-child.ts", import.meta.url));
  const line = [...wrapper, process.execPath, program, backend, task, name, String(count), ...locations];
  const running = spawn(line[0]!, line.slice(1), { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  running.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  running.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  running.stdin.on("error", () => {});
  const exited = once(running, "close").then(() => running.exitCode);
  await Promise.race([once(running.stdout, "data"), exited]);
  if (running.exitCode !== null) throw new Error(`The child ended before it was ready: ${errors}`);

  return {
    go: () => running.stdin.end("go\n"),
    exited,
    signal: () => running.signalCode,
    // A line that was cut off by the kill was not said.
    lines: () => output.split("\n").slice(1, -1),
    stderr: () => errors,
    async killWithin(milliseconds) {
      const fromOpening = Math.random() < 0.25;
      if (!fromOpening) await Promise.race([once(running.stdout, "data"), exited]);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * milliseconds));
      running.kill("SIGKILL");
      await exited;
    },
  };
}
