import { expect, it } from "vitest";
import { styleFor } from "../../show/wrap.ts";
import { findingTable } from "./finding-words.ts";

const rows = [
  { id: "claimed-check-never-ran", counts: [12] },
  { id: "of-another-version", counts: [1] },
];
const shown = (columns: number) => findingTable(["false"], rows, { columns, style: styleFor(false) });

it("cuts no finding's name in a narrow terminal: its words go on in the next row, and say more than the id", () => {
  expect(shown(60)).toMatch(/^Claimed check never ran +12 {2}claimed-check-never-ran\n +1 {2}of-another-version$/m);
  const narrow = shown(24);
  expect(narrow.split("\n").map((row) => row.trim().replaceAll(/ +/g, " "))).toEqual([
    "false",
    "Claimed check 12",
    "never ran",
    "of-another- 1",
    "version",
  ]);
});
