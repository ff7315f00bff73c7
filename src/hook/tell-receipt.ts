import { composeJudgingBasics } from "../compose/settings.ts";
import type { Judgement } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { ruleLines } from "../evidence/receipt/rule-lines.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { redactTogether } from "../text/redactor.ts";
import { fingerprint } from "../thread/fingerprint.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import { type ReadingRun, exchange } from "./hook-run.ts";
import { recallEarlierTurns } from "./keep-place.ts";
import type { Look } from "./look.ts";
import { receiptLine } from "./receipt-line.ts";
import { secondLook } from "./settle.ts";

/** For the person alone, where they want it and no correction said it. Silent where anything fails. */
export async function tellReceipt(run: ReadingRun, first: Look, judgement: Judgement): Promise<HookAnswer | undefined> {
  const { config, event } = run;
  if (event.kind !== "stop" || !judgement.gate.evidenceOpen) return undefined;
  if (judgement.verdict.verdict === "correct" && config.mode !== "shadow") return undefined;
  try {
    if (lineOf(run, first, judgement) === undefined) return undefined;
    // Only now, since it may wait: nobody is told that something was not run because it is not written yet.
    const message = lineOf(run, await secondLook(run, first), judgement);
    return message !== undefined && (await isFirst(run, message)) ? { type: "tell", message } : undefined;
  } catch {
    return undefined;
  }
}

function lineOf(run: ReadingRun, look: Look, { witnessed, verdict }: Judgement): string | undefined {
  const { receipt } = run.config;
  if (receipt === "off") return undefined;
  recallEarlierTurns(look.reading);
  const thread = witnessed ? fold([witnessed], look.thread) : look.thread;
  const turn = lastTurn(thread);
  const lines = turn ? [...ruleLines(verdict.rules), ...receiptOf(evidenceOf(thread, turn))] : [];
  const { redact } = composeJudgingBasics(run);
  const told = redactTogether(redact, (together) =>
    lines.map((line) => ({ ...line, about: together(line.about), says: together(line.says) })),
  );
  return receiptLine(told, receipt);
}

/** Hosts run each other's hook files: of several hooks at one stop, only one tells. */
async function isFirst({ event, host, store }: ReadingRun, message: string): Promise<boolean> {
  const state = fingerprint(JSON.stringify([event.closing, message])).toString(36);
  return (await exchange(store, `receipt:${host.name}:${event.session}`, state)) !== state;
}
