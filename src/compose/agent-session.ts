import { randomUUID } from "node:crypto";
import { owedIn } from "../agent/owed.ts";
import { systemPrompt } from "../agent/guidance.ts";
import { OWN_HOST, type ThreadLog, openThreadLog, type Emit } from "../agent/thread-log.ts";
import { createSubagent } from "../agent/subagent.ts";
import { TOOLS, createToolbox } from "../agent/toolbox.ts";
import { type Worker, createWorker } from "../agent/worker.ts";
import { openWorkspace } from "../agent/workspace.ts";
import type { Config } from "../config.ts";
import { createCorrector } from "../corrector.ts";
import { keepingVerdicts } from "../decisions/keep-verdicts.ts";
import { readLowered } from "../decisions/last-word.ts";
import { CoxError } from "../text/errors.ts";
import { limitsForAttempts } from "../guard/guard.ts";
import { type Choice, askedInWords } from "../models/choose.ts";
import { SYSTEM_CLOCK } from "../models/clock.ts";
import { commandEnvironment } from "../process/environment.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import type { ProjectWitness } from "../verifier/checks/witness.ts";
import { composeAgentModel, composeJudging, workingWith } from "./judging.ts";
import { modelOfThread } from "./handoff.ts";
import type { Settings } from "./settings.ts";
import { composeWitness } from "./witness.ts";

export interface AgentSession {
  readonly worker: Worker;
  readonly log: ThreadLog;
  readonly model: string;
  /** Who watches, in words for a person. */
  readonly observer: string;
  /** Why no model watches, or answers are not verified: a sentence. */
  readonly unobserved?: string;
}

export interface SessionOptions {
  readonly store: Store;
  readonly emit: Emit;
  readonly threadId?: string;
  /** True when a resumed thread keeps its recorded model, because nobody named another one. */
  readonly keepModel?: boolean;
  /** The mode in which a new thread starts: `heartbeat` when no person asked. */
  readonly mode?: string;
  readonly now?: () => Date;
}

/** Our own agent, ready to work in a directory: its model, its tools, its log, and the watcher. */
export async function openAgentSession(settings: Settings, options: SessionOptions): Promise<AgentSession> {
  const { config } = settings;
  const now = options.now ?? (() => new Date());
  const workspace = await openWorkspace(settings.cwd, { allow: config.agent.outside });
  const threadId = options.threadId ?? randomUUID();
  const isNew = options.threadId === undefined;
  const start = isNew ? startOf(threadId, workspace.root, options.mode, now()) : undefined;
  const log = await openThreadLog(options.store, threadId, start);
  if (log.thread.id === "")
    throw new CoxError("usage", `There is no thread ${options.threadId}.`, { hint: "cox threads lists them." });

  const used = options.keepModel ? await modelOfThread(log.thread, options.store) : undefined;
  const model = composeAgentModel(used === undefined ? settings : workingWith(settings, used));
  const witness = composeWitness(settings, workspace.root);
  const watching = await composeWatching(settings, { store: options.store, agentFamily: model.family, now, witness });

  const { maxOutputTokens, maxRetries } = config.agent;
  const inference = {
    model,
    settings: { maxRetries, ...(maxOutputTokens === null ? {} : { maxOutputTokens }) },
    prices: config.prices,
  };
  const tools = [...TOOLS, createSubagent(inference)];
  const date = now().toISOString().slice(0, 10);
  const worker = createWorker({
    log,
    inference: {
      ...inference,
      system: (thread) => systemPrompt({ root: workspace.root, platform: process.platform, date }, thread),
      tools,
    },
    toolbox: createToolbox({
      workspace,
      tools,
      environment: commandEnvironment(settings.env, keyNames(config)),
      limits: config.agent.limits,
      formatters: config.agent.formatters,
    }),
    corrector: watching.corrector,
    findOwed: owedIn(options.store, verifies(config)),
    ...(witness ? { atStart: witness.atStart } : {}),
    parallel: config.mode === "parallel",
    graceMs: config.parallel.graceMs,
    affordable: config.parallel,
    maxInferences: config.agent.maxInferences,
    emit: keepingVerdicts(options.emit, options.store, () => ({
      id: randomUUID(),
      threadId,
      host: log.thread.host,
      session: threadId,
      cwd: workspace.root,
      at: now().toISOString(),
      shadow: config.mode === "shadow",
    })),
    newId: randomUUID,
    now,
    clock: SYSTEM_CLOCK,
  });
  return { worker, log, model: model.name, ...watching.told };
}

/** The variables in which the configured providers look for keys. */
function keyNames({ providers }: Config): string[] {
  return Object.values(providers).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
}

function startOf(threadId: string, cwd: string, mode: string | undefined, at: Date): Delta {
  const started = { v: 1, type: "thread:started", at: at.toISOString(), threadId, host: OWN_HOST, cwd } as const;
  return mode === undefined ? started : { ...started, mode };
}

interface WatchedAgent {
  readonly store: Store;
  readonly agentFamily: string;
  readonly witness: ProjectWitness | undefined;
  readonly now: () => Date;
}

async function composeWatching(settings: Settings, { store, agentFamily, witness, now }: WatchedAgent) {
  const { config } = settings;
  if (config.mode === "off") return { corrector: undefined, told: { observer: "nobody (mode off)" } };
  const lowered = await readLowered(store);
  const verify = verifies(config);
  const how = { judges: "auto", live: true, verify, agentFamily, store, now, lowered } as const;
  const { judging, observer } = composeJudging(settings, how);
  const corrector = createCorrector({
    ...judging,
    ...(witness ? { witness: witness.atEnd } : {}),
    guard: verify ? limitsForAttempts(config.verification.maxAttempts, config.verification.dailyLimit) : config.guard,
    store,
    shadow: config.mode === "shadow",
    now,
  });
  const told = observer.models
    ? { observer: askedInWords(observer), ...(config.mode === "parallel" && config.verification.enabled && UNVERIFIED) }
    : { observer: "evidence alone", unobserved: whyUnobserved(observer) };
  return { corrector, told };
}

/** Beside the tools there is no answer yet, and one thread has one watcher. */
const UNVERIFIED = {
  unobserved: "Answers are not verified in mode parallel: take --mode verify, or end-turn with verification.enabled.",
};

function whyUnobserved({ reason, lookedFor }: Extract<Choice, { lookedFor: readonly string[] }>): string {
  const why = `No model is asked about its work: ${reason}`;
  return lookedFor.length === 0 ? why : `${why} cox doctor says how to have one asked.`;
}

/** True when answers are verified: `verification.enabled` adds this to modes that look at ended turns. */
function verifies({ mode, verification }: Config): boolean {
  return mode === "verify" || (verification.enabled && (mode === "end-turn" || mode === "shadow"));
}
