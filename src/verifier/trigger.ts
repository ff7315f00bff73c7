import { isRecord } from "../text/json.ts";
import { literally } from "../text/strings.ts";
import { type Condition, type GateInput, type GateReason, isWork } from "../observer/gate.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
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

/** The mode of a subagent's thread. */
export const SUBAGENT_MODE = "subagent";

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

function isUndelivered({ thread, turn }: GateInput, { delivered }: RunFacts): GateReason {
  const name = "undelivered";
  if (delivered) return { name, passed: false, detail: "the answer has been delivered already" };
  const since = lastWords(thread, turn.start, turn.end);
  const sent = turn.steps.find(
    (step) =>
      step.messageIndex >= since &&
      step.result?.status === "done" &&
      step.action.kind !== "subagent" &&
      sendsText(step),
  );
  return sent
    ? { name, passed: false, detail: `the answer was sent by ${sent.tool} already (step ${sent.number})` }
    : { name, passed: true, detail: "the answer has not been sent yet" };
}

/**
 * True when the call's own arguments hold a text and say that it is sent: by their action or, where they name none, by
 * the tool's verb and somebody who gets it. `message` also reads and reacts, and a draft is not sent.
 */
function sendsText({ tool, input }: Step): boolean {
  if (!isRecord(input)) return false;
  const fields = Object.keys(input).filter((name) => !isBlank(input[name]));
  const named = (names: RegExp) => fields.some((name) => names.test(name.replaceAll(/[^A-Za-z]/g, "").toLowerCase()));
  if (!named(TEXT)) return false;
  if (typeof input["action"] === "string") return SENDING_ACTION.test(input["action"]);
  const name = tool.split(/__|\./).at(-1) ?? "";
  const verb = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).find((word) => VERB.test(word)) ?? name;
  return /^reply$/i.test(verb) || ((VERB.test(verb) || CHANNEL.test(verb)) && named(RECIPIENT));
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

const TEXT = /^(?:text|message|body|content)$/;
const RECIPIENT =
  /^(?:to|target|recipients?|(?:channel|chat|user|room|conversation|phone|email)(?:id|name|number|address)?)$/;
const SENDING_ACTION = /^(?:send|reply|thread-?reply|broadcast)$/i;
const VERB = /^(?:send|reply|post|notify)$/i;
/** Tools that are called by their channel alone. */
const CHANNEL = /^(?:message|telegram|whatsapp|slack|discord|signal|imessage|sms)$/i;

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

export function attemptAt({ corrections }: Pick<Turn, "corrections">, run: RunFacts = {}): number {
  return run.attempt ?? corrections + 1;
}

/** True for a subagent's answer: its transcript says so, or whoever ran it. */
export function isSubagent({ mode }: Thread, run: RunFacts = {}): boolean {
  return run.subagent === true || mode === SUBAGENT_MODE;
}

export function knowsSteps(thread: Thread, turn: Turn, run: RunFacts = {}): boolean {
  return !run.unknown?.includes("steps") && (turn.toolCalls > 0 || thread.mode !== SUBAGENT_MODE);
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
