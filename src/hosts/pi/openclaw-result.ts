import { toolForm } from "../../thread/tool-input.ts";
import { asList, asRecord, asText, asWord, type Loose, recordFrom } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, failed, type ToolOutcome } from "../reading/tool-outcome.ts";

export interface OpenClawOutcome extends ToolOutcome {
  readonly running?: string;
}

export function processAskedAbout(tool: string, input: unknown): string | undefined {
  return tool === "process" ? asText(asRecord(input)?.["sessionId"]) : undefined;
}

/** How a command ended and errors told as a result, by what OpenClaw adds to pi's form. */
export function openClawOutcome(tool: string, text: string, details: Loose | undefined): OpenClawOutcome | undefined {
  const error = errorIn(tool, text, details);
  if (error !== undefined) return errorOutcome(error, text);
  if (tool !== "exec" && tool !== "process") return undefined;
  if (tool === "process" && ENDED_BY_AGENT.test(text)) return done(text);
  const status = details?.["status"];
  if (status === "running") return leftRunning(text, asText(details?.["sessionId"]));
  if (typeof status === "string" && status.startsWith("approval-")) return { status: "background", output: text };
  const stated = details?.["exitCode"];
  const tail = text.slice(-300);
  const exitCode = typeof stated === "number" ? stated : exitCodeFrom(EXITED.exec(tail)?.[1]);
  const output = text.slice(0, text.length - (EXITED.exec(tail)?.[0].length ?? 0));
  if (details?.["timedOut"] === true || (status === "failed" && TIMED_OUT.test(tail))) {
    return { status: "timed-out", output, ...(exitCode !== undefined && { exitCode }) };
  }
  if (exitCode !== undefined) return exited(output, exitCode);
  if (status === "failed") return failed(text);
  return status === "completed" ? done(text) : undefined;
}

function leftRunning(output: string, session: string | undefined): OpenClawOutcome {
  return { status: "background", output, ...(session !== undefined && { running: session }) };
}

const ENDED_BY_AGENT = /^(?:Killed|Terminated|Termination requested)\b/;
const EXITED = /(?:^|\n\n?)\(?(?:Command|Process) exited with code (-?\d{1,10})\)?\.?\s*$/;
const TIMED_OUT = /(?:^|\n|: )(?:Command|Process) (?:timed out\b|exceeded )/;

/** An error told as a result. The same words in a file, or printed by a command, are none. */
function errorIn(tool: string, text: string, details: Loose | undefined): string | undefined {
  if (details?.["status"] === "error") return asText(details["error"]) ?? text;
  if (details !== undefined || !/^\{\s*"status":\s*"error"/.test(text)) return undefined;
  const record = recordFrom(text);
  const isOwn = record?.["tool"] === tool || (record?.["tool"] === undefined && toolForm(tool) === undefined);
  return isOwn ? asWord(record?.["error"]) : undefined;
}

function errorOutcome(error: string, text: string): OpenClawOutcome {
  const exitCode = exitCodeFrom(EXITED.exec(error.slice(-300))?.[1]);
  if (TIMED_OUT.test(error.slice(-300))) return { status: "timed-out", output: text };
  return exitCode === undefined ? failed(text) : { status: "error", output: text, exitCode };
}

/** What a call of `process` tells of the command that it names; undefined when it tells nothing. */
export function sinceThen(tool: string, outcome: OpenClawOutcome): ToolOutcome | undefined {
  if (tool !== "process") return undefined;
  const { status, exitCode, output } = outcome;
  if (ENDED_BY_AGENT.test(output)) return { status: "interrupted", output: "" };
  return status === "background" || status === "timed-out" || exitCode !== undefined ? outcome : undefined;
}

/** How commands ended of which `process` gives a list, by the names it gives them. */
export function endsListed(tool: string, details: Loose | undefined): [name: string, ToolOutcome][] {
  if (tool !== "process") return [];
  return asList(details?.["sessions"]).flatMap((item): [string, ToolOutcome][] => {
    const { sessionId, exitCode, tail } = asRecord(item) ?? {};
    return typeof sessionId === "string" && typeof exitCode === "number"
      ? [[sessionId, exited(asWord(tail), exitCode)]]
      : [];
  });
}
