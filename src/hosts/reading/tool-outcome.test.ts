import { expect, it } from "vitest";
import { compacted, likelyStop, toolData } from "./deltas.ts";
import { cutMiddle, exitCodeFrom, exited, MAX_OUTPUT_CHARACTERS } from "./tool-outcome.ts";

it.each([
  ["abcdef", 6, "abcdef"],
  ["abcdef", 5, "abc\n… [1 characters left out] …\nef"],
  ["abcdef", 4, "ab\n… [2 characters left out] …\nef"],
])("cuts %j to %i characters in its middle: an output says at its end how it went", (text, limit, cut) => {
  expect(cutMiddle(text, limit)).toBe(cut);
});

it("keeps of a long output both ends, also where a reader does not ask for it", () => {
  const { output } = toolData("call", exited(`first${"x".repeat(MAX_OUTPUT_CHARACTERS)}3 passed`, 0), undefined);
  expect(output).toMatch(/^firstx+\n… \[13 characters left out\] …\nx+3 passed$/);
});

it.each([
  ["0", 0],
  ["-1", -1],
  ["4294967295", 4_294_967_295],
  ["", undefined],
  ["1 ", undefined],
  ["0x1", undefined],
  ["99999999999", undefined],
  [undefined, undefined],
])("takes %j for an exit code, or for none", (digits, code) => {
  expect(exitCodeFrom(digits)).toBe(code);
});

it.each([
  [0, "done"],
  [1, "error"],
  [-1, "error"],
])("takes nothing but zero for a success: %i", (code, status) => {
  expect(exited("", code)).toEqual({ status, output: "", exitCode: code });
});

const words = { type: "text", text: "Done." } as const;
const call = { type: "tool_use", id: "c", name: "Bash", input: {} } as const;
it.each([
  ["with words alone ends the turn", [words], "end_turn"],
  ["that calls a tool goes on", [call], "tool_use"],
  ["that says so first goes on", [words, call], "tool_use"],
  ["without either goes on", [], "tool_use"],
] as const)("a message %s, where nobody says", (_, content, stop) => {
  expect(likelyStop([...content])).toBe(stop);
});

it("tells what was summed up only where there are words for it", () => {
  expect(compacted("the rest", "2026-11-01T00:00:00Z")).toEqual({
    v: 1,
    at: "2026-11-01T00:00:00Z",
    type: "compacted",
    summary: "the rest",
  });
  for (const none of ["", undefined]) expect(compacted(none, undefined)).toEqual({ v: 1, type: "compacted" });
});
