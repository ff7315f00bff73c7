import type { Delta, DeltaOf } from "./delta.ts";
import { countUsage, currentTurn, type Draft, draftOf, type DraftTurn, openTurn, outcomeOf, push } from "./draft.ts";
import { forgetTurns, type Replaced } from "./forget.ts";
import { type AssistantMessage, type ToolResult, type UserMessage, isFromPerson, isObjection } from "./message.ts";
import { rewind } from "./rewind.ts";
import { EMPTY_THREAD, type Step, type Thread, type Turn, type TurnOutcome } from "./thread.ts";
import { toAction } from "./to-action.ts";
import { resultOf, tellLater, addWitnessed, noteJudged } from "./tool-result.ts";
import { subtractUsage } from "./usage.ts";

/** The thread after one more delta. Pure: the given thread is not changed. */
export function reduce(thread: Thread, delta: Delta): Thread {
  return fold([delta], thread);
}

/** The thread after many deltas. Like reducing them one by one, but without a copy for each. */
export function fold(deltas: Iterable<Delta>, thread: Thread = EMPTY_THREAD): Thread {
  const growing = startFold(thread);
  growing.add(deltas);
  return growing.thread;
}

/** A thread that grows as deltas come in from a stream. */
export interface GrowingThread {
  add(deltas: Iterable<Delta>): void;
  /** Empties the turns before the newest `keep` ones, and gives each replaced turn with its replacement. */
  forget(keep: number): readonly Replaced[];
  readonly thread: Thread;
}

/** Folds deltas as they come in: `add` them, and read `thread`. */
export function startFold(thread: Thread = EMPTY_THREAD): GrowingThread {
  const draft = draftOf(thread);
  return {
    thread: draft,
    add(deltas) {
      for (const delta of deltas) apply(draft, delta);
    },
    forget: (keep) => forgetTurns(draft, keep),
  };
}

/** No more blocks than this are joined into one message, so that joining stays linear whatever a transcript repeats. */
const MAX_JOINED_BLOCKS = 256;

function apply(draft: Draft, delta: Delta): void {
  switch (delta.type) {
    case "thread:started":
      draft.id = delta.threadId;
      draft.host = delta.host;
      draft.cwd = delta.cwd ?? draft.cwd;
      draft.mode = delta.mode ?? draft.mode;
      draft.title = delta.title ?? draft.title;
      return;
    case "thread:rewound":
      rewind(draft, delta.to);
      return;
    case "user:message":
      addUserMessage(draft, delta.message);
      return;
    case "user:message-queue:enqueue":
      draft.queue = [...draft.queue, { id: delta.id, text: delta.text }];
      return;
    case "user:message-queue:edit":
      draft.queue = draft.queue.map((queued) => (queued.id === delta.id ? { ...queued, text: delta.text } : queued));
      return;
    case "user:message-queue:remove":
      draft.queue = draft.queue.filter((queued) => queued.id !== delta.id);
      return;
    case "user:message-queue:dequeue":
      dequeue(draft, delta.id);
      return;
    case "inference:started":
      draft.inferring = true;
      draft.skipCorrection = delta.skipCorrection ?? false;
      return;
    case "inference:completed":
      draft.inferring = false;
      addAssistantMessage(draft, delta.message);
      return;
    case "tool:data":
      settleTool(draft, delta);
      countUsage(draft, delta.usage ?? []);
      return;
    case "guidance:discovered":
      addGuidance(draft, delta.files);
      return;
    case "course-correction":
      addUserMessage(draft, delta.message);
      draft.corrections = [
        ...draft.corrections,
        { turn: draft.turns.at(-1)?.number ?? 0, message: delta.verdict.message ?? "", verdict: delta.verdict },
      ];
      countUsage(draft, delta.usage);
      return;
    case "verification:attempt":
      if (delta.message) addUserMessage(draft, delta.message);
      countUsage(draft, delta.usage);
      return;
    case "course-correction:usage-only":
      countUsage(draft, delta.usage);
      return;
    case "witnessed":
      addWitnessed(draft, delta);
      return;
    case "turn:judged":
      noteJudged(draft);
      return;
    case "handoff":
      draft.relations = [...draft.relations, { relation: delta.relation, threadId: delta.threadId, goal: delta.goal }];
      countUsage(draft, delta.usage);
      return;
    case "compacted":
      draft.compactions += 1;
      return;
    case "cancelled":
      endInference(draft, "aborted");
      return;
    case "error":
      endInference(draft, "failed");
      return;
  }
}

function addUserMessage(draft: Draft, message: UserMessage): void {
  const speaks = isFromPerson(message) && message.content.some((block) => block.type !== "tool_result");
  const current = currentTurn(draft);
  if (speaks && (!current || (isOver(current) && !isInterjection(message, current)))) openTurn(draft);
  push(draft, message);
  const turn = currentTurn(draft);
  if (!turn) return;
  const source = message.source.type;
  if (isObjection(message)) turn.corrections += 1;
  if (source !== "host" && source !== "tool") turn.outcome = "open";
}

/** True when a new message opens a new turn. A request that was stopped before any answer is over, too. */
function isOver({ answered, outcome }: Turn): boolean {
  return answered || outcome === "aborted";
}

/** True when the person added the message while the agent worked: it belongs to the running turn. */
function isInterjection(message: UserMessage, current: Turn): boolean {
  return message.source.type === "queue" && current.outcome === "open";
}

function dequeue(draft: Draft, id: string): void {
  const queued = draft.queue.find((candidate) => candidate.id === id);
  if (!queued) {
    draft.dropped += 1;
    return;
  }
  draft.queue = draft.queue.filter((candidate) => candidate.id !== id);
  addUserMessage(draft, {
    role: "user",
    id,
    source: { type: "queue" },
    content: [{ type: "text", text: queued.text }],
  });
}

function addAssistantMessage(draft: Draft, message: AssistantMessage): void {
  const turn = currentTurn(draft) ?? openTurn(draft);
  const index = joinTarget(draft, message) ?? draft.messages.length;
  const earlier = draft.messages[index];
  if (earlier?.role === "assistant") {
    if (earlier.usage) countUsage(draft, [earlier.usage], subtractUsage);
    draft.messages[index] = joined(earlier, message);
  } else {
    push(draft, withStopReason(message));
  }
  const whole = draft.messages[index];
  if (whole?.role !== "assistant") return;
  if (whole.usage) countUsage(draft, [whole.usage]);
  for (const block of message.content) {
    if (block.type === "tool_use") addStep(draft, turn, block, index);
  }
  turn.answered = true;
  turn.outcome = outcomeOf(whole);
}

/** The message of which this is a part. Hosts write one in several lines, also with tool results between. */
function joinTarget(draft: Draft, message: AssistantMessage): number | undefined {
  for (let index = draft.messages.length - 1; index >= 0; index -= 1) {
    const candidate = draft.messages[index];
    if (!candidate) return undefined;
    if (candidate.role === "user" && candidate.source.type === "tool") continue;
    if (candidate.role !== "assistant" || candidate.id !== message.id) return undefined;
    return candidate.content.length < MAX_JOINED_BLOCKS ? index : undefined;
  }
  return undefined;
}

function joined(earlier: AssistantMessage, part: AssistantMessage): AssistantMessage {
  return withStopReason({
    ...earlier,
    ...part,
    usage: part.usage ?? earlier.usage,
    content: [...earlier.content, ...part.content],
  });
}

/** A message that calls tools has not ended the turn, even when its stop reason says so. */
function withStopReason(message: AssistantMessage): AssistantMessage {
  const calls = message.content.some((block) => block.type === "tool_use");
  return calls && message.stopReason === "end_turn" ? { ...message, stopReason: "tool_use" } : message;
}

function addStep(
  draft: Draft,
  turn: DraftTurn,
  block: { id: string; name: string; input?: unknown },
  messageIndex: number,
): void {
  if (draft.pending.has(block.id)) draft.dropped += 1;
  draft.stepCount += 1;
  turn.toolCalls += 1;
  draft.pending.set(block.id, { turn: draft.turns.length - 1, step: turn.steps.length });
  turn.steps.push({
    number: draft.stepCount,
    toolUseId: block.id,
    tool: block.name,
    input: block.input,
    action: toAction(block.name, block.input),
    messageIndex,
  });
}

function settleTool(draft: Draft, delta: DeltaOf<"tool:data">): void {
  if (delta.later) {
    tellLater(currentTurn(draft), delta, draft.stepCount);
    return;
  }
  const place = draft.pending.get(delta.toolUseId);
  const turn = place && draft.turns[place.turn];
  const step = turn?.steps[place?.step ?? -1];
  if (!place || !turn || !step) {
    draft.dropped += 1;
    return;
  }
  const result = resultOf(delta);
  const settled: Step = { ...step, result };
  const changed = delta.status === "done" && step.action.changes.length > 0 ? 1 : 0;
  const current = currentTurn(draft);
  if (current && place.turn === draft.turns.length - 1) {
    current.steps[place.step] = settled;
    current.edits += changed;
  } else {
    draft.turns[place.turn] = { ...turn, steps: turn.steps.with(place.step, settled), edits: turn.edits + changed };
  }
  if (delta.status === "running") return;
  draft.pending.delete(delta.toolUseId);
  addToolResult(draft, result);
}

function addToolResult(draft: Draft, result: ToolResult): void {
  const last = draft.messages.at(-1);
  if (last?.role === "user" && last.source.type === "tool" && last.content.length < MAX_JOINED_BLOCKS) {
    draft.messages[draft.messages.length - 1] = { ...last, content: [...last.content, result] };
    return;
  }
  push(draft, { role: "user", id: result.toolUseId, source: { type: "tool" }, content: [result] });
}

function addGuidance(draft: Draft, files: Thread["guidance"]): void {
  const known = new Map(draft.guidance.map((file) => [file.path, file]));
  for (const file of files) known.set(file.path, file);
  // Without content it is gone.
  draft.guidance = [...known.values()].filter(({ content }) => content !== "");
}

function endInference(draft: Draft, outcome: TurnOutcome): void {
  draft.inferring = false;
  const turn = currentTurn(draft);
  if (turn) turn.outcome = outcome;
}
