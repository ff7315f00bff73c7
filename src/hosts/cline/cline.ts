import type { Host } from "../host.ts";
import { asRecord, asText, asWord, type Loose } from "../../text/loose.ts";
import { messageNameFrom } from "../reading/thread-name.ts";
import { olderTask } from "./older-task.ts";
import { createReader, HOST_NAME, isSummary } from "./reader.ts";

/** Cline's CLI, and the extensions built on the same core: one document for each session. */
export const cline: Host = {
  name: HOST_NAME,
  title: "Cline",
  // Cline writes no files of lines.
  detect: () => false,
  createReader,
  readDocument,
};

function readDocument(document: unknown): readonly unknown[] | undefined {
  return Array.isArray(document) ? olderTask(HOST_NAME, document) : session(document);
}

function session(document: unknown): readonly unknown[] | undefined {
  if (!isSession(document)) return undefined;
  const { messages, ...known } = document;
  if (!Array.isArray(messages)) return undefined;
  const records = messages.map((item) => asRecord(item) ?? {});
  const present = records.map(({ id, content }, index) => asText(id) ?? messageNameFrom(`message-${index}`, content));
  const named = records.map((record, index) => ({ ...record, id: present[index] }));
  return [{ session: known, present, isSummedUp: records.some(isSummary), ts: records[0]?.["ts"] }, ...named];
}

const WHOSE = /^(?:lead|subagent|teammate)$/;

/** True for a session of Cline's own core. Its messages look like those of others; the fields beside them tell. */
function isSession(document: unknown): document is Loose {
  const record = asRecord(document);
  return record !== undefined && asText(record["sessionId"]) !== undefined && WHOSE.test(asWord(record["agent"]));
}
