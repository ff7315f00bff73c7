import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PiSession } from "../../test/support/pi-session.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { loadThread } from "./load-thread.ts";

it("knows where a turn stands that took the place of another", () => {
  const path = join(temporaryDirectory(), "session.jsonl");
  const session = new PiSession().user("First.").say("One.");
  const { newest } = session;
  session.user("Second.").edit("a.ts").say("Two.").goBackTo(newest).user("Other words.").edit("b.ts").say("Three.");
  writeFileSync(path, session.text());
  const { thread, marks } = loadThread(path);
  expect(thread.turns).toHaveLength(2);
  expect(marks.of(2)).toMatchObject({ line: 8, at: "2026-01-07T00:00:00.000Z" });
  expect(marks.lineOf(1)).toBe(9);
});
