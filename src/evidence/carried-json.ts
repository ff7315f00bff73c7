import type { Carried } from "./carried.ts";
import { readReceipt } from "./receipts/unread-receipt.ts";

/** What earlier turns leave behind, as plain JSON, to be kept where the turns themselves are not kept. */
export function carriedToJson(carried: Carried): unknown {
  const { checks } = carried;
  return toPlain({ ...carried, checks: { ...checks, receipts: checks.receipts.map(readReceipt) } });
}

/** Reads back what `carriedToJson` made. A record of another version may not fit: the caller can then start afresh. */
export function carriedFromJson(record: unknown): Carried {
  return fromPlain(record) as Carried;
}

const SET = "$set";
const MAP = "$map";

function toPlain(value: unknown): unknown {
  if (value instanceof Set) return { [SET]: [...value].map(toPlain) };
  if (value instanceof Map) return { [MAP]: [...value].map(toPlain) };
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toPlain(field)]));
}

function fromPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromPlain);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(fields[SET])) return new Set(fields[SET].map(fromPlain));
  if (Array.isArray(fields[MAP])) return new Map(fields[MAP].map(fromPlain) as [unknown, unknown][]);
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fromPlain(field)]));
}
