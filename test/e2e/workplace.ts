import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { runCox } from "./run-cox.ts";

/** For each test a home of its own, with a directory to work in and scripts for the model beside it. */
export function useWorkplace() {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "cox-e2e-"));
    mkdirSync(join(home, "work"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));
  const work = (...path: string[]): string => join(home, "work", ...path);
  return {
    work,
    cox: (...args: string[]) => runCox(args, { cwd: work(), env: { HOME: home } }),
    /** The name of a model that says what is written here. */
    script: (name: string, content: object): string => {
      writeFileSync(join(home, `${name}.json`), JSON.stringify(content));
      return `scripted/../${name}.json`;
    },
  };
}
