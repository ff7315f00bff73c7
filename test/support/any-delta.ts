import fc from "fast-check";
import type { Delta } from "../../src/thread/delta.ts";
import type { AssistantMessage, SourceType } from "../../src/thread/message.ts";
import type { Usage } from "../../src/thread/usage.ts";

const id = fc.constantFrom("a", "b", "c", "d");
const text = fc.string({ maxLength: 12 });
const at = fc.option(fc.constant("2026-01-01T00:00:00.000Z"), { nil: undefined });

const usage: fc.Arbitrary<Usage> = fc.record({
  operationType: fc.constantFrom("inference", "course-correction", "verification", "handoff"),
  model: fc.constantFrom("x/y", "z"),
  inputTokens: fc.nat(1000),
  outputTokens: fc.nat(1000),
  cachedInputTokens: fc.nat(1000),
  cacheWriteTokens: fc.nat(10),
  reasoningTokens: fc.nat(10),
});

const source = fc.constantFrom<SourceType>("user", "queue", "course-correction", "verification", "hook", "host");

const userMessage = fc.record({
  role: fc.constant("user" as const),
  id,
  source: fc.record({ type: source }),
  content: fc.array(fc.record({ type: fc.constant("text" as const), text }), { maxLength: 3 }),
});

const assistantMessage: fc.Arbitrary<AssistantMessage> = fc.record(
  {
    role: fc.constant("assistant" as const),
    id,
    content: fc.array(
      fc.oneof(
        fc.record({ type: fc.constant("text" as const), text }),
        fc.record({ type: fc.constant("thinking" as const), text }),
        fc.record({
          type: fc.constant("tool_use" as const),
          id,
          name: fc.constantFrom("Edit", "Bash", "Read", "apply_patch", "unknown"),
          input: fc.oneof(fc.jsonValue(), fc.record({ command: text }), fc.record({ file_path: text })),
        }),
      ),
      { maxLength: 4 },
    ),
    stopReason: fc.constantFrom("end_turn", "tool_use", "max_tokens", "refusal", "aborted", "error"),
    usage,
  },
  { requiredKeys: ["role", "id", "content", "stopReason"] },
);

const verdict = fc.record({
  verdict: fc.constantFrom("ok" as const, "correct" as const, "blocked" as const, "unchecked" as const),
  category: fc.option(text),
  message: fc.option(text),
});
const usages = fc.array(usage, { maxLength: 2 });

function kind<const Type extends string, Shape extends Record<string, unknown>>(
  type: Type,
  shape: { [Key in keyof Shape]: fc.Arbitrary<Shape[Key]> },
) {
  return fc.record({ v: fc.constant(1 as const), type: fc.constant(type), at, ...shape });
}

/** Any one delta, of every kind there is. */
export const anyDelta = fc.oneof(
  kind("thread:started", { threadId: id, host: text, cwd: text }),
  kind("thread:rewound", { to: fc.option(id) }),
  kind("user:message", { message: userMessage }),
  kind("user:message-queue:enqueue", { id, text }),
  kind("user:message-queue:edit", { id, text }),
  kind("user:message-queue:remove", { id }),
  kind("user:message-queue:dequeue", { id }),
  kind("inference:started", { model: text }),
  kind("inference:completed", { message: assistantMessage }),
  kind("tool:data", {
    toolUseId: id,
    status: fc.constantFrom("running", "done", "error", "rejected", "interrupted", "timed-out", "background"),
    output: text,
  }),
  kind("guidance:discovered", { files: fc.array(fc.record({ path: text, content: text }), { maxLength: 2 }) }),
  kind("course-correction", { message: userMessage, verdict, usage: usages }),
  kind("course-correction:usage-only", { verdict, usage: usages }),
  kind("verification:attempt", { attempt: fc.nat(3), verdict, usage: usages }),
  kind("verification:attempt", { attempt: fc.nat(3), message: userMessage, verdict, usage: usages }),
  kind("witnessed", { after: fc.nat(9), checks: fc.constant([]), mismatches: fc.constant([]) }),
  kind("turn:judged", {}),
  kind("handoff", { relation: fc.constantFrom("from", "to"), threadId: id, goal: text, usage: usages }),
  kind("compacted", { summary: text }),
  kind("cancelled", { reason: text }),
  kind("error", { code: text, message: text }),
) as fc.Arbitrary<Delta>;

export const anyDeltas = fc.array(anyDelta, { maxLength: 40 });
