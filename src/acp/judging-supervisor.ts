import { randomUUID } from "node:crypto";
import { findGuidance } from "../agent/guidance.ts";
import { createWitnessLog, type WitnessLog } from "../agent/thread-log.ts";
import type { Corrector, Decision } from "../corrector.ts";
import { deltaFor } from "../decision-delta.ts";
import { verdictRecord } from "../decisions/keep-verdicts.ts";
import { ACP_HOST, rememberOwnWords } from "../guard/own-words.ts";
import { setNewest } from "../hosts/reading/stored.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import { requestIdOf } from "../thread/turns.ts";
import type { Remark, SessionFacts, Supervisor } from "./supervisor.ts";

export interface Correcting {
  readonly corrector: Corrector | undefined;
  readonly timeoutMs: number;
  readonly shadow: boolean;
}

export interface SupervisorParts {
  /** Called at every turn: an editor runs for days, and the settings may have changed in the meantime. */
  readonly correctingFor: (session: SessionFacts) => Promise<Correcting>;
  readonly store: Store;
  readonly now: () => Date;
  readonly report: (trouble: unknown) => void;
}

/** How many sessions are kept in memory. Those before them are in the store, and read again when they go on. */
const MOST_LOGS = 32;

export function createSupervisor({ correctingFor, store, now, report }: SupervisorParts): Supervisor {
  const logs = new Map<string, WitnessLog>();

  function logOf(session: SessionFacts): WitnessLog {
    const log = logs.get(session.id) ?? createWitnessLog(store, session.id, startOf(session, now()));
    logs.delete(session.id);
    setNewest(logs, session.id, log, MOST_LOGS);
    return log;
  }

  return {
    async endOfTurn(session, deltas, signal) {
      try {
        const log = logOf(session);
        await log.append(deltas);
        const { corrector, timeoutMs, shadow } = await correctingFor(session);
        if (!corrector) return {};
        await log.remark(await guidanceFor(session, log, now()));
        const limit = AbortSignal.timeout(timeoutMs);
        const circumstances = { signal: AbortSignal.any([signal, limit]), mode: session.mode };
        const judgement = await corrector.judge(log.thread, circumstances);
        if (signal.aborted) {
          // The turn was cancelled meanwhile, so nothing is said. What asking cost is recorded: it was paid.
          if (judgement.verdict.usage.length > 0) await record(session, log, { ...judgement, inject: false }, shadow);
          return {};
        }
        const decision = await corrector.permit(log.thread, judgement);
        await record(session, log, decision, shadow);
        if (decision.verdict.verdict === "unchecked") report(`a turn could not be checked: ${decision.verdict.reason}`);
        return remarkOf(decision);
      } catch (error) {
        report(error);
        return {};
      }
    },
    async note(session, deltas) {
      try {
        await logOf(session).append(deltas);
      } catch (error) {
        report(error);
      }
    },
  };

  async function record(session: SessionFacts, log: WitnessLog, decision: Decision, shadow: boolean): Promise<void> {
    const { inject, verdict, witnessed } = decision;
    const at = now().toISOString();
    if (witnessed) await log.remark([{ ...witnessed, at }]);
    if (inject && verdict.message !== null) {
      const words = { text: verdict.message, requestId: requestIdOf(log.thread) };
      await rememberOwnWords(store, ACP_HOST, session.id, words);
    }
    const delta = deltaFor(decision, inject, randomUUID());
    if (delta) await log.remark([{ ...delta, at }]);
    const { id, cwd } = session;
    const kept = verdictRecord(decision, inject, { threadId: id, host: ACP_HOST, session: id, cwd, at, shadow });
    if (kept) await store.write({ verdicts: [{ id: randomUUID(), ...kept }] });
  }
}

/** The protocol does not say which guidance files the agent was given. Those of the project hold for it anyway. */
async function guidanceFor({ cwd }: SessionFacts, log: WitnessLog, now: Date): Promise<Delta[]> {
  const files = cwd === undefined ? [] : await findGuidance({ root: cwd }, log.thread);
  return files.length === 0 ? [] : [{ v: 1, type: "guidance:discovered", at: now.toISOString(), files }];
}

function startOf({ id, cwd }: SessionFacts, now: Date): Delta {
  const at = now.toISOString();
  return { v: 1, type: "thread:started", at, threadId: id, host: ACP_HOST, ...(cwd === undefined ? {} : { cwd }) };
}

function remarkOf({ inject, verdict, tell }: Decision): Remark {
  if (inject && verdict.message !== null) return { say: verdict.message };
  return tell === undefined ? {} : { tell };
}
