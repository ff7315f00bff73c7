import * as z from "zod/mini";
import { literally } from "../../text/strings.ts";
import { pathFilter } from "../../text/glob.ts";
import { type LineSearch, openLineSearch } from "../files/line-search.ts";
import { walk } from "../files/walk.ts";
import { ToolError } from "../tool-error.ts";
import { type ToolContext, defineTool } from "../tool.ts";
import type { Place } from "../workspace.ts";
import { type SearchReport, createSearchReport, readForSearch } from "./search-report.ts";

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
