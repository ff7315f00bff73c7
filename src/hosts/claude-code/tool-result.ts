import { asList, asRecord, asText, type Loose } from "../../text/loose.ts";
import type { OpenCall } from "../reading/calls.ts";
import { type ToolOutcome, exitCodeFrom, exited } from "../reading/tool-outcome.ts";
import { withoutLineNumbers } from "./guidance.ts";
import { elementText, withoutTrailingReminders } from "./markup.ts";

interface ResultOutcome extends ToolOutcome {
  /** What the person wrote while refusing the call. */
  readonly said?: string;
}

/** The structured copy of a result that stands beside the message, and the line's note about a denial. */
export interface ResultDetails {
  readonly toolUseResult: unknown;
  readonly denial: unknown;
}

/** The block alone does not tell everything. When false, the structured copy is left unparsed. */
function needsDetails(block: Loose): boolean {
  if (block["is_error"] === true) return true;
  const text = firstText(block["content"]);
  return text === undefined || text === "" || text.startsWith("<persisted-output>");
}

export function readToolResult(
  block: Loose,
  tool: string | undefined,
  details: ResultDetails | undefined,
): ResultOutcome {
  const known = details && needsDetails(block) ? details : undefined;
  const output = outputOf(block, known);
  const failed = block["is_error"] === true;
  const outcome = failed ? failureOf(output, tool, known) : successOf(output, tool);
  return { ...outcome, output };
}

function outputOf(block: Loose, details: ResultDetails | undefined): string {
  const text = withoutTrailingReminders(contentText(block["content"]));
  if (!details) return text;
  const streams = streamsOf(details.toolUseResult);
  if (text === "" || (text.startsWith("<persisted-output>") && streams.length > 0)) return streams || text;
  return text;
}

function streamsOf(toolUseResult: unknown): string {
  if (typeof toolUseResult === "string") return toolUseResult;
  const record = asRecord(toolUseResult);
  const parts = [asText(record?.["stdout"]), asText(record?.["stderr"])];
  return parts.filter((part) => part !== undefined && part !== "").join("\n");
}

type Ending = Pick<ResultOutcome, "status" | "exitCode" | "said">;

function failureOf(output: string, tool: string | undefined, details: ResultDetails | undefined): Ending {
  const denial = details?.denial;
  if (denial === "interrupted" || denial === "cancelled") return { status: "interrupted" };
  const start = output.slice(0, START_CHARACTERS);
  const refusal = refusalOf(output, tool, details);
  if (refusal) return refusal;
  const exitCode = exitCodeOf(start) ?? exitCodeOf(asText(details?.toolUseResult) ?? "");
  const exit = exitCode === undefined ? {} : { exitCode };
  if (TIMED_OUT.test(start)) return { status: "timed-out", ...exit };
  const interrupted = asRecord(details?.toolUseResult)?.["interrupted"] === true;
  if (interrupted || isBrokenOff(output)) return { status: "interrupted", ...exit };
  return { status: "error", ...exit };
}

/** Words alone are no proof of a refusal: the host must say it beside them, and the tool be the host's own. */
function refusalOf(output: string, tool: string | undefined, details: ResultDetails | undefined): Ending | undefined {
  const { denial, toolUseResult } = details ?? { denial: undefined, toolUseResult: undefined };
  if (denial === "permission-rule") return { status: "rejected" };
  const isOwn = tool !== undefined && !tool.startsWith("mcp__");
  const isMarked = denial === "user-rejected" || toolUseResult === REJECTED;
  const isCopied = isOwn && REFUSED.test(output) && REFUSED.test(asText(toolUseResult) ?? "");
  if (!isMarked && !isCopied) return undefined;
  return isOwn && BY_PERSON.test(output) ? { status: "rejected", ...saidBesides(output) } : { status: "rejected" };
}

const REJECTED = "User rejected tool use";
const BY_PERSON = /^(?:Error: )?The user doesn't want to (?:proceed with this tool use|take this action right now)/;
const REFUSED = new RegExp(`${BY_PERSON.source}|^(?:Error: )?(?:Permission to use |Claude requested permissions? )`);
const TIMED_OUT = /^(?:Error: )?(?:Exit code -?\d+\n)?Command timed out after /;
/** The part of an output that says how the call failed. After it comes what the command printed. */
const START_CHARACTERS = 400;
const INTERRUPTED = "[Request interrupted by user";
const ABORTED = "<error>Command was aborted before completion</error>";
const SAID = "the user said:\n";
const AFTERWORD = "\n\nNote: The user's next message may contain a correction";

function isBrokenOff(output: string): boolean {
  return output.startsWith(INTERRUPTED) || output.trimEnd().endsWith(ABORTED);
}

function saidBesides(output: string): Pick<ResultOutcome, "said"> {
  const start = output.indexOf(SAID);
  if (start === -1) return {};
  const said = output.slice(start + SAID.length);
  const end = said.indexOf(AFTERWORD);
  const text = (end === -1 ? said : said.slice(0, end)).trim();
  return text === "" ? {} : { said: text };
}

function exitCodeOf(output: string): number | undefined {
  const digits = /^(?:Error: )?Exit code (-?\d{1,10})\b/.exec(output)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const SHELLS = new Set(["Bash", "PowerShell"]);
const POLLS = new Set(["BashOutput", "TaskOutput", "AgentOutputTool"]);
const LAUNCHED = ["Async agent launched", "Workflow launched in background", "Monitor started (task "];
const BACKGROUND =
  /(?:^|\n)Command (?:running in background with ID:|was manually backgrounded|was moved to the background|did not complete within [^\n]{1,80}moved to the background|exceeded [^\n]{1,120}moved to the background)/;

function successOf(output: string, tool: string | undefined): Ending {
  if (tool === undefined) return { status: "done" };
  if (SHELLS.has(tool)) return { status: wentToBackground(output.slice(-1500)) ? "background" : "done" };
  if (POLLS.has(tool)) return pollOf(output);
  const short = output.length < 4000;
  return { status: short && isLaunched(output) ? "background" : "done" };
}

function isLaunched(output: string): boolean {
  return LAUNCHED.some((words) => output.startsWith(words));
}

function wentToBackground(tail: string): boolean {
  return tail.includes("background") && BACKGROUND.test(tail);
}

/** The result of asking about a background task: what counts is the status of that task. */
function pollOf(output: string): Ending {
  const head = output.slice(0, 2000);
  if (elementText(head, "status") === "running") return { status: "background" };
  const digits = /<exit_code>(-?\d{1,10})<\/exit_code>/.exec(head)?.[1];
  if (digits === undefined) return { status: "done" };
  return { status: Number(digits) === 0 ? "done" : "error", exitCode: Number(digits) };
}

export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return asList(content)
    .map((item) => {
      const block = asRecord(item);
      const type = asText(block?.["type"]);
      return type === "text" ? (asText(block?.["text"]) ?? "") : type ? `[${type}]` : "";
    })
    .filter((text) => text !== "")
    .join("\n");
}

function firstText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  return Array.isArray(content) && content.length > 0 ? contentText(content.slice(0, 1)) : undefined;
}

const STOPS = new Set(["KillShell", "KillBash", "TaskStop"]);
const TASK = /\bID: ?([\w-]{1,80})/;
const TASK_FILE = /[\\/]tasks[\\/]([\w-]{1,80})\.output\b/;

/** The task that a call asks about, ends, or whose output it reads from the file that the host named. */
export function taskAskedAbout(tool: string, input: unknown): string | undefined {
  const fields = asRecord(input);
  if (POLLS.has(tool) || STOPS.has(tool)) {
    return asText(fields?.["task_id"]) ?? asText(fields?.["bash_id"]) ?? asText(fields?.["shell_id"]);
  }
  if (tool === "Read") return TASK_FILE.exec(asText(fields?.["file_path"]) ?? "")?.[1];
  return SHELLS.has(tool) ? TASK_FILE.exec(asText(fields?.["command"]) ?? "")?.[1] : undefined;
}

export function taskLeft({ status, output }: ToolOutcome): string | undefined {
  return status === "background" ? TASK.exec(output.slice(-1500))?.[1] : undefined;
}

/** What the result of such a call tells of the task; undefined when it tells nothing. */
export function toldOfTask({ name }: OpenCall, { status, output }: ToolOutcome): ToolOutcome | undefined {
  if (STOPS.has(name)) return status === "done" ? { status: "interrupted", output: "" } : undefined;
  if (POLLS.has(name)) return endIn(output);
  if (status !== "done") return undefined;
  return { status: "background", output: withoutLineNumbers(output) };
}

const HEAD = /^(?:<(retrieval_status|task_id|task_type|status|exit_code)>[^<]{0,200}<\/\1>\s*)+/;

function endIn(report: string): ToolOutcome | undefined {
  const [head] = HEAD.exec(report.slice(0, 2000)) ?? [];
  if (head === undefined) return undefined;
  const output = report.slice(head.length).replace(/^<(?:output|stdout)>\n?|\n?<\/(?:output|stdout)>\s*$/g, "");
  const exitCode = exitCodeFrom(elementText(head, "exit_code")?.trim());
  const status = elementText(head, "status")?.trim();
  if (status === "running") return { status: "background", output };
  if (status === "killed") return { status: "interrupted", output };
  if (exitCode !== undefined) return exited(output, exitCode);
  return status === "failed" ? { status: "error", output } : undefined;
}
