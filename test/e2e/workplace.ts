import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runCox } from "./run-cox.ts";

/** For each test a home of its own, with a directory to work in and scripts for the model beside it. */
export function useWorkplace() {
  let home = "";
  beforeEach(() => {
    home = temporaryDirectory();
    mkdirSync(join(home, "work"));
  });
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
