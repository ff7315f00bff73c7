import { closeSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { storyOf } from "../../../test/support/story.ts";
import { CoxError } from "../../text/errors.ts";
import type { Delta } from "../../thread/delta.ts";
import { codex } from "../codex/codex.ts";
import { openai } from "../generic/openai.ts";
import type { Host } from "../host.ts";
import { HOSTS } from "../hosts.ts";
import { openTranscript } from "../open-transcript.ts";
import { readTranscript, type TranscriptPosition, type TranscriptReading } from "../transcript.ts";
import { decompressedLines } from "./whole-file.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cox-whole-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const chat = [
  { role: "user", content: "Größer, bitte." },
  { role: "assistant", content: "It is larger now." },
];

describe("a JSON document", () => {
  test.each([
    ["over many lines", JSON.stringify(chat, undefined, 2)],
    ["one message a line", `[\n${chat.map((message) => JSON.stringify(message)).join(",\n")}\n]\n`],
    ["in one line", JSON.stringify(chat)],
    ["behind a byte order mark and blank lines", `\uFEFF\n\n${JSON.stringify(chat, undefined, "\t")}\n\n`],
  ])("is read %s", (name, content) => {
    const path = file(name, content);
    expect(openTranscript(path).host.name).toBe("openai");
    expect(tell(path, openai).story.slice(1)).toEqual([
      'user: "Größer, bitte."',
      'agent: "It is larger now." > end_turn',
    ]);
  });

  test("that is not finished tells nothing yet, and then all", () => {
    const whole = JSON.stringify(chat, undefined, 1);
    const path = file("half", whole.slice(0, -3));
    const half = tell(path, openai);
    expect(half.story).toEqual([]);
    expect(half.reading).toMatchObject({ unfinished: true, offset: 0, malformedCount: 0 });
    writeFileSync(path, whole);
    expect(tell(path, openai, half.reading).story).toHaveLength(3);
  });

  test("that was written anew with more in it tells what is new", () => {
    const path = file("more", JSON.stringify(chat));
    const first = tell(path, openai);
    writeFileSync(path, JSON.stringify([...chat, { role: "user", content: "Thanks." }]));
    expect(tell(path, openai, first.reading).story).toEqual(['user: "Thanks."']);
  });

  test("that nobody knows is no transcript", () => {
    const path = file("strange", JSON.stringify({ name: "coxswain", version: "1.0.0" }, undefined, 2));
    expect(() => openTranscript(path)).toThrow(`${path} is not in a format that is known here.`);
  });

  test("that is too large to be held in memory is refused, with its name and the limit", () => {
    const path = file("large", "[\n");
    truncateSync(path, 257 * 1024 * 1024);
    expect(() => tell(path, openai)).toThrow(`${path} is larger than 256 MB, and it can only be read as a whole.`);
  });

  test("is not what a file of lines is, even when its first line is torn", () => {
    const lines = chat.map((message) => JSON.stringify(message));
    const path = file("torn", `{"role":"user","con\n${lines.join("\n")}\n`);
    const { story, reading } = tell(path, openai);
    expect(story).toHaveLength(3);
    expect(reading).toMatchObject({ malformedCount: 1, lines: 3 });
  });
});

describe("a cold session of Codex", () => {
  const source = join(fixtures, "codex", "plain-turn", "transcript.jsonl");

  test("is read as it was before it was compressed", () => {
    const path = file("rollout.jsonl.zst", zstdCompressSync(readFileSync(source)));
    expect(openTranscript(path).host.name).toBe("codex");
    const cold = tell(path, codex);
    expect(cold.story).toEqual(tell(source, codex).story);
    expect(tell(path, codex, cold.reading).story).toEqual([]);
  });

  test("that is damaged is said to be", () => {
    const path = file("damaged.zst", zstdCompressSync(readFileSync(source)).subarray(0, 300));
    expect(() => openTranscript(path)).toThrow(`${path} is damaged: it cannot be decompressed.`);
  });

  test("that holds millions of blank lines is read as if it had none", () => {
    const lines = readFileSync(source, "utf8").trimEnd().split("\n");
    const [head = "", ...rest] = lines;
    const blank = Buffer.alloc(8_000_000, "\n");
    const path = file(
      "blank.zst",
      zstdCompressSync(Buffer.concat([Buffer.from(head), blank, Buffer.from(rest.join("\n"))])),
    );
    const cold = tell(path, codex);
    expect(cold.story).toEqual(tell(source, codex).story);
    expect(cold.reading).toMatchObject({ line: 7_999_999 + lines.length, lines: lines.length, malformedCount: 0 });
    expect(tell(path, codex, cold.reading).story).toEqual([]);
  });

  test("that holds more lines than anybody wrote is refused", () => {
    const packed = zstdCompressSync(Buffer.alloc(8_000_004, "0\n"));
    const path = file("lines.zst", packed);
    const opened = openSync(path, "r");
    const drain = (): void => {
      for (const { line } of decompressedLines(path, opened, packed.length)) void line;
    };
    expect(drain).toThrow(`${path} holds more than 4 million lines.`);
    closeSync(opened);
  });

  test("on a Node that cannot read it says so, and what to do", () => {
    const path = file("old-node.zst", zstdCompressSync(readFileSync(source)));
    const opened = openSync(path, "r");
    expect(() => decompressedLines(path, opened, 100, null)).toThrow(
      expect.objectContaining({ code: "transcript.unreadable", hint: expect.stringContaining("Node 22.15") }),
    );
    closeSync(opened);
  });
});

test("a database that is named as another host's is refused", () => {
  const path = file("any.db", Buffer.from("SQLite format 3\0"));
  expect(() => tell(path, codex)).toThrow(`${path} is a database, and Codex keeps its transcripts in files.`);
});

test("whatever a file holds, opening and reading it with any host ends in a reading or in an error of ours", () => {
  const lines = HOSTS.flatMap(({ name }) => sampleLines(name));
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc.array(mutatedObjects(lines), { maxLength: 4 }).map((list) => Buffer.from(`[${list.join(",\n")}]`)),
    fc.array(mutatedObjects(lines), { maxLength: 4 }).map((list) => Buffer.from(list.join("\n"))),
  );
  fc.assert(
    fc.property(content, fc.constantFrom(...HOSTS), (bytes, host) => {
      const path = file("anything", bytes);
      expect(isOurs(failureOf(() => openTranscript(path)))).toBe(true);
      expect(isOurs(failureOf(() => tell(path, host)))).toBe(true);
    }),
    { numRuns: 400 },
  );
});

function failureOf(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

function isOurs(failure: unknown): boolean {
  return failure === undefined || failure instanceof CoxError;
}

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name.replaceAll(" ", "-"));
  writeFileSync(path, content);
  return path;
}

function tell(path: string, host: Host, from?: TranscriptPosition): { story: string[]; reading: TranscriptReading } {
  const deltas: Delta[] = [];
  const reading = readTranscript(path, host, { from, onDeltas: (more) => deltas.push(...more) });
  return { story: storyOf(deltas), reading: JSON.parse(JSON.stringify(reading)) as TranscriptReading };
}

/** A few real lines of each host; documents count as one. */
function sampleLines(host: string): string[] {
  const path = openFixture(host);
  const text = readFileSync(path, "latin1");
  return path.endsWith(".json")
    ? [JSON.stringify({ document: JSON.parse(text) as unknown })]
    : text.split("\n").slice(0, 20);
}

/** One with lines, where the host has any. */
function openFixture(host: string): string {
  const [lines] = globSync("*/transcript.jsonl", { cwd: join(fixtures, host) }).toSorted();
  const [document = ""] = globSync("*/transcript.json", { cwd: join(fixtures, host) }).toSorted();
  return join(fixtures, host, lines ?? document);
}
