import { setNewest } from "../hosts/reading/stored.ts";
import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome, cutMiddle } from "../hosts/reading/tool-outcome.ts";
import type { ToolUseBlock } from "../thread/message.ts";
import { toolForm } from "../thread/tool-input.ts";
import { boundedValue, EMPTY_TEXT, type GrowingText, grown, MOST_OF_ONE, wordsOf } from "./bounded-value.ts";
import type { RpcMessage } from "./message.ts";

export interface TerminalEnd {
  readonly output: string;
  readonly exitCode?: number;
}

/** How many terminals are remembered. An editor runs for days, but the turn that is still running used few of them. */
const MAX_TERMINALS = 256;

/** How many requests without an answer are remembered; an editor may never answer. */
const MAX_ASKED = 256;

/** Follows the editor's terminals: only its answers say what was printed and how the command ended. */
export function createTerminals() {
  const asked = new Map<string, string>();
  const ends = new Map<string, TerminalEnd>();
  return {
    ends: ends as ReadonlyMap<string, TerminalEnd>,
    request({ key, method, params }: RpcMessage): void {
      const terminal = asText(params["terminalId"]);
      if (key === undefined || terminal === undefined) return;
      if (method === "terminal/output" || method === "terminal/wait_for_exit")
        setNewest(asked, key, terminal, MAX_ASKED);
    },
    answer({ key, result }: RpcMessage): void {
      const terminal = asked.get(key ?? "");
      if (key === undefined || terminal === undefined) return;
      asked.delete(key);
      const before = ends.get(terminal);
      const exitCode = (asRecord(result?.["exitStatus"]) ?? result)?.["exitCode"];
      const code = typeof exitCode === "number" ? exitCode : before?.exitCode;
      const output = asText(result?.["output"]);
      const end = {
        output: output === undefined ? (before?.output ?? "") : cutMiddle(output),
        ...(code === undefined ? {} : { exitCode: code }),
      };
      setNewest(ends, terminal, end, MAX_TERMINALS);
    },
  };
}

/** A tool call, with everything applied that was said about it so far. */
export interface ToolCall {
  readonly id: string;
  readonly fields: Loose;
  readonly printed: GrowingText;
}

const FIELDS = ["name", "title", "kind", "status", "rawInput", "rawOutput", "content", "locations"];

/** Applies a patch: a field that is left out, or null, keeps its value. Of each field only so much is kept. */
export function patched(call: ToolCall | undefined, id: string, update: Loose): ToolCall {
  const before = call ?? { id, fields: {}, printed: EMPTY_TEXT };
  const meta = asRecord(update["_meta"]);
  const said = FIELDS.map((name) => [name, update[name]] as const);
  const known = [...said, ["terminalExit", meta?.["terminal_exit"]] as const]
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, boundedValue(value, MOST_OF_ONE).value] as const);
  const piece = asText(asRecord(meta?.["terminal_output_delta"])?.["data"]) ?? "";
  return {
    id,
    fields: { ...before.fields, ...Object.fromEntries(known) },
    printed: grown(before.printed, piece, MOST_OF_ONE),
  };
}

export function shortenedCall({ id, fields, printed }: ToolCall, most: number): ToolCall {
  const kept = Object.entries(fields).map(([name, value]) => [name, boundedValue(value, most).value] as const);
  return { id, fields: Object.fromEntries(kept), printed: grown(EMPTY_TEXT, wordsOf(printed), most) };
}

export function toolUseOf({ id, fields }: ToolCall): ToolUseBlock {
  const { name, input } = named(fields) ?? byDiff(fields) ?? byKind(fields);
  return { type: "tool_use", id, name, input };
}

interface Use {
  readonly name: string;
  readonly input: unknown;
}

function named(fields: Loose): Use | undefined {
  const name = asText(fields["name"]);
  const input = asRecord(fields["rawInput"]);
  if (name === undefined || toolForm(name) === undefined || !input) return undefined;
  return Object.keys(input).length === 0 ? undefined : { name, input };
}

function byDiff(fields: Loose): Use | undefined {
  const diffs = contentOf(fields, "diff").map((diff) => ({
    path: asText(diff["path"]),
    oldText: asText(diff["oldText"]),
    newText: asText(diff["newText"]) ?? "",
  }));
  const [first] = diffs;
  if (!first) return undefined;
  if (diffs.length === 1 && !first.oldText)
    return { name: "create_file", input: { path: first.path, content: first.newText } };
  return { name: "edit_file", input: { path: first.path, edits: diffs } };
}

function byKind(fields: Loose): Use {
  const path = asText(asRecord(asList(fields["locations"])[0])?.["path"]);
  const kind = asText(fields["kind"]) ?? "other";
  switch (kind) {
    case "execute":
      return { name: "bash", input: { command: commandOf(fields) } };
    case "read":
      return { name: "read_file", input: { path } };
    case "edit":
      return written(fields, path);
    case "delete":
      return { name: "delete_file", input: { path } };
    case "move":
      return { name: "move_file", input: { path } };
    case "search":
    case "fetch":
    case "think":
      return { name: kind, input: asRecord(fields["rawInput"]) ?? {} };
    default:
      return { name: asText(fields["name"]) ?? asText(fields["title"]) ?? "other", input: fields["rawInput"] ?? {} };
  }
}

/** Agents that show no diff, and a path as the title, still tell what they write: a path and the content of all of it. */
function written(fields: Loose, path: string | undefined): Use {
  const { content, filePath, file_path: snakePath, path: plainPath, ...others } = asRecord(fields["rawInput"]) ?? {};
  const place = path ?? asText(filePath) ?? asText(snakePath) ?? asText(plainPath);
  const isWhole = typeof content === "string" && Object.keys(others).length === 0;
  if (isWhole) return { name: "create_file", input: { path: place, content } };
  return { name: "edit_file", input: { ...others, path: place } };
}

/** The shell command of a call. Agents that do not send it as input show it as the title. */
function commandOf(fields: Loose): unknown {
  const input = asRecord(fields["rawInput"]) ?? {};
  return input["command"] ?? input["cmd"] ?? asText(fields["title"])?.replace(/^`+|(?<!`)`+$/g, "");
}

export function outcomeOf(call: ToolCall, terminals: ReadonlyMap<string, TerminalEnd>): ToolOutcome {
  const { fields, printed } = call;
  const used = contentOf(fields, "terminal").map((each) => asText(each["terminalId"]) ?? "");
  const terminal = used.flatMap((id) => terminals.get(id) ?? [])[0];
  const output = wordsOf(printed) || terminal?.output || outputOf(fields);
  const exitCode = exitCodeOf(fields, output) ?? terminal?.exitCode;
  switch (asText(fields["status"])) {
    case "failed":
      return exitCode === undefined || exitCode === 0 ? failed(output) : exited(output, exitCode);
    case "completed":
      return exitCode === undefined ? done(output) : exited(output, exitCode);
    case "cancelled":
      return { status: "interrupted", output };
    default:
      return { status: "background", output };
  }
}

function outputOf(fields: Loose): string {
  const raw = fields["rawOutput"];
  if (typeof raw === "string") return raw;
  const record = asRecord(raw);
  const known = ["output", "formatted_output", "aggregated_output"].flatMap((name) => asText(record?.[name]) ?? []);
  const streams = ["stdout", "stderr"].flatMap((name) => asText(record?.[name]) ?? []);
  const shown = contentOf(fields, "content").flatMap((each) => asText(asRecord(each["content"])?.["text"]) ?? []);
  return known[0] ?? (streams.length > 0 ? streams.join("\n") : shown.join("\n"));
}

function exitCodeOf(fields: Loose, output: string): number | undefined {
  const raw = asRecord(fields["rawOutput"]);
  const told = [
    asRecord(fields["terminalExit"])?.["exit_code"],
    raw?.["exit_code"],
    raw?.["exitCode"],
    asRecord(raw?.["metadata"])?.["exit"],
  ].find((value) => typeof value === "number");
  return told ?? exitCodeFrom(/^(?:Error: )?Exit code:? (-?\d+)/i.exec(output)?.[1]);
}

function contentOf(fields: Loose, type: string): Loose[] {
  return asList(fields["content"])
    .map((item) => asRecord(item) ?? {})
    .filter((item) => item["type"] === type);
}
