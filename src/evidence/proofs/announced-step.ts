import { isFromPerson, textOf } from "../../thread/message.ts";
import type { Thread } from "../../thread/thread.ts";
import { claimsSomething, endsWith, handsOver } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { quote } from "../quote.ts";
import { type Found, LEAD, PROVEN, type Proof, SHOWN } from "./proof.ts";

export const announcedStep: Proof = {
  id: "stopped-on-announced-step",
  title: "Stopped before an announced step",
  meaning: "The last words announce a step, and the step was not taken.",
  category: "skipped-request",
  counts: "half-way",
  find,
};

function find({ thread, turn, closing }: Evidence): readonly Found[] {
  const last = closing.statements.at(-1);
  if (turn.outcome !== "ended" || turn.steps.length === 0 || !last?.signs.has("announcement")) return [];
  if (handsOver(closing) || endsWith(closing, "blocked") || last.signs.has("hedged") || wantsBreaks(thread)) return [];
  const said = quote(last.text, 100);
  return [
    {
      confidence: confidence(last.text, closing.statements.length, claimsSomething(closing)),
      message: `You stopped right after announcing the next step (${said}); go on and do it.`,
      // No step shows it: what was said is the proof.
      steps: [],
      detail: `The turn ended with ${said}, and no step follows.`,
      subject: "announcement",
    },
  ];
}

/** True when the person asked for a stop after each step. */
function wantsBreaks({ messages }: Thread): boolean {
  return messages.some((message) => {
    if (!isFromPerson(message)) return false;
    const text = textOf(message).slice(0, LONGEST).toLowerCase();
    return STEP_BY_STEP.some((words) => text.includes(words));
  });
}

const STEP_BY_STEP = [
  "step by step",
  "after each step",
  "after each phase",
  "after every step",
  "after every phase",
  "step at a time",
  "in phases",
  "wait for my",
];
const LONGEST = 20_000;

/** "Now let me add the tests:" is cut off; after a long report, "I'll watch it" may be a courtesy. */
function confidence(text: string, statements: number, claims: boolean): number {
  if (text.trimEnd().endsWith(":")) return PROVEN;
  const isOwn = ["let me ", "i'll ", "i will ", "i'm going to "].some((words) => text.toLowerCase().includes(words));
  if (claims || statements > 6) return LEAD;
  return isOwn ? SHOWN : LEAD;
}
