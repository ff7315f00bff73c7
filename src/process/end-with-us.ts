import { spawn } from "node:child_process";
import { errorCode } from "../errors.ts";
import { systemShell } from "./system-program.ts";

/** Waits outside of the session for our end; a line of input cancels. Where `ps` knows no sessions, the group ends. */
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

interface Watched {
  readonly leader: number;
  readonly graceSeconds: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A session must not outlive this process, even if we are killed. Returns a function that cancels this. */
export function endWithUs({ leader, graceSeconds, cwd, env }: Watched): () => void {
  // On Windows it could end nothing, and would open a window.
  if (process.platform === "win32") return () => undefined;
  const parameters = ["-c", SCRIPT, "cox", String(leader), String(graceSeconds)];
  // In a session of its own: ending our group, or closing our terminal, must not end it too.
  const watch = spawn(systemShell(env, cwd), parameters, {
    argv0: "sh",
    // Not in the project: relative places in PATH would lie there, and the script starts programs by their names.
    cwd: "/",
    env,
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no watch; and one that has ended cannot be told anything.
  watch.on("error", () => undefined);
  watch.stdin.on("error", () => undefined);
  watch.unref();
  return () => void watch.stdin.end("\n");
}

/** True when the process exists, also somebody else's: a permission error shows that it does. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
