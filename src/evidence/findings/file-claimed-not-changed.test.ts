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
  ["never asked for", fixed("Fix the sum.")],
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
