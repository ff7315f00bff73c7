import type { AgentEvent } from "../agent/thread-log.ts";
import type { Decision } from "../corrector.ts";
import type { Delta } from "../thread/delta.ts";
import { type AssistantMessage, isFromPerson, shownText, textOf } from "../thread/message.ts";
import type { QueuedMessage, Step, Thread } from "../thread/thread.ts";
import { checkLine, mismatchLine } from "../show/check-line.ts";
import { cancelLine, stopLine } from "../show/stop-line.ts";

/** What a person sees of a running agent: finished entries that are not printed yet, and what is going on. */
export interface View {
  readonly finished: readonly Entry[];
  readonly unfinished:
    | { readonly type: "text" | "thinking"; readonly text: string; readonly continues: boolean }
    | undefined;
  readonly running: { readonly step: Step; readonly lastLine: string } | undefined;
  readonly openCalls: number;
  readonly queue: readonly QueuedMessage[];
  readonly usage: Thread["usage"];
  readonly inferring: boolean;
  /** How many assessments are running; one that was replaced may end after the newer one has begun. */
  readonly assessments: number;
  readonly working: boolean;
}

export function startView(thread: Thread): View {
  return {
    finished: [],
    unfinished: undefined,
    running: undefined,
    openCalls: 0,
    queue: thread.queue,
    usage: thread.usage,
    inferring: false,
    assessments: 0,
    working: false,
  };
}

export function showEvent(view: View, event: AgentEvent, thread: Thread): View {
  switch (event.type) {
    case "text":
    case "thinking":
      return stream(view, event.type, event.text);
    case "tool:progress":
      return showProgress(view, event.toolUseId, event.text);
    case "inference:retrying": {
      const seconds = Math.ceil(event.delayMs / 1000);
      return add(view, notice(`${event.failure.message} Trying again in ${seconds} s.`));
    }
    case "assessment:started":
      return { ...view, assessments: view.assessments + 1, working: true };
    case "assessment:finished":
      return add({ ...view, assessments: Math.max(0, view.assessments - 1) }, ...decisionNotices(event.decision));
    case "rested":
      return { ...endLine(view), running: undefined, inferring: false, working: false, openCalls: 0 };
    case "delta":
      return showDelta(
        {
          ...view,
          queue: thread.queue,
          usage: thread.usage,
          openCalls: thread.pending.size,
          inferring: thread.inferring,
        },
        event.delta,
        { thread, queueBefore: view.queue },
      );
  }
}

export function add(view: View, ...entries: readonly Entry[]): View {
  if (entries.length === 0) return view;
  const ended = endLine(view);
  return { ...ended, finished: [...ended.finished, ...entries] };
}

/** A longer line is printed in parts, so that the redrawn part stays small. */
const LONGEST_LINE = 2_000;

function stream(view: View, type: "text" | "thinking", piece: string): View {
  const base = view.unfinished?.type === type ? view : endLine(view);
  const { text: begun, continues } = base.unfinished ?? { text: "", continues: false };
  const text = begun === "" && !continues ? piece.trimStart() : begun + piece;
  const end = endOfWholeLines(text);
  if (end === 0) return { ...base, unfinished: { type, text, continues } };
  const lines = text.slice(0, end).replace(/\n$/, "");
  return {
    ...base,
    finished: addLines(base.finished, { type, text: lines, continues }),
    unfinished: { type, text: text.slice(end), continues: true },
  };
}

function endOfWholeLines(text: string): number {
  const newline = text.lastIndexOf("\n") + 1;
  if (text.length - newline <= LONGEST_LINE) return newline;
  const space = text.lastIndexOf(" ") + 1;
  return space > newline ? space : text.length;
}

/** Joins lines of one text, in however many pieces they came. */
function addLines(finished: readonly Entry[], lines: Entry & { type: "text" | "thinking" }): Entry[] {
  const last = finished.at(-1);
  if (!lines.continues || last?.type !== lines.type) return [...finished, lines];
  return [...finished.slice(0, -1), { ...last, text: `${last.text}\n${lines.text}` }];
}

function endLine(view: View): View {
  if (!view.unfinished) return view;
  const { type, text, continues } = view.unfinished;
  const finished = text.trim() === "" ? view.finished : addLines(view.finished, { type, text, continues });
  return { ...view, finished, unfinished: undefined };
}

function showProgress(view: View, toolUseId: string, text: string): View {
  if (view.running?.step.toolUseId !== toolUseId) return view;
  const lastLine =
    text
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1) ?? "";
  return lastLine === "" ? view : { ...view, running: { ...view.running, lastLine } };
}

/** What the guard wants to tell, and what could not be checked; when all is well, nothing is shown. */
function decisionNotices({ tell, verdict }: Decision): Entry[] {
  if (tell !== undefined) return [notice(tell)];
  return verdict.verdict === "unchecked" ? [notice(`Coxswain could not check: ${verdict.reason}`)] : [];
}

interface Surroundings {
  readonly thread: Thread;
  readonly queueBefore: readonly QueuedMessage[];
}

function showDelta(view: View, delta: Delta, { thread, queueBefore }: Surroundings): View {
  switch (delta.type) {
    case "user:message":
      return isFromPerson(delta.message)
        ? add({ ...view, working: true }, { type: "person", text: shownText(delta.message) })
        : view;
    case "user:message-queue:dequeue": {
      const text = queueBefore.find((queued) => queued.id === delta.id)?.text;
      return add({ ...view, working: true }, ...(text === undefined ? [] : [{ type: "person" as const, text }]));
    }
    case "inference:started":
      return { ...endLine(view), working: true };
    case "inference:completed":
      return add(endLine(view), ...stopNotices(delta.message));
    case "tool:data":
      return showStep(view, stepOf(thread, delta.toolUseId));
    case "guidance:discovered":
      return add(
        view,
        notice(`Read ${delta.files.map(({ path, content }) => (content === "" ? `${path} (gone)` : path)).join(", ")}`),
      );
    case "course-correction":
      return add(view, { type: "correction", message: delta.verdict.message ?? textOf(delta.message) });
    case "verification:attempt":
      return delta.message ? add(view, { type: "correction", message: textOf(delta.message) }) : view;
    case "witnessed":
      return add(
        view,
        ...[...delta.checks.map(checkLine), ...delta.mismatches.map(mismatchLine)].map((line) => notice(line)),
      );
    case "cancelled":
      return add(view, notice(cancelLine(delta.reason)));
    case "error":
      return add(view, notice(delta.message, "error"), ...wayOut(delta.code));
    case "handoff":
      return add(view, notice(`Handed off ${delta.relation} thread ${delta.threadId.slice(0, 8)}: ${delta.goal}`));
    case "compacted":
      return add(view, notice("Earlier parts of the conversation were summed up."));
    case "thread:rewound":
      return add(view, notice("The conversation was taken back to an earlier point."));
    case "thread:started":
    case "user:message-queue:enqueue":
    case "user:message-queue:edit":
    case "user:message-queue:remove":
    case "course-correction:usage-only":
    case "turn:judged":
      return view;
  }
}

function showStep(view: View, step: Step | undefined): View {
  if (!step?.result) return view;
  if (step.result.status === "running") return { ...endLine(view), working: true, running: { step, lastLine: "" } };
  const running = view.running?.step.toolUseId === step.toolUseId ? undefined : view.running;
  return { ...add(view, { type: "step", step }), running };
}

function stepOf(thread: Thread, toolUseId: string): Step | undefined {
  return thread.turns.at(-1)?.steps.findLast((step) => step.toolUseId === toolUseId);
}

function wayOut(code: string): Entry[] {
  return code === "too-large" ? [notice("/handoff GOAL goes on in a new thread with what matters of this one.")] : [];
}

export function stopNotices({ stopReason }: AssistantMessage): Entry[] {
  const line = stopLine(stopReason);
  return line === undefined ? [] : [notice(line, "warning")];
}

/** One finished part of a conversation. It is printed once, and then belongs to the terminal's scrollback. */
export type Entry =
  | { readonly type: "person"; readonly text: string }
  /** Whole lines of the agent. `continues`: it forms one text with the entry before. */
  | { readonly type: "text" | "thinking"; readonly text: string; readonly continues: boolean }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "correction"; readonly message: string }
  | { readonly type: "notice"; readonly tone: Tone; readonly text: string };

export type Tone = "quiet" | "warning" | "error";

export function notice(text: string, tone: Tone = "quiet"): Entry {
  return { type: "notice", tone, text };
}
