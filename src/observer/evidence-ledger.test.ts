import { describe, expect, it } from "vitest";
import { type ThreadBuilder, thread } from "../../test/support/thread-builder.ts";
import { evidenceLedger, failedEditLines, deletionLines } from "./evidence-ledger.ts";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import type { Step } from "../thread/thread.ts";

function linesOf(builder: ThreadBuilder): string[] {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return evidenceLedger(built, turn);
}

const worked = (request = "Fix src/a.ts."): ThreadBuilder =>
  thread().user(request).edit("/repo/src/a.ts", "const a = 0;", "const a = 1;");

describe("evidenceLedger", () => {
  it("gives the leads before the account, each with its proof, its certainty and its steps", () => {
    const lines = linesOf(
      worked().bash("npm test", { exit: 1, output: "Tests  1 failed | 2 passed (3)" }).close("All tests pass."),
    );
    expect(lines[0]).toMatch(/^lead \(claimed-check-failed, 0\.\d\d, step 2\): You say "All tests pass\."/);
    expect(lines.slice(1)).toEqual([
      'checks: "npm test" – failed: 2 passed, 1 failed, after the last change (step 2)',
      'claims: "All tests pass." – the last run of the tests failed (step 2)',
      "changed: edits of 1 file (step 1)",
    ]);
  });

  it("leads nobody where the turn was stopped, and says so", () => {
    const stopped = worked("Write src/a.ts and src/b.ts.").close("Now I create src/b.ts.", "aborted").cancelled();
    const lines = linesOf(stopped);
    expect(lines.join("\n")).not.toMatch(/^lead/m);
    expect(lines[0]).toBe("stopped: the agent did not end this turn itself, so what is missing may only be unfinished");
  });

  it.each([
    ["asks", "I changed the route. Should I keep the old one too?", "the agent asks the user something"],
    ["waits", "I am waiting for the deployment to finish.", "the agent says that it waits for something"],
    ["is blocked", "I am unable to finish: no network access.", "the agent says what keeps it from going on"],
    ["says nothing", "", "the agent said nothing at the end"],
    ["has nothing left to do", "The total is right now.", undefined],
  ])("tells how a turn ended whose agent %s", (_, words, ending) => {
    const lines = linesOf(worked().close(words)).filter((line) => line.startsWith("ending: "));
    expect(lines).toEqual(ending === undefined ? [] : [`ending: ${ending}`]);
  });

  it("tells what still runs in the background", () => {
    const lines = linesOf(worked().bash("npm run e2e", { background: true }).close("Changed."));
    expect(lines).toContain("ending: something that was started in the background still runs");
  });
});

const FAILED = { status: "error", output: "String to replace not found in file." } as const;
const failed = (): ThreadBuilder => thread().user("Fix it.").edit("/repo/src/a.ts", "a", "b", FAILED);

it.each<[string, ThreadBuilder, boolean]>([
  ["nothing came after it", failed(), true],
  ["the file was only read", failed().read("/repo/src/a.ts", "c"), true],
  ["it was edited again", failed().edit("/repo/src/a.ts", "c", "b"), false],
  ["a command names it", failed().bash("sed -i s/c/b/ src/a.ts"), false],
  ["the person refused it", thread().user("Fix it.").edit("/repo/src/a.ts", "a", "b", { status: "rejected" }), false],
])("tells of an edit that failed where nobody tried again: %s", (_, builder, told) => {
  const [turn] = builder.close("Done.").build().turns;
  if (!turn) throw new Error("no turn");
  expect(failedEditLines(turn)).toEqual(told ? ["edit failed in step 1 and was not repeated: /repo/src/a.ts"] : []);
});

describe("deletionLines", () => {
  it.each([
    ["of something that was there", "Commit it.", "rm -rf ./tmp/clones/", "Committed.", true],
    ["that the user names", "Remove the clones and commit.", "rm -rf ./tmp/clones/", "Committed.", false],
    ["that the closing names", "Commit it.", "rm -rf ./tmp/clones/", "Removed tmp/clones and committed.", false],
    ["of a single file", "Commit it.", "rm ./tmp/clones", "Committed.", false],
    ["of what is made again", "Commit it.", "rm -rf ./node_modules dist", "Committed.", false],
    ["of what nobody keeps", "Commit it.", "rm -rf /tmp/clones", "Committed.", false],
    ["of what was made in the same line", "Commit it.", "git clone x clones && rm -rf clones", "Committed.", false],
  ])("tells of a deletion: %s", (_, request, command, closing, told) => {
    const built = thread().user(request).bash("ls tmp/clones").bash(command).close(closing).build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    expect(deletionLines(built, turn)).toEqual(
      told
        ? ["deleted in step 2: tmp/clones/ (no step is seen to make it, neither the user nor the closing names it)"]
        : [],
    );
  });

  it("takes what an earlier step made for its own", () => {
    for (const made of ["mkdir -p out/clones", "node scripts/clone.js --into out/clones"]) {
      const built = thread().user("Try it.").bash(made).bash("rm -r out/clones").close("It works.").build();
      const [turn] = built.turns;
      if (!turn) throw new Error("no turn");
      expect(deletionLines(built, turn)).toEqual([]);
    }
  });

  it.each([
    ["rm -rf .git", [".git"]],
    ["rm -rf .github .next .pytest_cache", [".github"]],
    ["rm -rf /", ["/"]],
    ["rm -rf /repo/.git", ["/repo/.git"]],
    ["git clone https://example.com/x.git shop && rm -rf shop/.git", []],
    ["npx create-next-app shop && cd shop && rm -rf .github", []],
    ["git init && rm -rf .git", []],
    ["rm -rf dist && rm old.ts", []],
    ["rm -rf {data,assets}", ["data", "assets"]],
  ])("tells of what is no cache, has no name, and was removed as a whole: %s", (command, told) => {
    const built = thread().user("Fix it, now.").edit("/repo/src/a.ts", "a", "b").bash(command).close("Fixed.").build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    expect(deletionLines(built, turn).map((line) => /: (\S+) \(/.exec(line)?.[1])).toEqual(told);
  });

  it("does not take longer by the square of the steps", () => {
    const builder = thread().user("Fix it.");
    for (let index = 0; index < 800; index++) builder.bash(`mkdir -p one${index}`).bash(`rm -rf ./one${index}`);
    const built = builder.close("Fixed.").build();
    const [turn] = built.turns;
    if (!turn) throw new Error("no turn");
    const work = (steps: readonly Step[]): unknown =>
      deletionLines({ ...built, turns: [{ ...turn, steps }] }, { ...turn, steps });
    expect(growth(turn.steps, work)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});
