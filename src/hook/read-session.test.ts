import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { claudeCode } from "../hosts/claude-code/claude-code.ts";
import { readSession } from "./read-session.ts";

it.each([
  ["are blank", "\n"],
  ["are no JSON", "{\n"],
  ["are of a kind that nobody knows", '{"type":"news"}\n'],
])("looks at the clock over lines that %s, once for many", (_, line) => {
  const path = join(temporaryDirectory(), "session.jsonl");
  writeFileSync(path, line.repeat(1000));
  const read = (isLate: () => boolean) => readSession({ host: claudeCode, path, own: [], isLate });
  expect(() => read(() => true)).toThrow("too long to be read in the time there is");
  let asked = 0;
  read(() => (asked += 1) < 0);
  expect(asked).toBeLessThan(5);
});
