import type { Delta, GuidanceFile } from "../../thread/delta.ts";
import { guidanceFile, guidanceRead } from "../reading/guidance.ts";
import type { CallNow } from "../reading/ledger.ts";
import { asRecord, asText, type Loose } from "../../text/loose.ts";
import { done, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

export function callIn(part: Loose): CallNow[] | undefined {
  const id = asText(part["callID"]);
  const name = asText(part["tool"]);
  const state = asRecord(part["state"]);
  if (part["type"] !== "tool" || id === undefined || name === undefined) return undefined;
  return [{ id, name, input: state?.["input"], outcome: outcomeOf(state) }];
}

const TIMED_OUT = /terminated command after exceeding timeout|exceeded timeout/;
const ABORTED = /^(?:User aborted the command|Tool execution (?:was )?(?:aborted|interrupted))/m;
const REFUSED =
  /\b(?:user rejected permission|rejected permission to use|permission (?:was )?denied|prevents you from using)/i;

function outcomeOf(state: Loose | undefined): ToolOutcome | undefined {
  if (state?.["status"] === "error") return failureOf(asText(state["error"]) ?? "");
  if (state?.["status"] !== "completed") return undefined;
  const text = asText(state["output"]) ?? "";
  const { output, note } = withoutMetadata(text);
  if (TIMED_OUT.test(note)) return { status: "timed-out", output };
  if (ABORTED.test(note.trim())) return { status: "interrupted", output };
  const exit = asRecord(state["metadata"])?.["exit"];
  return typeof exit === "number" ? exited(output, exit) : done(output);
}

/** Separates the note that the shell tool adds under the output. */
function withoutMetadata(text: string): { output: string; note: string } {
  const whole = text.trimEnd();
  const end = /<\/(?:bash|shell)_metadata>$/.exec(whole.slice(-20))?.[0] ?? "";
  const start = end === "" ? -1 : whole.lastIndexOf(end.replace("/", ""));
  if (start === -1) return { output: text, note: "" };
  const output = whole.slice(0, start).replace(/(?<!\n)\n+$/, "");
  return { output, note: whole.slice(start + end.length - 1, -end.length) };
}

function failureOf(error: string): ToolOutcome {
  if (REFUSED.test(error)) return { status: "rejected", output: error };
  return ABORTED.test(error) ? { status: "interrupted", output: error } : failed(error);
}

const INSTRUCTIONS = /^Instructions from: (\S[^\n]*)\n/gm;

export function guidanceIn(told: readonly Delta[], parts: readonly Loose[]): GuidanceFile[] {
  return told.flatMap((delta) => {
    if (delta.type !== "tool:data" || delta.status !== "done") return [];
    const part = parts.find((candidate) => candidate["callID"] === delta.toolUseId);
    const state = asRecord(part?.["state"]);
    const path = guidanceRead(asText(part?.["tool"]) ?? "", state?.["input"]);
    const shown = asText(asRecord(asRecord(state?.["metadata"])?.["display"])?.["text"]) ?? delta.output;
    return [...(path === undefined ? [] : [guidanceFile(path, shown)]), ...loadedIn(delta.output)];
  });
}

function loadedIn(output: string): GuidanceFile[] {
  const start = output.lastIndexOf("<system-reminder>");
  const end = output.lastIndexOf("</system-reminder>");
  if (start === -1 || end < start) return [];
  const reminder = output.slice(start, end);
  const headings = [...reminder.matchAll(INSTRUCTIONS)];
  return headings.map((heading, index) =>
    guidanceFile(
      heading[1] ?? "",
      reminder.slice(heading.index + heading[0].length, headings[index + 1]?.index).trim(),
    ),
  );
}
