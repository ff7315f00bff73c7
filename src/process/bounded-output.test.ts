import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundedOutput } from "./bounded-output.ts";

function bounded(limit: number, ...chunks: (string | Buffer)[]): string {
  const output = createBoundedOutput(limit);
  for (const chunk of chunks) output.push(Buffer.from(chunk));
  return output.text();
}

describe("createBoundedOutput", () => {
  it("gives back what fits, however it was cut into chunks", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "ü", "🚣", "\n") })), (chunks) => {
        const bytes = Buffer.from(chunks.join(""));
        const halves = [bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length / 2)];
        expect(bounded(10_000, ...halves)).toBe(chunks.join(""));
      }),
    );
  });

  it("keeps the beginning and the end in whole lines, and says what was cut", () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}\n`);
    const text = bounded(300, ...lines);
    expect(text.startsWith("line 0\nline 1\n")).toBe(true);
    expect(text.endsWith("line 998\nline 999\n")).toBe(true);
    const [, cut] = /\n\[… (\d+) bytes cut here …\]\n/.exec(text) ?? [];
    expect(Number(cut) + Buffer.byteLength(text) - `\n[… ${cut} bytes cut here …]`.length - 4).toBe(
      lines.join("").length,
    );
    for (const line of text.trimEnd().split("\n")) expect(line).toMatch(/^(?:line \d+|\[… \d+ bytes cut here …\])$/);
  });

  it("cuts one endless line without breaking", () => {
    const text = bounded(300, "é".repeat(10_000));
    expect(text).toContain("bytes cut here");
    expect(text.length).toBeLessThan(400);
  });

  it("drops colours, NULs and the past of a progress bar", () => {
    expect(bounded(1_000, "\u001b[31mred\u001b[0m a\0b\n10%\r50%\r100%\nwindows\r\n")).toBe(
      "red a\ufffdb\n100%\nwindows\n",
    );
  });
});
