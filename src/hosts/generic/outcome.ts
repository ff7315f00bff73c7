import { toolForm } from "../../thread/tool-kinds.ts";
import { contentText } from "../reading/content.ts";
import { asJson, asRecord, asText, type Loose, recordFrom } from "../../loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

/** The outcome of a result from an unknown program: by its fields if it has them, otherwise by well-known words. */
export function outcomeOf(tool: string, value: unknown, isError: boolean): ToolOutcome {
  const record = asRecord(value) ?? recordIn(value);
  const form = toolForm(tool);
  const report = record && reportOf(record, form === undefined || form === "execute" || form === "script");
  if (report) return report;
  const text = contentOf(value);
  if (form === "execute") return commandOutcome(text, isError);
  return isError || FAILED.test(text.slice(0, 200)) ? failed(text) : done(text);
}

function contentOf(value: unknown, depth = 0): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const record = asRecord(value);
  if (!record) return Array.isArray(value) ? contentText(value) : asJson(value);
  const inner = record["value"] ?? record["text"] ?? record["output"] ?? record["content"];
  return inner === undefined || depth > 3 ? asJson(record) : contentOf(inner, depth + 1);
}

function recordIn(value: unknown): Loose | undefined {
  if (typeof value !== "string" || !value.startsWith("{") || value.length > 2_000_000) return undefined;
  return recordFrom(value);
}

const EXIT_FIELDS = ["exitCode", "exit_code", "returncode", "return_code", "exit"];

/** Reads the fields in which programs report about a command. A shown file may have one of them by chance. */
function reportOf(record: Loose, mayPrintNothing: boolean): ToolOutcome | undefined {
  const inner = asRecord(record["metadata"]) ?? asRecord(record["value"]) ?? record;
  const code = EXIT_FIELDS.map((field) => record[field] ?? inner[field]).find((exit) => typeof exit === "number");
  if (typeof code !== "number") return undefined;
  const output = asText(record["output"]) ?? asText(inner["output"]);
  const streams = [asText(inner["stdout"]), asText(inner["stderr"])].filter((stream) => stream);
  if (output === undefined && streams.length === 0 && !mayPrintNothing) return undefined;
  const text = output ?? streams.join("\n");
  const timedOut = record["timedOut"] === true || record["timed_out"] === true;
  return timedOut ? { status: "timed-out", output: text, exitCode: code } : exited(text, code);
}

const FAILED = /^(?:\[?(?:Error|ERROR)\b[:\]]|Traceback \(most recent call last\)|\{"error":)/;
const TIMED_OUT = /^(?:Error: )?(?:The )?[Cc]ommand (?:has )?timed out\b/;
const CODE_FIRST =
  /^(?:Error: )?(?:Exit code:? |Process exited with code |Command (?:exited|failed) with (?:exit )?code |<returncode>)(-?\d{1,10})\b/m;
const CODE_LAST = /(?:exit(?:ed with)? code|return ?code|exit status)[:=]? *(-?\d{1,10})[\s\])>.]*$/i;

function commandOutcome(text: string, isError: boolean): ToolOutcome {
  if (TIMED_OUT.test(text)) return { status: "timed-out", output: text };
  const digits = CODE_FIRST.exec(text.slice(0, 300))?.[1] ?? CODE_LAST.exec(text.slice(-200))?.[1];
  const exitCode = exitCodeFrom(digits);
  if (exitCode !== undefined) return exited(text, exitCode);
  return isError ? failed(text) : done(text);
}
