import { literally } from "../literally.ts";
import { type Condition, type GateInput, type GateReason, isWork } from "../observer/gate.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";

/** Which answers a verifier judges. */
export interface TriggerSettings {
  readonly triggerKeywords: readonly string[];
  readonly verifyAll: boolean;
  readonly verifyHeartbeat: boolean;
}

export const DEFAULT_TRIGGERS: TriggerSettings = {
  triggerKeywords: ["done", "completed", "finished", "ready", "here you go"],
  verifyAll: false,
  verifyHeartbeat: false,
};

/** The mode of a thread that a heartbeat started. */
export const HEARTBEAT_MODE = "heartbeat";

/** Decided without a model: there is an answer, it can still be held back, and it claims something. */
export function answerConditions(settings: TriggerSettings, run: RunFacts = {}): readonly Condition[] {
  return [
    (input) => isSettled(input, run),
    (input) => isUndelivered(input, run),
    hasAnswer,
    (input) => isTriggered(input, settings, run),
  ];
}

function isSettled({ thread, turn }: GateInput, { pending }: RunFacts): GateReason {
  if (pending) return { name: "settled", passed: false, detail: "the agent has not ended" };
  const last = thread.messages.slice(turn.start, turn.end).findLast((message) => message.role === "assistant");
  if (last?.content.some((block) => block.type === "tool_use"))
    return { name: "settled", passed: false, detail: "the turn ended in tool calls" };
  if (thread.pending.size > 0) return { name: "settled", passed: false, detail: "tool calls are still pending" };
  return { name: "settled", passed: true, detail: "no tool call is pending" };
}

/** `send_message`, `slack_post_message`, `mcp__telegram__sendMessage`, `reply_to_user`, `sendEmail`, `message`. */
const MESSAGING_TOOL =
  /^(?:message|reply|respond)$|(?:send|post|reply|deliver|publish)(?:to)?(?:the|a|an)?(?:chat|direct|text|voice)?(?:message|msg|dm|sms|mail|email|user|channel|chat|reply|whatsapp|telegram|slack|discord|signal|imessage)|(?:message|msg|chat|dm|sms|mail|email|slack|discord|telegram|whatsapp)(?:send|post|reply|deliver)/;

function isUndelivered({ thread, turn }: GateInput, { delivered }: RunFacts): GateReason {
  const name = "undelivered";
  if (delivered) return { name, passed: false, detail: "the answer has been delivered already" };
  const since = lastWords(thread, turn.start, turn.end);
  const sent = turn.steps.find(
    (step) =>
      step.messageIndex >= since &&
      step.result?.status === "done" &&
      MESSAGING_TOOL.test((step.tool.split("__").at(-1) ?? "").replaceAll(/[^A-Za-z]/g, "").toLowerCase()),
  );
  return sent
    ? { name, passed: false, detail: `the answer was sent by ${sent.tool} already (step ${sent.number})` }
    : { name, passed: true, detail: "the answer has not been sent yet" };
}

/** The index of the last message of the person, or of feedback: what was sent before was another answer. */
function lastWords(thread: Thread, start: number, end: number): number {
  for (let index = end - 1; index > start; index -= 1) {
    const message = thread.messages[index];
    if (message?.role === "user" && message.source.type !== "tool" && message.source.type !== "host") return index;
  }
  return start;
}

function hasAnswer({ thread, turn }: GateInput): GateReason {
  const empty = closingText(thread, turn).trim() === "";
  return { name: "answer", passed: !empty, detail: empty ? "the answer is empty" : "there is an answer" };
}

function isTriggered(input: GateInput, settings: TriggerSettings, run: RunFacts): GateReason {
  const { thread, turn } = input;
  const name = "trigger";
  // Whatever words it holds: what was objected to is not settled by other ones.
  const attempt = attemptAt(turn, run);
  if (attempt > 1) return { name, passed: true, detail: `attempt ${attempt}: a retry is always verified` };
  if (isHeartbeat(thread, run))
    return settings.verifyHeartbeat
      ? { name, passed: true, detail: "heartbeat answers are verified" }
      : { name, passed: false, detail: "heartbeat answers are not verified" };
  if (settings.verifyAll) return { name, passed: true, detail: "every answer is verified" };
  const keyword = keywordIn(closingText(thread, turn), settings.triggerKeywords);
  if (keyword !== undefined) return { name, passed: true, detail: `the answer says “${keyword}”` };
  // Then no model is asked, but work is still compared with the record, as without verification.
  const detail = "the answer holds none of the trigger keywords";
  return { name: isWork(input) ? "keyword" : name, passed: false, detail };
}

/** Which attempt at the request this is, from 1. */
export function attemptAt({ corrections }: Pick<Turn, "corrections">, run: RunFacts = {}): number {
  return run.attempt ?? corrections + 1;
}

export function isHeartbeat(thread: Thread, run: RunFacts = {}): boolean {
  return run.heartbeat === true || thread.mode === HEARTBEAT_MODE;
}

/** The keyword that the answer contains as whole words, in any case and with any white space. */
function keywordIn(answer: string, keywords: readonly string[]): string | undefined {
  return keywords.find((keyword) => {
    const words = keyword.trim().split(/\s+/).map(literally);
    return new RegExp(String.raw`(?<![\p{L}\p{N}_])${words.join(String.raw`\s+`)}(?![\p{L}\p{N}_])`, "iu").test(answer);
  });
}
