import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verdict } from "../../test/contracts/store-samples.ts";
import { PiSession } from "../../test/support/pi-session.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { createMemoryStore } from "../store/memory.ts";
import { explainVerdict } from "./explain-verdict.ts";
import { noteTranscript } from "./session-thread.ts";

const AT = "2026-11-01T00:00:00.000Z";
const about = { host: "pi", session: "s", threadId: "t", turn: 2, at: AT };

/** A turn that was corrected, and the look at what the agent made of it. */
async function decided(fields: Partial<typeof about> = {}) {
  const store = createMemoryStore();
  const { verdict: sample } = verdict("any");
  const quiet = { ...sample, verdict: "ok" as const, message: null, findings: [] };
  await store.write({
    verdicts: [
      verdict("5f0c", { ...about, ...fields }),
      verdict("60ab", { ...about, ...fields, injected: false, verdict: quiet }),
    ],
  });
  const [record] = await store.listVerdicts({ idPrefix: "60ab" });
  if (!record) throw new Error("not kept");
  return { store, explain: () => explainVerdict(store, { type: "kept", record }, (text) => text) };
}

it("tells a turn as its transcript has it, under the decision's own id, time and gate", async () => {
  const path = join(temporaryDirectory(), "session.jsonl");
  writeFileSync(path, new PiSession().user("One.").say("Yes.").user("Two.").edit("a.ts").say("Done.").text());
  const { store, explain } = await decided();
  await noteTranscript(store, about, path);
  expect(await explain()).toMatchObject({
    record: { id: "60ab" },
    missing: undefined,
    before: "5f0c",
    objection: "you never ran the tests",
    found: { id: "60ab", path, turn: 2, line: 4, at: AT, request: "Two.", gate: ["6 tool calls", "1 edit"] },
  });
});

it("tells one of our own agent by our log", async () => {
  const { store, explain } = await decided({ turn: 1 });
  await store.append("t", new ThreadBuilder().user("Fix it.").close("Fixed.").deltas());
  expect(await explain()).toMatchObject({ missing: undefined, found: { path: "thread t", request: "Fix it." } });
});

it.each([
  ["the session is not known here", [], "Where this session's transcript lies is not known here."],
  ["the turn is gone", new ThreadBuilder().user("One.").deltas(), "thread t has no turn 2 any more."],
])("says why it cannot tell it, and what it knows all the same, where %s", async (_, log, missing) => {
  const { store, explain } = await decided();
  if (log.length > 0) await store.append("t", log);
  expect(await explain()).toMatchObject({ record: { id: "60ab" }, found: undefined, missing, before: "5f0c" });
});

it.each<[string, ThreadBuilder, object]>([
  ["was handed over", new ThreadBuilder().user("Fix it.").close("Fixed."), { arrived: false, followed: undefined }],
  [
    "arrived, and what is still so",
    new ThreadBuilder()
      .user("Fix it.")
      .close("Fixed.")
      .user("you never ran the tests", "course-correction")
      .edit("a.ts", "one", "two"),
    { arrived: true, followed: "acted", unmet: "still no test run" },
  ],
])("tells that a correction %s", async (_, log, came) => {
  const store = createMemoryStore();
  const at = { ...about, turn: 1 };
  const ok = { ...verdict("any").verdict, verdict: "ok" as const, message: null };
  await store.write({ verdicts: [verdict("5f0c", at)] });
  await store.append("t", log.deltas());
  if ("unmet" in came)
    await store.write({
      verdicts: [verdict("60ab", { ...at, injected: false, verdict: ok, unmet: "still no test run" })],
    });
  const [record] = await store.listVerdicts({ idPrefix: "5f0c" });
  if (!record) throw new Error("not kept");
  expect((await explainVerdict(store, { type: "kept", record }, String)).came).toMatchObject(came);
});
