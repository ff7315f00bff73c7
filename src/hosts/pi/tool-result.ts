import { toolForm } from "../../thread/tool-kinds.ts";
import type { Loose } from "../../text/loose.ts";
import { done, exitCodeFrom, exited, failed } from "../reading/tool-outcome.ts";
import { type OpenClawOutcome, openClawOutcome } from "./openclaw-result.ts";

const EXITED = /(?:^|\n\n?)\(?Command exited with code (-?\d{1,10})\)?\s*$/;
const ABORTED = /(?:^|\n)(?:Command|Operation|Execution) aborted\s*$/;
const TIMED_OUT = /(?:^|\n)Command timed out after [\d.]+ ?\w*\s*$/;

/** A failed command says so at its end; a successful one says nothing, which means exit code 0. */
export function readToolResult(tool: string, text: string, isError: unknown, details?: Loose): OpenClawOutcome {
  const told = isError === true && details?.["timedOut"] !== true ? undefined : openClawOutcome(tool, text, details);
  if (told) return told;
  const shell = toolForm(tool) === "execute" || (isError === true && tool === "exec");
  if (isError !== true) return shell && isError === false ? exited(text, 0) : done(text);
  const tail = text.slice(-200);
  if (ABORTED.test(tail)) return { status: "interrupted", output: text };
  if (!shell) return failed(text);
  if (TIMED_OUT.test(tail)) return { status: "timed-out", output: text };
  const ending = EXITED.exec(tail);
  const exitCode = exitCodeFrom(ending?.[1]);
  if (!ending || exitCode === undefined) return failed(text);
  return exited(text.slice(0, text.length - ending[0].length), exitCode);
}
