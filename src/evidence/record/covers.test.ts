import { expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { runsIn } from "../../../test/support/told-runs.ts";

const tested = (line: string): ThreadBuilder => thread().user("Cook.").bash(line, { output: "8 passed in 0.31s\n" });

function outdates(line: string, change: (builder: ThreadBuilder) => ThreadBuilder): string | undefined {
  return runsIn(change(tested(line)))[0]?.outdated?.path;
}
const edit = (path: string) => (builder: ThreadBuilder) => builder.edit(path, "soup = 1", "soup = 2");
const create = (path: string) => (builder: ThreadBuilder) => builder.create(path, "soup = 1");
const bash = (line: string) => (builder: ThreadBuilder) => builder.bash(line);

it.each([
  ["npx vitest run", "src/pot.ts", edit("/repo/src/pot.ts")],
  ["npx vitest run", "src/pot.test.ts", edit("/repo/src/pot.test.ts")],
  ["npx vitest run src/pot.test.ts", "src/pot.ts", edit("/repo/src/pot.ts")],
  ["npx eslint src", "src/pot.ts", edit("/repo/src/pot.ts")],
  ["pytest tests/test_pot.py", "app/pot.py", edit("/repo/app/pot.py")],
  ["go test ./pot/...", "pot/lid.go", edit("/repo/pot/lid.go")],
  ["npm test", "src/new.ts", create("/repo/src/new.ts")],
  ["npm test", "src/pot.ts", bash("sed -i s/1/2/ src/pot.ts")],
  ["bats test/soup.bats", "test/soup.bats", edit("/repo/test/soup.bats")],
])("what a run covers outdates it: %s, then %s", (line, path, change) => {
  expect(outdates(line, change)).toBe(path);
});

it.each([
  ["a file in a temporary folder", "npx vitest run", create("/tmp/pot.ts")],
  ["another script", "npx vitest run", create("/repo/scripts/serve.sh")],
  ["a script of another language", "pytest", edit("/repo/web/pot.ts")],
  ["the run's own result", "npx vitest run", create("/repo/coverage/pot.ts")],
  ["the run's own result", "npm test -- --reporter=json", create("/repo/results.json")],
  ["a snapshot that the run wrote", "npx jest -u", create("/repo/src/__snapshots__/pot.test.ts")],
  ["a deleted file", "npx vitest run", bash("rm src/old.ts")],
  ["a moved file", "npx vitest run", bash("mv src/pot.ts src/kettle.ts")],
  ["a document", "npx vitest run", edit("/repo/README.md")],
  ["a lock file", "npx vitest run", edit("/repo/package-lock.json")],
  ["a file of another place", "cd kitchen && npx vitest run", edit("/repo/cellar/pot.ts")],
  ["a file outside of the workspace", "npx vitest run", edit("/inn/src/pot.ts")],
  ["another part than was named", "npx vitest run src/lid.test.ts", edit("/repo/src/pot.ts")],
  ["a test, after a build", "vite build", edit("/repo/src/pot.test.ts")],
  ["a browser's test, after unit tests", "npx vitest run", edit("/repo/e2e/pot.spec.ts")],
  [
    "a comment",
    "npx vitest run",
    (builder: ThreadBuilder) => builder.edit("/repo/src/pot.ts", "boil(); // hot", "boil();"),
  ],
  ["layout", "npx vitest run", (builder: ThreadBuilder) => builder.edit("/repo/src/pot.ts", "boil( a )", "boil(a);")],
  ["an older state that git put back", "npx vitest run", bash("git checkout src/pot.ts")],
  [
    "an edit that failed",
    "npx vitest run",
    (builder: ThreadBuilder) => builder.edit("/repo/src/pot.ts", "a", "b", { status: "error" }),
  ],
])("%s does not: %s", (_, line, change) => {
  expect(outdates(line, change)).toBeUndefined();
});

it("only the first change counts, and none before the run", () => {
  const builder = thread().user("Cook.").edit("/repo/src/a.ts", "a", "b");
  const later = builder.bash("npx vitest run").edit("/repo/src/pot.ts", "a", "b").edit("/repo/src/lid.ts", "a", "b");
  expect(runsIn(later)[0]?.outdated).toEqual({ step: 3, path: "src/pot.ts" });
});
