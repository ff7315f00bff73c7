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
import { workUntilRest } from "../../agent/work-until-rest.ts";
import { countOf } from "../../amounts.ts";
import { openAgentSession } from "../../compose/agent-session.ts";
import type { Settings } from "../../compose/settings.ts";
import { CoxError, errorCode } from "../../errors.ts";
import { createLease } from "../../guard/lease.ts";
import { jsonLine } from "../../json.ts";
import { SYSTEM_CLOCK } from "../../models/clock.ts";
import { stopLine } from "../../show/stop-line.ts";
import { styleFor } from "../../show/wrap.ts";
import type { Store } from "../../store/store.ts";
import type { Delta } from "../../thread/delta.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { closingText, lastTurn } from "../../thread/turns.ts";
import { HEARTBEAT_MODE } from "../../verifier/trigger.ts";
import { type Command, EXIT_DONE, EXIT_FAILED, EXIT_NOT_DONE, type Io } from "../command.ts";
import { withStore } from "../open-store.ts";
import {
  AGENT_FLAGS,
  AGENT_OPTIONS,
  agentSettings,
  allowWords,
  durationOption,
  parseOptions,
} from "../options/parse-options.ts";
import { eventPrinter } from "../show/run-printer.ts";

const LEASE_MS = 90_000;
const RENEW_MS = 30_000;

export const command: Command = {
  name: "heartbeat",
  usage: ["heartbeat [--every 30m] [--once] [--verify] [OPTIONS]"],
  options: [
    ["--every DURATION", "time between two beats: 90s, 30m, 2h, 1d (default: 30m)"],
    ["--once", "one beat, for cron and the like"],
    ["--verify", "have a model verify every answer: an OK is sent back while there is work to do"],
    ...AGENT_FLAGS,
    ["--json", "one event per line"],
  ],
  examples: [
    "cox heartbeat --every 30m --verify",
    "cox heartbeat --once --model anthropic/claude-sonnet-5",
    "# exit code: 0 stopped or done, 1 the one beat failed, 2 wrong usage, 3 another heartbeat runs here",
  ],
  async run(args, io) {
    const { values, positionals } = parseOptions("heartbeat", args, {
      ...AGENT_OPTIONS,
      every: { type: "string", default: "30m" },
      once: { type: "boolean", default: false },
      verify: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    });
    allowWords(0, "heartbeat", positionals);
    if (values.verify && values.mode !== undefined && values.mode !== "verify")
      throw new CoxError("usage", `--verify and --mode ${values.mode} exclude each other.`);
    const everyMs = durationOption("--every", values.every);
    const overrides = values.verify ? { mode: "verify", "verification.verifyHeartbeat": true } : {};
    const settings = agentSettings(values, io, overrides);
    return withStore(settings.config, async (store) => {
      let failed = false;
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
          failed = event.type === "beat:failed" || (failed && event.type !== "beat:started");
          show(event, values.json, io);
        },
      });
      if (end === "held") return refused(settings.cwd, values.json, io);
      return end === "done" && failed ? EXIT_FAILED : EXIT_DONE;
    });
  },
};

interface Beat {
  /** `empty`: there was no work, and no model was asked. */
  readonly outcome: "empty" | "ok" | "worked" | "stopped";
  readonly threadId: string | null;
  readonly answer: string;
  /** What a verifier still misses, to show to the person. */
  readonly open: readonly string[];
  /** Why the answer was not checked; null when it was, or when nobody was to check it. */
  readonly unchecked: string | null;
}

async function beat(
  settings: Settings,
  store: Store,
  signal: AbortSignal,
  printer: (thread: () => Thread) => Emit,
): Promise<Beat> {
  const content = await readWork(join(settings.cwd, HEARTBEAT_FILE));
  if (!holdsWork(content)) return { outcome: "empty", threadId: null, answer: "", open: [], unchecked: null };
  const open: string[] = [];
  let unchecked: string | null = null;
  let failure = "the agent could not finish";
  const print = printer(() => log.thread);
  const { worker, log } = await openAgentSession(settings, {
    store,
    mode: HEARTBEAT_MODE,
    emit(event) {
      if (event.type === "assessment:finished") {
        const { tell, verdict } = event.decision;
        if (tell !== undefined) open.push(tell);
        unchecked = verdict.verdict === "unchecked" ? verdict.reason : null;
      }
      if (event.type === "delta") failure = whyUnfinished(event.delta) ?? failure;
      print(event);
    },
  });
  await workUntilRest(worker, heartbeatPrompt(content, new Date()), signal);
  const turn = lastTurn(log.thread);
  const answer = turn ? closingText(log.thread, turn) : "";
  if (turn && UNFINISHED.has(turn.outcome)) throw new Error(failure);
  const outcome = turn?.outcome === "aborted" ? "stopped" : isHeartbeatOk(answer) ? "ok" : "worked";
  return { outcome, threadId: log.thread.id, answer, open, unchecked };
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
