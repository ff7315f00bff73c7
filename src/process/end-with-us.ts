import { spawn } from "node:child_process";
import process from "node:process";

/**
 * Waits outside of the session for what ends with us, however we end. A line says that there is nothing to end any more;
 * else the session is told to end, and what of it has not within the time given is killed. Where `ps` does not tell
 * sessions, it is the leader's group alone.
 */
const SCRIPT = `read -r _ && exit
leader=$1 seconds=$2
find_left() {
  left=$(ps -A -o pid= -o sid= | while read -r pid session; do [ "$session" != "$leader" ] || echo "$pid"; done)
  [ "$left" ] || { left=-$leader; kill -0 "$left"; }
}
find_left || exit
kill -TERM $left
while [ "$seconds" -gt 0 ]; do sleep 1; find_left || exit; seconds=$((seconds - 1)); done
kill -KILL $left`;

/** Makes sure that a session does not outlive this process, even one that is killed. Gives what lets it go. */
export function endWithUs(leader: number, graceSeconds: number): () => void {
  // There it could end nothing, and would open a window.
  if (process.platform === "win32") return () => undefined;
  const parameters = ["-c", SCRIPT, "cox", String(leader), String(graceSeconds)];
  // Of a session of its own: who ends our group, or closes our terminal, must not end it too.
  const watch = spawn("sh", parameters, { stdio: ["pipe", "ignore", "ignore"], detached: true });
  // Where there is no shell, nobody watches; and one that is gone cannot be told.
  watch.on("error", () => undefined);
  watch.stdin.on("error", () => undefined);
  watch.unref();
  return () => void watch.stdin.end("\n");
}
