import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { whatDiffers } from "../../../test/contracts/quick-reader.ts";
import { jsonPieces } from "../../../test/support/json-pieces.ts";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { LateText, outputOf } from "../../thread/late-output.ts";
import { lineKind } from "./noise.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/claude-code", import.meta.url));
const lines = readdirSync(fixtures).flatMap((name) =>
  name.startsWith(".") ? [] : readFileSync(join(fixtures, name, "transcript.jsonl"), "latin1").split("\n"),
);
/** Puts the reader in the middle of a conversation, where its shortcuts apply. */
const opening = Buffer.from(lines.find((line) => line.includes("negative rows")) ?? "", "latin1");

/** A shell, a look at a background task, an agent, and a read of a guidance file; any other call is unknown. */
const calls = ["Bash", "TaskOutput", "Agent", "Read"].map((name, index) => {
  const block = { type: "tool_use", id: `t${index}`, name, input: { file_path: "/p/CLAUDE.md" } };
  const message = { id: "m", role: "assistant", content: [block] };
  return Buffer.from(JSON.stringify({ type: "assistant", uuid: `a${index}`, timestamp: "t", message }));
});

let lineCount = 0;
const resultLines = fc
  .tuple(
    fc.constantFrom("t0", "t1", "t2", "t3", "t4"),
    jsonPieces(),
    fc.constantFrom("", ',"is_error":false', ',"is_error":true', ',"is_error":null', ',"content":"later"'),
    fc.constantFrom("first", "last", "spaced"),
    fc.constantFrom("}]}", '},{"type":"text","text":"too"}]}', '}],"content":[]}', "}]", '}],"z":[{"y":[{}]}]}'),
    fc.constantFrom("", ',"cwd":"/w/é"', ',"isCompactSummary":true', ',"message":{}', ',"z":[{"a":[{}]}]'),
    fc.constantFrom(',"toolUseResult":{"stdout":"x","interrupted":false}', ',"toolUseResult":"Error: no"', ""),
  )
  .map(([id, inside, mark, order, close, more, details]) => {
    const name = `"tool_use_id":"${id}"`;
    const content = `"content":"${inside}"${mark}`;
    const block = {
      first: `${name},"type":"tool_result",${content}`,
      last: `"type":"tool_result",${content},${name}`,
      spaced: `${name}, "type" : "tool_result", ${content} `,
    }[order];
    lineCount += 1;
    const head = `{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":[{`;
    const tail = `${close},"uuid":"r${lineCount}","timestamp":"2026-01-01T00:00:00.000Z"${more}${details}}`;
    return Buffer.from(`${head}${block}${tail}`, "latin1");
  });

describe("skipping bytes before parsing", () => {
  test("gives what a full parse gives, for any lines in any order", () => {
    const objects = fc.array(mutatedObjects(lines), { minLength: 1, maxLength: 10 });
    expect(
      whatDiffers(
        createReader,
        objects.map((some) => [opening, ...some]),
        800,
      ),
    ).toBeUndefined();
  });

  test("leaves outputs undecoded that are what a full parse gives, or the line is as broken", () => {
    const results = fc.array(resultLines, { minLength: 1, maxLength: 4 });
    expect(
      whatDiffers(
        createReader,
        results.map((some) => [opening, ...calls, ...some]),
        800,
      ),
    ).toBeUndefined();
  });

  test("does not decode a long output before somebody asks", () => {
    const output = 'a "line"\n'.repeat(900);
    const content = [{ tool_use_id: "t4", type: "tool_result", content: output, is_error: false }];
    const line = { isSidechain: false, type: "user", message: { role: "user", content }, uuid: "u", timestamp: "t" };
    const reader = createReader();
    reader.read(opening);
    const reading = reader.read(Buffer.from(JSON.stringify({ ...line, toolUseResult: {} })));
    const data = reading.type === "deltas" ? reading.deltas.find((delta) => delta.type === "tool:data") : undefined;
    expect(data && outputOf(data)).toBeInstanceOf(LateText);
    expect(data).toMatchObject({ status: "done", output });
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
