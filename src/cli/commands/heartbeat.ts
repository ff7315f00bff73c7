import { randomUUID } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  HEARTBEAT_FILE,
  type HeartbeatEvent,
  heartbeatPrompt,
  holdsWork,
  isHeartbeatOk,
  runHeartbeats,
} from "../../agent/heartbeat.ts";
import type { Emit } from "../../agent/thread-log.ts";
import { workUntilRest } from "../../agent/worker.ts";
import { countOf } from "../../text/amounts.ts";
import { openAgentSession } from "../../compose/agent-session.ts";
import type { Settings } from "../../compose/settings.ts";
import { CoxError, errorCode } from "../../text/errors.ts";
import { createLease } from "../../guard/lease.ts";
import { jsonLine } from "../../text/json.ts";
import { SYSTEM_CLOCK } from "../../models/clock.ts";
import { stopLine } from "../../show/stop-line.ts";
import { styleFor } from "../../show/wrap.ts";
import type { Store } from "../../store/store.ts";
import type { Delta } from "../../thread/delta.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { answerText, lastTurn } from "../../thread/turns.ts";
import { HEARTBEAT_MODE } from "../../verifier/trigger.ts";
import { EXIT_DONE, EXIT_FAILED, EXIT_NOT_DONE, EXIT_OPEN, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { withStore } from "../open-store.ts";
import { AGENT_FLAGS, agentSettings, durationOption } from "../options/parse-options.ts";
import { eventPrinter } from "../show/run-printer.ts";
import { followOutcome, NOT_LOOKED, type Outcome } from "../verified-outcome.ts";

const LEASE_MS = 90_000;
const RENEW_MS = 30_000;

export const command = defineCommand({
  name: "heartbeat",
  usage: ["heartbeat [--every 30m] [--once] [--verify] [OPTIONS]"],
  options: [
    ["--every DURATION", "time between two beats: 90s, 30m, 2h, 1d (default: 30m)", { default: "30m" }],
    ["--once", "one beat, for cron and the like"],
    ["--verify", "have a model verify every answer: an OK is sent back while there is work to do"],
    ...AGENT_FLAGS,
    ["--json", "one event per line"],
  ],
  examples: [
    "cox heartbeat --every 30m --verify",
    "cox heartbeat --once --model anthropic/claude-sonnet-5",
    "# exit code: 0 stopped or done, 1 the one beat failed, 2 wrong usage, 3 another heartbeat runs here",
    "# with --once: 4 something is still open in the answer, 5 nobody could verify it",
  ],
  words: 0,
  async run({ values }, io) {
    if (values.verify && values.mode !== undefined && values.mode !== "verify")
      throw new CoxError("usage", `--verify and --mode ${values.mode} exclude each other.`);
    const everyMs = durationOption("--every", values.every);
    const overrides = values.verify ? { mode: "verify", "verification.verifyHeartbeat": true } : {};
    const settings = agentSettings(values, io, overrides);
    return withStore(settings.config, async (store) => {
      let code = EXIT_DONE;
      const end = await runHeartbeats<Beat>({
        everyMs,
        once: values.once,
        lease: createLease({
          store,
          key: `heartbeat:${settings.cwd}`,
          owner: randomUUID(),
          forMs: LEASE_MS,
          now: () => new Date(),
        }),
        renewMs: RENEW_MS,
        clock: SYSTEM_CLOCK,
        signal: io.signal,
        beat: (signal) => beat(settings, store, signal, (thread) => eventPrinter(io, values.json, thread)),
        emit(event) {
          if (event.type === "beat:failed") code = EXIT_FAILED;
          if (event.type === "beat:finished") code = event.result.exitCode;
          show(event, values.json, io);
        },
      });
      if (end === "held") return refused(settings.cwd, values.json, io);
      return end === "done" ? code : EXIT_DONE;
    });
  },
});

interface Beat extends Outcome {
  /** `empty`: there was no work, and no model was asked. */
  readonly outcome: "empty" | "ok" | "worked" | "stopped";
  readonly threadId: string | null;
  readonly answer: string;
  /** How often the agent has answered. */
  readonly attempts: number;
  /** Of the command, if this is its only beat. */
  readonly exitCode: number;
}

async function beat(
  settings: Settings,
  store: Store,
  signal: AbortSignal,
  printer: (thread: () => Thread) => Emit,
): Promise<Beat> {
  const content = await readWork(join(settings.cwd, HEARTBEAT_FILE));
  const none = { outcome: "empty", threadId: null, answer: "", attempts: 0, exitCode: EXIT_DONE } as const;
  if (!holdsWork(content)) return { ...none, ...NOT_LOOKED };
  const looks = followOutcome();
  let failure = "the agent could not finish";
  const print = printer(() => log.thread);
  const { worker, log } = await openAgentSession(settings, {
    store,
    mode: HEARTBEAT_MODE,
    emit(event) {
      looks.see(event);
      if (event.type === "delta") failure = whyUnfinished(event.delta) ?? failure;
      print(event);
    },
  });
  await workUntilRest(worker, heartbeatPrompt(content, new Date()), signal);
  const turn = lastTurn(log.thread);
  const answer = turn ? answerText(log.thread, turn) : "";
  const looked = looks.outcome();
  if (turn && UNFINISHED.has(turn.outcome)) throw new Error([failure, ...looked.open].join(" Still open: "));
  const outcome = turn?.outcome === "aborted" ? "stopped" : isHeartbeatOk(answer) ? "ok" : "worked";
  const attempts = (turn?.corrections ?? 0) + 1;
  const exitCode = looks.exitCode() ?? (looked.open.length > 0 ? EXIT_OPEN : EXIT_DONE);
  return { outcome, threadId: log.thread.id, answer, attempts, ...looked, exitCode };
}

/** Outcomes of a turn after which nobody can say that the work was done. */
const UNFINISHED: ReadonlySet<Turn["outcome"]> = new Set(["failed", "limit", "refused"]);

function whyUnfinished(delta: Delta): string | undefined {
  if (delta.type === "error") return delta.message;
  return delta.type === "inference:completed" ? stopLine(delta.message.stopReason) : undefined;
}

const MAX_BYTES = 1_000_000;

/** Throws when the work file is missing, so that it is not taken for an empty one. Reading a device might never end. */
async function readWork(path: string): Promise<string> {
  const stats = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT")
      throw new Error(`there is no ${path}; write into it what is to be looked after`, { cause: error });
    throw error;
  });
  if (!stats.isFile()) throw new Error(`${path} is not a plain file`);
  if (stats.size > MAX_BYTES) throw new Error(`${path} is larger than 1 MB`);
  return readFile(path, "utf8");
}

function show(event: HeartbeatEvent<Beat>, json: boolean, io: Io): void {
  if (json) return io.out(jsonLine(event));
  const style = styleFor(io.errScreen.color);
  switch (event.type) {
    case "beat:started":
      return io.err(
        style.dim(`beat ${event.number}, ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC\n`),
      );
    case "beat:finished":
      return io.err(style.dim(`beat ${event.number}: ${summaryOf(event.result)}\n`));
    case "beat:failed":
      return io.err(style.red(`beat ${event.number} failed: ${event.reason}\n`));
    case "beats:missed":
      return io.err(style.dim(`missed and skipped: ${countOf(event.count, "beat")}\n`));
    case "beat:waiting":
      return;
  }
}

const OUTCOMES: Record<Beat["outcome"], string> = {
  empty: `${HEARTBEAT_FILE} holds no work`,
  ok: "nothing to do",
  worked: "done",
  stopped: "stopped",
};

/** One beat in words. When a verifier misses something, the agent's claim is not repeated as ours. */
function summaryOf({ outcome, open, unchecked }: Beat): string {
  if (open.length > 0) return "it has answered, but something is still open";
  return `${OUTCOMES[outcome]}${unchecked === null ? "" : ", but nobody checked it"}`;
}

function refused(cwd: string, json: boolean, io: Io): number {
  const message = `another heartbeat runs for ${cwd}, or was killed less than ${LEASE_MS / 1000} s ago.`;
  if (json) io.out(jsonLine({ type: "error", code: "heartbeat.running", message }));
  io.err(`cox heartbeat: ${message}\n`);
  return EXIT_NOT_DONE;
}
