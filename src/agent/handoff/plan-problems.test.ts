import { describe, expect, it } from "vitest";
import { planProblems } from "./plan-problems.ts";

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
