import { fromJson, isRecord } from "../../text/json.ts";
import { readFields } from "./protobuf.ts";

/** What is looked at of one log record. The rest (prompts, addresses, accounts) is passed over unread. */
export interface LogRecord {
  /** Of the event, as `claude_code.api_request`. */
  readonly name: string;
  readonly milliseconds: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Collectors send some 8,000 at once, an agent of its own 500. */
export const MOST_RECORDS = 8192;

/** `too many` for what should come in parts; undefined where the body is no export request. */
export type LogRecords = readonly LogRecord[] | "too many" | undefined;

export function recordsInJson(body: Uint8Array, wanted: ReadonlySet<string>): LogRecords {
  const request = fromJson(new TextDecoder().decode(body));
  if (!isRecord(request)) return undefined;
  const all = listIn(request, "resourceLogs")
    .flatMap((resource) => listIn(resource, "scopeLogs"))
    .flatMap((scope) => listIn(scope, "logRecords"));
  return all.length > MOST_RECORDS ? "too many" : all.map((record) => recordInJson(record, wanted));
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function recordInJson(record: unknown, wanted: ReadonlySet<string>): LogRecord {
  const { timeUnixNano, eventName, body } = isRecord(record) ? record : {};
  const attributes = listIn(record, "attributes").flatMap((each): [string, string | number][] => {
    const key = isRecord(each) ? each["key"] : undefined;
    if (typeof key !== "string" || !wanted.has(key) || !isRecord(each)) return [];
    const value = valueInJson(each["value"]);
    return value === undefined ? [] : [[key, value]];
  });
  const name = eventName === undefined || eventName === "" ? valueInJson(body) : eventName;
  return {
    name: typeof name === "string" ? name : "",
    milliseconds: Math.round(Number(timeUnixNano ?? 0) / 1e6),
    attributes: Object.fromEntries(attributes),
  };
}

function valueInJson(value: unknown): string | number | undefined {
  const { stringValue, intValue, doubleValue } = isRecord(value) ? value : {};
  const found = stringValue ?? intValue ?? doubleValue;
  return typeof found === "string" || typeof found === "number" ? found : undefined;
}

/** The numbers of the fields are those of OTLP 1: request, resource, scope, record, attribute, value. */
export function recordsInProtobuf(body: Uint8Array, wanted: ReadonlySet<string>): LogRecords {
  const records: LogRecord[] = [];
  let count = 0;
  const inMessages = (field: number, see: (bytes: Uint8Array) => boolean) => (found: number, value: unknown) =>
    found !== field || (value instanceof Uint8Array && see(value));
  const isRead = readFields(
    body,
    inMessages(1, (resource) =>
      readFields(
        resource,
        inMessages(2, (scope) =>
          readFields(
            scope,
            inMessages(2, (bytes) => {
              count += 1;
              if (count > MOST_RECORDS) return false;
              const record = recordInProtobuf(bytes, wanted);
              if (record) records.push(record);
              return record !== undefined;
            }),
          ),
        ),
      ),
    ),
  );
  if (count > MOST_RECORDS) return "too many";
  return isRead ? records : undefined;
}

function recordInProtobuf(bytes: Uint8Array, wanted: ReadonlySet<string>): LogRecord | undefined {
  const attributes: [string, string | number][] = [];
  let milliseconds = 0;
  let eventName = "";
  let body: string | number | undefined;
  const isRead = readFields(bytes, (field, value) => {
    if (typeof value === "number") return true;
    if (field === 1 && value.length === 8) milliseconds = Math.round(Number(viewOf(value).getBigUint64(0, true)) / 1e6);
    if (field === 12) eventName = textOf(value);
    if (field === 5) return readValue(value, (found) => (body = found));
    return field !== 6 || readAttribute(value, wanted, attributes);
  });
  const name = eventName || body;
  return isRead
    ? { name: typeof name === "string" ? name : "", milliseconds, attributes: Object.fromEntries(attributes) }
    : undefined;
}

function readAttribute(bytes: Uint8Array, wanted: ReadonlySet<string>, into: [string, string | number][]): boolean {
  let key = "";
  let raw: Uint8Array | undefined;
  const isRead = readFields(bytes, (field, value) => {
    if (typeof value === "number") return true;
    if (field === 1) key = textOf(value);
    if (field === 2) raw = value;
    return true;
  });
  return isRead && (raw === undefined || !wanted.has(key) || readValue(raw, (value) => into.push([key, value])));
}

/** Texts and numbers; lists, maps and bytes are none of what is looked for. */
function readValue(bytes: Uint8Array, take: (value: string | number) => void): boolean {
  return readFields(bytes, (field, value) => {
    if (field === 1 && typeof value !== "number") take(textOf(value));
    if (field === 3 && typeof value === "number") take(value);
    if (field === 4 && typeof value !== "number" && value.length === 8) take(viewOf(value).getFloat64(0, true));
    return true;
  });
}

/** No name or number is longer; a prompt may be. */
const LONGEST_TEXT = 400;

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_TEXT));
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
