import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { AgentEvent } from "../../src/agent/thread-log.ts";
import { openAgentSession } from "../../src/compose/agent-session.ts";
import { loadConfig } from "../../src/config.ts";
import { createMemoryStore } from "../../src/store/memory.ts";
import type { Store } from "../../src/store/store.ts";
import { textOf } from "../../src/thread/message.ts";
import { closingText, lastTurn } from "../../src/thread/turns.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { writeFiles } from "./write-files.ts";

export interface AgentRunOptions {
  readonly agent: object;
  readonly judge: object;
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly mode?: string;
  readonly store?: Store;
  /** Prepares the workspace before the agent starts, for example as a git repository. */
  readonly prepare?: (root: string) => void;
  readonly env?: Readonly<Record<string, string>>;
}

export async function agentRun(task: string, options: AgentRunOptions) {
  const home = temporaryDirectory();
  const root = join(home, "work");
  mkdirSync(root);
  writeFiles(root, options.files ?? {});
  options.prepare?.(root);
  for (const who of ["agent", "judge"] as const) writeFiles(home, { [`${who}.json`]: JSON.stringify(options[who]) });
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, ...options.env };
  const { config } = loadConfig({
    cwd: root,
    env,
    overrides: {
      "agent.model": "scripted/../agent.json",
      "observer.model": "scripted/../judge.json",
      ...options.settings,
    },
  });
  const events: AgentEvent[] = [];
  const store = options.store ?? createMemoryStore();
  const { worker, log } = await openAgentSession(
    { config, env, cwd: root },
    { store, emit: (event) => events.push(event), ...(options.mode ? { mode: options.mode } : {}) },
  );
  await worker.say(task);
  await worker.resume();
  const { thread } = log;
  const turn = lastTurn(thread);
  return {
    root,
    store,
    events,
    thread,
    answer: turn ? closingText(thread, turn) : "",
    /** What was put into the thread, in order. */
    feedback: thread.messages.flatMap((message) =>
      message.role === "user" && (message.source.type === "verification" || message.source.type === "course-correction")
        ? [textOf(message)]
        : [],
    ),
    /** What the person was told without a message in the thread. */
    told: events.flatMap((event) => (event.type === "assessment:finished" ? (event.decision.tell ?? []) : [])),
    verdicts: events.flatMap((event) => (event.type === "assessment:finished" ? [event.decision.verdict] : [])),
    deltas: (await store.read(thread.id)).map((entry) => entry.delta),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    exists: (path: string) => existsSync(join(root, path)),
  };
}
