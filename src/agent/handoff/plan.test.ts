import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it, describe } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { writeFiles } from "../../../test/support/write-files.ts";
import { openWorkspace } from "../workspace.ts";
import { draftFromPlan, planProblems } from "./plan.ts";

async function drafted(plan: string, given: { maxFiles?: number; from?: string; goal?: string } = {}) {
  const root = temporaryDirectory();
  writeFiles(root, { "docs/plan.md": plan, "docs/notes.md": "n", "src/parse.ts": "p", "src/a b.ts": "s" });
  mkdirSync(join(root, "src", "text"));
  const parts = { path: join(root, "docs/plan.md"), workspace: await openWorkspace(root), maxFiles: 20, ...given };
  const result = await draftFromPlan(parts);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.draft;
}

it("starts with the plan itself, and turns links to files into mentions from where the agent works", async () => {
  const { message, goal, files, dropped } = await drafted(`# Move the parser

- Move [parse.ts](../src/parse.ts) as [the notes](notes.md "Notes") say; [see there](src/parse.ts#L10).
- Also [a b](<../src/a b.ts>) and [this one](../src/a%20b.ts), not [the page](https://example.org/a) or [above](#top).
- Leave \`[x](notes.md)\` and [a new one](../src/new.ts), [what lies outside](../../secret), [text](../src/text).

\`\`\`md
[parse.ts](../src/parse.ts)
\`\`\`
`);
  expect(message).toBe(`Carry out this plan:

# Move the parser

- Move @src/parse.ts as the notes (@docs/notes.md) say; see there (@src/parse.ts#L10).
- Also a b (@"src/a b.ts") and this one (@"src/a b.ts"), not [the page](https://example.org/a) or [above](#top).
- Leave \`[x](notes.md)\` and [a new one](../src/new.ts), [what lies outside](../../secret), [text](../src/text).

\`\`\`md
[parse.ts](../src/parse.ts)
\`\`\``);
  expect(goal).toBe("Move the parser");
  expect(files).toEqual(["src/parse.ts", "docs/notes.md", "src/a b.ts"]);
  expect(dropped).toEqual([
    { path: "../src/new.ts", reason: "does not exist" },
    { path: "../../secret", reason: "lies outside the workspace" },
    { path: "../src/text", reason: "is not a file" },
  ]);
});

it("names the thread it comes from and what the person adds, and no more files than it may", async () => {
  const plan = "- Read [a](notes.md).\n- Read [b](../src/parse.ts).\n";
  const draft = await drafted(plan, { from: "t1", goal: "only the first step", maxFiles: 1 });
  expect(draft.message).toBe(
    "This goes on from thread t1.\n\nCarry out this plan:\n\n- Read a (@docs/notes.md).\n- Read [b](../src/parse.ts).\n\nonly the first step",
  );
  expect(draft).toMatchObject({ from: "t1", goal: "only the first step", files: ["docs/notes.md"] });
  expect(draft.dropped).toEqual([{ path: "src/parse.ts", reason: "is one more than the 1 that are taken" }]);
});

it("says which file cannot be read, and refuses what is no page", async () => {
  const root = temporaryDirectory();
  const workspace = await openWorkspace(root);
  const from = (path: string) => draftFromPlan({ path, workspace, maxFiles: 20 });
  await expect(from(join(root, "none.md"))).rejects.toThrow(`the plan ${join(root, "none.md")} cannot be read`);
  await expect(from(root)).rejects.toThrow("is not a file");
  await expect(from("/dev/zero")).rejects.toThrow("is not a file");
});

const STEPS = "# Move the parser\n\n- Move src/parse.ts to src/text/.\n- Run the tests.\n";

describe("a plan is complete", () => {
  it.each([
    ["with a title and steps", STEPS],
    ["with numbered headings as its steps", "# Move it\n## 1. Move\nMove the file.\n## 2. Test\nRun the tests.\n"],
    ["with some boxes open", "- [x] read\n- [ ] write\n"],
    ["with a step about such words", `${STEPS}- Remove the TODO comments (TODO, FIXME) from src/.\n`],
    ["with such words in code", `${STEPS}- Grep for \`TBD\`.\n\n\`\`\`ts\n// TODO: later ...\n\`\`\`\n`],
    ["with questions that are answered", `${STEPS}\n## Open questions\nNone.\n`],
    ["with code as all that a section holds", `${STEPS}\n## Interface\n\`\`\`ts\nparse(): Tree\n\`\`\`\n`],
  ])("%s", (_, plan) => {
    expect(planProblems(plan)).toEqual([]);
  });
});

describe("a plan is not complete", () => {
  it.each([
    ["is empty", " \n", /^It is empty/],
    ["has no steps", "# Move the parser\n\nIt would be nicer elsewhere.\n", /^It has no steps/],
    ["has nothing left to do", "# Move it\n- [x] read\n- [X] write\n", /^Every step is ticked off/],
    ["leaves a step to be written", `${STEPS}- [ ] TODO: the docs\n`, /^Line 5 is still to be written: - \[ \] TODO/],
    ["leaves a value open", `${STEPS}\nOwner: TODO\n`, /^Line 6 .*Owner: TODO/],
    ["is not decided", `${STEPS}- The name is TBD.\n`, /^Line 5 .*TBD/],
    ["trails off", `${STEPS}- ...\n`, /^Line 5 .*\.\.\./],
    [
      "has an empty section",
      `${STEPS}\n## Tests\n\n## Risks\nNone.\n`,
      /^Line 6 is a heading with nothing below it: Tests/,
    ],
    ["asks", `${STEPS}\n## Open questions\n- Which version?\n`, /^Line 7 is an open question: - Which version\?/],
    ["is cut off in code", `${STEPS}\n\`\`\`ts\nparse(`, /^Line 6 opens a block of code that never ends/],
  ])("that %s", (_, plan, problem) => {
    expect(planProblems(plan)).toEqual([expect.stringMatching(problem)]);
  });
});
