import { describe, expect, test } from "vitest";
import { evidenceIn, foundIn, judged } from "../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { createEvidenceJudge } from "./judge.ts";
import { PROOFS } from "./proofs/all.ts";

const RED = { exit: 1, output: " FAIL a.test.ts > x\n Tests  2 failed | 40 passed (42)\n" };
const edited = (): ThreadBuilder =>
  thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0;", "return sum;");
const red = (): ThreadBuilder => edited().bash("npx vitest run", RED);
const FALSE = "All tests pass.";

describe("the judge", () => {
  test("speaks what is proven, with its steps and category", () => {
    expect(judged(red().close(FALSE))).toMatchObject({
      verdict: "correct",
      category: "contradicted-claim",
      confidence: 0.9,
      steps: [2],
      reason: "the record shows it: claimed-check-failed",
    });
  });

  test("says two objections at most, the surest first", () => {
    const told = red().create("/repo/package.json", "{ oops").create("/repo/composer.json", "{ oops").close(FALSE);
    expect(judged(told).message?.match(/is no valid JSON/g)).toHaveLength(2);
  });

  test.each<[string, ThreadBuilder, string, string]>([
    [
      "nothing found",
      edited().bash("npx vitest run").close("All tests pass."),
      "ok",
      "nothing in the record speaks against it",
    ],
    [
      "a failure that is told",
      red().close("Two tests still fail."),
      "ok",
      "nothing is claimed that the record speaks against; see what failed",
    ],
    [
      "a failure that nobody denies",
      thread().user("Run it.").bash("npm test", RED).close("Two of 42 fail."),
      "ok",
      "nothing is claimed that the record speaks against; see what failed",
    ],
    ["leads", red().close("All tests of the cart pass."), "ok", "only leads, nothing proven"],
    [
      "blocked",
      thread().user("Deploy.").bash("ls").close("I cannot continue without access to the cluster."),
      "blocked",
      "I cannot continue without access to the cluster.",
    ],
  ])("%s", (_, told, verdict, reason) => expect(judged(told)).toMatchObject({ verdict, reason }));

  test("of a turn that was stopped only shows what it finds", () => {
    const stopped = judged(red().close(FALSE, "max_tokens"));
    expect(stopped.verdict).toBe("ok");
    expect(stopped.findings[0]).toMatchObject({ id: "claimed-check-failed", confidence: 0.7 });
  });

  test("leaves out what was said, and is silent where that was all", () => {
    const verdict = judged(red().create("/repo/package.json", "{ oops").close(FALSE));
    const judge = createEvidenceJudge();
    expect(judge.leavingOut(verdict, ({ id }) => id === "edited-file-does-not-parse")).toBeUndefined();
    expect(judge.leavingOut(verdict, () => false)).toMatchObject({ verdict: "correct" });
  });

  test("is less sure where people said that it is wrong, and says why", () => {
    const { thread: told, turn } = evidenceIn(red().close(FALSE));
    const judge = createEvidenceJudge({
      lower: (finding) => ({ ...finding, confidence: 0.7, lowered: "people said so" }),
    });
    expect(judge.assess({ thread: told, turn })).toMatchObject({
      verdict: "ok",
      reason: "only leads: claimed-check-failed counts for less here, because people said so",
    });
  });

  test("takes its threshold from the settings", () => {
    const { thread: told, turn } = evidenceIn(red().close("All tests of the cart pass."));
    expect(createEvidenceJudge({ threshold: 0.6 }).assess({ thread: told, turn }).verdict).toBe("correct");
  });

  test("says nothing of a turn that still runs but what is forbidden", () => {
    expect(foundIn(red())).toEqual([]);
  });
});

test("there are twelve proofs, each with a name and a meaning of its own", () => {
  expect(PROOFS).toHaveLength(12);
  expect(new Set(PROOFS.map(({ id }) => id)).size).toBe(12);
  expect(new Set(PROOFS.map(({ meaning }) => meaning)).size).toBe(12);
});
