import type { Host } from "../host.ts";
import { asRecord, asWord, type Loose } from "../../text/loose.ts";
import { createReader, HOST_NAME } from "./reader.ts";

export const cursor: Host = {
  name: HOST_NAME,
  title: "Cursor",
  omitsResults: true,
  detect: (lines) => lines.some((line) => isMessage(asRecord(line))),
  createReader,
};

/** True for a line with a role and a message, but without a type or an id. */
function isMessage(line: Loose | undefined): boolean {
  if (!line || line["type"] !== undefined || line["uuid"] !== undefined) return false;
  const content = asRecord(line["message"])?.["content"];
  return (
    /^(?:user|assistant|tool)$/.test(asWord(line["role"])) && (typeof content === "string" || Array.isArray(content))
  );
}
