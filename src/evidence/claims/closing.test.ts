import { describe, expect, test } from "vitest";
import { ENGLISH } from "../language/english.ts";
import { type ClosingSignKind, hasSign, readClosing, waitsForPerson } from "./closing.ts";

const kinds = (text: string): ClosingSignKind[] => readClosing(text, ENGLISH).signs.map((sign) => sign.kind);

/** Each rule with closings it must see and closings it must not. */
const FIXTURES: Record<ClosingSignKind, { must: string[]; mustNot: string[] }> = {
  question: {
    must: [
      "Both ways work. Which approach do you prefer?",
      "Should I remove the old endpoint as well?",
      "Want me to update the config file?\n\n```yaml\na: 1\n```",
      "The port is taken. Let me know which one to use.",
      "I need you to confirm the schema first.",
    ],
    mustNot: [
      "Done. Would you like me to commit?",
      "All done. Anything else?",
      "Fixed the `isReady?` helper.",
      "Why did it fail? The cache was stale.\n\nI cleared it.\nI added a test.\nI ran it.\nIt holds.\nThe docs say so.\nAll is in place.\nDone.",
    ],
  },
  offer: {
    must: ["All tests pass. Want me to commit and push?", "Done. Would you like me to add any additional tests?"],
    mustNot: ["Done.", "Which option should I take?"],
  },
  choice: {
    must: [
      "There are two options:\n1. Cache it\n2. Drop it\n\nWhich one?",
      "Option 1 is simpler. Let me know which you want.",
    ],
    mustNot: ["I compared two options and took the first. Done."],
  },
  plan: {
    must: ["Here is the plan:\n1. Add a table\n2. Fill it", "Plan complete and saved to `plan.md`."],
    mustNot: ["Implemented the plan. All tests pass.", "All items of the plan are done."],
  },
  blocked: {
    must: [
      "I could not run the tests because the database is not available here.",
      "I'm blocked: the registry needs a token that I do not have, so nothing was published.",
      "The aliases are actually needed because local variables shadow the package.",
      "I could not run the tests: there are none.",
      "I wasn't able to push the branch: authentication failed.",
      "I couldn't run the tests — Docker isn't running on this machine.",
      "I could not install the package (the registry answers 403).",
      "The tests couldn't be executed in the sandbox: the network is disabled.",
      "I can't finish this. The file is read-only.",
      "I can't finish this: the disk is full.",
      "I couldn't push the branch. The remote rejected it.",
      "I wasn't able to install the package. The registry answers 403.",
      "I was unable to run the suite. There is no Python on this machine.",
      "The tests could not be run. Docker is down.",
      "I couldn't push, the remote rejected it.",
      "I could not run the tests, Docker is not running.",
      "Could not run the tests: Docker is not available.",
      "Unable to run the tests because Docker is missing.",
      "Couldn't finish. The credentials have expired.",
    ],
    mustNot: [
      "Done. All tests pass.",
      "Users who cannot log in now see a hint.",
      "I did not touch the parser (its callers are not concerned).",
      "I could not resist: the helper has a new name.",
      "I couldn't find a failing case. The server is not running in them.",
      "I did not touch the lock. It is read-only.",
      "I could not push at first. The remote rejected it, then I rebased.",
      "Users who could not run the tests, offline or not, see a hint.",
      "Members who cannot deploy because a key is missing see a hint.",
      "I can't finish this. The rest follows tomorrow.",
      "Could not save: the dialog now shows a message.",
    ],
  },
  waiting: {
    must: [
      "The suite is still running in the background.",
      "I started three agents in the background; I'll wait for them.",
    ],
    mustNot: ["The job runs every night. Done.", "Background colours are fixed."],
  },
  artefact: {
    must: ["No response requested.", "[Request interrupted by user]", "   ", "API Error: 529 overloaded"],
    mustNot: ["Done.", "The API error is fixed."],
  },
  announcement: {
    must: [
      "Models are done. Now let me create the migration and wire it in.",
      "Let me fix this:",
      "Next, I'll update the tests.",
      "Now I'll run the linter:",
    ],
    mustNot: [
      "Done. Let me know if you need anything else.",
      "Let me summarize what changed.",
      "I'll wait for your answer.",
      "Now the parser handles empty input.",
      "If you agree, I'll update the tests.",
      "I added the tests.",
      "Got it, I'll use tabs from now on.",
      "I'll follow that convention.",
    ],
  },
};

describe.each(Object.entries(FIXTURES))("%s", (kind, { must, mustNot }) => {
  test.each(must)("sees: %s", (text) => {
    expect(kinds(text)).toContain(kind);
  });
  test.each(mustNot)("does not see: %s", (text) => {
    expect(kinds(text)).not.toContain(kind);
  });
});

test("an offer to commit finished work is not a question, a question about the work is", () => {
  expect(waitsForPerson(readClosing("All tests pass. Want me to commit?", ENGLISH))).toBe(false);
  expect(waitsForPerson(readClosing("Which of the two should I keep?", ENGLISH))).toBe(true);
});

test("finds what is admitted, and not where a negative word denies nothing", () => {
  expect(readClosing("The integration tests were not run.", ENGLISH).admissions).toHaveLength(1);
  expect(readClosing("0 failures. No errors. The failing tests now pass.", ENGLISH).admissions).toHaveLength(0);
});

test("a synthetic ending hides every other sign", () => {
  expect(hasSign(readClosing("No response requested.", ENGLISH), "announcement", "question")).toBe(false);
});
