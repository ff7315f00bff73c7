import { countOf } from "../../text/amounts.ts";
import type { Change } from "../../thread/action.ts";
import { countChanges, smallDiff } from "../../thread/small-diff.ts";
import type { Step } from "../../thread/thread.ts";
import { looksLikeCheck, resultLine, tailWithSummary } from "./command-output.ts";
import { cutDiff } from "./cut-diff.ts";
import { failed, statusOf, joinLines } from "./status.ts";
import { type Quoter, quote } from "./untrusted.ts";

/** The text of a step: in full, or in a line or two for a record that is over its budget (most never are). */
interface StepText {
  readonly full: string;
  readonly brief: () => string;
  readonly gist?: () => string;
}

export type StepRenderer = (step: Step, quoter: Quoter) => StepText;

/** The most characters for each part of a step. Of an edit that failed, the reason tells more than the content. */
interface Limits {
  readonly edit: number;
  readonly failedEdit: number;
  readonly command: number;
  readonly check: number;
  readonly output: number;
  readonly report: number;
  readonly error: number;
  readonly read: number;
}

/** The larger ones are for the turn that is judged, where there is room: what decides is seldom at an edit's ends. */
const LIMITS = {
  usual: { edit: 950, failedEdit: 250, command: 700, check: 1000, output: 700, report: 1200, error: 400, read: 0 },
  ample: { edit: 2000, failedEdit: 400, command: 1200, check: 2000, output: 1200, report: 2400, error: 800, read: 0 },
  wide: { edit: 4000, failedEdit: 600, command: 2000, check: 3000, output: 2000, report: 4000, error: 1200, read: 0 },
} satisfies Record<string, Limits>;
const COMMAND_ON_LINE = 220;
const PLAN = 400;

/** Room for what decides: what was changed, what failed, what a check said. Reads and searches take one line. */
const evidenceStepRenderer =
  (limits: Limits): StepRenderer =>
  (step, quoter) => ({
    full: renderFully(step, quoter, limits),
    brief: () => joinLines(headlineOf(step, quoter, 120), essence(step, quoter)),
    gist: () => joinLines(headlineOf(step, quoter, 120), gistOf(step, quoter) || essence(step, quoter)),
  });

export const renderEvidenceStep = evidenceStepRenderer(LIMITS.usual);

/** The same with more of each step, the most generous first. */
export const ROOMIER_STEPS: readonly StepRenderer[] = [LIMITS.wide, LIMITS.ample].map(evidenceStepRenderer);

/** A step with all that is needed to refute what rests on it. */
export function renderCloseUp(step: Step, quoter: Quoter, limit: number): string {
  const given = { edit: limit, failedEdit: limit, command: limit };
  return renderFully(step, quoter, { ...given, check: limit, output: limit, report: limit, error: limit, read: limit });
}

function renderFully(step: Step, quoter: Quoter, limits: Limits): string {
  return joinLines(headlineOf(step, quoter, subjectLimit(step)), detailOf(step, quoter, limits));
}

export interface CompactLimits {
  readonly call: number;
  readonly result: number;
}

const COMPACT: CompactLimits = { call: 200, result: 500 };

/** Shows the beginning of every call and every result, all in the same way. */
export function compactStepRenderer({ call, result } = COMPACT): StepRenderer {
  return (step, quoter) => {
    const preview = quoter.line(`${step.tool} ${inputText(step.input)}`, call);
    const output = quoter.block(step.result?.output ?? "", { mark: "| ", limit: result, keep: "head" });
    const headline = `[${step.number}] ${statusOf(step)} · ${preview}`;
    return { full: joinLines(headline, output), brief: () => headline };
  };
}

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
      const everywhere = replacesAll(step.input) ? ", wherever it stood" : "";
      return added + removed === 0 ? kind : `${kind} (+${added} -${removed}${everywhere})`;
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
  if (kind === "think") return planText(step.input) ?? `${step.tool} ${inputText(step.input)}`;
  if (kind === "subagent" || kind === "other" || paths.length === 0) return `${step.tool} ${inputText(step.input)}`;
  return paths.join(", ");
}

function detailOf(step: Step, quoter: Quoter, limits: Limits): string {
  const output = step.result?.output ?? "";
  const { kind } = step.action;
  switch (kind) {
    case "read":
    case "search":
      return quoter.block(output, { mark: "| ", limit: failed(step) ? limits.error : limits.read });
    case "edit":
    case "create":
    case "delete":
    case "move":
      return joinLines(
        diffs(step, quoter, limits),
        quoter.block(failed(step) ? output : "", { mark: "| ", limit: limits.error }),
      );
    case "execute":
      return joinLines(longCommand(step, quoter, limits), commandOutput(step, quoter, limits));
    case "subagent":
      return quoter.block(output, { mark: "| ", limit: limits.report });
    case "think":
      return quoter.block(failed(step) ? output : "", { mark: "| ", limit: limits.error });
    case "fetch":
    case "other":
      return quoter.block(output, { mark: "| ", limit: limits.error });
    default:
      return kind satisfies never;
  }
}

function subjectLimit(step: Step): number {
  if (step.action.kind === "think") return PLAN;
  return commandFits(step) ? COMMAND_ON_LINE : 0;
}

function commandFits({ action }: Step): boolean {
  return action.kind !== "execute" || (action.command ?? "").length <= COMMAND_ON_LINE;
}

function longCommand(step: Step, quoter: Quoter, limits: Limits): string {
  const { command = "" } = step.action;
  if (commandFits(step)) return "";
  return joinLines("  command:", quoter.block(command, { mark: "| ", limit: limits.command }), "  output:");
}

function commandOutput(step: Step, quoter: Quoter, limits: Limits): string {
  const output = step.result?.output ?? "";
  if (output.trim() === "") return step.result?.status === "done" ? "  (no output)" : "";
  if (failed(step) || looksLikeCheck(step.action.command ?? ""))
    return quote(tailWithSummary(quoter.clean(output), limits.check), { mark: "| ", limit: limits.check + 100 });
  return quoter.block(output, { mark: "| ", limit: limits.output });
}

function diffs(step: Step, quoter: Quoter, limits: Limits): string {
  const { changes } = step.action;
  const room = step.result?.status === "error" ? limits.failedEdit : limits.edit;
  const limit = Math.max(200, Math.floor(room / Math.max(1, changes.length)));
  const shown = changes.slice(0, Math.ceil(room / 200));
  return joinLines(
    ...shown.map((change) =>
      joinLines(
        changes.length > 1 ? `  ${change.type} ${quoter.line(change.path ?? "", 160)}` : "",
        quote(cutDiff(diffOf(change, quoter), limit, change), { mark: "| ", limit, lineLimit: 240 }),
      ),
    ),
    shown.length < changes.length ? `  (${changes.length - shown.length} more changes in this step are not shown)` : "",
  );
}

function diffOf({ oldText = "", newText = "" }: Change, quoter: Quoter): string {
  return smallDiff(quoter.clean(oldText), quoter.clean(newText));
}

const RESULT_REACH = 8000;

const GIST = 200;

/** What an edit is about, or how a new file begins: it may be the one that matters. */
function gistOf(step: Step, quoter: Quoter): string {
  const { kind, changes } = step.action;
  const [change] = changes;
  if (!change || failed(step) || (kind !== "edit" && kind !== "create")) return "";
  return quote(cutDiff(diffOf(change, quoter), GIST, change), { mark: "| ", limit: GIST });
}

/** What must stay when a step is shown in short: why it failed, what a check said. */
function essence(step: Step, quoter: Quoter): string {
  const output = step.result?.output ?? "";
  const telling = failed(step) || (step.action.kind === "execute" && looksLikeCheck(step.action.command ?? ""));
  if (!telling) return "";
  const last = output.slice(-RESULT_REACH);
  const cleaned = quoter.clean(last);
  // A secret that was cut in half is not recognised, so the text near the cut is left out.
  const end = last === output ? cleaned : cleaned.slice(Math.floor(cleaned.length / 2)).toWellFormed();
  return quote(resultLine(end), { mark: "| ", limit: 120 });
}

function sumOf(changes: readonly Change[]): { added: number; removed: number } {
  const counts = changes.map(({ oldText = "", newText = "" }) => countChanges(oldText, newText));
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** A search result that says that nothing was found: this line must not count as a hit. */
const NO_MATCH =
  /^\W*(?:no (?:files?|matches|match|results?)(?: were)?(?: found)?|0 (?:matches|results|files)|found 0)\b/i;

function lineCount(step: Step): string {
  const output = step.result?.output ?? "";
  if (step.action.kind === "search" && NO_MATCH.test(output)) return "no match";
  return countOf(output === "" ? 0 : output.split("\n").length, "line");
}

function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  if (typeof input !== "object" || input === null) return "";
  const values = Object.entries(input);
  const [only] = values;
  if (values.length === 1 && typeof only?.[1] === "string") return only[1];
  return values.map(([name, value]) => `${name}=${valueText(value)}`).join(" ");
}

/** True when the edit applies to every occurrence of its text, so that one shown line may stand for many. */
function replacesAll(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return Object.entries(input).some(([name, value]) => /^replace_?all$/i.test(name) && value === true);
}

function planText(input: unknown): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const list: unknown = Object.values(input).find((value) => Array.isArray(value));
  const tasks = Array.isArray(list) ? list.flatMap(taskOf) : [];
  if (tasks.length === 0) return undefined;
  const open = tasks.filter((task) => task.status !== "completed");
  const names = open.map((task) => `${task.name} (${task.status})`).join("; ");
  return `plan: ${tasks.length - open.length} of ${tasks.length} done${names === "" ? "" : `, open: ${names}`}`;
}

function taskOf(item: unknown): { name: string; status: string }[] {
  if (typeof item !== "object" || item === null) return [];
  const fields = new Map(Object.entries(item));
  const status: unknown = fields.get("status");
  const name: unknown = fields.get("content") ?? fields.get("step") ?? fields.get("text");
  return typeof name === "string" && typeof status === "string" ? [{ name, status }] : [];
}

function valueText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "(cannot be shown)";
  }
}
