import type { Host } from "../host.ts";
import { asRecord, asText, asWord, type Loose } from "../../loose.ts";
import { messageNameFrom } from "../reading/thread-name.ts";
import { isSummary } from "./messages.ts";
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

/** What is known of the session first, with the names of its messages, then these. Messages of unknown roles are counted. */
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

/** A session of Cline's own core. Its messages look like anybody's: what says whose they are stands beside them. */
function isSession(document: unknown): document is Loose {
  const record = asRecord(document);
  return record !== undefined && asText(record["sessionId"]) !== undefined && WHOSE.test(asWord(record["agent"]));
}
