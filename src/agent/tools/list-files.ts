import * as z from "zod/mini";
import { countOf } from "../../text/amounts.ts";
import { pathFilter } from "../../text/glob.ts";
import { type WalkedEntry, walk } from "../files/walk.ts";
import { type ToolContext, defineTool } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import type { Place, Workspace } from "../workspace.ts";

const ListFilesInput = z.strictObject({
  path: z
    .optional(z.string())
    .check(z.describe("Directory to list, from the workspace. The whole workspace if absent.")),
  glob: z
    .optional(z.string().check(z.maxLength(500)))
    .check(
      z.describe("Only paths that match, for example *.ts or src/**/*.{ts,tsx}; with ! in front, only the others."),
    ),
  includeIgnored: z.optional(z.boolean()).check(z.describe("True to see what git ignores, too.")),
});
type ListFilesInput = z.infer<typeof ListFilesInput>;

export const listFiles = defineTool({
  name: "list_files",
  description:
    "Lists the files below a directory, sorted, without what git ignores. When there are too many, deep directories are shown as one line with the number of files in them.",
  schema: ListFilesInput,
  async run(input, context) {
    const place = await context.workspace.resolve(input.path ?? ".", "read");
    const there = await context.io.files.look(place.path);
    if (there?.type !== "directory")
      throw new ToolError(`"${place.name}" ${there ? `is a ${there.type}, not a directory` : "does not exist"}.`);
    const { paths, complete } = await collect(input, context, place);
    const limit = context.limits.listEntries;
    if (paths.length === 0) return { status: "done", output: "(no files)" };
    const rows = paths.length <= limit ? paths : foldDeep(paths, limit);
    const remark = complete ? [] : [`[stopped after ${context.limits.walkEntries} entries; list a subdirectory]`];
    const cut = rows.length > limit ? [`[${rows.length - limit} more entries; narrow it with path or glob]`] : [];
    return { status: "done", output: [...rows.slice(0, limit), ...cut, ...remark].join("\n") };
  },
});

async function collect(
  input: ListFilesInput,
  context: ToolContext,
  place: Place,
): Promise<{ paths: string[]; complete: boolean }> {
  const matches = pathFilter(input.glob, context.workspace.root, place.path);
  const paths: string[] = [];
  let seen = 0;
  const { signal, workspace, io } = context;
  const includeIgnored = input.includeIgnored === true;
  for await (const entry of walk(place.path, { files: io.files, root: workspace.root, signal, includeIgnored })) {
    if (++seen > context.limits.walkEntries) return { paths, complete: false };
    if (entry.path === place.path || !matches(entry.path)) continue;
    if (input.glob !== undefined && entry.type === "directory") continue;
    paths.push(nameOf(entry, workspace));
  }
  return { paths, complete: true };
}

function nameOf(entry: WalkedEntry, workspace: Workspace): string {
  const name = workspace.nameOf(entry.path);
  if (entry.type === "directory") return `${name}/`;
  return entry.type === "symlink" ? `${name} (symlink)` : name;
}

function foldDeep(paths: readonly string[], limit: number): string[] {
  const deepest = paths.reduce((most, path) => Math.max(most, depthOf(path)), 1);
  for (let depth = deepest - 1; depth > 1; depth--) {
    const rows = foldAt(paths, depth);
    if (rows.length <= limit) return rows;
  }
  return foldAt(paths, 1);
}

function foldAt(paths: readonly string[], depth: number): string[] {
  const rows = new Map<string, number>();
  for (const path of paths) {
    const key = depthOf(path) <= depth ? path : `${path.split("/").slice(0, depth).join("/")}/`;
    // A directory in the list has no files.
    rows.set(key, (rows.get(key) ?? 0) + (path.endsWith("/") ? 0 : 1));
  }
  return [...rows].map(([key, count]) => (key.endsWith("/") && count > 0 ? `${key} (${countOf(count, "file")})` : key));
}

function depthOf(path: string): number {
  return path.replace(/\/$/, "").split("/").length;
}
