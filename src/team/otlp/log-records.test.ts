import fc from "fast-check";
import { expect, it } from "vitest";
import { asJson, asProtobuf, promptAndCall, SECRET_ADDRESS, SECRET_WORDS } from "../../../test/support/claude-logs.ts";
import { heardIn, WANTED } from "./claude-code.ts";
import { recordsInJson, recordsInProtobuf } from "./log-records.ts";
import { readFields } from "./protobuf.ts";

const CALLS = promptAndCall({ session: "s-1", sequence: 1, at: 1_795_130_409_804 });

it("looks at nothing that nobody asked for", () => {
  for (const records of [
    recordsInJson(Buffer.from(asJson(CALLS)), WANTED),
    recordsInProtobuf(asProtobuf(CALLS), WANTED),
  ]) {
    expect(records).toMatchObject([{ name: "claude_code.user_prompt" }, { milliseconds: 1_795_130_409_804 }]);
    expect(JSON.stringify(records)).not.toMatch(new RegExp(`${SECRET_WORDS}|${SECRET_ADDRESS}|uuu|duration`));
  }
});

it("takes the name of an event from where newer ones have it, and an unknown time for none", () => {
  const record = { eventName: "claude_code.api_request", attributes: [{ key: "model", value: { stringValue: "m" } }] };
  const json = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record, {}, null] }] }] });
  const records = recordsInJson(Buffer.from(json), WANTED);
  expect(records).toMatchObject([{ name: record.eventName, milliseconds: 0 }, { name: "" }, { name: "" }]);
  if (typeof records !== "object") throw new Error("not read");
  expect(heardIn(records)).toMatchObject({ heard: [{ model: "m", session: "", cost: null }], refused: 2 });
});

it("reads any bytes or refuses them, and what was cut anywhere counts no call twice", () => {
  const whole = asProtobuf(CALLS);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(whole.length - 1), fc.nat(255), (bytes, at, byte) => {
      recordsInProtobuf(bytes, WANTED);
      recordsInJson(bytes, WANTED);
      const changed = Buffer.from(whole);
      changed[at] = byte;
      const read = recordsInProtobuf(changed, WANTED);
      expect(typeof read === "object" ? heardIn(read).heard.length : 0).toBeLessThanOrEqual(1);
      expect(recordsInProtobuf(whole.subarray(0, at), WANTED)).toEqual(at === 0 ? [] : undefined);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ["a number without an end", "08" + "ff".repeat(11)],
  ["a length beyond the bytes", "0a7f00"],
  ["a length beyond all memory", "0affffffffffffffff7f"],
  ["field 0", "0000"],
  ["a group", "0b0c"],
  ["a kind that does not exist", "0f"],
  ["half a number", "0901"],
])("refuses %s", (_, hex) => {
  expect(readFields(Buffer.from(hex, "hex"), () => true)).toBe(false);
});
