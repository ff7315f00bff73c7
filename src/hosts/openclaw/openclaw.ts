import { asRecord, asText, asWord, type Loose } from "../../loose.ts";
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
  readStore,
  listSessions,
};

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
