/** What Claude Code 2.1.326 tells by OTLP, as it was seen on the wire: the names and types are its own. */
export interface ToldCall {
  readonly session: string;
  readonly sequence: number;
  readonly at?: number;
  readonly model?: string;
  readonly cost?: number;
  readonly input?: number;
}

export const SECRET_WORDS = "the prompt of a person";
export const SECRET_ADDRESS = "sam@example.com";

type Value = string | number | boolean;
interface Told {
  readonly body: string;
  readonly at: number;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** A prompt, and the call that it led to. */
export function promptAndCall({ session, sequence, at = Date.now(), ...call }: ToldCall): Told[] {
  const common = { "user.id": "u".repeat(64), "user.email": SECRET_ADDRESS, "session.id": session };
  return [
    {
      body: "claude_code.user_prompt",
      at,
      attributes: { ...common, "event.name": "user_prompt", "event.sequence": sequence, prompt: SECRET_WORDS },
    },
    {
      body: "claude_code.api_request",
      at,
      attributes: {
        ...common,
        "event.name": "api_request",
        "event.sequence": sequence + 1,
        model: call.model ?? "claude-sonnet-5",
        input_tokens: call.input ?? 100,
        output_tokens: 50,
        cache_read_tokens: 1000,
        cache_creation_tokens: 10,
        cost_usd: call.cost ?? 0.25,
        duration_ms: 343,
        speed: "normal",
      },
    },
  ];
}

export function asJson(records: readonly Told[]): string {
  const logRecords = records.map(({ body, at, attributes }) => ({
    timeUnixNano: `${at}000000`,
    observedTimeUnixNano: `${at}000000`,
    body: { stringValue: body },
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) })),
    droppedAttributesCount: 0,
  }));
  const resource = { attributes: [{ key: "service.name", value: { stringValue: "claude-code" } }] };
  const scope = { name: "com.anthropic.claude_code.events", version: "2.1.326" };
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] });
}

function jsonValue(value: Value): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
}

/** The same as protobuf, by hand and apart from what reads it. */
export function asProtobuf(records: readonly Told[]): Buffer {
  const logRecords = records.map(({ body, at, attributes }) =>
    inside(
      2,
      fixed(1, BigInt(at) * 1_000_000n),
      inside(5, text(1, body)),
      ...Object.entries(attributes).map(([key, value]) => inside(6, text(1, key), inside(2, protobufValue(value)))),
      fixed(11, BigInt(at) * 1_000_000n),
    ),
  );
  const resource = inside(1, inside(1, text(1, "service.name"), inside(2, text(1, "claude-code"))));
  return inside(1, resource, inside(2, inside(1, text(1, "com.anthropic.claude_code.events")), ...logRecords));
}

function protobufValue(value: Value): Buffer {
  if (typeof value === "string") return text(1, value);
  if (typeof value === "boolean") return Buffer.from([0x10, value ? 1 : 0]);
  if (Number.isInteger(value)) return Buffer.concat([Buffer.from([0x18]), varint(value)]);
  const bytes = Buffer.alloc(9, 0x21);
  bytes.writeDoubleLE(value, 1);
  return bytes;
}

function inside(field: number, ...parts: readonly Buffer[]): Buffer {
  const all = Buffer.concat(parts);
  return Buffer.concat([varint(field * 8 + 2), varint(all.length), all]);
}

function text(field: number, value: string): Buffer {
  return inside(field, Buffer.from(value));
}

function fixed(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(9, field * 8 + 1);
  bytes.writeBigUInt64LE(value, 1);
  return bytes;
}

function varint(value: number): Buffer {
  return value < 128
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 128) + 128]), varint(Math.floor(value / 128))]);
}
