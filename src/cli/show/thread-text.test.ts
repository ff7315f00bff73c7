import { expect, it } from "vitest";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import type { Delta } from "../../thread/delta.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { threadText } from "./thread-text.ts";

function ran(outcome: CheckRun["outcome"]): { readonly checks: CheckRun[] } {
  const run = { kind: "test", command: "npm test", ended: "done", counts: {}, durationMs: 500, tail: "" } as const;
  return { checks: [{ ...run, outcome }] };
}

it("tells what Coxswain ran itself where it ran it: before what it said about it, else at the end of the turn", () => {
  const deltas = new ThreadBuilder()
    .started("/repo")
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .close("Done.")
    .witnessed(ran("failed"))
    .user("the tests fail now", "course-correction")
    .edit("/repo/a.ts", "b", "c")
    .close("Mended.")
    .witnessed(ran("passed"))
    .user("Thanks.")
    .close("You are welcome.")
    .witnessed(ran("passed"))
    .deltas();
  const told = threadText(deltas, { color: false, columns: 80 });
  const order = told.match(/Done\.|Coxswain ran npm test: \w+|tests fail now|Mended\.|Thanks\.|welcome\./g);
  const [failed, passed] = ["Coxswain ran npm test: failed", "Coxswain ran npm test: passed"];
  expect(order).toEqual(["Done.", failed, "tests fail now", "Mended.", passed, "Thanks.", "welcome.", passed]);
});

it("tells what was run after an answer without a step behind that answer, not before the objection to the one before it", () => {
  const deltas = new ThreadBuilder()
    .started("/repo")
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .close("Done.")
    .user("the tests were never run", "course-correction")
    .close("They cannot be run here.")
    .witnessed(ran("passed"))
    .deltas();
  const told = threadText(deltas, { color: false, columns: 80 });
  const order = told.match(/Done\.|Coxswain ran|never run|cannot be run/g);
  expect(order).toEqual(["Done.", "never run", "cannot be run", "Coxswain ran"]);
});

it("tells what stayed open when a turn was let stand, and nothing that was said or let fall", () => {
  const verdict = (message: string) => ({ verdict: "correct", category: "incomplete", message }) as const;
  const judged: Delta = { v: 1, type: "turn:judged" };
  const held = (message: string): Delta[] => [
    { v: 1, type: "verification:attempt", attempt: 2, verdict: verdict(message), usage: [] },
    judged,
  ];
  const superseded: Delta = {
    v: 1,
    type: "course-correction:usage-only",
    verdict: verdict("too late"),
    usage: [],
  };
  const asked = new ThreadBuilder().started("/repo").user("Write two files.").deltas();
  const answered = new ThreadBuilder([...asked, superseded]).close("Done.").deltas();
  const thanked = new ThreadBuilder([...answered, ...held("the second file is missing")]).user("Thanks.").deltas();
  const told = threadText(
    [...new ThreadBuilder(thanked).close("Welcome.").deltas(), ...held("no, it is not"), judged],
    {
      color: false,
      columns: 80,
    },
  );
  const order = told.match(/Done\.|did not say: .*|Thanks\.|Welcome\.|too late/g);
  const [first, last] = ["did not say: the second file is missing", "did not say: no, it is not"];
  expect(order).toEqual(["Done.", first, "Thanks.", "Welcome.", last]);
});

it("tells of a message without words how many images it is", () => {
  const deltas = new ThreadBuilder().started("/repo").user("Fix it.").close("Done.").deltas();
  const content = [{ type: "image" as const, mediaType: "image/png" }];
  const message = { role: "user" as const, id: "m", source: { type: "user" as const }, content };
  const told = threadText([...deltas, { v: 1, type: "user:message", message }], { color: false, columns: 80 });
  expect(told).toContain("> [1 image]");
});
