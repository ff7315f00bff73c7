import { countOf } from "../../text/amounts.ts";
import { FileTooLarge } from "../files/disk.ts";
import { LINE_SEARCHED } from "../files/line-search.ts";
import { decodeText, splitLines } from "../files/text-file.ts";
import type { ToolContext } from "../tool.ts";

export type Skipped = { readonly skipped: "binary" | "large" | "unreadable" };

interface Hits {
  readonly hits: readonly { readonly line: number; readonly column: number }[];
  readonly longLines: number;
}

export interface SearchReport {
  add(path: string, text: string, found: Hits): void;
  skip(what: Skipped | undefined): void;
  stopWalking(): void;
  full(): boolean;
  text(remark?: string): string;
}

const ROW_CHARACTERS = 250;

export function createSearchReport(context: ToolContext, contextLines: number): SearchReport {
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

export async function readForSearch(context: ToolContext, path: string): Promise<string | Skipped> {
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
