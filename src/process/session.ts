import { spawnSync, spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../text/errors.ts";
import { systemProgram, systemShell } from "./find-program.ts";

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

/** All processes of one command: its session, and those that left the session but carry its mark. */
export interface Session {
  readonly leader: number;
  /** The value of the variable COX_RUN. Without it, processes that left the session are not found. */
  readonly mark?: string;
  readonly killGraceMs: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Waits in the command's session until descriptor 3 is closed, as it is when we end, and then kills it all. */
export const LIFELINE_SCRIPT = `(read -r _ <&3; kill -KILL -$$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-`;

const POLL_MS = 15;
const KILL_ROUNDS = 100;
const TASKKILL_MS = 10_000;

interface StopOptions {
  /** True to stop daemons as well, which left the session. */
  readonly escaped: boolean;
  /** Whether processes started after the first signal are told to end, too; true by default. */
  readonly latecomers?: boolean;
}

/** Tells what is left of a session to end, and kills it after the grace period. Gives how many processes there were. */
export async function stopSession(session: Session, options: StopOptions): Promise<number> {
  if (process.platform === "win32") return stopTree(session);
  const { latecomers = true } = options;
  const find = hasProc ? () => findMembers(session, options.escaped) : () => findGroup(session);
  const met = find();
  const asked = new Set<number>();
  let now = met;
  for (const start = performance.now(); now.commands.length > 0 && performance.now() - start < session.killGraceMs;) {
    if (latecomers || now === met) {
      for (const pid of now.commands) if (!asked.has(pid)) signal(pid, "SIGTERM");
      for (const pid of now.commands) asked.add(pid);
    }
    await sleep(POLL_MS);
    now = find();
  }
  for (let round = 0; now.commands.length > 0 && round < KILL_ROUNDS; round++) {
    for (const pid of now.commands) signal(pid, "SIGKILL");
    await sleep(POLL_MS);
    now = find();
  }
  for (const pid of now.lifelines) signal(pid, "SIGKILL");
  return hasProc ? met.commands.length : 0;
}

/** Windows cannot tell processes to end and has no sessions: the tree below a process is known while that runs. */
function stopTree({ leader, environment }: Session): number {
  const parameters = ["/pid", String(leader), "/t", "/f"];
  if (isRunning(leader))
    spawnSync(systemProgram("taskkill", environment), parameters, {
      stdio: "ignore",
      windowsHide: true,
      timeout: TASKKILL_MS,
    });
  return 0;
}

interface Members {
  readonly commands: readonly number[];
  readonly lifelines: readonly number[];
}

const hasProc = process.platform === "linux";

function findMembers(session: Session, escaped: boolean): Members {
  const commands: number[] = [];
  const lifelines: number[] = [];
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const living = sessionOf(pid);
    if (living === undefined) continue;
    if (living !== session.leader && !(escaped && isMarked(pid, session.mark))) continue;
    (pid !== session.leader && isLifeline(pid) ? lifelines : commands).push(pid);
  }
  return { commands, lifelines };
}

/** The session of a living process; a zombie has ended. */
function sessionOf(pid: number): number | undefined {
  const stat = readProc(pid, "stat");
  const [state, , , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === undefined || "ZX".includes(state) ? undefined : Number(session);
}

function isMarked(pid: number, mark: string | undefined): boolean {
  return mark !== undefined && readProc(pid, "environ").includes(`COX_RUN=${mark}`);
}

function isLifeline(pid: number): boolean {
  return readProc(pid, "cmdline").startsWith(`sh\0-c\0${LIFELINE_SCRIPT}\0`);
}

/** Empty when the process is gone or not ours. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Without /proc, only the process group of the leader is known, which includes the lifeline. */
function findGroup(session: Session): Members {
  try {
    process.kill(-session.leader, 0);
    return { commands: [-session.leader], lifelines: [] };
  } catch {
    return { commands: [], lifelines: [] };
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
  }
}
