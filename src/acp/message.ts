import { asRecord, asText, type Loose, recordFrom } from "../loose.ts";

/** One line of the protocol, as far as we need to understand it. Requests and answers are told apart by `method`. */
export interface RpcMessage {
  /** The id as text that keeps its type, since 1 and "1" are two requests. Absent in a notification. */
  readonly key: string | undefined;
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params: Loose;
  readonly result: Loose | undefined;
  readonly isError: boolean;
}

/** Reads a line without trusting it; undefined for what is no message, which is passed on all the same. */
export function readMessage(line: Buffer): RpcMessage | undefined {
  const value = recordFrom(line.toString("utf8"));
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

/** Nothing else is an id; what is nested deeply enough could not even be written. */
export function keyOf(id: unknown): string | undefined {
  return typeof id === "string" || typeof id === "number" ? JSON.stringify(id) : undefined;
}

/** A line of our own. */
export function writeMessage(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
