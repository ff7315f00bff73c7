import type { GuidanceFile } from "../../thread/delta.ts";
import { guidanceFile, isGuidance } from "../reading/guidance.ts";
import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";

export function guidanceRead(tool: string, input: unknown): string | undefined {
  if (tool !== "Read") return undefined;
  const fields = asRecord(input);
  const path = asText(fields?.["file_path"]);
  if (path === undefined || fields?.["offset"] !== undefined || fields?.["limit"] !== undefined) return undefined;
  return isGuidance(path) ? path : undefined;
}

/** A file as the Read tool shows it, with the line numbers removed. */
export function withoutLineNumbers(output: string): string {
  return output.replaceAll(/^ *\d+(?:→|\t)/gm, "");
}

/** Guidance that the host loaded by itself and recorded. The host's own memory about the user is not guidance. */
export function attachedGuidance(attachment: Loose): GuidanceFile[] {
  switch (attachment["type"]) {
    case "nested_memory":
      return fileOf(attachment["content"], attachment["path"]);
    case "instructions":
      return [
        ...asList(attachment["files"]).flatMap((file) => fileOf(file, undefined)),
        ...quotedGuidance(asText(attachment["content"]) ?? ""),
      ];
    case "session_context":
      return quotedGuidance(asText(asRecord(attachment["context"])?.["claudeMd"]) ?? "");
    default:
      return [];
  }
}

function fileOf(value: unknown, outerPath: unknown): GuidanceFile[] {
  const file = asRecord(value);
  const path = asText(file?.["path"]) ?? asText(outerPath);
  const content = asText(file?.["content"]) ?? asText(value);
  const type = asText(file?.["type"]);
  if (path === undefined || content === undefined || content === "" || type?.endsWith("Mem")) return [];
  return [guidanceFile(path, content)];
}

const HEADING = /^Contents of (\S[^\n]*):\n/gm;

/** Guidance files quoted in a reminder, each under a line "Contents of PATH (…):". */
export function quotedGuidance(text: string): GuidanceFile[] {
  if (!text.includes("Contents of ")) return [];
  const headings = [...text.matchAll(HEADING)];
  return headings.flatMap((heading, index) => {
    const path = withoutNote(heading[1] ?? "");
    const start = heading.index + heading[0].length;
    const end = headings[index + 1]?.index ?? text.length;
    return isGuidance(path) ? [guidanceFile(path, text.slice(start, end).trim())] : [];
  });
}

function withoutNote(heading: string): string {
  const note = heading.endsWith(")") ? heading.lastIndexOf(" (") : -1;
  return note === -1 ? heading : heading.slice(0, note);
}
