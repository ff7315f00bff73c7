import { describe, expect, it } from "vitest";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { createEvidenceJudge } from "./judge.ts";
import { loweredFindings, lowering, type Mark } from "./lowering.ts";

const FINDING = "claimed-check-failed";
const mark = (judgement: Mark["judgement"], repository = "/repo", finding = FINDING): Mark => ({
  repository,
  finding,
  judgement,
});

function falseDone(cwd: string) {
  const thread = new ThreadBuilder()
    .started(cwd)
    .user("Fix the sum.")
    .edit("src/sum.ts", "a", "b")
    .bash("npx vitest run", { exit: 1, output: " Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n" })
    .close("Done. All tests pass.")
    .build();
  return { thread, turn: thread.turns[0]! };
}

describe("findings that people mark wrong", () => {
  it("are lowered after the second time, when more than half of the marks say so", () => {
    expect(loweredFindings([mark("wrong")])).toEqual([]);
    expect(loweredFindings([mark("wrong"), mark("wrong")])).toEqual([
      { repository: "/repo", finding: FINDING, wrong: 2, marked: 2 },
    ]);
    expect(loweredFindings([mark("wrong"), mark("wrong"), mark("right"), mark("right")])).toEqual([]);
  });

  it("are counted for each repository and each finding alone", () => {
    expect(loweredFindings([mark("wrong"), mark("wrong", "/other"), mark("wrong", "/repo", "test-weakened")])).toEqual(
      [],
    );
  });

  it("no longer correct there, and the verdict says why; elsewhere they do", () => {
    const judge = createEvidenceJudge({ lower: lowering(loweredFindings([mark("wrong"), mark("wrong")])) });
    const here = judge.assess(falseDone("/repo/packages/web"));
    expect(here.verdict).toBe("ok");
    expect(here.reason).toContain(`${FINDING} counts for less here, because people marked it wrong 2 of 2 times`);
    expect(here.findings).toMatchObject([{ id: FINDING, confidence: 0.7, lowered: expect.stringContaining("2 of 2") }]);
    const onWindows = lowering(
      loweredFindings([mark("wrong", String.raw`C:\repo`), mark("wrong", String.raw`C:\repo`)]),
    );
    const below = falseDone(String.raw`C:\repo\web`);
    expect(createEvidenceJudge({ lower: onWindows }).assess(below).verdict).toBe("ok");
    for (const cwd of ["/repository", "/other"]) expect(judge.assess(falseDone(cwd)).verdict).toBe("correct");
  });
});
