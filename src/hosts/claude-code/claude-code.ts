import type { Host } from "../host.ts";
import { asList, asRecord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";
import { isStreamStart } from "./stream-line.ts";

export const claudeCode: Host = {
  name: HOST_NAME,
  title: "Claude Code",
  detect: (lines) => lines.some((line) => isOurs(asRecord(line))),
  createReader: (state) => createReader(state),
  readDocument,
};

/** A printed run that was saved as one list, as claude-code-action leaves it. */
function readDocument(document: unknown): readonly unknown[] | undefined {
  const records = asList(document);
  return records.some((record) => isStreamStart(asRecord(record) ?? {})) ? records : undefined;
}

/** A line that no other host writes: with its place in the tree, or one of the notes around it. */
function isOurs(line: Loose | undefined): boolean {
  if (!line) return false;
  switch (line["type"]) {
    case "user":
    case "assistant":
      return isEnvelope(line) && asRecord(line["message"])?.["content"] !== undefined;
    case "system":
      return isEnvelope(line) || isStreamStart(line);
    case "attachment":
    case "progress":
      return isEnvelope(line);
    case "queue-operation":
      return typeof line["operation"] === "string" && typeof line["sessionId"] === "string";
    case "file-history-snapshot":
      return asRecord(line["snapshot"]) !== undefined;
    case "summary":
      return typeof line["leafUuid"] === "string";
    default:
      return false;
  }
}

function isEnvelope(line: Loose): boolean {
  return typeof line["uuid"] === "string" && typeof line["sessionId"] === "string" && "isSidechain" in line;
}
