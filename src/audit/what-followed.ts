import type { Opinion, TurnRecord } from "../session/record.ts";
import { isFromPerson, textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, messagesOf } from "../thread/turns.ts";
import type { AuditRun } from "./audit.ts";

/** `acted`: changed or ran something; `answered`: only spoke; `refused`: the person objected; `nothing`: the end. */
export type Aftermath = "acted" | "answered" | "refused" | "nothing";

/** What followed a message that was put into a turn; undefined when the message is not found. */
export function whatFollowed(thread: Thread, turn: Turn, message: string): Aftermath | undefined {
  const index = placeOfWords(thread, turn.start, message, turn.end);
  if (index === undefined) return undefined;
  const next = thread.turns[turn.number];
  const reply = next && messagesOf(thread, next).find(isFromPerson);
  if (reply && pushesBack(textOf(reply), closingText(thread, turn))) return "refused";
  const later = turn.steps.filter((step) => step.messageIndex > index);
  if (later.some(({ action }) => action.changes.length > 0 || action.kind === "execute")) return "acted";
  return later.length > 0 || hasAnswer(thread, turn, index) ? "answered" : "nothing";
}

/** The index of the message behind `start` that contains these words of ours: hosts wrap what a hook says. */
export function placeOfWords(
  { messages }: Pick<Thread, "messages">,
  start: number,
  message: string,
  end = messages.length,
): number | undefined {
  const words = message.trim();
  for (let index = end - 1; index > start; index -= 1) {
    const candidate = messages[index];
    if (candidate?.role === "user" && !isFromPerson(candidate) && textOf(candidate).includes(words)) return index;
  }
  return undefined;
}

function hasAnswer(thread: Thread, turn: Turn, index: number): boolean {
  return thread.messages.slice(index + 1, turn.end).some((message) => message.role === "assistant");
}

/** Words that people say before they come to the point. */
const LEAD_IN =
  /^(?:(?:please|pls|hey|hm+|ugh|argh|oh|ok(?:ay)?|well|sorry|wait|hold on|but|and|actually)(?![\w'’-])[\s,.!…]*)*/i;

/** Objections in the first words. Later, or with more words after them, the same words mean something else. */
const PUSHES_BACK = [
  /^(?:no|nope|nah|wrong|not (?:true|so|right|correct)|don['’]?t|do not|stop)(?=\s*(?:[,.!;:–—]|$))/i,
  /^no (?=no\b|(?:that|this|it)\b|you\b|stop\b|don['’]?t\b|do not\b|leave\b|revert\b|undo\b)/i,
  /^(?:don['’]?t|do not) (?:do|change|touch|fix|run|listen to|follow|believe) (?:that|this|it|anything|coxswain|the hook)\b/i,
  /^stop (?:it|that|this|there|now|doing|changing|touching|editing|fixing|listening)\b/i,
  /^ignore (?:that|this|it|coxswain|the (?:hook|correction|objection|reminder|feedback))(?=\s*(?:[,.!;:–—]|$|and\b|please\b))/i,
  /^(?:can|could|would|will) you (?:please )?(?:undo|revert|roll back) (?:that|this|it|them|everything|all|your)\b/i,
  /^(?:undo|revert|roll back)(?=\s*(?:[,.!;:–—]|$|(?:that|this|it|them|those|these|everything|all|your|what you|the last)\b))/i,
  /^leave (?:it|that|this|them)(?=\s*(?:[,.!;:–—]|$|(?:alone|be|as|like|at that|there)\b))/i,
  /^(?:that|this|it)(?:['’]s| is| was) (?:wrong|incorrect|nonsense|not (?:right|true|so|correct))(?=\s*(?:[,.!;:–—]|$))/i,
  /^(?:that|this|it|you|they) (?:was|were) (?:fine|right|correct|ok(?:ay)?)(?=\s*(?:[,.!;:–—]|$|(?:before|already|as|the first time)\b))/i,
  /^(?:(?:that|this|it)(?:['’]s| is| was)? not|(?:that|this|it) (?:isn|wasn)['’]?t|not) what i (?:asked|wanted|meant|said|told)\b/i,
  /^(?:(?:that|this|it)(?:['’]s| is| was) )?(?:just |only )?a?\s?false (?:alarm|positive)(?=\s*(?:[,.!;:–—]|$))/i,
  /^(?:coxswain|the hook) (?:is|was) (?:wrong|mistaken|not right)\b/i,
  /^i (?:did not|didn['’]?t|never) (?:(?:ask|tell) (?:you|for)|want (?:that|this|you))\b/i,
  /^why (?:did you (?:do|change|touch|undo|revert) (?:that|this|it)|are you (?:still|doing|changing|touching))\b/i,
];

/** Matches "no", which may simply answer a question; `WANTS_NO_MORE` means that nothing more is wanted. */
const ANSWERS = /^no(?:pe)?\b/i;
const WANTS_NO_MORE =
  /^no(?:pe)?[,.!]?\s+(?:thanks|thank you|(?:that|this|it)(?:['’]s| is) (?:all|it|everything|enough|fine|good|ok(?:ay)?|great))\b/i;

function pushesBack(reply: string, closing: string): boolean {
  const words = reply.trim().replace(LEAD_IN, "");
  if (WANTS_NO_MORE.test(words) || (ANSWERS.test(words) && closing.trim().endsWith("?"))) return false;
  return PUSHES_BACK.some((pattern) => pattern.test(words));
}

/** The name in place of a finding when only a model objects; no finding has this name. */
export const OPINION = "observer's opinion";

/** The earlier opinions that still apply to these turns, by the turns' keys. */
export function standing(said: ReadonlyMap<string, Opinion>, turns: readonly TurnRecord[]): Map<string, Opinion> {
  return new Map(
    turns.flatMap(({ key, steps }) => {
      const opinion = said.get(key);
      return opinion?.steps === steps ? [[key, opinion] as const] : [];
    }),
  );
}

export function withOpinions(run: AuditRun, opinions: ReadonlyMap<string, Opinion>): AuditRun {
  if (opinions.size === 0) return run;
  return {
    ...run,
    sessions: run.sessions.map((file) => ({
      ...file,
      record: { ...file.record, turns: file.record.turns.map((turn) => withOpinion(turn, opinions.get(turn.key))) },
    })),
  };
}

function withOpinion(turn: TurnRecord, opinion: Opinion | undefined): TurnRecord {
  if (!opinion || !turn.look || turn.look.verdict !== "ok" || opinion.verdict.verdict !== "correct") return turn;
  // The confidence needs no comparison any more: whether it is enough was decided when the model was asked.
  const finding = { id: OPINION, confidence: 1 };
  return { ...turn, look: { ...turn.look, verdict: "correct", findings: [finding], opinion: true } };
}
