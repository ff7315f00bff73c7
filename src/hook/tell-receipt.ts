import { composeJudgingBasics } from "../compose/settings.ts";
import type { Judgement } from "../corrector.ts";
import { evidenceOf } from "../evidence/evidence.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { ruleLines } from "../evidence/receipt/rule-lines.ts";
import type { HookAnswer } from "../hosts/hook.ts";
import { redactTogether, neutralise, squeezed, fingerprint } from "../text/strings.ts";
import { fold } from "../thread/reducer.ts";
import { lastTurn } from "../thread/turns.ts";
import { type ReadingRun, exchange } from "./hook-run.ts";
import { recallEarlierTurns } from "./keep-place.ts";
import type { Look } from "./look.ts";
import { secondLook } from "./settle.ts";
import { type ReceiptLine, inWords } from "../evidence/receipt/receipt-line.ts";
import { LABEL } from "../thread/own-words.ts";

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

export const LONGEST_LINE = 200;

const BETWEEN = " · ";
const END = `${BETWEEN}cox why last`;

/** The account of a turn in one line. Undefined where there is nothing to say: with `problems`, nothing bad. */
export function receiptLine(lines: readonly ReceiptLine[], when: "problems" | "always"): string | undefined {
  const told = receiptParts(lines, when);
  if (told.length === 0) return undefined;
  const room = LONGEST_LINE - LABEL.length - END.length;
  return `${LABEL}${fitting(told, room)}${END}`;
}

/** What the line is made of, the most telling first. */
export function receiptParts(lines: readonly ReceiptLine[], when: "problems" | "always"): readonly string[] {
  return tellingLines(lines, when).map((line) => squeezed(neutralise(inShort(line))));
}

function tellingLines(lines: readonly ReceiptLine[], when: "problems" | "always"): readonly ReceiptLine[] {
  const bad = lines.filter(({ tone }) => tone === "bad");
  if (when === "problems" && bad.length === 0) return [];
  const failed = new Set(bad.flatMap(({ part, steps }) => (part === "checks" ? steps : [])));
  // The run that speaks against a claim is told; the claim would be the same again.
  const problems = bad.filter(({ part, steps }) => part !== "claims" || !steps.some((step) => failed.has(step)));
  const of = (...parts: readonly ReceiptLine["part"][]) => lines.filter(({ part }) => parts.includes(part));
  const openChecks = of("definition", "checks").filter(({ tone }) => tone === "open");
  if (when === "problems") return [...problems, ...openChecks];
  const goodChecks = of("definition", "checks").filter(({ tone }) => tone === "good" || tone === "plain");
  const rest = of("changed", "also").filter(({ tone }) => tone !== "bad");
  return [...problems, ...openChecks, ...goodChecks, ...rest];
}

function inShort(line: ReceiptLine): string {
  return line.part === "changed" || line.part === "definition" ? `${line.part} ${inWords(line)}` : inWords(line);
}

/** As many whole parts as there is room for; of the first, what fits. */
function fitting(parts: readonly string[], room: number): string {
  for (let count = parts.length; count > 0; count -= 1) {
    const left = parts.length - count;
    const text = [...parts.slice(0, count), ...(left === 0 ? [] : [`${left} more`])].join(BETWEEN);
    if (text.length <= room) return text;
  }
  const more = parts.length === 1 ? "" : `${BETWEEN}${parts.length - 1} more`;
  return `${(parts[0] ?? "").slice(0, room - more.length - 1).trimEnd()}…${more}`;
}
