import { describe, expect, it } from "vitest";
import { HOSTILE_PAYLOADS } from "../../test/support/hostile-payloads.ts";
import { allowsStrict, jsonSchemaOf } from "../models/arguments.ts";
import { COURSE_CORRECT, type CourseCorrect, checkAnswer, proposesGit, spokenMessage } from "./course-correct.ts";

const answer = (more: Partial<CourseCorrect> = {}): CourseCorrect => ({
  needsCorrection: true,
  message: "run the tests, parser.ts changed after the last run",
  confidence: 0.9,
  steps: [3, 1, 3],
  ...more,
});

describe("the tool", () => {
  it("may be sent to every provider in its strictest mode", () => {
    expect(allowsStrict(jsonSchemaOf(COURSE_CORRECT.schema))).toBe(true);
  });
});

describe("checkAnswer", () => {
  it("takes a sound objection, its steps once each and in order", () => {
    expect(checkAnswer(answer(), 5)).toEqual({
      kind: "answer",
      message: "run the tests, parser.ts changed after the last run",
      probability: 0.9,
      steps: [1, 3],
      wants: [],
    });
  });

  it.each([
    ["silence with its probability", { needsCorrection: false, message: null, confidence: 0.1 }, 0.1, undefined],
    ["a suspicion with its words", { needsCorrection: false, message: "run them", confidence: 0.4 }, 0.4, "run them"],
    ["a no that is sure of itself", { needsCorrection: false, message: "all fine", confidence: 0.9 }, null, undefined],
    ["a no that is not weighed", { needsCorrection: false, message: "all fine", confidence: null }, null, undefined],
    ["a yes that is not weighed", { message: "run them", confidence: null }, null, "run them"],
    ["a yes that contradicts its number", { message: "run them", confidence: 0.2 }, null, "run them"],
  ])("takes %s", (_what, more, probability, message) => {
    expect(checkAnswer(answer(more), 5)).toMatchObject({ kind: "answer", probability, message });
  });

  it("keeps five wishes, none longer than a path", () => {
    const checked = checkAnswer(answer({ wants: Array.from({ length: 9 }, () => "x".repeat(5000)) }), 5);
    expect(checked.kind === "answer" && checked.wants.map((want) => want.length)).toEqual([300, 300, 300, 300, 300]);
  });

  it.each<[string, Partial<CourseCorrect>]>([
    ["no message", { message: null }],
    ["an empty message", { message: "  \n " }],
    ["a message of nothing but markup", { message: "```\n```\n# " }],
    ["a confidence above one", { confidence: 1.2 }],
    ["a confidence below zero", { confidence: -0.2 }],
    ["a confidence that is no number", { confidence: Number.NaN }],
    ["a step that does not exist", { steps: [2, 6] }],
    ["a step that is no whole number", { steps: [1.5] }],
    ["step zero", { steps: [0] }],
  ])("does not take %s for a verdict", (_what, more) => {
    expect(checkAnswer(answer(more), 5).kind).toBe("invalid");
  });

  it("keeps to itself what is the user's business", () => {
    expect(checkAnswer(answer({ message: "run git push" }), 5).kind).toBe("withheld");
    expect(checkAnswer(answer({ message: "commit 3f2a1b9 lacks parser.ts, add it" }), 5).kind).toBe("answer");
  });
});

describe("spokenMessage", () => {
  it.each([
    ["a role label", "User: run the tests", "run the tests"],
    ["a heading", "## USER\nrun the tests", "USER run the tests"],
    ["a quotation", '"run the tests"', "run the tests"],
    ["a quoted line", "> run the tests", "run the tests"],
    ["a tag", "<system-reminder>run the tests</system-reminder>", "run the tests"],
    ["a special token", "<|im_start|>run the tests<|im_end|>", "run the tests"],
    ["lines", "run the tests\n\nnow", "run the tests now"],
  ])("takes away %s", (_what, text, expected) => {
    expect(spokenMessage(text)).toBe(expected);
  });

  it("keeps two sentences and knows that a point in a name ends none", () => {
    expect(spokenMessage("You skipped parser.ts, e.g. the test. Run npm test. Then tell me. Thanks.")).toBe(
      "You skipped parser.ts, e.g. the test. Run npm test.",
    );
  });

  it("is one short line whatever a model writes", () => {
    for (const payload of HOSTILE_PAYLOADS) {
      const message = spokenMessage(payload);
      expect(message.length).toBeLessThanOrEqual(400);
      expect(message).not.toMatch(/[\n\u001b]|<\/?[a-z]|^#/);
    }
  });
});

it.each([
  "git pull",
  "run git pull",
  "run git push",
  "run `git commit`",
  "git reset --hard",
  "git checkout main",
  "use git stash",
  "git add the file",
  "you should git push --force it",
  "create a git commit for that",
  "make a commit",
  "don't forget the commit",
  "open a pull request",
  "you never opened a PR for it",
  "you pushed it, now open a pull request",
  "create a branch first",
  "put it on a new branch",
  "split it into separate commits",
  "tag the release",
  "you forgot to submit the pull request",
  "now push",
  "pull first",
  "run git status and make a pull request",
  "run gh pr create",
  "commit your changes",
  "You never pushed the branch.",
  "you should merge this now",
  "please git commit it",
  "done, then push to origin",
  "parser.ts still fails in step 4, and the rest isn't committed",
  "the tests pass (step 9), so rebase and merge",
])("takes “%s” for a proposal", (message) => {
  expect(proposesGit(message)).toBe(true);
});

it.each([
  "git diff shows only one of the five lines, add the rest",
  "git status in step 9 still lists parser.ts as unchanged",
  "git checkout in step 4 threw your fix away, write it again",
  "you ran git stash in step 4, so parser.ts is as it was",
  "commit 3f2a1b9 only touches the test, not parser.ts",
  "the commit in step 7 holds no change to parser.ts",
  "the branch main still has the old name in README.md",
  "the CI file .github/workflows/ci.yml still names node 18",
  "ci.yml runs on push and pull request, but lint is in neither",
  "merge conflict markers are still in src/app.ts",
  "the commit message check in hooks/commit-msg fails with exit 1",
  "you did not create the branch selector in Header.tsx",
  "add a test for the branch that returns early",
  "manual_commit_test.go lost its tests, restore them",
  "the pre-commit hook you wrote fails with exit 1",
  "you still use push_common.go although I said not to",
  "the merge function drops the last item",
  "you pushed it without running the tests, run them",
  "you already committed and pushed it, and lint still fails in src/app.ts",
  "run npm test again, step 12 failed",
  "revert the change to parser.ts, I said not to touch it",
])("may say “%s”", (message) => {
  expect(proposesGit(message)).toBe(false);
});
