import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { runCox } from "./run-cox.ts";

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
    script: (name: string, content: object): string => {
      writeFileSync(join(home, `${name}.json`), JSON.stringify(content));
      return `scripted/../${name}.json`;
    },
  };
}
