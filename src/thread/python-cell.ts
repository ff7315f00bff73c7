import type { Change } from "./action.ts";

/** A notebook cell as a shell command line, with the file changes made by the helper functions of OpenHands. */
export interface Cell {
  readonly command: string;
  readonly changes: readonly Change[];
}

export function readCell(code: string): Cell {
  const shell = shellOf(code);
  if (shell !== undefined) return { command: shell, changes: [] };
  return { command: `python3 - <<'${MARK}'\n${code}\n${MARK}`, changes: helped(code) };
}

const MARK = "END_OF_CELL";

/** The shell script of a cell: `%%bash`, or nothing but lines that begin with `!`. */
function shellOf(code: string): string | undefined {
  const magic = /^\s*%%(?:bash|sh)\b[^\n]*\n/.exec(code);
  if (magic) return code.slice(magic[0].length);
  const lines = code.split("\n").filter((line) => !/^\s*(?:#.*)?$/.test(line));
  return lines.length > 0 && lines.every((line) => line.startsWith("!"))
    ? lines.map((line) => line.slice(1)).join("\n")
    : undefined;
}

const HELPER =
  /(?<![\w.])(edit_file(?:_by_\w{1,20})?|insert_content_at_line|append_file|create_file)\(\s*(?:(?:file_name|filename|path)\s*=\s*)?(?:(['"])([^'"\n]{1,300})\2)?/g;

function helped(code: string): readonly Change[] {
  return [...code.matchAll(HELPER)].map(([, helper, , path]) => ({
    type: helper === "create_file" ? "create" : "edit",
    ...(path !== undefined && { path }),
  }));
}
