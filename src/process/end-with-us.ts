import { spawn } from "node:child_process";

/**
 * Waits outside of the group for what ends with us, however we end. A line says that there is nothing to end any more;
 * else the group is told to end, and killed where some of it has not within the time given.
 */
const SCRIPT = `read -r _ && exit
kill -TERM "-$1" || exit
seconds=$2
while [ "$seconds" -gt 0 ]; do sleep 1; kill -0 "-$1" || exit; seconds=$((seconds - 1)); done
kill -KILL "-$1"`;

/** Makes sure that a group of processes does not outlive this process, even one that is killed. Gives what lets it go. */
export function endWithUs(leader: number, graceSeconds: number): () => void {
  const parameters = ["-c", SCRIPT, "cox", String(leader), String(graceSeconds)];
  // Of a session of its own: who ends our group, or closes our terminal, must not end it too.
  const watch = spawn("sh", parameters, { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // Where there is no shell, nobody watches; and one that is gone cannot be told.
  watch.on("error", () => undefined);
  watch.stdin.on("error", () => undefined);
  watch.unref();
  return () => void watch.stdin.end("\n");
}
