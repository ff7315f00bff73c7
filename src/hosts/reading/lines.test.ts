import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { type LineScan, scanLines } from "./lines.ts";

function scanned(text: string, scan: Partial<LineScan> = {}) {
  const path = join(temporaryDirectory(), "lines");
  writeFileSync(path, text);
  const file = openSync(path, "r");
  const lines: (string | null)[] = [];
  const usual = { offset: 0, line: 0, midLine: false, chunkBytes: 4, maxLineBytes: 6 };
  const onLine: LineScan["onLine"] = (line) => void lines.push(line?.toString() ?? null);
  const { rest, line } = scanLines(file, { ...usual, onLine, ...scan });
  closeSync(file);
  return { lines, line, rest: rest?.toString() };
}

it.each<[what: string, text: string, scan: Partial<LineScan>, expected: object]>([
  ["lines of any length up to the limit", "a\r\n\n123456\nb", {}, { lines: ["a", "", "123456"], line: 3, rest: "b" }],
  ["a line that is too long, and the one behind it", "1234567\nb\n", {}, { lines: [null, "b"], line: 2, rest: "" }],
  ["no rest that is too long", "a\n1234567", { chunkBytes: 16 }, { lines: ["a"], line: 1, rest: undefined }],
  ["no rest far longer than a piece", `a\n${"1".repeat(40)}`, {}, { lines: ["a"], line: 1, rest: undefined }],
  ["nothing of a line that was taken before", "rest\nb\n", { midLine: true }, { lines: ["b"], line: 1, rest: "" }],
  ["not the end of such a line for one", "rest", { midLine: true }, { lines: [], line: 0, rest: undefined }],
])("gives %s", (_, text, scan, expected) => {
  expect(scanned(text, scan)).toEqual(expected);
});
