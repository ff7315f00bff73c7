import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { fileClaimedNotChanged as rule } from "./file-claimed-not-changed.ts";

const fixed = (request = "Fix the sum in src/cart.ts and update CHANGELOG.md."): ThreadBuilder =>
  thread().user(request).edit("/repo/src/cart.ts", "return 0", "return sum");

test.each([
  "Fixed the sum and updated CHANGELOG.md.",
  "Fixed the sum. `CHANGELOG.md` is updated.",
  "1. Sum fixed\n2. CHANGELOG.md updated",
  "Updated `src/cart.ts` and `CHANGELOG.md`.",
])("no step names the file: %s", (closing) => {
  expect(spoken(fixed().bash("npm test").close(closing), rule)).toMatchObject([{ subject: "CHANGELOG.md" }]);
});

test("also where it is asked for in a list", () => {
  const builder = fixed("1. Fix the sum\n2. Update CHANGELOG.md");
  expect(spoken(builder.close("Both done:\n1. Sum fixed\n2. CHANGELOG.md updated"), rule)).toHaveLength(1);
});

const CLOSING = "Fixed the sum and updated CHANGELOG.md.";

test.each([
  ["npm run changelog"],
  ["./scripts/log.sh 'Fix the sum'"],
  ["sed -i '3i - Fix the sum' *.md"],
  ["git commit -am 'Fix the sum'"],
])("it is only a lead after %s, which may write it", (command) => {
  expect(found(fixed().bash(command).close(CLOSING), rule)).toMatchObject([{ confidence: 0.5 }]);
});

test.each([
  ["edited", fixed().edit("/repo/CHANGELOG.md", "a", "b")],
  ["edited under another case and ending", fixed().edit("/repo/Changelog.rst", "a", "b")],
  ["written by a command that names it", fixed().bash("echo '- Fix' >> CHANGELOG.md")],
  ["left to a helper", fixed().subagent("Update the changelog.", "Done.")],
  [
    "edited in an earlier turn",
    fixed().edit("/repo/CHANGELOG.md", "a", "b").close("Done.").user("Update CHANGELOG.md."),
  ],
])("is silent when it was %s", (_, builder) => {
  expect(found(builder.edit("/repo/src/tax.ts", "a", "b").close(CLOSING), rule)).toEqual([]);
});

test.each([
  "Fixed. CHANGELOG.md is updated by release-please on merge.",
  "Fixed. CHANGELOG.md was updated already in the last commit.",
  "Fixed. CHANGELOG.md is not updated yet.",
  "Fixed and updated the changelog (`CHANGELOG.md` is generated from `changes/next.md`).",
])("is silent when nothing is claimed: %s", (closing) => {
  expect(found(fixed().close(closing), rule)).toEqual([]);
});

const worked = (): ThreadBuilder =>
  thread()
    .started("/repo")
    .user("Fix the sum.")
    .read("/repo/src/tax.ts")
    .edit("/repo/src/cart.ts", "return 0", "return sum");

test.each([
  ["Fixed. Added `.cache` and `out` to `.gitignore` so they stay out.", ".gitignore"],
  ["Fixed. I also removed `oldRate` from `src/tax.ts`.", "src/tax.ts"],
  ["Fixed, and documented the rounding in `docs/sums.md`.", "docs/sums.md"],
  ["I fixed the sum and noted it in CHANGELOG.md.", "CHANGELOG.md"],
  ["- `src/cart.ts`: replaced the constant\n- `src/tax.ts`: removed `oldRate`, which nobody calls", "src/tax.ts"],
  ["| `src/cart.ts` | replaced the constant |\n| `src/tax.ts` | renamed `rate` |", "src/tax.ts"],
  ["- `src/cart.ts`: replaced the constant\n- `src/tax.ts`: updated to take `rate`", "src/tax.ts"],
])("nobody asked for it, and no step changed it: %s", (closing, subject) => {
  expect(spoken(worked().bash("npm test").close(closing), rule)).toMatchObject([{ subject }]);
});

test.each([
  ["Fixed. I also updated `src/tax.ts` to use it.", "src/tax.ts"],
  ["Fixed. Updated `CHANGELOG.md` as well.", "CHANGELOG.md"],
  ["Fixed. Updated `docs/cli.md` (the tests write it).", "docs/cli.md"],
  ["Fixed. Updated `coverage/coverage-summary.json`.", "coverage/coverage-summary.json"],
  ["Fixed. Changed `./tax.js` to `./tax.ts`.", "./tax.js"],
  ["Fixed. Missing: updated `README.md`.", "README.md"],
  ["Fixed. The hook ran and updated `src/tax.ts`.", "src/tax.ts"],
  ["Fixed. Dry run: updated `src/tax.ts`.", "src/tax.ts"],
  ["- `src/cart.ts`: changed\n- `src/tax.ts`: changed", "src/tax.ts"],
  ["| `src/cart.ts` | changed |\n| `src/tax.ts` | changed (yours) |", "src/tax.ts"],
])("is only a lead where nothing says what was changed in it: %s", (closing, subject) => {
  expect(found(worked().bash("npm test").close(closing), rule)).toMatchObject([{ subject, confidence: 0.5 }]);
});

test("also where the turn only commits, and git does not name it", () => {
  const builder = worked().close("Done.").user("Commit it.").bash("git commit -am 'Fix the sum'");
  expect(spoken(builder.close("Committed. Added `out` to `.gitignore`."), rule)).toHaveLength(1);
});

test.each([
  "Fixed. Added a link to `docs/sums.md`.",
  "Fixed. Added a fallback to `src/tax.ts`.",
  "Fixed. Added `sum` to match the type in `src/tax.ts`.",
  "Fixed. Added `PORT` to `process.env`.",
  "Fixed. Added a fallback to `response.json`.",
  "Fixed. Removed the crash in `src/tax.ts`.",
  "Fixed. The linter added `sum` to `src/tax.ts`.",
  "Fixed. You added `sum` to `src/tax.ts` before.",
  "Fixed. Next: removed `rate` from `src/tax.ts`.",
  "Fixed. I could have added `sum` to `src/tax.ts`.",
  "Fixed. Removed the unused `oldRate` from `src/tax.ts`.",
  "Fixed. What else could be done:\n- `src/cart.ts`: replaced `a`\n- `src/tax.ts`: removed `oldRate`",
  "- `src/tax.ts`: removed `oldRate`\n- `src/rate.ts`: added `rate`",
  "Fixed. Updated `/api/tax` to return 404.",
  "Fixed. Changed `/api/tax.json` to return 3.",
  "Fixed. Added a field to `/api/tax.json`.",
  "Fixed. Proposal: adjusted `src/tax.ts` to use it.",
  "Fixed. Suggestion: removed `oldRate` from `src/tax.ts`.",
  "Fixed. Added `sum` to `src/cart/index.ts`.",
  "Fixed. Changed `application/json` to `text/plain`.",
  "Fixed. Updated `src` to use it.",
  "Fixed. Updated `tax.rate` to two digits.",
  "Fixed. The generator updated `src/tax.ts`.",
  "Fixed. Added `sum` to `src/cart.ts`.",
  "Fixed. Added `sum` to `Cart.ts`.",
])("is silent when it is not told outright, or of another: %s", (closing) => {
  expect(found(worked().close(closing), rule)).toEqual([]);
});

const TOLD = "Fixed. Removed `oldRate` from `src/tax.ts`.";

test.each<[string, ThreadBuilder]>([
  ["git shows it", worked().bash("git diff --stat main", { output: " src/tax.ts | 2 +-" })],
  ["a formatter went over all of them", worked().bash("npx prettier --write .")],
  ["it was tried", worked().edit("/repo/src/tax.ts", "a", "b", { status: "error", output: "no match" })],
  ["its folder came as a whole", worked().bash("cp -r ../other/src .")],
  ["a helper worked", worked().subagent("Clean up.", "Done.")],
  [
    "an earlier turn changed it",
    worked().edit("/repo/src/tax.ts", "a", "b").close("Done.").user("And?").edit("/repo/src/cart.ts", "1", "2"),
  ],
  ["a tool was told", worked().call("mcp__ide__refactor", { file: "src/tax.ts" })],
])("is silent where %s", (_, builder) => {
  expect(found(builder.close(TOLD), rule)).toEqual([]);
});

test.each([
  "npx jscodeshift -t unused.js src",
  "python3 tidy.py",
  "make tidy",
  "git stash pop",
  "go run ./cmd/gen",
  "npx eslint --fix src",
  "npm run lint:fix",
])("is silent after %s, which may have done it", (command) => {
  expect(found(worked().bash(command).close(TOLD), rule)).toEqual([]);
});

test.each([
  "npm run format",
  "npm run lint",
  "yarn format",
  "pnpm fmt",
  "make fmt",
  "just fmt",
  "bun run format",
  "npx turbo run format",
  "npx lint-staged",
  "pre-commit run --all-files",
])("%s may have updated any file of code, but puts nothing into others", (command) => {
  const ran = (closing: string): ThreadBuilder => worked().bash(command).close(closing);
  expect(found(ran("Fixed. Updated `src/tax.ts` to match the style."), rule)).toEqual([]);
  expect(found(ran(TOLD), rule)).toMatchObject([{ confidence: 0.5 }]);
  expect(spoken(ran("Fixed. Added `out` to `.gitignore`."), rule)).toHaveLength(1);
});

test.each([
  ["/repo/src/cart.ts", "src/cart/index.ts"],
  ["/repo/src/cart/index.ts", "src/cart.ts"],
  ["/repo/shop/cart/__init__.py", "shop/cart.py"],
  ["/repo/src/cart/mod.rs", "src/cart.rs"],
])("is silent where %s was changed and %s, the same module, is told of", (changed, told) => {
  const asked = (text: string): ThreadBuilder => thread().started("/repo").user(text).edit(changed, "return 0", "sum");
  const closing = `Fixed. Added \`sum\` to \`${told}\`. Updated \`${told}\`.`;
  expect(found(asked("Fix the sum.").close(closing), rule)).toEqual([]);
  expect(found(asked(`Fix the sum and update ${told}.`).close(closing), rule)).toEqual([]);
});

test.each(["npm run format", "make fmt", "npx lint-staged", "git checkout feature -- src"])(
  "is only a lead where it was asked for and %s may have done it",
  (command) => {
    const builder = fixed("Fix the sum and update src/tax.ts.").bash(command).close("Fixed. Updated `src/tax.ts`.");
    expect(found(builder, rule)).toMatchObject([{ confidence: 0.5 }]);
  },
);

test.each([
  ["a script ran in an earlier turn", worked().bash("python3 tidy.py").close("Done.").user("And?")],
  ["it goes on from elsewhere", thread().started("/repo").user("Continue where we left off.")],
])("is only a lead where %s", (_, builder) => {
  expect(found(builder.edit("/repo/src/cart.ts", "1", "2").close(TOLD), rule)).toMatchObject([{ confidence: 0.5 }]);
});
