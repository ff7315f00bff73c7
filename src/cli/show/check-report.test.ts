import { expect, it } from "vitest";
import type { Screen } from "../command.ts";
import { checkProgress } from "./check-report.ts";

const FILE: Screen = { columns: 80, color: false, isTerminal: false };
const TERMINAL: Screen = { columns: 80, color: true, isTerminal: true };
const CHECK = { kind: "test", command: ["npm", "test"], line: "npm test", directory: "", source: "" } as const;

function shown(errScreen: Screen): string {
  let err = "";
  const progress = checkProgress({ errScreen, err: (text) => void (err += text) }, false);
  progress.start(CHECK);
  progress.output(Buffer.from("one\ntwo\n"));
  progress.end();
  return err;
}

it("draws where somebody looks at standard error, and only names the check elsewhere", () => {
  expect(shown(FILE)).toBe("test: npm test\n");
  expect(shown(TERMINAL)).toContain("npm test · two");
});
