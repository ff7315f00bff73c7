import { expect, it } from "vitest";
import { judgement, workerBench, type WorkerBench } from "../../test/support/worker-bench.ts";
import type { Delta } from "../thread/delta.ts";
import { reduce } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";

const HAPPENINGS = ["assessment", "tools", "message", "send-now", "cancel", "newer inference", "time-out"] as const;
type Happening = (typeof HAPPENINGS)[number];
const FIRST = "about the first call";
const LATER = "about a later call";
const AT_ONCE = 50;

it("keeps its promises in every order of any of the seven things that can happen", { timeout: 120_000 }, async () => {
  const broken: string[] = [];
  const orders: Happening[][] = [[]];
  let played = 0;
  // Between two happenings each waits for its promises alone, so that many can wait at once.
  while (orders.length > 0) {
    const longer = await Promise.all(orders.splice(-AT_ONCE).map((order) => tried(order, broken)));
    played += longer.filter((some) => some !== undefined).length;
    orders.push(...longer.flatMap((some) => some ?? []));
  }
  expect(broken.slice(0, 3)).toEqual([]);
  expect(played).toBeGreaterThan(500);
});

/** All orders that go on from this one; none where its last thing could not happen: the order is then one without it. */
async function tried(order: readonly Happening[], broken: string[]): Promise<Happening[][] | undefined> {
  try {
    if (!(await play(order))) return undefined;
  } catch (error) {
    broken.push(`${order.join(", ")}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return HAPPENINGS.filter((happening) => !order.includes(happening)).map((happening) => [...order, happening]);
}

/** False where one of them had nothing to happen to. */
async function play(order: readonly Happening[]): Promise<boolean> {
  const bench = await workerBench({ parallel: true });
  await bench.worker.say("do it");
  await bench.settle();
  bench.inferences[0]?.finish({ call: "bash" });
  await bench.settle();
  const [first] = bench.judgements;
  for (const happening of order) {
    const pending = [...bench.judgements];
    if (!canHappen(bench, happening)) return false;
    happen(bench, happening, first);
    await bench.settle();
    if (bench.judgements.length > 1) throw new Error("two assessments at once");
    const stops = happening === "cancel" || happening === "send-now";
    if (stops && pending.some(({ signal }) => !signal.aborted)) throw new Error("an assessment goes on after a stop");
  }
  const applied = corrections(bench).includes(FIRST);
  if (applied !== firstApplies(order)) throw new Error(`the correction was ${applied ? "" : "not "}put in`);
  await bringToRest(bench);
  expectOrderly(bench);
  return true;
}

function canHappen({ judgements, tools, inferences, sleeps }: WorkerBench, happening: Happening): boolean {
  const subjects = { assessment: judgements, tools, "newer inference": inferences, "time-out": sleeps };
  return !(happening in subjects) || subjects[happening as keyof typeof subjects].length > 0;
}

function happen(bench: WorkerBench, happening: Happening, first: WorkerBench["judgements"][number] | undefined): void {
  switch (happening) {
    case "assessment": {
      const [pending] = bench.judgements;
      pending?.finish(judgement("correct", pending === first ? FIRST : LATER));
      return;
    }
    case "tools":
      bench.tools[0]?.finish({ status: "done", output: "ok" });
      return;
    case "message":
      void bench.worker.say("by the way");
      return;
    case "send-now":
      void bench.worker.sayNow("no, like this");
      return;
    case "cancel":
      void bench.worker.cancel();
      return;
    case "newer inference":
      bench.inferences[0]?.finish({ call: "bash" });
      return;
    case "time-out":
      bench.sleeps[0]?.finish();
      return;
  }
}

/** The promise: put in once both it and the tools are there, in time, unless the person has said anything by then. */
function firstApplies(order: readonly Happening[]): boolean {
  const at = (happening: Happening) => (order.includes(happening) ? order.indexOf(happening) : Infinity);
  const ready = Math.max(at("assessment"), at("tools"));
  const gaveUp = at("tools") < at("time-out") && at("time-out") < at("assessment");
  return ready < Infinity && !gaveUp && [at("message"), at("send-now"), at("cancel")].every((spoke) => spoke > ready);
}

/** Lets whatever still waits come to its end. */
async function bringToRest(bench: WorkerBench): Promise<void> {
  const waiting = () => [bench.inferences, bench.tools, bench.judgements, bench.sleeps].flat().length;
  for (let round = 0; waiting() > 0; round += 1) {
    if (round === 20) throw new Error("it never comes to rest");
    bench.sleeps[0]?.finish();
    bench.judgements[0]?.finish(judgement("ok"));
    bench.tools[0]?.finish({ status: "done", output: "ok" });
    bench.inferences[0]?.finish({ say: "done" });
    await bench.settle();
  }
}

/** What holds of the record whatever the order was. */
function expectOrderly(bench: WorkerBench): void {
  const deltas = bench.events.flatMap((event) => (event.type === "delta" ? [event.delta] : []));
  const looks = bench.events.filter((event) => event.type === "assessment:started").length;
  const ended = bench.events.filter((event) => event.type === "assessment:finished").length;
  const paid = bench.log.thread.usage["course-correction"]?.calls ?? 0;
  if (ended !== looks || paid !== looks) throw new Error(`${looks} assessments: ${ended} ended, ${paid} paid`);
  let thread = EMPTY_THREAD;
  let spoken = false;
  for (const delta of deltas) {
    if (delta.type === "course-correction") {
      if (thread.pending.size > 0) throw new Error("a correction stands before a result");
      if (thread.queue.length > 0) throw new Error("a correction stands before a message that waits");
      if (spoken) throw new Error("a correction follows the person's word");
      if (delta.verdict.message === FIRST && thread.stepCount > 1) throw new Error("a correction came too late");
    }
    spoken = delta.type === "inference:completed" ? false : spoken || speaks(delta);
    thread = reduce(thread, delta);
  }
  if (thread.pending.size > 0) throw new Error("a call has no result");
  if (thread.queue.length > 0 && thread.turns.at(-1)?.outcome !== "aborted")
    throw new Error("a message was left lying");
}

function speaks(delta: Delta): boolean {
  return delta.type === "user:message" || delta.type === "user:message-queue:dequeue" || delta.type === "cancelled";
}

function corrections(bench: WorkerBench): string[] {
  return bench.log.thread.corrections.map(({ message }) => message);
}
