import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { recordedIn, runsIn, toldRuns } from "../../../test/support/told-runs.ts";
import type { CheckKind } from "./check-run.ts";
import { checksAfter, checksAfterTurn, NO_CHECKS } from "./check-runs.ts";
import { lastRuns, standingOf } from "./record.ts";

const WELL = "      Tests  8 passed (8)\n";
const BADLY = "      Tests  1 failed | 7 passed (8)\n";
const cooking = (): ThreadBuilder => thread().user("Cook.");
const standing = (builder: ThreadBuilder, kind: CheckKind = "test"): string =>
  standingOf(recordedIn(builder.build()), kind).state;

describe("how a kind of check stands", () => {
  const red = (): ThreadBuilder => cooking().bash("npx vitest run", { output: BADLY, exit: 1 });
  const green = (): ThreadBuilder => cooking().bash("npx vitest run", { output: WELL });
  it.each([
    ["never ran", "never", cooking().edit("/repo/src/pot.ts", "a", "b")],
    ["its last run", "passed", red().bash("npx vitest run", { output: WELL })],
    ["its last run", "failed", green().bash("npx vitest run", { output: BADLY, exit: 1 })],
    ["a change after it", "outdated", green().edit("/repo/src/pot.ts", "a", "b")],
    ["a later run of unknown end, after a red one", "unknown", red().bash("npm test | tail -1", { output: "soup\n" })],
    ["a later run of unknown end, after a green one", "unknown", green().bash("npm test", { status: "timed-out" })],
    ["a later run that never started", "failed", red().bash("npx jest", { output: "", exit: 127 })],
    [
      "a later run in which nothing ran",
      "failed",
      red().bash("npx vitest run lid", { output: "No test files found, exiting with code 1\n", exit: 1 }),
    ],
    ["a later run on other code", "failed", red().bash("git stash && npx vitest run; git stash pop", { output: WELL })],
    ["an earlier turn", "passed", green().close("Done.").user("And?").read("/repo/README.md")],
  ])("%s: %s", (_, state, builder) => expect(standing(builder)).toBe(state));

  it("is shown by checks of another kind as well", () => {
    const built = cooking().bash("cargo test", { output: "test result: ok. 8 passed; 0 failed; 0 ignored\n" });
    expect([standing(built, "build"), standing(built, "typecheck"), standing(built, "lint")]).toEqual([
      "passed",
      "passed",
      "never",
    ]);
  });
});

describe("whose code a run looks at", () => {
  it.each([
    ["git stash && npx vitest run && git stash pop", true],
    ["git stash -u; npx vitest run", true],
    ["git stash list && npx vitest run", false],
    ["git checkout main && npx vitest run && git checkout soup", true],
    ["git checkout -b soup && npx vitest run", false],
    ["git checkout -- src/pot.ts && npx vitest run", false],
    ["git show HEAD~1:src/pot.ts > src/pot.ts && npx vitest run; git checkout src/pot.ts", true],
  ])("%s", (line, isOther) => {
    expect(runsIn(cooking().bash(line, { output: WELL }))[0]?.onOtherCode ?? false).toBe(isOther);
  });

  it("is another one until the stash comes back or something is edited", () => {
    const stashed = (): ThreadBuilder => cooking().bash("git stash").bash("npx vitest run", { output: WELL });
    const ends = (builder: ThreadBuilder): unknown => runsIn(builder).map(({ onOtherCode }) => onOtherCode ?? false);
    expect(ends(stashed().bash("git stash pop").bash("npx vitest run", { output: WELL }))).toEqual([true, false]);
    expect(ends(stashed().edit("/repo/a.ts", "a", "b").bash("npx vitest run", { output: WELL }))).toEqual([
      true,
      false,
    ]);
  });
});

it.each([
  ["! npx vitest run", {}],
  ["npx vitest run || echo 'fails as expected'", {}],
  ["npx vitest run", { description: "Verify that the new test fails before the fix" }],
  ["npx vitest run", { description: "Reproduce the cold soup" }],
])("a failure that was wanted is told as one: %s, %j", (command, more) => {
  const run = cooking().call("Bash", { command, ...more }, { output: BADLY, status: "error" }, 1);
  expect(runsIn(run)[0]).toMatchObject({ wantedToFail: true });
  expect(runsIn(cooking().bash("npx vitest run", { output: BADLY, exit: 1 }))[0]).not.toHaveProperty("wantedToFail");
});

it("says what kept a failure from showing", () => {
  const masks = ["npm test | tail -3", "npm test || true", "npm test; ls", "npm test"].map(
    (line) => runsIn(cooking().bash(line, { output: WELL }))[0]?.couldNotFail,
  );
  expect(masks).toEqual(["pipe", "or", "sequence", undefined]);
});

it("places a run where its call was made", () => {
  const inPot = (input: object): unknown => runsIn(cooking().call("Bash", input, { output: WELL }, 0))[0]?.cwd;
  expect(inPot({ command: "npm test", workdir: "/repo/pot" })).toBe("pot");
  expect(inPot({ command: "cd lid && npm test", workdir: "/repo/pot" })).toBe("pot/lid");
  expect(inPot({ command: "npm test", workdir: "/repo" })).toBeUndefined();
});

it("has no run of a call that was refused", () => {
  expect(toldRuns(cooking().bash("npm test", { status: "rejected" }))).toEqual([]);
  expect(
    toldRuns(cooking().bash("npm test", { output: "<tool_use_error>No such tool</tool_use_error>", exit: 1 })),
  ).toEqual([]);
});

it("has the runs of Coxswain itself in their places", () => {
  const seen = {
    kind: "test",
    command: "npm test",
    exitCode: 1,
    outcome: "failed",
    ended: "done",
    durationMs: 1,
    tail: "",
    counts: { failed: 1 },
  } as const;
  const builder = cooking()
    .bash("npm test", { output: WELL })
    .witnessed({ checks: [seen] })
    .edit("/repo/a.ts", "a", "b");
  expect(toldRuns(builder)).toEqual([
    "npm test: passed 8, before a.ts at 2",
    "npm test: failed -/1, by coxswain, before a.ts at 2",
  ]);
  expect(recordedIn(builder.build()).runs.map(({ step }) => step)).toEqual([1, 1]);
});

it("reads a thread step by step as it reads it whole", () => {
  const built = cooking()
    .bash("npx vitest run", { background: true, output: "Command running in background with ID: pot1" })
    .edit("/repo/src/pot.ts", "a", "b")
    .call("BashOutput", { bash_id: "pot1" }, { output: BADLY })
    .bash("git stash")
    .bash("npm test", { output: WELL })
    .build();
  const [turn] = built.turns;
  const byStep = turn?.steps.reduce((state, step) => checksAfter(state, [step], built.cwd), NO_CHECKS);
  expect(byStep).toEqual(turn && checksAfterTurn(NO_CHECKS, turn, built.cwd));
});

it("keeps a bounded number of runs, and the last of each command", () => {
  const builder = cooking();
  for (let at = 0; at < 250; at++) builder.bash(`npx vitest run t${at % 3}.test.ts`, { output: WELL });
  expect(runsIn(builder).length).toBe(200);
  expect(lastRuns(runsIn(builder)).map(({ step }) => step)).toEqual([248, 249, 250]);
});
