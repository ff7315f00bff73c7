import { expect, it } from "vitest";
import type { Screen } from "../command.ts";
import { checkProgress } from "./check-progress.ts";

const FILE: Screen = { columns: 80, color: false, isTerminal: false };
const TERMINAL: Screen = { columns: 80, color: true, isTerminal: true };
const CHECK = { kind: "test", command: ["npm", "test"], line: "npm test", directory: "", source: "" } as const;

function shown(out: Screen, errScreen: Screen): string {
  let err = "";
  const io = {
    ...out,
    errScreen,
    out: () => undefined,
    err: (text: string) => void (err += text),
    env: {},
    cwd: "/",
    signal: new AbortController().signal,
    exitCode: (code: number) => code,
  };
  const progress = checkProgress(io, false);
  progress.start(CHECK);
  progress.output(Buffer.from("one\ntwo\n"));
  progress.end();
  return err;
}

it("draws for whoever looks at standard error, wherever the rest goes", () => {
  expect(shown(TERMINAL, FILE)).toBe("test: npm test\n");
  expect(shown(FILE, TERMINAL)).toContain("npm test · two");
});
