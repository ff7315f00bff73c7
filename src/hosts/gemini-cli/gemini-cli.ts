import type { Host } from "../host.ts";
import { asRecord, asText, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";

export const geminiCli: Host = {
  name: HOST_NAME,
  title: "Gemini CLI",
  detect: (lines) => lines.some((line) => isOurs(asRecord(line))),
  createReader,
  readDocument,
};

function isOurs(line: Loose | undefined): boolean {
  if (!line) return false;
  if (isHeader(line) || typeof line["$rewindTo"] === "string") return true;
  return line["type"] === "gemini" && typeof line["id"] === "string" && "content" in line;
}

function isHeader(line: Loose): boolean {
  return typeof line["sessionId"] === "string" && typeof line["projectHash"] === "string" && line["type"] === undefined;
}

/** The records of an old session, which was one document: a header with its messages inside. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const record = asRecord(document);
  if (!record || !isHeader(record)) return undefined;
  const { messages, ...header } = record;
  if (!Array.isArray(messages)) return undefined;
  return [header, ...messages.filter((message) => asText(asRecord(message)?.["id"]) !== undefined)];
}
