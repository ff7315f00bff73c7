import * as z from "zod/mini";
import { createBoundedOutput, createProgress } from "../../process/bounded-output.ts";
import type { ProcessEnd } from "../../process/run-process.ts";
import { type ToolContext, type ToolOutcome, defineTool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const BashInput = z.strictObject({
  command: z.string().check(z.minLength(1), z.describe("What to run, as one would type it.")),
  cwd: z.optional(z.string()).check(z.describe("Directory to run it in, from the workspace.")),
  timeoutSeconds: z
    .optional(z.number().check(z.gt(0)))
    .check(z.describe("Stop it after this time; settings limit it, and say what holds if absent.")),
});
type BashInput = z.infer<typeof BashInput>;

export const bash = defineTool({
  name: "bash",
  description:
    "Runs a shell command in the workspace and answers with what it printed and its exit code. Each call is a new shell without input. When the command ends, everything it left running is stopped but daemons; of long output the middle is cut.",
  schema: BashInput,
  async run(input, context) {
    if (input.command.includes("\0")) throw new ToolError("The command holds a NUL character.");
    const cwd = await directoryOf(input, context);
    const timeoutMs = timeLimit(input, context);
    const output = createBoundedOutput(context.limits.outputBytes);
    const progress = createProgress(context.onProgress ?? (() => undefined));
    const end = await context.io
      .run({
        command: ["sh", "-c", SHELL_SCRIPT, "sh", input.command],
        cwd,
        environment: context.environment,
        timeoutMs,
        killGraceMs: context.limits.killGraceMs,
        signal: context.signal,
        onOutput(chunk) {
          output.push(chunk);
          progress.push(chunk);
        },
      })
      .finally(() => progress.end());
    return outcomeOf(end, output.text(), timeoutMs);
  },
});

/** Uses bash if it is installed. Both streams go into one pipe, so that lines stay in the order they were printed. */
const SHELL_SCRIPT = `if command -v bash >/dev/null 2>&1; then exec bash -c "$1" 2>&1; fi; exec sh -c "$1" 2>&1`;

async function directoryOf(input: BashInput, context: ToolContext): Promise<string> {
  const place = await context.workspace.resolve(input.cwd ?? ".", "read");
  const there = await context.io.files.look(place.path);
  if (there?.type !== "directory") throw new ToolError(`There is no directory "${place.name}" to run it in.`);
  return place.path;
}

function timeLimit(input: BashInput, context: ToolContext): number {
  const { commandMs, commandMaxMs } = context.limits;
  return input.timeoutSeconds === undefined ? commandMs : Math.min(input.timeoutSeconds * 1_000, commandMaxMs);
}

function outcomeOf(end: ProcessEnd, output: string, timeoutMs: number): ToolOutcome {
  switch (end.type) {
    case "exited": {
      const remarks: string[] = [];
      if (end.signal !== undefined) remarks.push(`[ended by ${end.signal}]`);
      if (end.exitCode !== 0) remarks.push(`[exit code ${end.exitCode}]`);
      if (end.left > 0) remarks.push(`[${end.left} processes it left running were stopped]`);
      const status = end.exitCode === 0 ? "done" : "error";
      return { status, output: withRemarks(output, remarks), exitCode: end.exitCode };
    }
    case "timed-out":
      return {
        status: "timed-out",
        output: withRemarks(output, [`[stopped after ${timeoutMs / 1_000} seconds, with all it had started]`]),
      };
    case "cancelled":
      return { status: "interrupted", output: withRemarks(output, ["[cancelled, with all it had started]"]) };
    case "not-started":
      throw new ToolError(`The shell could not be started: ${end.reason}.`);
  }
}

function withRemarks(output: string, remarks: readonly string[]): string {
  const text = output.trimEnd();
  return [...(text === "" ? ["(no output)"] : [text]), ...remarks].join("\n");
}
