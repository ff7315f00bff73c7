import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { warningsDenied as rule } from "./warnings-denied.ts";

const edited = (): ThreadBuilder => thread().user("Sum the cart.").edit("/repo/src/lib.rs", "a", "b");
const output = "warning: `shop` (lib) generated 2 warnings\n    Finished `dev` profile in 1s\n";
const CLOSING = "Clippy reports no warnings.";

test("the last run counts some", () => {
  expect(spoken(edited().bash("cargo clippy", { output }).close(CLOSING), rule)).toMatchObject([
    { steps: [2], subject: "lint" },
  ]);
});

test.each([
  ["the code was changed after it", edited().bash("cargo clippy", { output }).edit("/repo/src/lib.rs", "b", "c")],
  ["it ran again without", edited().bash("cargo clippy", { output }).bash("cargo clippy")],
  ["it mended them itself", edited().bash("cargo clippy --fix", { output })],
  ["something unknown ran after it", edited().bash("cargo clippy", { output }).bash("./check.sh")],
])("is silent when %s", (_, builder) => {
  expect(found(builder.close(CLOSING), rule)).toEqual([]);
});

test.each([
  "Clippy reports no new warnings.",
  "Clippy reports no warnings for the cart.",
  "Clippy reports no errors.",
  "Clippy reports no warnings. The old ones are warnings of rustc.",
])("is silent when not all are denied: %s", (closing) => {
  expect(found(edited().bash("cargo clippy", { output }).close(closing), rule)).toEqual([]);
});
