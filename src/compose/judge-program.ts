import { parentPort, workerData } from "node:worker_threads";
import type { Config } from "../config.ts";
import { type Judging, judgeTurn } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { whenSuspicious } from "../evidence/score/score.ts";
import { createTeamModel } from "../models/team-model.ts";
import { createObserver } from "../observer/observer.ts";
import { reportOf } from "../team/client/report-of.ts";
import type { Report } from "../team/report.ts";
import type { TurnTask } from "../team/turns/sent-turn.ts";
import { CoxError } from "../text/errors.ts";
import { fromJson } from "../text/json.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import type { Judge } from "../verdict.ts";
import { observerSettings } from "./observer-settings.ts";

/** What a judging thread is started with. */
export interface ThreadSettings {
  readonly config: Config;
  readonly engine: string;
  /** Whether there is a model to ask; this thread has no key. */
  readonly asks: boolean;
}

export type ToThread =
  | { readonly type: "judge"; readonly task: TurnTask; readonly content: boolean }
  | { readonly type: "answer"; readonly number: number; readonly status: number; readonly body: object };

export type FromThread =
  | { readonly type: "judged"; readonly report: Report }
  | { readonly type: "failed"; readonly why: string }
  | { readonly type: "question"; readonly number: number; readonly question: unknown };

const settings = workerData as ThreadSettings;
const judging = composeHere(settings);
const waiting = new Map<number, (answer: Response) => void>();
let questions = 0;

parentPort?.on("message", (message: ToThread) => {
  if (message.type === "judge") void judge(message.task, message.content).then(send);
  else waiting.get(message.number)?.(Response.json(message.body, { status: message.status }));
});

function send(message: FromThread): void {
  parentPort?.postMessage(message);
}

async function judge(task: TurnTask, content: boolean): Promise<FromThread> {
  try {
    return { type: "judged", report: await reportFor(task, content) };
  } catch (error) {
    return { type: "failed", why: whereItFailed(error) };
  }
}

async function reportFor({ id, turn: sent }: TurnTask, content: boolean): Promise<Report> {
  const { session, turn, agent, machine, repository, at = new Date().toISOString() } = sent;
  const thread = fold(sent.deltas);
  const last = lastTurn(thread);
  if (!last) throw new CoxError("delta.invalid", "The thread has no turn.");
  const { verdict } = await judgeTurn(await judging, thread, last, sent.circumstances);
  const report = reportOf({
    record: { id, threadId: session, host: agent, session, turn, at, verdict, gateReasons: [], injected: false },
    evidence: evidenceOf(thread, last),
    machine,
    engine: settings.engine,
    repository,
    answered: null,
    // It was redacted where it comes from.
    redact: content ? (text) => text : undefined,
  });
  return { ...report, session, agentModel: sent.agentModel ?? report.agentModel };
}

async function composeHere({ config, asks }: ThreadSettings): Promise<Judging> {
  const { gate, standDown, evidence, observer: wish, prices } = config;
  const proving = {
    gate,
    ignoreStandDown: standDown.ignore,
    evidence: createEvidenceJudge({ threshold: evidence.threshold }),
  };
  if (!asks) return proving;
  // As a machine asks its team's service; only that this one need not travel.
  const model = createTeamModel({ url: "http://service.invalid", token: "" }, { fetch: askOutside });
  const observer: Judge = createObserver({ models: [model], prices }, await observerSettings(config, {}));
  return { ...proving, observer: wish.when === "suspicious" ? whenSuspicious(observer) : observer };
}

async function askOutside(_: unknown, init?: RequestInit): Promise<Response> {
  const number = (questions += 1);
  const { promise, resolve } = Promise.withResolvers<Response>();
  waiting.set(number, resolve);
  send({ type: "question", number, question: typeof init?.body === "string" ? fromJson(init.body) : null });
  return promise.finally(() => waiting.delete(number));
}

/** Where, not what: a message may quote the transcript, and this is kept and shown. */
function whereItFailed(error: unknown): string {
  if (error instanceof CoxError) return error.code;
  const { name = "something", stack = "" } = error instanceof Error ? error : {};
  const [place = ""] = /^ +at .*$/m.exec(stack) ?? [];
  return `${name}${place.replace(/\(?(?:file:)?\/.*\//, "")}`;
}
