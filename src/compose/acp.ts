import { randomUUID } from "node:crypto";
import type { Remark, SessionFacts, Supervisor } from "../acp/supervisor.ts";
import { findGuidance } from "../agent/guidance.ts";
import { type Corrector, createCorrector, type Decision } from "../corrector.ts";
import { deltaFor } from "../decision-delta.ts";
import { agentState } from "../evidence/claims/agent-state.ts";
import { ACP_HOST, rememberOwnWords } from "../guard/own-words.ts";
import { familyOf } from "../models/family.ts";
import type { Store } from "../store/store.ts";
import type { Delta } from "../thread/delta.ts";
import { requestIdOf } from "../thread/turns.ts";
import { composeJudging } from "./judging.ts";
import type { Settings } from "./settings.ts";
import { verdictRecord } from "../decisions/keep-verdicts.ts";
import { readLowered } from "../decisions/lowered.ts";
import { createWitnessLog, type WitnessLog } from "./witness-log.ts";

export interface SupervisorOptions {
  /** Settings of the directory a session works in. */
  readonly settingsFor: (cwd: string | undefined) => Settings;
  readonly store: Store;
  readonly now?: () => Date;
  /** Where trouble of ours is reported; the editor must not notice any. */
  readonly report?: (trouble: unknown) => void;
}

/** Judges the turns of an ACP agent with the parts that the configuration asks for, and keeps the record of them. */
export function composeSupervisor({ settingsFor, store, ...options }: SupervisorOptions): Supervisor {
  const { now = () => new Date(), report = () => undefined } = options;
  const logs = new Map<string, WitnessLog>();
  const correctors = new Map<string, Promise<Correcting>>();

  function logOf(session: SessionFacts): WitnessLog {
    const log = logs.get(session.id) ?? createWitnessLog(store, session.id, startOf(session, now()));
    logs.set(session.id, log);
    return log;
  }

  function correctorFor(session: SessionFacts): Promise<Correcting> {
    const known = correctors.get(session.id);
    if (known) return known;
    const composing = compose(session);
    correctors.set(session.id, composing);
    // The next turn may find what this one did not.
    composing.catch(() => correctors.delete(session.id));
    return composing;
  }

  async function compose(session: SessionFacts): Promise<Correcting> {
    const settings = settingsFor(session.cwd);
    return { settings, corrector: await composeCorrector(settings, session, store, now) };
  }

  return {
    async endOfTurn(session, deltas, signal) {
      try {
        const log = logOf(session);
        await log.append(deltas);
        const { settings, corrector } = await correctorFor(session);
        if (!corrector) return {};
        await log.remark(await guidanceFor(session, log, now()));
        const limit = AbortSignal.timeout(settings.config.hook.timeoutSeconds * 1000);
        const judgement = await corrector.judge(log.thread, { signal: AbortSignal.any([signal, limit]) });
        if (signal.aborted) {
          // The person has the word now; what asking cost was paid all the same.
          if (judgement.verdict.usage.length > 0) await record(session, log, { ...judgement, inject: false }, settings);
          return {};
        }
        const decision = await corrector.permit(log.thread, judgement);
        await record(session, log, decision, settings);
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

  async function record(session: SessionFacts, log: WitnessLog, decision: Decision, settings: Settings): Promise<void> {
    const { inject, verdict } = decision;
    if (inject && verdict.message !== null) {
      const words = { text: verdict.message, requestId: requestIdOf(log.thread) };
      await rememberOwnWords(store, ACP_HOST, session.id, words);
    }
    const delta = deltaFor(decision, inject, randomUUID());
    const at = now().toISOString();
    if (delta) await log.remark([{ ...delta, at }]);
    const kept = verdictRecord(decision, inject, {
      threadId: session.id,
      host: ACP_HOST,
      session: session.id,
      cwd: session.cwd,
      at,
      shadow: settings.config.mode === "shadow",
    });
    if (kept) await store.write({ verdicts: [{ id: randomUUID(), ...kept }] });
  }
}

/** The protocol does not say which rules the agent was given: those of the project hold for it anyway. */
async function guidanceFor({ cwd }: SessionFacts, log: WitnessLog, now: Date): Promise<Delta[]> {
  const files = cwd === undefined ? [] : await findGuidance({ root: cwd }, log.thread);
  return files.length === 0 ? [] : [{ v: 1, type: "guidance:discovered", at: now.toISOString(), files }];
}

interface Correcting {
  readonly settings: Settings;
  readonly corrector: Corrector | undefined;
}

function startOf({ id, cwd }: SessionFacts, now: Date): Delta {
  const at = now.toISOString();
  return { v: 1, type: "thread:started", at, threadId: id, host: ACP_HOST, ...(cwd === undefined ? {} : { cwd }) };
}

async function composeCorrector(
  settings: Settings,
  { agent = "" }: SessionFacts,
  store: Store,
  now: () => Date,
): Promise<Corrector | undefined> {
  const { config } = settings;
  if (config.mode === "off") return undefined;
  const lowered = await readLowered(store);
  const agentFamily = familyOf("", agent);
  const { judging } = composeJudging(settings, { judges: "auto", agentFamily, store, now, lowered });
  return createCorrector({
    ...judging,
    guard: config.guard,
    store,
    stateOf: agentState,
    shadow: config.mode === "shadow",
    now,
  });
}

function remarkOf({ inject, verdict, tell }: Decision): Remark {
  if (inject && verdict.message !== null) return { say: verdict.message };
  return tell === undefined ? {} : { tell };
}
