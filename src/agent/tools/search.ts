import * as z from "zod/mini";
import { literally } from "../../text/strings.ts";
import { pathFilter } from "../../text/glob.ts";
import { type LineSearch, openLineSearch, LINE_SEARCHED } from "../files/line-search.ts";
import { walk } from "../files/walk.ts";
import { type ToolContext, defineTool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place } from "../workspace.ts";
import { countOf } from "../../text/amounts.ts";
import { FileTooLarge } from "../files/disk.ts";
import { decodeText, splitLines } from "../files/text-file.ts";

const SearchInput = z.strictObject({
  pattern: z
    .string()
    .check(z.minLength(1), z.maxLength(1_000), z.describe("JavaScript regular expression, matched line by line.")),
  literal: z.optional(z.boolean()).check(z.describe("True to take the pattern as plain text.")),
  ignoreCase: z.optional(z.boolean()),
  path: z.optional(z.string()).check(z.describe("File or directory to search, from the workspace.")),
  glob: z
    .optional(z.string().check(z.maxLength(500)))
    .check(
      z.describe("Only files that match, for example *.ts or src/**/*.{ts,tsx}; with ! in front, only the others."),
    ),
  contextLines: z.optional(z.int().check(z.gte(0), z.lte(20))).check(z.describe("Lines to show around each match.")),
  includeIgnored: z.optional(z.boolean()).check(z.describe("True to search what git ignores, too.")),
});
type SearchInput = z.infer<typeof SearchInput>;

export const search = defineTool({
  name: "search",
  description:
    "Finds lines by a regular expression or plain text in the files of the workspace, without what git ignores and without binary files. Answers path:line:text.",
  schema: SearchInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path ?? ".", "read");
    const { source, flags } = compile(input);
    const { searchMs } = context.limits;
    const timeUp = AbortSignal.timeout(searchMs);
    const signal = AbortSignal.any([context.signal, timeUp]);
    const lines = openLineSearch(source, { flags, signal });
    const report = createSearchReport(context, input.contextLines ?? 0);
    try {
      await searchFiles(filesOf(input, { ...context, signal }, place, report), lines, report, { ...context, signal });
      return { status: "done", output: report.text() };
    } catch (error) {
      context.signal.throwIfAborted();
      if (!timeUp.aborted) throw error;
      const remark = `The search took longer than ${searchMs} ms. Use path, a simpler pattern or literal.`;
      return { status: "timed-out", output: report.text(remark) };
    } finally {
      await lines.close();
    }
  },
});

function compile(input: SearchInput): { source: string; flags: string } {
  const caseless = /^\(\?i\)/.exec(input.pattern)?.[0] ?? "";
  const literal = input.literal === true;
  if (literal && input.pattern.includes("\n"))
    throw new ToolError("Lines are searched one by one, so the pattern cannot hold a line end.");
  const source = literal ? literally(input.pattern) : input.pattern.slice(caseless.length);
  const caseFlag = input.ignoreCase === true || (!literal && caseless !== "") ? "i" : "";
  // Unicode mode is stricter about escapes, so a pattern that is valid only without it is used without it.
  for (const flags of [`${caseFlag}u`, caseFlag]) if (isValid(source, flags)) return { source, flags };
  throw new ToolError(
    `The pattern is not a valid regular expression: ${whyInvalid(source)}. Set literal for plain text.`,
  );
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function whyInvalid(source: string): string {
  try {
    return new RegExp(source).source;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function* filesOf(
  input: SearchInput,
  context: ToolContext,
  place: Place,
  report: SearchReport,
): AsyncGenerator<string> {
  const { io, workspace, signal, limits } = context;
  const there = await io.files.look(place.path);
  if (there === undefined) throw new ToolError(`"${place.name}" does not exist.`);
  if (there.type !== "directory") return yield place.path;
  const matches = pathFilter(input.glob, workspace.root, place.path);
  const includeIgnored = input.includeIgnored === true;
  let seen = 0;
  for await (const entry of walk(place.path, { files: io.files, root: workspace.root, signal, includeIgnored })) {
    seen += 1;
    if (seen > limits.walkEntries) return report.stopWalking();
    if (entry.type === "file" && matches(entry.path)) yield entry.path;
  }
}

/** Reads several files at a time but searches them in order, so that the answer is always the same. */
async function searchFiles(
  paths: AsyncIterable<string>,
  lines: LineSearch,
  report: SearchReport,
  context: ToolContext,
): Promise<void> {
  for await (const batch of inBatches(paths, 16)) {
    context.signal.throwIfAborted();
    const texts = await Promise.all(batch.map((path) => readForSearch(context, path)));
    for (const [index, path] of batch.entries()) {
      const text = texts[index];
      if (typeof text !== "string") report.skip(text);
      else report.add(path, text, await lines.find(text));
      if (report.full()) return;
    }
  }
}

async function* inBatches<T>(values: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

type Skipped = { readonly skipped: "binary" | "large" | "unreadable" };

interface Hits {
  readonly hits: readonly { readonly line: number; readonly column: number }[];
  readonly longLines: number;
}

interface SearchReport {
  add(path: string, text: string, found: Hits): void;
  skip(what: Skipped | undefined): void;
  stopWalking(): void;
  full(): boolean;
  text(remark?: string): string;
}

const ROW_CHARACTERS = 250;

function createSearchReport(context: ToolContext, contextLines: number): SearchReport {
  const { searchMatches, outputBytes } = context.limits;
  const rows: string[] = [];
  const skipped = { binary: 0, large: 0, unreadable: 0 };
  let characters = 0;
  let matches = 0;
  let files = 0;
  let longLines = 0;
  let cut = false;
  let walkedAll = true;

  function remarks(): string[] {
    const list: string[] = [];
    if (cut) list.push(`[stopped at ${matches} matches; narrow it with path, glob or a longer pattern]`);
    if (!walkedAll) list.push(`[stopped after ${context.limits.walkEntries} entries; narrow it with path]`);
    if (skipped.large > 0)
      list.push(`[${countOf(skipped.large, "file")} over ${context.limits.searchFileBytes} bytes not searched]`);
    if (skipped.unreadable > 0) list.push(`[${countOf(skipped.unreadable, "file")} could not be read]`);
    if (longLines > 0)
      list.push(`[in ${countOf(longLines, "very long line")} only the first ${LINE_SEARCHED} characters searched]`);
    return list;
  }

  return {
    full: () => cut,
    stopWalking() {
      walkedAll = false;
    },
    skip(what) {
      if (what) skipped[what.skipped]++;
    },
    add(path, text, found) {
      files++;
      longLines += found.longLines;
      const hits = found.hits.slice(0, searchMatches - matches);
      matches += hits.length;
      cut ||= hits.length < found.hits.length;
      for (const row of rowsOf(context.workspace.nameOf(path), text, hits, contextLines)) {
        if (characters >= outputBytes) return void (cut = true);
        rows.push(row);
        characters += row.length + 1;
      }
    },
    text(remark) {
      const found = rows.length > 0 ? rows : [`No matches in ${countOf(files, "file")}.`];
      return [...found, ...remarks(), ...(remark === undefined ? [] : [`[${remark}]`])].join("\n");
    },
  };
}

async function readForSearch(context: ToolContext, path: string): Promise<string | Skipped> {
  try {
    const { bytes } = await context.io.files.read(path, context.limits.searchFileBytes);
    return decodeText(bytes)?.text ?? { skipped: "binary" };
  } catch (error) {
    return { skipped: error instanceof FileTooLarge ? "large" : "unreadable" };
  }
}

function rowsOf(name: string, text: string, hits: Hits["hits"], contextLines: number): string[] {
  const lines = splitLines(text).map((line) => line.replace(/\r?\n$/, ""));
  const columns = new Map(hits.map((hit) => [hit.line, hit.column]));
  const shown = new Set<number>();
  for (const { line } of hits)
    for (let near = line - contextLines; near <= line + contextLines; near++)
      if (near >= 0 && near < lines.length) shown.add(near);
  const rows: string[] = [];
  let previous: number | undefined;
  for (const line of [...shown].sort((left, right) => left - right)) {
    if (contextLines > 0 && previous !== undefined && line > previous + 1) rows.push("--");
    const column = columns.get(line);
    const mark = column === undefined ? "-" : ":";
    rows.push(`${name}${mark}${line + 1}${mark}${excerpt(lines[line] ?? "", column ?? 0)}`);
    previous = line;
  }
  return rows;
}

function excerpt(line: string, column: number): string {
  if (line.length <= ROW_CHARACTERS) return line;
  const start = Math.max(0, Math.min(column - 60, line.length - ROW_CHARACTERS));
  const end = start + ROW_CHARACTERS;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}
