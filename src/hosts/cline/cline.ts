import type { Host } from "../host.ts";
import { asRecord, asText, asWord } from "../reading/loose.ts";
import { olderTask } from "./older-task.ts";
import { createReader, HOST_NAME } from "./reader.ts";

/** Its CLI, and the extensions that are built on the same core: one document for each session. */
export const cline: Host = {
  name: HOST_NAME,
  title: "Cline",
  // Nothing of it stands in lines.
  detect: () => false,
  createReader,
  readDocument,
};

function readDocument(document: unknown): readonly unknown[] | undefined {
  return Array.isArray(document) ? olderTask(HOST_NAME, document) : session(document);
}

/** What is known of the session first, with the names of its messages, then these. */
function session(document: unknown): readonly unknown[] | undefined {
  const record = asRecord(document);
  if (!record || asText(record["sessionId"]) === undefined || !WHOSE.test(asWord(record["agent"]))) return undefined;
  const { messages, ...known } = record;
  if (!Array.isArray(messages) || !messages.every((message) => ROLE.test(asWord(asRecord(message)?.["role"])))) {
    return undefined;
  }
  const present = messages.map((message) => asText(asRecord(message)?.["id"]));
  return [{ session: known, present, ts: asRecord(messages[0])?.["ts"] }, ...messages];
}

const WHOSE = /^(?:lead|subagent|teammate)$/;
const ROLE = /^(?:user|assistant)$/;
