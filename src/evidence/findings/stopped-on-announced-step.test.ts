import { describe, expect, test } from "vitest";
import { found, judged, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { stoppedOnAnnouncedStep as rule } from "./stopped-on-announced-step.ts";

const worked = (): ThreadBuilder =>
  thread().user("Add the model and the migration.").create("/repo/model.py", "class Model: pass\n");

describe("speaks", () => {
  test.each([
    "The model is done. Now let me write the migration.",
    "Next, I'll create the migration:",
    "Let me fix that:",
  ])("%s", (closing) => {
    expect(spoken(worked().close(closing), rule)).toMatchObject([
      { steps: [], detail: expect.stringMatching(/^(?:Now|Next|Let)/) },
    ]);
  });
});

describe("is silent", () => {
  test.each([
    "Both are done.",
    "Done. Let me know if you want the migration too.",
    "I'll wait for your answer before the migration.",
    "Should I write the migration now?",
    "I could not reach the database because it is offline. Next I'll need your password.",
  ])("%s", (closing) => {
    expect(spoken(worked().close(closing), rule)).toEqual([]);
  });
});

test("a turn the person stopped is told as a lead, never corrected", () => {
  const builder = worked().close("Now let me write the migration.", "aborted");
  expect(found(builder, rule)).toHaveLength(1);
  expect(judged(builder).verdict).toBe("ok");
});

test("cut the run short: the finding fires; with the step taken it stays silent", () => {
  const closing = "Now let me write the migration:";
  expect(spoken(worked().close(closing), rule)).toHaveLength(1);
  expect(found(worked().say(closing).create("/repo/migration.py", "x = 1\n").close("Both are written."), rule)).toEqual(
    [],
  );
});
