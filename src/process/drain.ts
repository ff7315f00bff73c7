import type { ChildProcess } from "node:child_process";
import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";

/** How long a pipe must be silent to count as empty while an unknown process still holds it open. */
const QUIET_MS = 100;

/** How long a process that is never silent is read. */
const LONGEST_MS = 1000;

/** Passes on a process's output; `finished` resolves when all of it has come. */
export function drain(
  child: ChildProcess,
  onOutput: (chunk: Buffer, stream: "stdout" | "stderr") => void,
): { finished(): Promise<void> } {
  let chunks = 0;
  for (const stream of ["stdout", "stderr"] as const)
    child[stream]?.on("data", (chunk: Buffer) => {
      chunks++;
      onOutput(chunk, stream);
    });
  const closed = new Promise<"closed">((resolve) => {
    child.once("close", () => resolve("closed"));
  });

  return {
    async finished() {
      const until = performance.now() + LONGEST_MS;
      for (let seen = -1; seen !== chunks && performance.now() < until;) {
        seen = chunks;
        const quiet = sleep(QUIET_MS, "quiet" as const).then((state) => nextRound(state));
        if ((await Promise.race([closed, quiet])) === "closed") return;
      }
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
  };
}
