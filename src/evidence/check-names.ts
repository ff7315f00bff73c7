import type { Facts } from "./facts.ts";
import type { Pattern } from "./language/pattern.ts";
import type { CheckKind } from "./receipts/receipt.ts";

/** The words by which a text speaks of this kind of check. */
export function topicOf(facts: Facts, kind: CheckKind): Pattern {
  const { topics } = facts.language;
  switch (kind) {
    case "test":
      return topics.tests;
    case "lint":
      return topics.lint;
    case "typecheck":
      return topics.types;
    case "build":
      return topics.build;
    case "format":
      return topics.format;
    case "run":
    case "probe":
      return /./;
  }
}

/** What is checked, as a person would call it. */
export const CHECK_NAMES: Readonly<Record<CheckKind, string>> = {
  test: "the tests",
  build: "the build",
  typecheck: "the type check",
  lint: "the linter",
  format: "the formatter",
  run: "the program",
  probe: "the request",
};
