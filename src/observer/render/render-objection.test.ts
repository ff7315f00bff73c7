import { expect, it } from "vitest";
import { thread } from "../../../test/support/thread-builder.ts";
import { createRedactor } from "../redact.ts";
import { renderObjection } from "./render-objection.ts";

it("takes out of one close-up what a later one gives away", () => {
  const worked = thread()
    .user("Try the database.")
    .bash("connect Zx9kQ2mLp4", { exit: 1, output: "refused" })
    .bash("cat .env", { output: "DB_PASSWORD=Zx9kQ2mLp4" })
    .close("It refuses.")
    .build();
  const objection = { message: "look again", steps: [1, 2] };
  const text = renderObjection(worked, objection, createRedactor({ remember: true }));
  expect(text).toMatch(/connect \[redacted:/);
  expect(text).not.toContain("Zx9kQ2mLp4");
});
