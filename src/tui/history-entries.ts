import { countOf } from "../amounts.ts";
import { isFromPerson, isObjection, type Message, shownText, textOf } from "../thread/message.ts";
import type { Step, Thread } from "../thread/thread.ts";
import { type Entry, notice } from "./entry.ts";
import { stopNotices } from "./view-model.ts";

const TURNS = 3;

/** The end of a resumed thread, so that the person sees where it stopped. */
export function historyEntries(thread: Thread): Entry[] {
  const turns = thread.turns.slice(-TURNS);
  const [first] = turns;
  if (!first) return [];
  const steps = new Map(turns.flatMap((turn) => turn.steps.map((step) => [step.toolUseId, step])));
  const left = thread.turns.length - turns.length;
  const earlier = left > 0 ? [notice(`${countOf(left, "earlier turn")} not shown: cox threads ${thread.id}`)] : [];
  return [...earlier, ...thread.messages.slice(first.start).flatMap((message) => messageEntries(message, steps))];
}

function messageEntries(message: Message, steps: ReadonlyMap<string, Step>): Entry[] {
  const text = textOf(message);
  if (message.role === "assistant") {
    const calls = message.content.flatMap((block) => (block.type === "tool_use" ? (steps.get(block.id) ?? []) : []));
    return [
      ...(text === "" ? [] : [{ type: "text" as const, text, continues: false }]),
      ...stopNotices(message),
      ...calls.filter((step) => step.result).map((step) => ({ type: "step" as const, step })),
    ];
  }
  if (isObjection(message)) return [{ type: "correction", message: text }];
  return isFromPerson(message) ? [{ type: "person", text: shownText(message) }] : [];
}
