import type { Host } from "../host.ts";
import { asRecord, type Loose } from "../../text/loose.ts";
import { createReader } from "./reader.ts";

export const pi: Host = {
  name: "pi",
  title: "pi",
  detect: (lines) => lines.some((line) => isOurs(asRecord(line))),
  createReader: (stored) => createReader("pi", stored),
};

function isOurs(line: Loose | undefined): boolean {
  if (!line || typeof line["timestamp"] !== "string") return false;
  switch (line["type"]) {
    case "session":
      return typeof line["id"] === "string" && typeof line["cwd"] === "string";
    case "message":
      return typeof asRecord(line["message"])?.["role"] === "string" && line["payload"] === undefined;
    default:
      return false;
  }
}
