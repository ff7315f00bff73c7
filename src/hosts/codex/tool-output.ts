import { toolForm } from "../../thread/tool-input.ts";
import { contentText } from "../reading/content.ts";
import { asRecord, asText, recordFrom } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import type { Script } from "./state.ts";

/** `running` names what was left running, as a later call names it that asks about it. */
export interface CodexOutcome extends ToolOutcome {
  readonly running?: string;
}

export function readOutput(tool: string | undefined, output: unknown, script: Script | undefined): CodexOutcome {
  const success = asRecord(output)?.["success"];
  const text = textOf(output);
  const aborted = stopped(text);
  if (aborted) return aborted;
  if (script) return scriptOutcome(text, script);
  if (tool === "wait" && SCRIPT_REPORT.test(text)) return scriptOutcome(text, UNKNOWN_SCRIPT);
  const report = commandReport(text);
  if (report) return report;
  const failure = success === false || (tool === "apply_patch" ? !PATCHED.test(text) : FAILED.test(text));
  return failure ? failed(text) : done(text);
}

function textOf(output: unknown): string {
  const record = asRecord(output);
  return contentText(record ? (record["content"] ?? record["output"]) : output);
}

const REJECTED =
  /^(?:exec command |patch |apply_patch |user |(?:exec_command|apply_patch) failed[^\n]{0,300}|[^\n]{0,80}error: )?rejected(?: by user|\()|Rejected\(\\?"rejected by user/;
const ABORTED = /^(?:Wall time: [\d.]+ seconds?\n)?(?:aborted(?: by user)?\b|Script (?:terminated|aborted))/;
const TIMED_OUT =
  /^(?:command timed out after \d|Exit code: 124\nWall time: [^\n]*\n(?:[^\n]*\n)?Output:\ncommand timed out)/;

/** Of a stopped call only the head is checked: below it stands the command's output, which can say anything. */
function stopped(text: string): ToolOutcome | undefined {
  const head = text.slice(0, 600);
  if (REJECTED.test(head) && !isReport(head)) return { status: "rejected", output: text };
  if (ABORTED.test(head)) return { status: "interrupted", output: text };
  return TIMED_OUT.test(head) ? { status: "timed-out", output: text } : undefined;
}

const EXITED = /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process exited with code (-?\d{1,10})\n/;
const RUNNING = /^(?:Chunk ID: [^\n]*\n)?(?:Wall time: [^\n]*\n)?Process running with session ID (\w{0,30})/;
const EXIT_CODE = /^Exit code: (-?\d{1,10})\n/;
/** Ends the head of a report. */
const OUTPUT = /^Output:\n/m;

function isReport(text: string): boolean {
  return EXITED.test(text) || RUNNING.test(text) || EXIT_CODE.test(text);
}

/** Reads the report about a command, in the three forms of the versions so far. */
function commandReport(text: string): CodexOutcome | undefined {
  const session = RUNNING.exec(text)?.[1];
  if (session !== undefined) return { status: "background", output: runningBody(text), running: session };
  const exitCode = exitCodeFrom((EXITED.exec(text) ?? EXIT_CODE.exec(text))?.[1]);
  if (exitCode !== undefined) return exited(bodyOf(text), exitCode);
  return text.startsWith('{"output":') ? oldReport(text) : undefined;
}

function oldReport(text: string): ToolOutcome | undefined {
  const record = recordFrom(text);
  const output = asText(record?.["output"]);
  const code = asRecord(record?.["metadata"])?.["exit_code"];
  if (output === undefined || typeof code !== "number") return undefined;
  return TIMED_OUT.test(output) ? { status: "timed-out", output, exitCode: code } : exited(output, code);
}

function bodyOf(text: string): string {
  const heading = OUTPUT.exec(text.slice(0, 1000));
  return heading ? text.slice(heading.index + heading[0].length) : text;
}

/** Keeps the line with the session's number: a later poll of the session names only that number. */
function runningBody(text: string): string {
  const session = SESSION_LINE.exec(text.slice(0, 1000))?.[0] ?? "";
  return session + bodyOf(text);
}

const SESSION_LINE = /^Process running with session ID \w{1,30}\n/m;

const PATCHED = /^(?:Success\b|Done!)/;
const FAILED =
  /^(?:apply_patch verification failed|(?:exec_command|write_stdin|shell|apply_patch|view_image) failed|failed to (?:parse|read|open|load)|unsupported (?:custom tool )?call|execution error|collab (?:spawn|tool) failed|unable to )/;

/** A script counts like its last command; if it also changed files, as a success with that command's exit code. */
function scriptOutcome(text: string, script: Script): CodexOutcome {
  const printed = bodyOf(text).trim();
  const { output = printed, exitCode } = script.exitCode === undefined ? printedReport(printed) : script;
  if (/^Script (?:failed|error)/.test(text)) return failed(output === "" ? printed : output);
  const [runs, cell] = SCRIPT_RUNS.exec(text) ?? [];
  if (runs !== undefined)
    return { status: "background", output, ...(cell !== undefined && { running: cellName(cell) }) };
  if (exitCode === undefined) {
    const seconds = Number(SCRIPT_TOOK.exec(text)?.[1] ?? Infinity);
    return unendedOutcome(printed, output, script, seconds * 1000 < (script.waits ?? 0));
  }
  return script.edits ? { status: "done", output, exitCode } : exited(output, exitCode);
}

const SCRIPT_REPORT = /^Script (?:completed|failed|error|running|yielded|still running)\b/;
const SCRIPT_TOOK = /^Script completed\nWall time ([\d.]{1,12}) seconds/;
const SCRIPT_RUNS = /^Script (?:running|yielded|still running)(?: with cell ID (\w{1,30}))?/;
/** A script whose call is not known any more. It waits for something, so it ran something. */
const UNKNOWN_SCRIPT: Script = { edits: false, output: "", runs: true };

/**
 * Of a completed script's commands no exit code is told: it may have left one running, or nobody knows. That they ended
 * is certain only where it took less time than it waits for them.
 */
function unendedOutcome(printed: string, output: string, script: Script, ended: boolean): CodexOutcome {
  const session = printed.startsWith("{") ? recordFrom(printed)?.["session_id"] : undefined;
  if (typeof session === "number") return { status: "background", output, running: String(session) };
  return script.runs ? { ...done(output), endUntold: true, ...(!ended && { mayRun: true }) } : done(output);
}

/** For a script that prints the report of its only command unchanged. */
function printedReport(printed: string): { output?: string; exitCode?: number } {
  if (!printed.startsWith("{")) return {};
  const record = recordFrom(printed);
  const output = asText(record?.["output"]);
  const exitCode = record?.["exit_code"];
  return output !== undefined && typeof exitCode === "number" ? { output, exitCode } : {};
}

/** The name of what a call asks about: a session that it writes to, or a script that it waits for. */
export function askedAbout(tool: string, input: unknown): string | undefined {
  const fields = asRecord(input);
  const code = typeof input === "string" ? input : asText(fields?.["input"] ?? fields?.["code"]);
  if (tool === "write_stdin") return nameOf(fields?.["session_id"]);
  if (tool === "wait") return cellName(nameOf(fields?.["cell_id"]) ?? "");
  return toolForm(tool) === "script" && code !== undefined ? WRITES.exec(code)?.[1] : undefined;
}

const WRITES = /\btools\.write_stdin\(\s*\{[^{}]{0,200}?\bsession_id["']?\s*:\s*(\d{1,15})/;
const RUNS = /\btools\.(?:exec_command|write_stdin|shell|shell_command|bash)\(/;

export function scriptOf(input: unknown): Script {
  const code = typeof input === "string" ? input : asText(asRecord(input)?.["input"] ?? asRecord(input)?.["code"]);
  return {
    edits: false,
    output: "",
    ...(code !== undefined && RUNS.test(code) && { runs: true, waits: waitOf(code) }),
  };
}

function waitOf(code: string): number {
  if (code.includes("write_stdin")) return 0;
  const told = [...code.matchAll(/\byield_time_ms["']?\s{0,20}:\s{0,20}(\d{1,9})/g)].map(([, time]) => Number(time));
  return told.length === 0 ? DEFAULT_WAIT : Math.min(...told, DEFAULT_WAIT);
}

const DEFAULT_WAIT = 10_000;

function cellName(cell: string): string {
  return `cell ${cell}`;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : asText(value);
}

/** What a command left running did since it was last asked about; undefined when the asking call failed. */
export function sinceThen(tool: string, outcome: CodexOutcome): CodexOutcome | undefined {
  const { status, exitCode } = outcome;
  const isTold = status === "background" || exitCode !== undefined;
  if (!isTold && !(tool === "wait" && (status === "done" || status === "error"))) return undefined;
  return { ...outcome, output: outcome.output.replace(SESSION_LINE, "") };
}
