import * as z from "zod/mini";
import { openText, type TextFile } from "../files/open-text.ts";
import { splitLines } from "../files/text-file.ts";
import { defineTool, type ToolLimits } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const lineNumber = z.optional(z.int().check(z.gte(1)));

const ReadFileInput = z.strictObject({
  path: z.string().check(z.describe("File to read, from the workspace.")),
  startLine: lineNumber.check(z.describe("First line to show, counted from 1.")),
  endLine: lineNumber.check(z.describe("Last line to show.")),
});
type ReadFileInput = z.infer<typeof ReadFileInput>;

export const readFile = defineTool({
  name: "read_file",
  description:
    "Shows a text file with line numbers. The number and the tab after it are not part of the file. Long files come in pieces: ask for the next lines with startLine.",
  schema: ReadFileInput,
  async run(input, context) {
    const file = await openText(context, await context.workspace.resolve(input.path, "read"));
    return { status: "done", output: show(file, input, context.limits) };
  },
});

function show(file: TextFile, input: ReadFileInput, limits: ToolLimits): string {
  const lines = splitLines(file.text);
  if (lines.length === 0) return "(The file is empty.)";
  const first = input.startLine ?? 1;
  if (first > lines.length)
    throw new ToolError(`"${file.place.name}" has ${lines.length} lines; line ${first} is past its end.`);
  if (input.endLine !== undefined && input.endLine < first)
    throw new ToolError(`endLine ${input.endLine} is before startLine ${first}.`);
  const wanted = Math.min(input.endLine ?? lines.length, lines.length);
  const rows = fitting(lines, first, wanted, limits);
  const last = first + rows.length - 1;
  return [...rows, ...remarks(file, lines, { first, last, wanted })].join("\n");
}

function fitting(lines: readonly string[], first: number, last: number, limits: ToolLimits): string[] {
  const rows: string[] = [];
  let characters = 0;
  for (let number = first; number <= last && rows.length < limits.readLines; number++) {
    const row = `${String(number).padStart(6)}\t${cutLine(lines[number - 1] ?? "", limits.lineCharacters)}`;
    characters += row.length + 1;
    if (characters > limits.readCharacters && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}

function cutLine(line: string, limit: number): string {
  const bare = line.replace(/\r?\n$/, "");
  return bare.length <= limit
    ? bare
    : `${bare.slice(0, limit)} [… ${bare.length - limit} more characters in this line]`;
}

function remarks(
  file: TextFile,
  lines: readonly string[],
  shown: { first: number; last: number; wanted: number },
): string[] {
  const remarks: string[] = [];
  if (shown.last < shown.wanted) remarks.push(`[read on with startLine ${shown.last + 1}]`);
  if (shown.first > 1 || shown.last < lines.length)
    remarks.unshift(`[lines ${shown.first}–${shown.last} of ${lines.length}]`);
  if (file.text.includes("\r\n")) remarks.push("[line ends are CRLF]");
  if (file.encoding !== "utf-8") remarks.push(`[encoding: ${file.encoding}]`);
  if (shown.last === lines.length && !file.text.endsWith("\n")) remarks.push("[no line end after the last line]");
  return remarks;
}
