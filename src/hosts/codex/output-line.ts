import { JsonText } from "../reading/json-text.ts";
import type { Loose } from "../../loose.ts";

/** For shorter lines parsing is as fast. Longer outputs must be cut, for which they must be decoded. */
const MIN_BYTES = 600;
const MAX_BYTES = 200_000;

const UNDERSCORE = 0x5f;
const PAYLOAD = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"type":"';
/** The byte positions at which `_output` follows in nearly all such lines. The whole head is checked afterwards. */
const AFTER_FUNCTION = PAYLOAD.length + "function_call".length;
const AFTER_CUSTOM = PAYLOAD.length + "custom_tool_call".length;
const HEAD =
  /^\{"timestamp":"([\w.:+-]{1,40})",(?:"ordinal":\d{1,15},)?"type":"response_item","payload":\{"type":"(function|custom_tool)_call_output","call_id":"([\w.:|-]{1,200})","output":(?=")/;
const TIME_AT = '{"timestamp":"'.length;
const BEFORE_OUTPUT = '","output":';
const TURN = ',"internal_chat_message_metadata_passthrough":{"turn_id":"';
const TURN_TO_END = /,"internal_chat_message_metadata_passthrough":\{"turn_id":"[\w-]{1,80}"\}\}\}$/y;

/** A tool's output undecoded: what stands between known head and tail is it if and only if it is one whole string. */
export function outputRecord(line: Buffer): Loose | undefined {
  if (line.length < MIN_BYTES || line.length > MAX_BYTES) return undefined;
  if (line[AFTER_FUNCTION] !== UNDERSCORE && line[AFTER_CUSTOM] !== UNDERSCORE) return undefined;
  const text = line.toString("latin1");
  const [head, time = "", kind, name = ""] = HEAD.exec(text) ?? [];
  const end = endOfOutput(text);
  if (head === undefined || end === undefined) return undefined;
  const output = JsonText.of(text.slice(head.length, end));
  if (!output) return undefined;
  // A substring would keep the whole line in memory, and these values outlive the line.
  const timestamp = line.toString("latin1", TIME_AT, TIME_AT + time.length);
  const nameEnd = head.length - BEFORE_OUTPUT.length;
  const call_id = line.toString("latin1", nameEnd - name.length, nameEnd);
  const type = kind === "function" ? "function_call_output" : "custom_tool_call_output";
  return { timestamp, type: "response_item", payload: { type, call_id, output } };
}

function endOfOutput(text: string): number | undefined {
  if (text.endsWith('"}}')) return text.length - 2;
  const turn = text.lastIndexOf(TURN);
  TURN_TO_END.lastIndex = Math.max(turn, 0);
  return TURN_TO_END.test(text) ? turn : undefined;
}
