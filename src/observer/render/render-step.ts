import type { Change } from "../../thread/action.ts";
import type { Step } from "../../thread/thread.ts";
import { looksLikeCheck, resultLine, tailWithSummary } from "./command-output.ts";
import { countChanges, smallDiff } from "./small-diff.ts";
import { failed, statusOf } from "./status.ts";
import { quote, type Quoter } from "./untrusted.ts";

/** How a step is told: in full, or in a line or two once the record grows beyond its budget. */
export interface StepText {
  readonly full: string;
  readonly brief: string;
}

export type StepRenderer = (step: Step, quoter: Quoter) => StepText;

const EDIT = 950;
const COMMAND = 700;
const COMMAND_ON_LINE = 220;
const CHECK_OUTPUT = 1000;
const OTHER_OUTPUT = 500;
const REPORT = 1200;
const ERROR = 400;

/** Spends the room where it decides: what was changed, what failed, what a check said. Reads and searches are one line. */
export const renderEvidenceStep: StepRenderer = (step, quoter) => {
  const headline = headlineOf(step, quoter, COMMAND_ON_LINE);
  return { full: lines(headline, detailOf(step, quoter)), brief: lines(headlineOf(step, quoter, 120), essence(step, quoter)) };
};

const CALL_PREVIEW = 200;
const RESULT_PREVIEW = 500;

/** Every call and every result by its beginning, all alike. */
export const renderCompactStep: StepRenderer = (step, quoter) => {
  const call = quoter.line(`${step.tool} ${inputText(step.input)}`, CALL_PREVIEW);
  const result = quoter.block(step.result?.output ?? "", { mark: "| ", limit: RESULT_PREVIEW, keep: "head" });
  const headline = `[${step.number}] ${statusOf(step)} · ${call}`;
  return { full: lines(headline, result), brief: headline };
};

function headlineOf(step: Step, quoter: Quoter, limit: number): string {
  const what = quoter.line(subjectOf(step), limit);
  return `[${step.number}] ${statusOf(step)} · ${verbOf(step)}${what === "" ? "" : ` ${what}`}`;
}

function verbOf(step: Step): string {
  const { kind, changes } = step.action;
  switch (kind) {
    case "read":
    case "search":
      return `${kind} (${lineCount(step)})`;
    case "edit":
    case "create": {
      const { added, removed } = sumOf(changes);
      return added + removed === 0 ? kind : `${kind} (+${added} -${removed})`;
    }
    case "execute":
      return changes.length > 0 ? "run (changes files)" : "run";
    case "delete":
    case "move":
    case "fetch":
    case "think":
    case "subagent":
    case "other":
      return kind;
    default:
      return kind satisfies never;
  }
}

function subjectOf(step: Step): string {
  const { kind, paths, command } = step.action;
  if (kind === "execute") return command ?? inputText(step.input);
  if (kind === "search" || kind === "fetch") return inputText(step.input);
  if (kind === "subagent" || kind === "think" || kind === "other" || paths.length === 0)
    return `${step.tool} ${inputText(step.input)}`;
  return paths.join(", ");
}

function detailOf(step: Step, quoter: Quoter): string {
  const output = step.result?.output ?? "";
  const { kind, command = "" } = step.action;
  switch (kind) {
    case "read":
    case "search":
      return failed(step) ? quoter.block(output, { mark: "| ", limit: ERROR }) : "";
    case "edit":
    case "create":
    case "delete":
    case "move":
      return lines(diffs(step, quoter), failed(step) ? quoter.block(output, { mark: "| ", limit: ERROR }) : "");
    case "execute":
      return lines(longCommand(command, quoter), commandOutput(step, quoter));
    case "subagent":
      return quoter.block(output, { mark: "| ", limit: REPORT });
    case "think":
      return quoter.block(failed(step) ? output : "", { mark: "| ", limit: ERROR });
    case "fetch":
    case "other":
      return quoter.block(output, { mark: "| ", limit: ERROR });
    default:
      return kind satisfies never;
  }
}

/** A command that does not fit its headline is repeated below it, where its lines stay lines. */
function longCommand(command: string, quoter: Quoter): string {
  if (command.length <= COMMAND_ON_LINE) return "";
  return lines("  command:", quoter.block(command, { mark: "| ", limit: COMMAND }), "  output:");
}

function commandOutput(step: Step, quoter: Quoter): string {
  const output = step.result?.output ?? "";
  if (failed(step) || looksLikeCheck(step.action.command ?? ""))
    return quote(tailWithSummary(quoter.clean(output), CHECK_OUTPUT), { mark: "| ", limit: CHECK_OUTPUT + 100 });
  return quoter.block(output, { mark: "| ", limit: OTHER_OUTPUT });
}

function diffs(step: Step, quoter: Quoter): string {
  const { changes } = step.action;
  const limit = Math.max(200, Math.floor(EDIT / Math.max(1, changes.length)));
  const shown = changes.slice(0, Math.ceil(EDIT / 200));
  return lines(
    ...shown.map((change) =>
      lines(
        changes.length > 1 ? `  ${change.type} ${quoter.line(change.path ?? "", 160)}` : "",
        quote(diffOf(change, quoter), { mark: "| ", limit, lineLimit: 240 }),
      ),
    ),
    shown.length < changes.length ? `  (${changes.length - shown.length} more changes in this step are not shown)` : "",
  );
}

function diffOf({ oldText = "", newText = "" }: Change, quoter: Quoter): string {
  return smallDiff(quoter.clean(oldText), quoter.clean(newText));
}

/** What must survive when a step is told in short: why it failed, what a check said. */
function essence(step: Step, quoter: Quoter): string {
  const output = step.result?.output ?? "";
  const telling = failed(step) || (step.action.kind === "execute" && looksLikeCheck(step.action.command ?? ""));
  return telling ? quoter.block(resultLine(output), { mark: "| ", limit: 120 }) : "";
}

function sumOf(changes: readonly Change[]): { added: number; removed: number } {
  const counts = changes.map(({ oldText = "", newText = "" }) => countChanges(oldText, newText));
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function lineCount(step: Step): string {
  const output = step.result?.output ?? "";
  const count = output === "" ? 0 : output.split("\n").length;
  return `${count} ${count === 1 ? "line" : "lines"}`;
}

/** A call's arguments as text: the one value when there is only one, else all of them named. */
function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (input === undefined || input === null) return "";
  try {
    const values = Object.entries(Object(input));
    const [only] = values;
    if (values.length === 1 && only && typeof only[1] === "string") return only[1];
    return values.map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`).join(" ");
  } catch {
    return "(arguments that cannot be shown)";
  }
}

function lines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
