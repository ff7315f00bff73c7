import { type ResourceLimits, Worker } from "node:worker_threads";
import { configForWatching, loadConfig, type Variables } from "../config.ts";
import type { Answering } from "../team/questions.ts";
import type { JudgeTurn } from "../team/turns/judging.ts";
import type { FromThread, ThreadSettings, ToThread } from "./judge-program.ts";

export interface JudgingThreads {
  readonly judge: JudgeTurn;
  close(): Promise<void>;
}

interface ThreadOptions {
  readonly env: Variables;
  readonly engine: string;
  /** Absent where no model is asked. */
  readonly answering: Answering | undefined;
  readonly memory?: ResourceLimits;
  readonly longestMs?: number;
  readonly program?: URL;
}

/** For the largest thread that is taken, many times over. */
const MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 400 };
/** An observer's time, and what evidence needs for the largest. */
const LONGEST_MS = 120_000;

/** A thread for each turn at hand, used again as long as it is well: one that never ends or takes all memory ends alone. */
export function createJudgingThreads(options: ThreadOptions): JudgingThreads {
  const { answering, memory = MEMORY, longestMs = LONGEST_MS, program = judgeProgram() } = options;
  const workerData = threadSettings(options);
  const idle = new Set<Worker>();

  function startThread(): Worker {
    const thread = new Worker(program, { workerData, env: {}, resourceLimits: memory });
    // One that breaks while nobody listens is not used again.
    thread.on("error", () => idle.delete(thread));
    return thread.on("exit", () => idle.delete(thread));
  }

  async function judge(...[task, { content }, signal]: Parameters<JudgeTurn>): Promise<unknown> {
    const [thread = startThread()] = idle;
    idle.delete(thread);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const ended = new AbortController();
    const tell = (message: ToThread) => thread.postMessage(message);
    const giveUp = (why: string) => reject(new Error(why));
    const late = setTimeout(() => giveUp(`it took longer than ${longestMs / 1000} seconds`), longestMs);
    const leave = () => giveUp("it was given up");
    const hear = (message: FromThread): void => {
      if (message.type === "question") void answer(message.number, message.question);
      else if (message.type === "failed") reject(new Error(message.why));
      else resolve(message.report);
    };
    const breakOff = ({ code = "it broke" }: NodeJS.ErrnoException) => giveUp(`the thread ended: ${code}`);
    const exit = () => giveUp("the thread ended");
    async function answer(number: number, question: unknown): Promise<void> {
      const failed = { status: 502, body: { error: "the service could not ask" } };
      const told = await answering?.answer(task.team, question, ended.signal).catch(() => failed);
      const { status, body } = told ?? failed;
      if (!ended.signal.aborted) tell({ type: "answer", number, status, body });
    }
    thread.on("message", hear).on("error", breakOff).on("exit", exit);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
    tell({ type: "judge", task, content });
    try {
      const report = await promise;
      idle.add(thread);
      return report;
    } catch (error) {
      // What has gone wrong in it once is not built on.
      await thread.terminate();
      throw error;
    } finally {
      clearTimeout(late);
      signal.removeEventListener("abort", leave);
      thread.off("message", hear).off("error", breakOff).off("exit", exit);
      ended.abort();
    }
  }

  return {
    judge,
    async close() {
      await Promise.all([...idle].map((thread) => thread.terminate()));
    },
  };
}

/** At the root there is no project: none decides how a service judges. */
function threadSettings({ env, engine, answering }: ThreadOptions): ThreadSettings {
  const config = configForWatching(loadConfig({ cwd: "/", env }));
  return { config, engine, asks: answering !== undefined };
}

/** The package has it as a file of its own. */
function judgeProgram(): URL {
  return new URL(import.meta.url.endsWith(".ts") ? "./judge-program.ts" : "./judge-program.js", import.meta.url);
}
