import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { lineKind } from "./noise.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/claude-code", import.meta.url));
const lines = readdirSync(fixtures).flatMap((name) =>
  name.startsWith(".") ? [] : readFileSync(join(fixtures, name, "transcript.jsonl"), "latin1").split("\n"),
);
/** Puts the reader in the middle of a conversation, where its shortcuts apply. */
const opening = Buffer.from(lines.find((line) => line.includes("negative rows")) ?? "", "latin1");

describe("skipping bytes before parsing", () => {
  test("gives what a full parse gives, for any lines in any order", () => {
    fc.assert(
      fc.property(fc.array(mutatedObjects(lines), { minLength: 1, maxLength: 10 }), (objects) => {
        const quick = createReader();
        const full = createReader(undefined, { parseAll: true });
        for (const line of [opening, ...objects]) expect(quick.read(line)).toEqual(full.read(line));
        expect(quick.state()).toEqual(full.state());
      }),
      { numRuns: 2000 },
    );
  });

  test("sees a subagent's line although its mark comes last", () => {
    const line = Buffer.from(
      '{"type":"user","uuid":"u","timestamp":"t","message":{"role":"user","content":[{"type":"tool_result",' +
        '"tool_use_id":"x","content":"ok"}]},"toolUseResult":{"a":1},"isSidechain":true}',
    );
    const reader = createReader();
    reader.read(opening);
    expect(reader.read(line)).toEqual({ type: "ignored" });
  });

  test("leaves the bytes of the line as they were", () => {
    const reader = createReader();
    for (const line of lines.map((text) => Buffer.from(text, "latin1"))) {
      const before = Buffer.from(line);
      reader.read(line);
      expect(line.equals(before)).toBe(true);
    }
  });

  test.each([
    ['{"type":"progress","data":{}}', "noise"],
    ['{"parentUuid":null,"isSidechain":false,"cwd":"/a\\\\","type":"progress","data":{}}', "noise"],
    ['{"parentUuid":null,"cwd":"\\"type\\":\\"user\\",","type":"file-history-snapshot","messageId":"x"}', "noise"],
    ['{"attachment":{"type":"date","date":"}\\"]"},"type":"attachment","uuid":"x"}', "noise"],
    ['{"parentUuid":null,"type":"system","subtype":"turn_duration","durationMs":1}', "noise"],
    ['{"parentUuid":null,"type":"user","message":{"role":"user","content":"hello"}}', "user"],
    // The words stand in a string, in a deeper object, or behind something unusual.
    ['{"note":"\\"type\\":\\"progress\\",","type":"assistant","x":1}', "unknown"],
    ['{"message":{"type":"progress","a":1},"type":"user","x":1}', "unknown"],
    ['{"data":{"type":"progress"},"type":"user","x":1}', "unknown"],
    ['{"attachment":{"type":"date"},"type":"user","x":1}', "unknown"],
    ['{"attachment":{"type":"date","a":{},"type":"attachment"},"type":"user","x":1}', "unknown"],
    ['{"branch":"{","type":"progress","data":{}}', "unknown"],
    ['{"attachment":{"type":"queued_command","prompt":"go"},"type":"attachment","x":1}', "unknown"],
    ['{"attachment":{"date":1,"type":"date"},"type":"attachment","x":1}', "unknown"],
    ['{"a\\":\\"":1,"type":"assistant","x":1}', "unknown"],
    ['{ "type": "progress", "data": {} }', "unknown"],
    ['{"type":"progress"', "unknown"],
    ['{"type":"progress', "unknown"],
    ['{"type', "unknown"],
    ["", "unknown"],
  ])("%s is %s", (line, kind) => {
    expect(lineKind(Buffer.from(line))).toBe(kind);
  });
});
