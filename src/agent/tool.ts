import { ToolError } from "./tool-error.ts";
import * as z from "zod/mini";
import { isRecord } from "../text/json.ts";
import { jsonSchemaOf } from "../models/arguments.ts";
import type { ToolDefinition } from "../models/model.ts";
import type { ToolStatus } from "../thread/message.ts";
import type { Usage } from "../thread/usage.ts";
import type { EditHistory } from "./change-note.ts";
import { disk, type FileIo } from "./files/disk.ts";
import { runProcess, type RunProcess } from "../process/run-process.ts";
import { errorCode } from "../text/errors.ts";
import type { Workspace } from "./workspace.ts";

export interface Tool extends ToolDefinition {
  /** Never rejects: a failure is a status and a sentence that the model can act on. */
  run(input: unknown, context: ToolContext): Promise<ToolOutcome>;
}

export interface ToolOutcome {
  readonly status: ToolStatus;
  readonly output: string;
  readonly exitCode?: number;
}

export interface ToolContext {
  readonly workspace: Workspace;
  readonly history: EditHistory;
  readonly io: ToolIo;
  readonly signal: AbortSignal;
  readonly limits: ToolLimits;
  readonly environment: Readonly<Record<string, string>>;
  /** The user's own choice of formatter: extension (`.ts`) to command, which reads stdin and writes stdout. `{file}` stands for the path. */
  readonly formatters: Readonly<Record<string, readonly string[]>>;
  readonly onProgress?: (text: string) => void;
  /** Records at once what a model call of the tool used. */
  readonly onUsage?: (usage: Usage) => void;
}

export interface ToolLimits {
  readonly fileBytes: number;
  readonly readLines: number;
  readonly readCharacters: number;
  readonly lineCharacters: number;
  readonly listEntries: number;
  readonly walkEntries: number;
  readonly searchMatches: number;
  readonly searchFileBytes: number;
  readonly searchMs: number;
  /** A longer diff is not written into the log, so that edit cannot be undone after a restart. */
  readonly diffCharacters: number;
  readonly outputBytes: number;
  readonly commandMs: number;
  readonly commandMaxMs: number;
  readonly formatMs: number;
  readonly killGraceMs: number;
  readonly subagentInferences: number;
}

interface ToolIo {
  readonly files: FileIo;
  readonly run: RunProcess;
}

export const LOCAL_IO: ToolIo = { files: disk, run: runProcess };

interface ToolParts<T> {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodMiniType<T>;
  run(input: T, context: ToolContext): Promise<ToolOutcome>;
}

export function defineTool<T>(parts: ToolParts<T>): Tool {
  return {
    ...parts,
    async run(input, context) {
      if (context.signal.aborted) return { status: "interrupted", output: "Cancelled before it ran." };
      const parsed = parts.schema.safeParse(withoutNulls(input), { error: z.locales.en().localeError });
      if (!parsed.success) return { status: "error", output: describeMisfit(parts, parsed.error) };
      try {
        const outcome = await parts.run(parsed.data, context);
        return { ...outcome, output: outcome.output.toWellFormed() };
      } catch (error) {
        return describeFailure(error, context.signal);
      }
    },
  };
}

/** Removes nulls: some models write null for a field that they leave out. */
function withoutNulls(input: unknown): unknown {
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function describeMisfit<T>(parts: ToolParts<T>, error: z.core.$ZodError): string {
  const issues = error.issues.map((issue) => {
    const field = issue.path.join(".");
    return field === "" ? issue.message : `${field}: ${issue.message}`;
  });
  const fields = Object.keys(jsonSchemaOf(parts.schema)["properties"] ?? {});
  return `The input does not fit ${parts.name}: ${issues.join("; ")}. Its fields are ${fields.join(", ")}.`;
}

function describeFailure(error: unknown, signal: AbortSignal): ToolOutcome {
  if (signal.aborted) return { status: "interrupted", output: "Cancelled." };
  if (error instanceof ToolError) return { status: error.status, output: error.message };
  return { status: "error", output: describeSystemError(error) };
}

const SYSTEM_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EPERM: "The system does not permit it",
  ENOSPC: "No space left on the disk",
  EROFS: "The file system is read-only",
  ENAMETOOLONG: "The path is too long",
  ENOTDIR: "A part of the path is a file, not a directory",
  EISDIR: "This is a directory, not a file",
  ENOENT: "There is no such file or directory",
};

function describeSystemError(error: unknown): string {
  const code = errorCode(error);
  const sentence = code === undefined ? undefined : SYSTEM_SENTENCES[code];
  if (sentence !== undefined) return `${sentence} (${code}).`;
  return `The tool failed: ${error instanceof Error ? error.message : String(error)}`;
}
