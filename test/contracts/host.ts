import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host } from "../../src/hosts/host.ts";
import { openTranscript } from "../../src/hosts/open-transcript.ts";
import { readTranscript, type TranscriptPosition } from "../../src/hosts/transcript.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { parseDelta } from "../../src/thread/delta-schema.ts";
import type { Message } from "../../src/thread/message.ts";
import { fold } from "../../src/thread/reducer.ts";
import { mutatedLines, mutatedObjects } from "../support/mutated-lines.ts";
import { storyOf } from "../support/story.ts";

export interface HostContract {
  readonly host: Host;
  /** One folder a case: `transcript.jsonl` or `transcript.json`, and `story.txt` with what a person reads in it. */
  readonly fixtures: string;
}

const NEWLINE = 0x0a;

export function describeHost({ host, fixtures }: HostContract): void {
  const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const transcriptOf = (name: string): string => {
    const lines = join(fixtures, name, "transcript.jsonl");
    return existsSync(lines) ? lines : join(fixtures, name, "transcript.json");
  };
  const lines = cases.flatMap(({ name }) => linesOf(transcriptOf(name), host));
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cox-host-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(cases.map((entry) => entry.name))(`${host.name}: %s`, (name) => {
    const path = transcriptOf(name);
    const deltas = readAll(path, host);

    test("is recognised by its content", () => {
      expect(openTranscript(path).host.name).toBe(host.name);
    });

    test("reads as the story tells it", () => {
      const story = join(fixtures, name, "story.txt");
      const told = existsSync(story) ? readFileSync(story, "utf8").trimEnd().split("\n") : [];
      expect(storyOf(deltas), `${story} tells it otherwise: read both against the transcript`).toEqual(told);
    });

    test("gives deltas that can be stored and read back", () => {
      for (const delta of deltas) expect(parseDelta(JSON.parse(JSON.stringify(delta)))).toEqual(delta);
    });

    test("loses no turn and no call", () => {
      const thread = fold(deltas);
      expect(deltas[0]?.type).toBe("thread:started");
      expect(thread.turns.length).toBeGreaterThan(0);
      const steps = thread.turns.flatMap((turn) => turn.steps.map((step) => step.toolUseId));
      const kept = thread.messages.flatMap(callsIn);
      expect(steps).toEqual(kept);
      // What was taken back had been told.
      const wentBack = deltas.some((delta) => delta.type === "thread:rewound");
      expect(wentBack ? kept : callIds(deltas)).toEqual(steps);
      expect(thread.stepCount).toBe(steps.length);
      const known = new Set(callIds(deltas));
      expect(thread.dropped).toBe(resultIds(deltas).filter((id) => !known.has(id)).length);
    });

    test("reads the same when the file grows bit by bit", () => {
      const grown = growAndRead(join(folder, name), readFileSync(path), host, stopsIn(path));
      expect(grown.deltas).toEqual(deltas);
      expect(grown.position).toEqual(plainPosition(path, host));
    });
  });

  test(`${host.name}: a state that was handed out stays as it was, whatever is read after it`, () => {
    for (const { name } of cases) {
      const reader = host.createReader();
      const handedOut = linesOf(transcriptOf(name), host).map((line) => {
        reader.read(Buffer.from(line, "latin1"));
        const state = reader.state();
        return { state, asGiven: JSON.stringify(state) };
      });
      for (const { state, asGiven } of handedOut) expect(JSON.stringify(state)).toBe(asGiven);
    }
  });

  test(`${host.name}: no bytes make the reader throw, and all it gives are deltas`, () => {
    fc.assert(
      fc.property(fc.array(mutatedLines(lines), { minLength: 1, maxLength: 12 }), (fuzzed) => {
        const reader = host.createReader();
        for (const line of fuzzed) {
          const reading = reader.read(line);
          expect(["deltas", "ignored", "unknown", "malformed"]).toContain(reading.type);
          if (reading.type === "deltas") for (const delta of reading.deltas) parseDelta(delta);
        }
        host.createReader(JSON.parse(JSON.stringify(reader.state())));
      }),
      { numRuns: 300 },
    );
  });

  test.skipIf(!host.readDocument)(
    `${host.name}: no document makes it throw, and a second look tells nothing new`,
    () => {
      const records = fc.array(mutatedObjects(lines), { maxLength: 8 }).map((list) => list.map(parsedLine));
      const document = fc.oneof(
        records,
        fc.jsonValue(),
        records.map((messages) => ({ messages, steps: messages, trajectory: messages, info: {} })),
        records.map(([head, ...messages]) => ({ ...head, messages })),
      );
      fc.assert(
        fc.property(document, (value) => {
          const reader = host.createReader();
          for (const [index, record] of (host.readDocument?.(value) ?? []).entries()) {
            const reading = reader.readRecord?.(record, index);
            if (reading?.type === "deltas") for (const delta of reading.deltas) parseDelta(delta);
          }
        }),
        { numRuns: 240 },
      );
      for (const { name } of cases) {
        const path = transcriptOf(name);
        if (path.endsWith(".jsonl")) continue;
        const from = throughJson(readTranscript(path, host, { onDeltas: () => {} }));
        const again: Delta[] = [];
        readTranscript(path, host, { from, onDeltas: (more) => again.push(...more) });
        expect(again).toEqual([]);
      }
    },
  );

  test(`${host.name}: plain bytes are read as those in Node's buffers`, () => {
    const [buffers, plain] = [host.createReader(), host.createReader()];
    for (const line of lines.slice(0, 40)) {
      const bytes = Buffer.from(line, "latin1");
      expect(plain.read(new Uint8Array(bytes))).toEqual(buffers.read(bytes));
    }
  });

  test(`${host.name}: no depth of nesting makes it throw`, () => {
    for (const { line, record } of deepLines(lines)) {
      const { type } = host.createReader().read(Buffer.from(line));
      expect(["deltas", "ignored", "unknown", "malformed"]).toContain(type);
      expect(typeof host.detect([record])).toBe("boolean");
      host.readDocument?.([record]);
      host.readDocument?.(record);
    }
  });

  test(`${host.name}: a stored state that makes no sense is no obstacle`, () => {
    fc.assert(
      fc.property(fc.anything(), (state) => {
        const reader = host.createReader(state);
        const readings = lines.slice(0, 40).map((line) => reader.read(Buffer.from(line, "latin1")).type);
        expect(readings).toContain("deltas");
      }),
      { numRuns: 50 },
    );
  });
}

/** Each byte as one character; the records of a document count as lines. */
function linesOf(path: string, host: Host): string[] {
  if (path.endsWith(".jsonl")) return readFileSync(path, "latin1").split("\n");
  const records = host.readDocument?.(JSON.parse(readFileSync(path, "utf8"))) ?? [];
  return records.map((record) => Buffer.from(JSON.stringify(record)).toString("latin1"));
}

const FIELD = /"(\w+)":(?:"[^"\\]*"|\[\]|null|true|false|\d+)/g;
const DEEP = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;

/** Lines in which a value of one field or another is replaced by one that is nested very deeply: each field once. */
function deepLines(lines: readonly string[]): { readonly line: string; readonly record: unknown }[] {
  const fields = new Map<string, string>();
  for (const line of lines) {
    for (const { 0: found, 1: name = "", index } of line.matchAll(FIELD)) {
      if (fields.has(name)) continue;
      fields.set(name, `${line.slice(0, index)}"${name}":${DEEP}${line.slice(index + found.length)}`);
    }
  }
  const deep = [...fields.values()];
  return deep.flatMap((line) => {
    try {
      return [{ line, record: JSON.parse(line) as unknown }];
    } catch {
      return [];
    }
  });
}

function parsedLine(line: Buffer): Record<string, unknown> {
  return JSON.parse(line.toString("utf8")) as Record<string, unknown>;
}

function readAll(path: string, host: Host): Delta[] {
  const deltas: Delta[] = [];
  readTranscript(path, host, { onDeltas: (more) => deltas.push(...more) });
  return deltas;
}

function plainPosition(path: string, host: Host): TranscriptPosition {
  const { offset, line, state } = readTranscript(path, host, { onDeltas: () => {} });
  return throughJson({ offset, line, state });
}

function throughJson(position: TranscriptPosition): TranscriptPosition {
  return JSON.parse(JSON.stringify(position)) as TranscriptPosition;
}

interface Stops {
  readonly most: number;
  readonly atNewlines: boolean;
}

/** Of a document, which is read as a whole or not at all, one place is like another. */
function stopsIn(path: string): Stops {
  return path.endsWith(".jsonl") ? { most: 800, atNewlines: true } : { most: 100, atNewlines: false };
}

/** Appends a few bytes at a time, and reads on from a position that went through JSON. */
function growAndRead(
  path: string,
  bytes: Buffer,
  host: Host,
  { most, atNewlines }: Stops,
): { deltas: Delta[]; position: TranscriptPosition | undefined } {
  writeFileSync(path, "");
  const deltas: Delta[] = [];
  let position: TranscriptPosition | undefined;
  const file = openSync(path, "a");
  const step = Math.ceil(bytes.length / most);
  const isAroundNewline = (index: number): boolean => bytes[index] === NEWLINE || bytes[index - 1] === NEWLINE;
  const isStop = (index: number): boolean =>
    index % step === 0 || index === bytes.length - 1 || (atNewlines && isAroundNewline(index));
  let written = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (!isStop(index)) continue;
    written += writeSync(file, bytes, written, index + 1 - written);
    const { offset, line, state } = readTranscript(path, host, {
      from: position,
      chunkBytes: 64,
      onDeltas: (more) => deltas.push(...more),
    });
    if (offset !== position?.offset) position = throughJson({ offset, line, state });
  }
  closeSync(file);
  return { deltas, position };
}

function callIds(deltas: readonly Delta[]): string[] {
  return deltas.flatMap((delta) => (delta.type === "inference:completed" ? callsIn(delta.message) : []));
}

function callsIn({ content }: Message): string[] {
  return content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
}

function resultIds(deltas: readonly Delta[]): string[] {
  return deltas.flatMap((delta) => (delta.type === "tool:data" ? [delta.toolUseId] : []));
}
