import { contentText } from "../reading/content.ts";
import { asRecord, asText, type Loose, recordFrom, asList } from "../../text/loose.ts";
import type { CallNow } from "../reading/ledger.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";
import { olderOutcome } from "./older-outcome.ts";

const RUN_COMMANDS = "run_commands";

/** Several commands of one call run side by side: a call each, so that one's failure is not the others'. */
export function callsOf(id: string, name: string, input: unknown): CallNow[] {
  const given = name === RUN_COMMANDS ? listIn(input) : [];
  const inputs = given.map((item) => ({ item, command: commandIn(item) }));
  if (!inputs.some(({ command }) => command !== undefined)) return [{ id, name, input }];
  // An item that is no command keeps its place, because it has a result as well.
  return inputs.map(({ item, command }, index) => ({
    id: inputs.length === 1 ? id : partOf(id, index),
    name,
    input: command === undefined ? item : { command },
  }));
}

export function partOf(id: string, index: number): string {
  return `${id}:${index + 1}`;
}

/** The commands of a call. Models give them as a list, as one text, or each as a program with its arguments. */
function listIn(input: unknown): readonly unknown[] {
  const given = asRecord(input)?.["commands"] ?? input;
  return Array.isArray(given) ? given : [given];
}

function commandIn(item: unknown): string | readonly unknown[] | undefined {
  if (typeof item === "string") return item;
  const { command, args } = asRecord(item) ?? {};
  if (typeof command !== "string") return undefined;
  return asList(args).length === 0 ? command : [command, ...asList(args)];
}

export function outcomesOf(block: Loose): (ToolOutcome | undefined)[] {
  const { content, older } = block;
  if (typeof older === "string") return [olderOutcome(older, block["is_error"] === true, asText(block["name"]))];
  const runs = block["name"] === RUN_COMMANDS;
  if (!isOneForAll(block)) return reportsIn(content).map((report) => report && outcomeOf(report, runs));
  const text = typeof content === "string" ? (asText(recordFrom(content)?.["error"]) ?? content) : contentText(content);
  if (block["is_error"] !== true) return [done(text)];
  return [REFUSED.test(text) ? { status: "rejected", output: text } : failed(text)];
}

/** True when there is one result for the whole call, for example because the call failed as a whole. */
export function isOneForAll({ content, older, is_error }: Loose): boolean {
  return typeof older === "string" || is_error === true || reportsIn(content).length === 0;
}

/** One outcome for a call that is one call in the thread. */
export function together(parts: readonly (ToolOutcome | undefined)[]): ToolOutcome {
  const outcomes = parts.filter((part) => part !== undefined);
  const [first = done("")] = outcomes;
  if (outcomes.length < 2) return first;
  const output = outcomes.map((outcome) => outcome.output).join("\n");
  return outcomes.some(({ status }) => status === "done") ? done(output) : { status: first.status, output };
}

/** The reports in a result, each at its index: a list of them, or one as JSON text. */
export function reportsIn(content: unknown): (Loose | undefined)[] {
  const list = Array.isArray(content) ? content : [typeof content === "string" ? recordFrom(content) : content];
  const reports = list.map((item) => {
    const report = asRecord(item);
    return report && typeof report["success"] === "boolean" ? report : undefined;
  });
  return reports.some((report) => report !== undefined) ? reports : [];
}

const REFUSED = /rejected by the user and not executed|NOT a tool or system failure\. Clarify with user/;
const STILL_RUNNING = /^\[Command is still running\./;
const EXITED = /^Command exited with code (-?\d{1,10})$/;
const EXIT_NOTE = /^\[Command exited with code -?\d{1,10}\]\n?/;
const TIMED_OUT = /\btimed out after \d+ ?ms$/;
const ABORTED = /\bwas aborted$/;

function outcomeOf(report: Loose, runs: boolean): ToolOutcome {
  const { result } = report;
  const output = typeof result === "string" ? result : contentText(result);
  if (report["success"] === true) {
    if (!runs) return done(output);
    return STILL_RUNNING.test(output) ? { status: "background", output } : exited(output, 0);
  }
  const error = asText(report["error"]) ?? "";
  const exitCode = exitCodeFrom(EXITED.exec(error)?.[1]);
  if (exitCode !== undefined) return exited(output.replace(EXIT_NOTE, ""), exitCode);
  const told = [output, error].filter((text) => text !== "").join("\n");
  if (TIMED_OUT.test(error)) return { status: "timed-out", output: told };
  return ABORTED.test(error) ? { status: "interrupted", output: told } : failed(told);
}
