import { asRecord, asText, asWord, type Loose } from "../reading/loose.ts";

const WHOSE = /^(?:lead|subagent|teammate)$/;

/** A session of Cline's own core. Its messages look like anybody's: what says whose they are stands beside them. */
export function isSession(document: unknown): document is Loose {
  const record = asRecord(document);
  return record !== undefined && asText(record["sessionId"]) !== undefined && WHOSE.test(asWord(record["agent"]));
}
