import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CoxError } from "../text/errors.ts";
import { utf8 } from "../text/strings.ts";
import { claudeCode } from "./claude-code/claude-code.ts";
import type { Host } from "./host.ts";
import { openTranscript } from "./open-transcript.ts";
import { readTranscript, type ReadOptions, type TranscriptReading } from "./transcript.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cox-transcript-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prompt = (text: string): string =>
  JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    cwd: "/home/mia/ledger",
    sessionId: "s1",
    type: "user",
    message: { role: "user", content: text },
    uuid: text,
    timestamp: "2026-03-03T09:00:00.000Z",
  });

describe("what is not a transcript", () => {
  test.each(["nowhere.jsonl", "c#/nowhere.jsonl"])("a missing file, with its path: %s", (name) => {
    const path = join(folder, name);
    expect(failureOf(() => openTranscript(path))).toEqual({
      code: "transcript.missing",
      message: `${path} does not exist.`,
    });
    expect(failureOf(() => openTranscript(join(file("plain", "x"), "below.jsonl"))).code).toBe("transcript.missing");
  });

  test("a directory", () => {
    expect(failureOf(() => openTranscript(folder))).toEqual({
      code: "transcript.unreadable",
      message: `${folder} is a directory, not a transcript.`,
    });
    expect(() => openTranscript(folder)).toThrow(
      expect.objectContaining({ hint: "cox audit takes directories of them." }),
    );
  });

  test.skipIf(process.platform === "win32")("a pipe, without waiting for its writer", () => {
    const path = join(folder, "pipe");
    execFileSync("/usr/bin/env", ["mkfifo", path]);
    expect(failureOf(() => openTranscript(path)).code).toBe("transcript.unreadable");
  });

  test.skipIf(process.platform === "win32")("a link that leads in a circle", () => {
    const path = join(folder, "circle.jsonl");
    symlinkSync(path, path);
    expect(failureOf(() => openTranscript(path))).toEqual({
      code: "transcript.unreadable",
      message: `${path} cannot be read: too many symbolic links encountered.`,
    });
  });

  // The superuser may read everything, so there is nothing to see.
  test.skipIf(process.getuid?.() === 0)("a file without permission", () => {
    const path = file("secret.jsonl", prompt("hello"));
    chmodSync(path, 0);
    expect(failureOf(() => openTranscript(path))).toEqual({
      code: "transcript.unreadable",
      message: `${path} cannot be read: permission denied.`,
    });
  });

  test.each([
    ["an empty file", "", "is empty."],
    ["nothing but blank lines", " \n\r\n\t\n", "is empty."],
    ["a binary file", "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "is a binary file, not a transcript."],
    ["prose", "Dear diary,\ntoday I wrote a parser.\n", "is not in a format that is known here."],
    ["another program's lines", '{"role":"user","parts":[{"text":"hi"}]}\n', "is not in a format that is known here."],
    ["a JSON document", '[\n  {\n    "type": "user"\n  }\n]\n', "is not in a format that is known here."],
    [
      "half of the only line",
      prompt("hello").slice(0, -20),
      "is not in a format that is known here, or its end is missing.",
    ],
  ])("%s", (name, content, message) => {
    const path = file(`${name}.jsonl`, content);
    expect(failureOf(() => openTranscript(path))).toEqual({ code: "transcript.format", message: `${path} ${message}` });
  });

  test.each([
    ["UTF-16", Buffer.from(`\ufeff${prompt("hello")}`, "utf16le"), "is UTF-16 text, which is not read.", "as UTF-8"],
    ["gzip", gzipSync(prompt("hello")), "is compressed by gzip, which is not read.", "gunzip"],
  ])("%s, and what to do about it", (name, content, message, hint) => {
    const path = file(`${name}.jsonl`, content);
    expect(() => openTranscript(path)).toThrow(
      expect.objectContaining({ message: `${path} ${message}`, hint: expect.stringContaining(hint) }),
    );
  });

  test("the hint names the formats that are known", () => {
    const path = file("prose.jsonl", "Dear diary\n");
    expect(() => openTranscript(path)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("claude-code") }),
    );
  });
});

describe("whose transcript it is", () => {
  test("is told by lines behind a long first one and behind broken ones", () => {
    const long = JSON.stringify({ type: "summary", summary: "x".repeat(600_000), leafUuid: "u" });
    expect(openTranscript(file("long.jsonl", `${long}\n`)).host.name).toBe("claude-code");
    expect(openTranscript(file("torn.jsonl", `{"a\n${prompt("hello")}`)).host.name).toBe("claude-code");
    expect(openTranscript(file("zeros.jsonl", `${prompt("hello")}\n${"\0".repeat(64)}`)).host.name).toBe("claude-code");
  });

  test("a named host is believed, but an empty file stays empty", () => {
    const other: Host = { ...claudeCode, name: "other" };
    expect(openTranscript(file("odd.jsonl", "{}\n"), other).host.name).toBe("other");
    expect(failureOf(() => openTranscript(file("none.jsonl", ""), other)).code).toBe("transcript.format");
  });
});

describe("reading", () => {
  test("goes on after broken lines and says where they are", () => {
    const fixture = fileURLToPath(
      new URL("../../test/fixtures/claude-code/broken-lines/transcript.jsonl", import.meta.url),
    );
    const { reading } = read(fixture);
    expect(reading).toMatchObject({ skipped: 3, malformedCount: 3, unfinished: true });
    expect(reading.malformed.map((line) => line.line)).toEqual([2, 5, 6]);
  });

  test("reports the first hundred broken lines and counts them all", () => {
    const { reading } = read(file("broken.jsonl", `${prompt("a")}\n${"{\n".repeat(250)}`));
    expect(reading.malformedCount).toBe(250);
    expect(reading.malformed).toHaveLength(100);
    expect(reading.malformed[0]).toEqual({ line: 2, reason: "not a JSON object" });
  });

  test("takes a last line without a newline if it is whole, once", () => {
    const path = file("whole.jsonl", prompt("first"));
    const first = read(path);
    expect(first.texts).toEqual(["first"]);
    appendFileSync(path, `\n${prompt("second")}\n`);
    const second = read(path, { from: first.reading });
    expect(second.texts).toEqual(["second"]);
    expect(second.reading).toMatchObject({ line: 2, lines: 1, unfinished: false });
  });

  test("leaves half a line until the rest of it is there", () => {
    const whole = `${prompt("first")}\n${prompt("zweitens: größer")}\n`;
    const path = file("half.jsonl", whole);
    const half = Buffer.from(whole).subarray(0, Buffer.byteLength(whole) - 30);
    writeFileSync(path, half);
    const first = read(path);
    expect(first.texts).toEqual(["first"]);
    expect(first.reading).toMatchObject({ offset: Buffer.byteLength(prompt("first")) + 1, unfinished: true });
    writeFileSync(path, whole);
    expect(read(path, { from: first.reading }).texts).toEqual(["zweitens: größer"]);
  });

  test("skips a line that is too long, wherever its end falls", () => {
    const content = `${prompt("a")}\n${"x".repeat(5000)}\n${prompt("b")}\n${"y".repeat(1000)}`;
    const path = file("long-lines.jsonl", content);
    for (const chunkBytes of [7, 64, 1000, 1_000_000]) {
      const { texts, reading } = read(path, { chunkBytes, maxLineBytes: 400 });
      expect(texts).toEqual(["a", "b"]);
      expect(reading.malformed).toEqual([{ line: 2, reason: "the line is too long" }]);
      expect(reading.unfinished).toBe(true);
      expect(reading.offset).toBe(content.length - 1000);
    }
  });

  test("loses nothing behind a line that went on, at length, after it was taken for whole", () => {
    const path = file("went-on.jsonl", prompt("a"));
    const { reading } = read(path);
    appendFileSync(path, `${" ".repeat(1000)}\n${prompt("b")}\n`);
    expect(read(path, { from: reading, chunkBytes: 64, maxLineBytes: 400 }).texts).toEqual(["b"]);
  });

  test("says so when a file has become shorter", () => {
    const path = file("shorter.jsonl", `${prompt("a")}\n${prompt("b")}\n`);
    const { reading } = read(path);
    truncateSync(path, 10);
    expect(failureOf(() => read(path, { from: reading }))).toEqual({
      code: "transcript.unreadable",
      message: `${path} has become shorter since it was read last.`,
    });
  });

  test("passes over a byte order mark", () => {
    const path = file("bom.jsonl", `\uFEFF${prompt("a")}\n`);
    expect(openTranscript(path).host.name).toBe("claude-code");
    expect(read(path).texts).toEqual(["a"]);
  });

  test("gives the same lines whatever the chunks and line ends", () => {
    const line = fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/g, " "));
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 70 }),
        (lines, end, chunkBytes) => {
          const path = file("any.jsonl", lines.map((text) => text + end).join(""));
          const seen: string[] = [];
          readTranscript(path, echoHost(seen), { chunkBytes, onDeltas: () => {} });
          expect(seen).toEqual(lines.filter((text) => text !== ""));
        },
      ),
      { numRuns: 200 },
    );
  });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name.replaceAll(" ", "-"));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, content);
  return path;
}

function failureOf(action: () => unknown): { code: string; message: string } {
  try {
    action();
  } catch (error) {
    if (error instanceof CoxError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("it did not fail");
}

function read(path: string, options: Partial<ReadOptions> = {}): { texts: string[]; reading: TranscriptReading } {
  const texts: string[] = [];
  const reading = readTranscript(path, claudeCode, {
    ...options,
    onDeltas: (deltas) => {
      for (const delta of deltas) {
        if (delta.type !== "user:message") continue;
        for (const block of delta.message.content) if (block.type === "text") texts.push(block.text);
      }
    },
  });
  return { texts, reading };
}

function echoHost(seen: string[]): Host {
  return {
    name: "echo",
    title: "Echo",
    detect: () => true,
    createReader: () => ({
      read: (line) => {
        seen.push(utf8(line));
        return { type: "ignored" };
      },
      state: () => undefined,
    }),
  };
}
