import { asList, asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import type { Host } from "../host.ts";
import { pi } from "../pi/pi.ts";
import { createReader } from "../pi/reader.ts";
import { KEEPER, listSessions, readStore } from "./database.ts";

/** OpenClaw is built on pi and writes pi's entries, with some and results of its own: first in files, now in a database. */
export const openclaw: Host = {
  ...KEEPER,
  name: "openclaw",
  detect: (lines) => pi.detect(lines) && lines.some((line) => isOurs(asRecord(line))),
  createReader: (stored) => createReader("openclaw", stored),
  readDocument,
  readStore,
  listSessions,
};

/** A session as our plugin hands it over. Its messages have no ids, and the times of one that is said anew change. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const fields = asRecord(document);
  const told = asRecord(fields?.["openclaw"]);
  if (!told) return undefined;
  const { session: id, run, cwd } = told;
  const messages = asList(fields?.["messages"]);
  const asked = messages.findLastIndex((message) => asRecord(message)?.["role"] === "user");
  const entries = messages.map((message, index) => {
    const own = index === asked ? asWord(run) : `${asWord(id)}-${index}`;
    return { type: "message", id: own, timestamp: timeOf(message), message };
  });
  return [{ type: "session", id, cwd, timestamp: timeOf(messages[0]) }, ...entries];
}

function timeOf(message: unknown): string | undefined {
  const time = asRecord(message)?.["timestamp"];
  return typeof time === "number" && Math.abs(time) < 8e15 ? new Date(time).toISOString() : undefined;
}

function isOurs(line: Loose | undefined): boolean {
  switch (line?.["type"]) {
    case "session":
      return /[\\/]\.openclaw(?:[\\/]|$)/.test(asWord(line["cwd"]));
    case "custom":
    case "custom_message":
      return /^(?:model-snapshot$|openclaw\b)/.test(asWord(line["customType"]));
    case "message":
      return asText(asRecord(line["message"])?.["provider"]) === "openclaw";
    default:
      return false;
  }
}
