import type { GuidanceFile } from "../../thread/delta.ts";
import type { ImageBlock } from "../../thread/message.ts";
import { toolForm } from "../../thread/tool-input.ts";
import { guidanceFile } from "../reading/guidance.ts";
import { asJson, asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, failed, type ToolOutcome, exitCodeFrom, exited } from "../reading/tool-outcome.ts";
import { unwrapped } from "../reading/content.ts";

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

/** Lines that the shell tool puts under a command's output. A line `Error: …` may be the command's own last line. */
const TRAILER =
  /^(?:(?:Error|Stderr): \((?:none|empty)\)$|(?:Exit Code|Signal|Background PIDs|Process Group PGID|Outcome): )/;
const BODY = /^(?:Output|Stdout): ?/m;
const TIMED_OUT = /^Command (?:timed out after|was automatically cancelled because it exceeded the timeout)/;
const CANCELLED = /^Command was cancelled by (?:the )?user|^Command was aborted/;
const IN_BACKGROUND =
  /^(?:Command (?:moved|was moved|promoted) to (?:the )?background|Background (?:command|shell) started|Command started in (?:the )?background)/;

/** A report of `run_shell_command`: the exit code is written when it is not zero, in some versions always. */
export function readShellReport(text: string): ToolOutcome | undefined {
  const report = unwrapped(text, "<untrusted_context>", "</untrusted_context>") ?? text;
  if (TIMED_OUT.test(report)) return { status: "timed-out", output: report };
  if (CANCELLED.test(report)) return { status: "interrupted", output: report };
  if (IN_BACKGROUND.test(report)) return { status: "background", output: report };
  const body = BODY.exec(report);
  if (!body || (body.index > 0 && !report.startsWith("Command: "))) return undefined;
  const lines = report.slice(body.index + body[0].length).split("\n");
  let end = lines.length;
  while (end > 1 && TRAILER.test(lines[end - 1] ?? "")) end -= 1;
  const output = lines.slice(0, end).join("\n");
  const stated = fieldOf(lines.slice(end), "Exit Code");
  const exitCode = exitCodeFrom(stated);
  if (exitCode !== undefined) return exited(output, exitCode);
  const signal = fieldOf(lines.slice(end), "Signal");
  if (signal !== undefined && signal !== "(none)" && signal !== "0") return { status: "error", output };
  return stated === undefined ? exited(output, 0) : { status: "error", output };
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  return lines
    .findLast((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)
    .trim();
}
