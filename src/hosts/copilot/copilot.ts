import type { Host } from "../host.ts";
import { asRecord, asWord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";

export const copilot: Host = {
  name: HOST_NAME,
  title: "Copilot CLI",
  detect: (lines) => lines.some((line) => isEvent(asRecord(line))),
  createReader,
};

/** True for an event: named after what it is about, with its content in `data`. */
function isEvent(line: Loose | undefined): boolean {
  return (
    line !== undefined &&
    /^(?:session|user|assistant|tool|hook|system|subagent)\.[a-z_]+$/.test(asWord(line["type"])) &&
    asRecord(line["data"]) !== undefined &&
    typeof line["id"] === "string" &&
    "parentId" in line
  );
}
