import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PINNED } from "./agents/programs.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/agents.md"), "utf8");

it.each(PINNED.map((pinned) => [pinned.package, pinned.version] as const))(
  "the page on agents names %s in the version that is tested, %s",
  (name, version) => {
    expect(page).toContain(`| \`${name}\` | ${version} |`);
  },
);
