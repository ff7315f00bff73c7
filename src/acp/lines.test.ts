import { expect, it } from "vitest";
import { createLineCutter, createLineWriter } from "./lines.ts";

/** What comes out when these chunks go in: lines as they are, pieces in brackets, and all bytes. */
function cut(chunks: readonly string[], longest: number) {
  const said: string[] = [];
  const bytes: string[] = [];
  const cutter = createLineCutter(
    {
      line(line) {
        said.push(line.toString());
        bytes.push(line.toString());
      },
      piece(piece, isLast) {
        said.push(`[${piece.toString()}${isLast ? "]" : ""}`);
        bytes.push(piece.toString());
      },
    },
    longest,
  );
  for (const chunk of chunks) cutter.push(Buffer.from(chunk));
  cutter.flush();
  return { said, bytes: bytes.join("") };
}

it.each<[chunks: string[], said: string[]]>([
  [
    ["ab\ncd", "e\n", "f"],
    ["ab\n", "cde\n", "f"],
  ],
  [
    ["abcd", "ef\ngh\n"],
    ["abcdef\n", "gh\n"],
  ],
  [
    ["abcd", "efgh", "ijkl", "\nm\n"],
    ["[abcdefgh", "[ijkl", "[\n]", "m\n"],
  ],
  [["abcdefghij\nk\n"], ["[abcdefghij\n]", "k\n"]],
  [
    ["abcdefghij", "kl"],
    ["[abcdefghij", "[kl", "[]"],
  ],
  [["\n\n"], ["\n", "\n"]],
  [[], []],
])("%j, where seven bytes are a line: %j", (chunks, expected) => {
  expect(cut(chunks, 7)).toEqual({ said: expected, bytes: chunks.join("") });
});

it("holds no more of an endless line than a line may have", () => {
  let most = 0;
  let held = 0;
  const cutter = createLineCutter(
    { line: () => expect.unreachable(), piece: (piece) => void (held -= piece.length) },
    1000,
  );
  for (let times = 0; times < 500; times += 1) {
    held += 100;
    cutter.push(Buffer.alloc(100, "a"));
    most = Math.max(most, held);
  }
  expect(most).toBeLessThanOrEqual(1000);
});

it("puts no line of ours into one that passes in pieces", () => {
  let written = "";
  const writer = createLineWriter((bytes) => void (written += bytes.toString()));
  writer.line(Buffer.from("1\n"));
  writer.piece(Buffer.from("lo"), false);
  writer.line(Buffer.from("ours\n"));
  writer.line(Buffer.from("too\n"));
  writer.piece(Buffer.from("ng\n"), true);
  writer.line(Buffer.from("2\n"));
  expect(written).toBe("1\nlong\nours\ntoo\n2\n");
});
