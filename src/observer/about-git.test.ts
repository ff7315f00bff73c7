import { expect, it } from "vitest";
import { proposesGit } from "./about-git.ts";

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
