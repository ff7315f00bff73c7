import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { whatDiffers } from "../../../test/contracts/quick-reader.ts";
import { jsonPieces } from "../../../test/support/json-pieces.ts";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { LateText, outputOf } from "../../thread/late-output.ts";
import { codex } from "./codex.ts";
import { isNoise } from "./noise.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/codex", import.meta.url));
const lines = readdirSync(fixtures).flatMap((name) =>
  readFileSync(join(fixtures, name, "transcript.jsonl"), "latin1").split("\n"),
);

describeHost({ host: codex, fixtures });

test("codex: skipping lines by their first bytes gives what a full parse gives", () => {
  expect(
    whatDiffers(createReader, fc.array(mutatedObjects(lines), { minLength: 1, maxLength: 10 }), 600),
  ).toBeUndefined();
});

const outputLines = fc
  .tuple(
    fc.constantFrom("function_call_output", "custom_tool_call_output", "reasoning"),
    fc.constantFrom("c1", "c2", "c3", "c\\n"),
    jsonPieces(),
    fc.constantFrom(
      "",
      ',"internal_chat_message_metadata_passthrough":{"turn_id":"t-1"}',
      ',"success":false',
      ' , "output" : "later"',
      ',"type":"message"',
    ),
    fc.constantFrom("}}", "}} ", '},"type":"event_msg"}', "}", ""),
    fc.boolean(),
  )
  .map(([type, id, inside, after, end, swapped]) => {
    const keys = swapped
      ? [`"output":"${inside}"`, `"call_id":"${id}"`]
      : [`"call_id":"${id}"`, `"output":"${inside}"`];
    const payload = `{"type":"${type}",${keys.join(",")}${after}`;
    const line = `{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":${payload}${end}`;
    return Buffer.from(line, "latin1");
  });

/** A call that reads a guidance file, one of a script, and one of a command; any other call is unknown. */
const calls = [
  { type: "function_call", name: "exec_command", arguments: '{"cmd":"cat AGENTS.md"}', call_id: "c1" },
  { type: "custom_tool_call", name: "exec", input: "await tools.exec_command({})", call_id: "c2" },
  { type: "function_call", name: "apply_patch", arguments: "{}", call_id: "c3" },
].map((payload) => Buffer.from(JSON.stringify({ timestamp: "t", type: "response_item", payload })));

test("codex: outputs that are not decoded are what a full parse gives, or the line is as broken", () => {
  const outputs = fc.array(outputLines, { minLength: 1, maxLength: 4 });
  expect(
    whatDiffers(
      createReader,
      outputs.map((some) => [...calls, ...some]),
      800,
    ),
  ).toBeUndefined();
});

test("codex: a command that prints what a refusal says was not refused", () => {
  const output = 'Exit code: 0\nWall time: 0 seconds\nOutput:\n12: Rejected("rejected by user")\n';
  const payload = { type: "function_call_output", call_id: "c9", output };
  const reading = createReader().read(Buffer.from(JSON.stringify({ timestamp: "t", type: "response_item", payload })));
  expect(reading).toMatchObject({ deltas: [{}, { type: "tool:data", status: "done", exitCode: 0 }] });
});

test("codex: what a command printed is not decoded before somebody asks", () => {
  const output = `Chunk ID: a1\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\n${'a "line"\n'.repeat(90)}`;
  const payload = { type: "function_call_output", call_id: "c9", output };
  const line = JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", type: "response_item", payload });
  const reading = createReader().read(Buffer.from(line));
  const data = reading.type === "deltas" ? reading.deltas.find((delta) => delta.type === "tool:data") : undefined;
  expect(data && outputOf(data)).toBeInstanceOf(LateText);
  expect(data).toMatchObject({ status: "error", exitCode: 1, output: 'a "line"\n'.repeat(90) });
});

const COUNT = '"input_tokens":5,"cached_input_tokens":4,"output_tokens":3,"reasoning_output_tokens":2,"total_tokens":8';

test.each([
  [
    `"info":{"total_token_usage":{${COUNT}},"last_token_usage":{${COUNT}},"model_context_window":9},"rate_limits":null}}`,
  ],
  [`"info":{"total_token_usage":{${COUNT}},"last_token_usage":{${COUNT}}},"rate_limits":{"plan_type":"pro"}}}`],
  [`"info":{"total_token_usage":{${COUNT}},"last_token_usage":{${COUNT}}},"rate_limits":{},"info":null}}`],
  [`"info":{"total_token_usage":{${COUNT}},"last_token_usage":{${COUNT}}},"rate_limits":{}},"type":"compacted"}`],
  [`"info":{"total_token_usage":{${COUNT}},"last_token_usage":{${COUNT},"input_tokens":7}},"rate_limits":{}}}`],
  [`"info":{"total_token_usage":{${COUNT.replace("5", "05")}},"last_token_usage":{${COUNT}}},"rate_limits":{}}}`],
  ['"info":null,"rate_limits":{}}}'],
])("codex: tokens counted by their place in the line are those of a full parse: %s", (rest) => {
  const said = `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"text":"hi"}]}}`;
  const line = `{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{"type":"token_count",${rest}`;
  expect(whatDiffers(createReader, fc.constant([said, line].map((text) => Buffer.from(text))), 1)).toBeUndefined();
});

test.each([
  ['"summary":[],"encrypted_content":"gAAA"}}', true],
  ['"id":"rs_1","summary":[],"content":null,"encrypted_content":"gAAA"}}', true],
  ['"summary":[],"encrypted_content":"gAAA","internal_chat_message_metadata_passthrough":{"turn_id":"t-1"}}}', true],
  ['"summary":[{"type":"summary_text","text":"I look"}],"encrypted_content":"gAAA"}}', false],
  ['"summary":[],"encrypted_content":"gAAA","content":[{"type":"text","text":"I look"}]}}', false],
  ['"summary":[],"encrypted_content":"gAAA"},"type":"compacted"}', false],
  ['"summary":[],"encrypted_content":"gA\\"AA"}}', false],
])("codex: reasoning that holds no words is noise by its bytes: %s", (rest, noise) => {
  const line = `{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"reasoning",${rest}`;
  expect(isNoise(Buffer.from(line), false)).toBe(noise);
});
