import type { Host } from "../host.ts";
import { asList, asRecord, asWord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";
import { KEEPER, listSessions, readStore, sessionRecords } from "./database.ts";

/** opencode, and Kilo, which keeps the same tables. */
export const opencode: Host = {
  ...KEEPER,
  name: HOST_NAME,
  detect: (lines) => lines.some((line) => isMessage(asRecord(line))),
  createReader,
  readDocument,
  readStore,
  listSessions,
};

function isMessage(line: Loose | undefined): boolean {
  const info = asRecord(line?.["info"]);
  return (
    Array.isArray(line?.["parts"]) &&
    typeof info?.["id"] === "string" &&
    /^(?:user|assistant)$/.test(asWord(info["role"]))
  );
}

/** The messages of a session as the API gives them, or a session as `opencode export` writes it. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const session = asRecord(asRecord(document)?.["info"]);
  const messages = session ? asList(asRecord(document)?.["messages"]) : asList(document);
  if (messages.length === 0 || !isMessage(asRecord(messages[0]))) return undefined;
  return sessionRecords(session, messages, asRecord(session?.["revert"]));
}
