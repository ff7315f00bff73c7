import { asRecord, asText } from "../../loose.ts";
import type { OpenCall } from "../reading/calls.ts";
import { exitCodeFrom, exited, type ToolOutcome } from "../reading/tool-outcome.ts";
import { withoutLineNumbers } from "./guidance.ts";
import { elementText } from "./markup.ts";
import { POLLS, SHELLS } from "./tool-result.ts";

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
