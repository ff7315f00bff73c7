import { expect, test } from "vitest";
import { ENGLISH } from "../language/english.ts";
import { readRules } from "./rules.ts";

const rules = (content: string) =>
  readRules([{ path: "AGENTS.md", content }], ENGLISH).map(({ kind, subjects }) => ({ kind, subjects }));

test.each([
  ["Never use `npm`, use `pnpm` instead.", [{ kind: "never", subjects: ["npm"] }]],
  ["- Do not run `make deploy` or `make release`.", [{ kind: "never", subjects: ["make deploy", "make release"] }]],
  ["Always run `npm run check` before committing.", [{ kind: "run", subjects: ["npm run check"] }]],
  [
    "Run `mise run fmt && mise run lint` after every change.",
    [{ kind: "run", subjects: ["mise run fmt && mise run lint"] }],
  ],
])("%s", (content, expected) => {
  expect(rules(content)).toEqual(expected);
});

test.each([
  "Never give up.",
  "Use `pnpm`.",
  "`npm` is never used by CI.",
  "```\nnever use `npm`\n```",
  "Run the tests before committing.",
])("is no checkable rule: %s", (content) => {
  expect(rules(content)).toEqual([]);
});
