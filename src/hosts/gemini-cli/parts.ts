import type { GuidanceFile } from "../../thread/delta.ts";
import type { ImageBlock } from "../../thread/message.ts";
import { toolForm } from "../../thread/tool-kinds.ts";
import { guidanceFile } from "../reading/guidance.ts";
import { asJson, asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { readShellReport } from "./shell-report.ts";

/** The content of a message as Google's API has it: a string, a part, or a list of parts. */
export function partsOf(content: unknown): readonly Loose[] {
  if (typeof content === "string") return [{ text: content }];
  const list = Array.isArray(content) ? content : [content];
  return list.flatMap((item) => {
    const part = typeof item === "string" ? { text: item } : asRecord(item);
    return part ? [part] : [];
  });
}

export function textIn(parts: readonly Loose[]): string {
  return parts
    .flatMap((part) => (part["thought"] === true ? [] : [asText(part["text"]) ?? ""]))
    .join("")
    .trim();
}

/** True for a command that the person ran: written in the user's role with its output, and not answered. */
export function isShellNote(text: string): boolean {
  return text.startsWith("I ran the following shell command:\n```sh\n");
}

export function imagesIn(parts: readonly Loose[]): ImageBlock[] {
  return parts.flatMap((part) => {
    const data = asRecord(part["inlineData"]) ?? asRecord(part["fileData"]);
    const mediaType = asText(data?.["mimeType"]);
    return mediaType?.startsWith("image/") ? [{ type: "image" as const, mediaType }] : [];
  });
}

export function responsesIn(parts: readonly Loose[]): readonly Loose[] {
  return parts.flatMap((part) => {
    const response = asRecord(part["functionResponse"]);
    return response ? [response] : [];
  });
}

export function responseText(functionResponse: Loose | undefined): string {
  const response = asRecord(functionResponse?.["response"]);
  const text = asText(response?.["output"]) ?? asText(response?.["error"]) ?? asText(response?.["content"]);
  return text ?? asJson(response);
}

const REFUSED = /did not allow|denied|rejected|declined/i;

/** The outcome of a call, by the status that the host gives it; undefined while it runs. */
export function outcomeOf(tool: string, status: unknown, text: string): ToolOutcome | undefined {
  switch (status) {
    case "success":
      return (toolForm(tool) === "execute" ? readShellReport(text) : undefined) ?? done(text);
    case "error":
      return failed(text);
    case "cancelled":
      return { status: REFUSED.test(text) ? "rejected" : "interrupted", output: text };
    default:
      return undefined;
  }
}

const CONTEXT_HEADING = /^--- Context from: (\S[^\n]*?) ---\n/gm;
/** How many headings without an end are tolerated: each one costs a search through the whole text. */
const MAX_ENDLESS = 20;

/** The guidance files that the host found on the way and appended to a tool's answer. */
export function contextFiles(text: string): GuidanceFile[] {
  if (!text.includes("--- Context from: ")) return [];
  const files: GuidanceFile[] = [];
  let [behind, endless] = [0, 0];
  for (const heading of text.matchAll(CONTEXT_HEADING)) {
    const [line, path = ""] = heading;
    if (heading.index < behind) continue;
    const start = heading.index + line.length;
    const end = text.indexOf(`\n--- End of Context from: ${path} ---`, start);
    if (end !== -1) {
      files.push(guidanceFile(path, text.slice(start, end).trim()));
      behind = end;
    } else if (++endless > MAX_ENDLESS) break;
  }
  return files;
}

export function thoughtsIn(thoughts: unknown): string {
  return asList(thoughts)
    .map((item) => {
      const thought = asRecord(item);
      return [asText(thought?.["subject"]), asText(thought?.["description"])].filter(Boolean).join(": ");
    })
    .filter((text) => text !== "")
    .join("\n");
}
