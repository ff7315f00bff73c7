import { jsonLine, outlineFromJson } from "../text/json.ts";
import { asRecord, asText, type Loose } from "../text/loose.ts";

/** One line of the protocol, as far as we need to understand it. A request has a `method`; an answer has none. */
export interface RpcMessage {
  /** The id as text that keeps its type, since 1 and "1" are two requests. Absent in a notification. */
  readonly key: string | undefined;
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params: Loose;
  readonly result: Loose | undefined;
  readonly isError: boolean;
}

/** Reads a line without trusting it. Undefined for what is no message; the caller passes that on unchanged. */
export function readMessage(line: Buffer): RpcMessage | undefined {
  const value = asRecord(outlineFromJson(line.toString("utf8")));
  if (!value) return undefined;
  const id = value["id"];
  return {
    key: keyOf(id),
    id,
    method: asText(value["method"]),
    params: asRecord(value["params"]) ?? {},
    result: asRecord(value["result"]),
    isError: value["error"] !== undefined,
  };
}

/** The id as text with its type. Other types are no ids, and writing a deeply nested value could fail. */
export function keyOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined;
}

export function writeMessage(message: object): Buffer {
  return Buffer.from(jsonLine({ jsonrpc: "2.0", ...message }));
}
