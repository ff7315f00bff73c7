import { expect, it } from "vitest";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import type { CheckRun } from "../../thread/witnessed.ts";
import { threadText } from "./thread-text.ts";

function ran(outcome: CheckRun["outcome"]): { readonly checks: CheckRun[] } {
  const run = { kind: "test", command: "npm test", ended: "done", counts: {}, durationMs: 500, tail: "" } as const;
  return { checks: [{ ...run, outcome }] };
}

it("tells what Coxswain ran itself where it ran it: before what it said about it, else at the end of the turn", () => {
  const thread = new ThreadBuilder()
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
    .build();
  const told = threadText(thread, { color: false, columns: 80 });
  const order = told.match(/Done\.|Coxswain ran npm test: \w+|tests fail now|Mended\.|Thanks\.|welcome\./g);
  const [failed, passed] = ["Coxswain ran npm test: failed", "Coxswain ran npm test: passed"];
  expect(order).toEqual(["Done.", failed, "tests fail now", "Mended.", passed, "Thanks.", "welcome.", passed]);
});

it("tells what was run after an answer without a step behind that answer, not before the objection to the one before it", () => {
  const thread = new ThreadBuilder()
    .started("/repo")
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .close("Done.")
    .user("the tests were never run", "course-correction")
    .close("They cannot be run here.")
    .witnessed(ran("passed"))
    .build();
  const told = threadText(thread, { color: false, columns: 80 });
  const order = told.match(/Done\.|Coxswain ran|never run|cannot be run/g);
  expect(order).toEqual(["Done.", "never run", "cannot be run", "Coxswain ran"]);
});
