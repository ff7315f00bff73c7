import type { Host } from "../host.ts";
import { asRecord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";

export const qwenCode: Host = {
  name: HOST_NAME,
  title: "Qwen Code",
  detect: (lines) => lines.some((line) => isOurs(asRecord(line))),
  createReader,
};

/** True for a record with its place in a tree, as in Claude Code's files, and messages in the form of Google's API. */
function isOurs(line: Loose | undefined): boolean {
  if (!line || typeof line["uuid"] !== "string" || typeof line["sessionId"] !== "string") return false;
  switch (line["type"]) {
    case "user":
    case "assistant":
    case "tool_result":
      return Array.isArray(asRecord(line["message"])?.["parts"]);
    case "system":
      return typeof line["subtype"] === "string" && asRecord(line["systemPayload"]) !== undefined;
    default:
      return false;
  }
}
