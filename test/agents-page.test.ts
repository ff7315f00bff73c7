import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PINNED, PROGRAMS } from "./agents/programs.ts";

const read = (path: string) => readFileSync(join(import.meta.dirname, "..", path), "utf8");

it.each(PINNED)("the page on agents names $package in the version that is tested", ({ package: name, version }) => {
  expect(read("docs/agents.md")).toContain(`| \`${name}\` | ${version} |`);
});

it.each(PROGRAMS)("the table in the README has $title in the version that is tested", ({ title, version }) => {
  expect(read("README.md")).toMatch(new RegExp(`^\\| ${title} \\|.*\\| ${version.replaceAll(".", "\\.")} \\|$`, "m"));
});
