import * as z from "zod/mini";
import { countOf } from "../text/amounts.ts";
import type { Step } from "../thread/thread.ts";
import { formatDiff, parseDiff, type Splice } from "./files/splice.ts";
import { countLines, type Encoding } from "./files/text-file.ts";

export interface Spot {
  readonly line: number;
  readonly column: number;
}

interface NotedFile {
  readonly name: string;
  readonly encoding: Encoding;
}

/** The first line of a changing tool's answer; `readNote` reads the change from it again. */
export const notes = {
  created: (name: string, content: string) => `Created ${quote(name)} (${countLines(content)}).`,
  editedAt: (file: NotedFile, spots: readonly Spot[]) =>
    `Edited ${described(file)} at ${spots.map((spot) => `${spot.line}:${spot.column}`).join(", ")}.`,
  edited: (file: NotedFile, splices: readonly Splice[], limit: number) =>
    withDiff(`Edited ${described(file)}.`, formatDiff(splices), limit),
  overwritten: (file: NotedFile, splices: readonly Splice[], limit: number) =>
    withDiff(`Overwrote ${described(file)}.`, formatDiff(splices), limit),
  formatted: (file: NotedFile, formatter: string, splices: readonly Splice[], limit: number) =>
    withDiff(`Formatted ${described(file)} with ${formatter}.`, formatDiff(splices), limit),
  deleted: ({ name, encoding, mode, content }: NotedFile & { mode: number; content: string }, limit: number) =>
    withDiff(
      `Deleted ${quote(name)} (mode ${mode.toString(8)}, ${encoding}).`,
      formatDiff([{ line: 1, column: 1, removed: content, inserted: "" }]),
      limit,
    ),
  deletedForGood: (name: string, what: string) => `Deleted ${quote(name)} (${what}; undo_edit cannot bring it back).`,
  undone: (name: string, left: number) =>
    `Undid the last change of ${quote(name)}; ${countOf(left, "earlier change")} of it can be undone.`,
};

/** Rebuilds from a thread's steps what the agent changed and what can still be undone. */
export function changesFromSteps(steps: readonly Step[]): FileChange[] {
  const changes: FileChange[] = [];
  for (const step of steps) {
    if (step.result?.status !== "done") continue;
    const undone = UNDONE.exec(step.result.output);
    if (step.tool === "undo_edit" && undone) {
      const index = changes.findLastIndex((change) => change.name === unquote(undone[1]));
      if (index !== -1) changes.splice(index, 1);
      continue;
    }
    const change = CHANGING_TOOLS.has(step.tool) ? readNote(step.input, step.result.output) : undefined;
    if (change) changes.push(change);
  }
  return changes;
}

const CHANGING_TOOLS = new Set(["create_file", "edit_file", "delete_file", "format_file"]);

const QUOTED = String.raw`("(?:[^"\\]|\\.)*")`;
const DESCRIBED = String.raw`${QUOTED}(?: \((latin-1)\))?`;
const UNDONE = new RegExp(`^Undid the last change of ${QUOTED}`);
const CREATED = new RegExp(`^Created ${QUOTED}`);
const EDITED_AT = new RegExp(String.raw`^Edited ${DESCRIBED} at ([\d:, ]+)\.$`);
const DELETED = new RegExp(String.raw`^Deleted ${QUOTED} \(mode ([0-7]+), ([\w-]+)\)\.`);
const DELETED_FOR_GOOD = new RegExp(`^Deleted ${QUOTED}`);
const CHANGED = new RegExp(`^(?:Overwrote|Edited|Formatted) ${DESCRIBED}`);

const CreateInput = z.object({ content: z.string() });
const EditInput = z.object({ oldText: z.string(), newText: z.string() });

function readNote(input: unknown, output: string): FileChange | undefined {
  const [first = "", ...rest] = output.split("\n");
  const diff = parseDiff(rest.join("\n"));

  const created = CREATED.exec(first);
  if (created) {
    const parsed = CreateInput.safeParse(input);
    return parsed.success ? { type: "created", name: unquote(created[1]), content: parsed.data.content } : undefined;
  }
  const edited = EDITED_AT.exec(first);
  if (edited) {
    const parsed = EditInput.safeParse(input);
    const splices = parsed.success ? parseSpots(edited[3] ?? "", parsed.data) : null;
    return { type: "changed", ...describedBy(edited), splices };
  }
  const changed = CHANGED.exec(first);
  if (changed) return { type: "changed", ...describedBy(changed), splices: diff ?? null };
  const deleted = DELETED.exec(first);
  if (deleted)
    return {
      type: "deleted",
      name: unquote(deleted[1]),
      content: diff?.[0]?.removed ?? null,
      mode: Number.parseInt(deleted[2] ?? "644", 8),
      encoding: parseEncoding(deleted[3]),
    };
  const gone = DELETED_FOR_GOOD.exec(first);
  if (gone) return { type: "deleted", name: unquote(gone[1]), content: null, mode: 0o644, encoding: "utf-8" };
  return undefined;
}

function parseSpots(text: string, input: z.infer<typeof EditInput>): Splice[] {
  return text.split(", ").map((spot) => {
    const [line = 1, column = 1] = spot.split(":").map(Number);
    return { line, column, removed: input.oldText, inserted: input.newText };
  });
}

function parseEncoding(text: string | undefined): Encoding {
  const known: Encoding[] = ["utf-8", "utf-8-bom", "utf-16le", "utf-16be", "latin-1"];
  return known.find((encoding) => encoding === text) ?? "utf-8";
}

function withDiff(note: string, diff: string, limit: number): string {
  if (diff.length <= limit) return `${note}\n${diff}`;
  return `${note} Its diff (${diff.length} characters) is too long to be shown or kept in the log.`;
}

/** Latin-1 is named, because a file that has only ASCII after the change no longer shows it. */
function described({ name, encoding }: NotedFile): string {
  return encoding === "latin-1" ? `${quote(name)} (${encoding})` : quote(name);
}

function describedBy([, name, encoding]: RegExpExecArray): { name: string; encoding?: Encoding } {
  return { name: unquote(name), ...(encoding === undefined ? {} : { encoding: parseEncoding(encoding) }) };
}

function quote(name: string): string {
  return JSON.stringify(name);
}

function unquote(quoted: string | undefined): string {
  const parsed = z.string().safeParse(JSON.parse(quoted ?? '""'));
  return parsed.success ? parsed.data : "";
}

/** One change that the agent made to a file, with what is needed to undo it; null when that is not known any more. */
export type FileChange =
  | { readonly type: "created"; readonly name: string; readonly content: string }
  | {
      readonly type: "changed";
      readonly name: string;
      readonly splices: readonly Splice[] | null;
      readonly encoding?: Encoding;
    }
  | {
      readonly type: "deleted";
      readonly name: string;
      readonly content: string | null;
      readonly mode: number;
      readonly encoding: Encoding;
    };

/** What the agent changed, for each file; undo starts with the last change. Kept in memory; the log can rebuild it. */
export interface EditHistory {
  record(change: FileChange): void;
  last(name: string): FileChange | undefined;
  dropLast(name: string): void;
  count(name: string): number;
  /** Runs `action` while no other change to this file is running. */
  exclusively<T>(name: string, action: () => Promise<T>): Promise<T>;
}

export function createHistory(changes: readonly FileChange[] = []): EditHistory {
  const byName = new Map<string, FileChange[]>();
  const busy = new Map<string, Promise<unknown>>();

  function record(change: FileChange): void {
    byName.set(change.name, [...(byName.get(change.name) ?? []), change]);
  }
  for (const change of changes) record(change);

  return {
    record,
    last: (name) => byName.get(name)?.at(-1),
    dropLast(name) {
      byName.set(name, (byName.get(name) ?? []).slice(0, -1));
    },
    count: (name) => byName.get(name)?.length ?? 0,
    async exclusively(name, action) {
      const before = busy.get(name) ?? Promise.resolve();
      const mine = before.then(action, action);
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      busy.set(name, settled);
      try {
        return await mine;
      } finally {
        if (busy.get(name) === settled) busy.delete(name);
      }
    },
  };
}
