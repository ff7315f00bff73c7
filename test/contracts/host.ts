import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host } from "../../src/hosts/host.ts";
import { openTranscript, readTranscript, type TranscriptPosition } from "../../src/hosts/transcript.ts";
import { type Delta, parseDelta } from "../../src/thread/delta.ts";
import { fold } from "../../src/thread/reducer.ts";
import { mutatedLines } from "../support/mutated-lines.ts";
import { storyOf } from "../support/story.ts";

export interface HostContract {
  readonly host: Host;
  /** One folder a case: `transcript.jsonl`, and `story.txt` with what a person reads in it. */
  readonly fixtures: string;
}

/** What every host's reading side must keep, whatever its format. */
export function describeHost({ host, fixtures }: HostContract): void {
  const cases = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const transcriptOf = (name: string): string => join(fixtures, name, "transcript.jsonl");
  const lines = cases.flatMap(({ name }) => readFileSync(transcriptOf(name), "latin1").split("\n"));
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
      expect(storyOf(deltas)).toEqual(
        readFileSync(join(fixtures, name, "story.txt"), "utf8")
          .trimEnd()
          .split("\n"),
      );
    });

    test("gives deltas that can be stored and read back", () => {
      for (const delta of deltas) expect(parseDelta(JSON.parse(JSON.stringify(delta)))).toEqual(delta);
    });

    test("loses no turn and no call", () => {
      const thread = fold(deltas);
      expect(deltas[0]?.type).toBe("thread:started");
      expect(thread.turns.length).toBeGreaterThan(0);
      expect(thread.stepCount).toBe(callIds(deltas).length);
      const known = new Set(callIds(deltas));
      expect(thread.dropped).toBe(resultIds(deltas).filter((id) => !known.has(id)).length);
    });

    test("reads the same when the file grows byte by byte", () => {
      const grown = growAndRead(join(folder, name), readFileSync(path), host);
      expect(grown.deltas).toEqual(deltas);
      expect(grown.position).toEqual(plainPosition(path, host));
    });
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
      { numRuns: 1500 },
    );
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

/** Appends one byte at a time and reads on after each, from a position that went through JSON. */
function growAndRead(
  path: string,
  bytes: Buffer,
  host: Host,
): { deltas: Delta[]; position: TranscriptPosition | undefined } {
  writeFileSync(path, "");
  const deltas: Delta[] = [];
  let position: TranscriptPosition | undefined;
  const file = openSync(path, "a");
  for (let index = 0; index < bytes.length; index += 1) {
    writeSync(file, bytes, index, 1);
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
  return deltas.flatMap((delta) =>
    delta.type === "inference:completed"
      ? delta.message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []))
      : [],
  );
}

function resultIds(deltas: readonly Delta[]): string[] {
  return deltas.flatMap((delta) => (delta.type === "tool:data" ? [delta.toolUseId] : []));
}
