import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgement, workerBench, type WorkerBench } from "../../test/support/worker-bench.ts";
import { isFromPerson, type Message } from "../thread/message.ts";
import type { AgentEvent } from "./thread-log.ts";

/** Everything that can happen to a worker from outside, in any order and as often as it likes. */
type Happening =
  | { type: "say" | "say-now" | "cancel" | "resume" | "answer" | "call" | "time-out" | "limit" | "fail" }
  | { type: "tool"; status: "done" | "error" }
  | { type: "judge"; verdict: "ok" | "correct" | "unchecked" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Happening>({ type: "answer" }, { type: "call" }, { type: "time-out" }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant("tool" as const), status: fc.constantFrom("done", "error") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("judge" as const),
      verdict: fc.constantFrom("ok", "correct", "unchecked"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Happening>(
      ...(["say", "say-now", "cancel", "resume", "limit", "fail"] as const).map((type) => ({ type })),
    ),
  },
);

function happen(bench: WorkerBench, next: Happening): void {
  const ignore = (promise: Promise<void>) => void promise.catch(() => undefined);
  switch (next.type) {
    case "say":
      ignore(bench.worker.say("person"));
      break;
    case "say-now":
      ignore(bench.worker.sayNow("person, at once"));
      break;
    case "cancel":
      ignore(bench.worker.cancel());
      break;
    case "resume":
      ignore(bench.worker.resume());
      break;
    case "answer":
      bench.inferences[0]?.finish({ say: "done" });
      break;
    case "limit":
      bench.inferences[0]?.finish({ say: "and then", stopReason: "max_tokens" });
      break;
    case "fail":
      bench.inferences[0]?.finish({ fail: "gone" });
      break;
    case "call":
      bench.inferences[0]?.finish({ call: "bash", input: { command: "ls" } });
      break;
    case "tool":
      bench.tools[0]?.finish({ status: next.status, output: "" });
      break;
    case "judge":
      bench.judgements[0]?.finish(judgement(next.verdict));
      break;
    case "time-out":
      bench.sleeps[0]?.finish();
      break;
  }
}

function correctionsBehindPerson(messages: readonly Message[]): Message[] {
  return messages.filter((message, index) => {
    const before = messages[index - 1];
    return (
      message.role === "user" &&
      message.source.type === "course-correction" &&
      before !== undefined &&
      isFromPerson(before)
    );
  });
}

describe("any interleaving of what can happen", () => {
  it.each([false, true])(
    "keeps a valid thread and never injects after the person spoke (parallel: %s)",
    async (parallel) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(happening, fc.boolean()), { maxLength: 40 }), async (happenings) => {
          const bench = await workerBench({ parallel });
          await bench.worker.say("do it");
          for (const [next, atOnce] of happenings) {
            happen(bench, next);
            if (!atOnce) await bench.settle();
          }
          await bench.settle();
          const stopped = bench.worker.cancel();
          await bench.settle();
          await stopped;

          const { thread } = bench.log;
          const calls = thread.turns.flatMap((turn) => turn.steps);
          expect(calls.every((step) => step.result !== undefined && step.result.status !== "running")).toBe(true);
          expect(thread.pending.size).toBe(0);
          expect(thread.dropped).toBe(0);
          const results = thread.messages.flatMap((message) =>
            message.content.filter((block) => block.type === "tool_result"),
          );
          expect(results).toHaveLength(calls.length);
          const doubled = thread.messages.filter(
            (message, index) => message.role === "assistant" && thread.messages[index - 1]?.role !== "user",
          );
          expect(doubled).toEqual([]);
          expect(correctionsBehindPerson(thread.messages)).toEqual([]);
          expect(bench.inferences).toEqual([]);
          expect(bench.judgements).toEqual([]);
          const looks = (type: AgentEvent["type"]) => bench.events.filter((event) => event.type === type).length;
          expect(looks("assessment:finished")).toBe(looks("assessment:started"));
          expect(thread.usage["course-correction"]?.calls ?? 0).toBe(looks("assessment:started"));
        }),
        { numRuns: 150 },
      );
    },
  );
});
