import type { Change } from "./action.ts";

/** Reads what a patch changes, file by file: the envelope of Codex and opencode, or a unified diff. */
export function parsePatch(text: string): readonly Change[] {
  const lines = text.split(/\r?\n/);
  return ENVELOPE_HEADER.test(text) ? parseEnvelope(lines) : parseUnifiedDiff(lines);
}

export function looksLikePatch(text: string): boolean {
  return ENVELOPE_HEADER.test(text) || /^--- [^\r\n]+\r?\n\+\+\+ /m.test(text) || /^diff --git /m.test(text);
}

const ENVELOPE_HEADER = /^[ \t]*\*\*\* (?:Add|Update|Delete) File: /m;

const MARKER = /^[ \t]*\*\*\* (?:Begin Patch|(?:Add|Update|Delete) File: )/;
const HEADER = /^\*\*\* (Add|Update|Delete|Move)(?: File| to): (.*\S)\s*$/;

type Lines = readonly string[];

interface Draft {
  type: Change["type"];
  path: string;
  from?: string;
  oldLines: string[];
  newLines: string[];
}

function parseEnvelope(lines: Lines): readonly Change[] {
  const drafts: Draft[] = [];
  const first = lines.find((line) => MARKER.test(line)) ?? "";
  const margin = first.slice(0, first.indexOf("*"));
  for (const line of lines) {
    // A line that is indented further than the first marker is a line of the file that only looks like a marker.
    const isMarker = line.startsWith(`${margin}***`);
    const header = isMarker ? HEADER.exec(line.slice(margin.length)) : null;
    const [, verb, path] = header ?? [];
    const draft = drafts.at(-1);
    if (verb === "Move" && path !== undefined) {
      if (draft) Object.assign(draft, { type: "move", from: draft.path, path });
    } else if (path !== undefined) {
      drafts.push({
        type: verb === "Add" ? "create" : verb === "Delete" ? "delete" : "edit",
        path,
        oldLines: [],
        newLines: [],
      });
    } else if (draft && !isMarker && !line.startsWith("@@")) {
      addLine(draft, line);
    }
  }
  return drafts.map(toChange);
}

function parseUnifiedDiff(lines: Lines): readonly Change[] {
  const drafts: Draft[] = [];
  let inHunk = false;
  for (const [index, line] of lines.entries()) {
    const draft = drafts.at(-1);
    if (line.startsWith("diff --git ")) {
      const paths = /^diff --git "?a\/(.+?)"? "?b\/(.+?)"?$/s.exec(line);
      if (paths?.[2] !== undefined) drafts.push({ type: "edit", path: paths[2], oldLines: [], newLines: [] });
      inHunk = false;
    } else if (line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ")) {
      readFileHeader(drafts, diffPath(line), diffPath(lines[index + 1] ?? ""));
      inHunk = false;
    } else if (line.startsWith("@@")) {
      inHunk = true;
    } else if (!draft || line.startsWith("\\")) {
      continue;
    } else if (inHunk) {
      addLine(draft, line);
    } else if (line.startsWith("rename from ")) {
      draft.type = "move";
      draft.from = line.slice("rename from ".length);
    } else if (line.startsWith("rename to ")) {
      draft.path = line.slice("rename to ".length);
    } else if (line.startsWith("new file mode")) {
      draft.type = "create";
    } else if (line.startsWith("deleted file mode")) {
      draft.type = "delete";
    }
  }
  return drafts.map(toChange);
}

function readFileHeader(drafts: Draft[], before: string | undefined, after: string | undefined): void {
  const path = after ?? before;
  if (path === undefined) return;
  const type = before === undefined ? "create" : after === undefined ? "delete" : "edit";
  const draft = drafts.at(-1);
  const isOpen = draft && draft.path === path && draft.oldLines.length === 0 && draft.newLines.length === 0;
  if (!isOpen) drafts.push({ type, path, oldLines: [], newLines: [] });
  else if (type !== "edit") draft.type = type;
}

function diffPath(line: string): string | undefined {
  const path = (line.slice(4).split("\t", 1)[0] ?? "").trim().replace(/^"(.*)"$/, "$1");
  return path === "/dev/null" || path === "" ? undefined : path.replace(/^[abciow]\//, "");
}

function addLine(draft: Draft, line: string): void {
  const mark = line[0];
  const rest = line.slice(1);
  if (mark === "+") draft.newLines.push(rest);
  else if (mark === "-") draft.oldLines.push(rest);
  else if (mark === " ") {
    draft.oldLines.push(rest);
    draft.newLines.push(rest);
  }
}

function toChange(draft: Draft): Change {
  const { type, path, from, oldLines, newLines } = draft;
  return {
    type,
    path,
    ...(from !== undefined && { from }),
    ...(oldLines.length > 0 && { oldText: oldLines.join("\n") }),
    ...(newLines.length > 0 && { newText: newLines.join("\n") }),
  };
}
