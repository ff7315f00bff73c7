import { isFromPerson, type Message } from "../thread/message.ts";
import { StopReason } from "../thread/message-schema.ts";
import { type Delta, type GuidanceFile, said } from "../thread/delta.ts";
import { fold } from "../thread/reducer.ts";
import { squeezed } from "../text/strings.ts";
import type { Thread } from "../thread/thread.ts";
import { closingText, lastTurn, requestText } from "../thread/turns.ts";
import { withOwnWords } from "../thread/with-own-words.ts";
import type { RunFacts } from "../verdict.ts";
import { threadOfMessages } from "./thread-of-messages.ts";

/** One message of a conversation. */
export interface ConversationLine {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** One tool call of the agent, and what came of it. */
export interface AnswerStep {
  readonly tool: string;
  readonly input?: unknown;
  readonly output?: string;
  readonly exitCode?: number;
  readonly failed?: boolean;
}

/** How an answer came about. What is not given is not known, and the verifier is told nothing about it. */
export interface AnswerRecord {
  /** The whole conversation with all its calls; it may end with the answer. */
  readonly thread?: Thread;
  /** The same as messages of the AI SDK, OpenAI, Anthropic, pi or another shape that is read from files. */
  readonly messages?: readonly unknown[];
  /** Without a thread or messages: the calls made for the prompt, on all attempts. */
  readonly steps?: readonly AnswerStep[];
  readonly stopReason?: StopReason;
}

/** An answer before it goes out. */
export interface AnswerToVerify extends AnswerRecord, Omit<RunFacts, "unknown"> {
  readonly answer: string;
  /** What was asked for, where the thread or messages do not hold it or have other words for it. */
  readonly prompt?: string;
  /** The conversation before the prompt, without a thread or messages that hold it. */
  readonly history?: readonly ConversationLine[];
  /** Standing rules of the user, by file: AGENTS.md, SOUL.md. */
  readonly rules?: readonly GuidanceFile[];
}

/** The answer as the end of a thread, and what that thread does not know. Throws a `CoxError` for messages that are none. */
export function threadOfAnswer(input: AnswerToVerify): { thread: Thread; unknown: NonNullable<RunFacts["unknown"]> } {
  const { answer, prompt, earlierFeedback = [], rules = [] } = input;
  const recorded = withOwnWords(
    conversationOf(input),
    earlierFeedback.map((text) => ({ text, requestId: "", elsewhere: true })),
  );
  const isRecorded = endsWith(recorded, answer);
  const requested =
    prompt === undefined ? recorded : withRequest(recorded, prompt, isRecorded || earlierFeedback.length > 0);
  const given = StopReason.safeParse(input.stopReason);
  const stopReason = given.success ? given.data : "end_turn";
  const closing = isRecorded ? [] : [said("assistant", answer, `answer:${requested.messages.length}`, stopReason)];
  const thread = fold([{ v: 1, type: "guidance:discovered", files: [...rules] }, ...closing], requested);
  const isFollowed = input.thread !== undefined || input.messages !== undefined || input.steps !== undefined;
  return {
    thread,
    unknown: [
      ...(isFollowed ? [] : (["steps"] as const)),
      ...(isRecorded || given.success ? [] : (["stop reason"] as const)),
    ],
  };
}

function conversationOf({ thread, messages, prompt = "", history = [], steps = [] }: AnswerToVerify): Thread {
  if (thread && lastTurn(thread)) return thread;
  const before = [...history, { role: "user" as const, text: prompt }].map(({ role, text }, index) =>
    said(role, text, `before:${index}`),
  );
  const name = { threadId: "answer" };
  if (messages === undefined) return threadOfMessages([], name, [...before, ...steps.flatMap(called)]);
  const read = threadOfMessages(messages, name);
  // Some programs hand over only what the agent added.
  return read.messages.some(isFromPerson) ? read : threadOfMessages(messages, name, before);
}

function endsWith(thread: Thread, answer: string): boolean {
  const turn = lastTurn(thread);
  return turn?.answered === true && squeezed(closingText(thread, turn)) === squeezed(answer);
}

/** A host may have words of its own for the request ("heartbeat poll"), or not have it yet. */
function withRequest(thread: Thread, prompt: string, isRequested: boolean): Thread {
  const turn = lastTurn(thread);
  if (!turn || squeezed(requestText(thread, turn)) === squeezed(prompt)) return thread;
  if (!isRequested && turn.outcome === "ended")
    return fold([said("user", prompt, `prompt:${thread.messages.length}`)], thread);
  const place = thread.messages.findIndex((message, index) => index >= turn.start && isFromPerson(message));
  const message = thread.messages[place];
  if (message?.role !== "user") return thread;
  const asked: Message = { ...message, content: [{ type: "text", text: prompt }] };
  return { ...thread, messages: thread.messages.with(place, asked) };
}

function called({ tool, input = {}, output = "", exitCode, failed = false }: AnswerStep, index: number): Delta[] {
  const id = `call:${index}`;
  const content = [{ type: "tool_use" as const, id, name: tool, input }];
  const status = failed ? "error" : "done";
  return [
    { v: 1, type: "inference:completed", message: { role: "assistant", id, content, stopReason: "tool_use" } },
    { v: 1, type: "tool:data", toolUseId: id, status, output, ...(exitCode === undefined ? {} : { exitCode }) },
  ];
}
