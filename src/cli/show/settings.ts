import { relative, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { configForWatching, type LoadedConfig, type Origin } from "../../config.ts";
import { type PlacedKey, printable } from "../../config/keys.ts";
import { isRecord } from "../../text/json.ts";
import { isWithin } from "../../text/places.ts";
import { type Style, broken, pad, visibleWidth } from "../../show/wrap.ts";

export interface Row {
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
  readonly watching?: unknown;
}

export interface View {
  readonly columns: number;
  readonly cwd: string;
  readonly home: string | undefined;
  readonly style: Style;
}

/** Every effective setting with its origin, in the order of the schema. */
export function rowsOf(loaded: LoadedConfig): Row[] {
  const { config, origins } = loaded;
  const watching = configForWatching(loaded);
  return [...origins].map(([path, origin]) => {
    const [value, watched] = [valueAt(config, path), valueAt(watching, path)];
    return { path, origin, value, ...(isDeepStrictEqual(value, watched) ? {} : { watching: watched }) };
  });
}

export function listSettings(rows: readonly Row[], view: View): string {
  const layOut = view.columns < ROOM_FOR_COLUMNS ? belowEachOther(view) : inColumns(rows, view);
  const lines: string[] = [];
  let group: string | undefined;
  for (const row of rows) {
    const { path, origin } = row;
    if (group !== groupOf(path)) {
      group = groupOf(path);
      if (lines.length > 0) lines.push("");
      if (group !== "") lines.push(view.style.bold(group));
    }
    const indent = group === "" ? "" : "  ";
    const shown = layOut([indent + nameIn(path), effective(row), showOrigin(origin, view)]);
    lines.push(...shown.map((line) => (origin.source === "default" ? view.style.dim(line) : line)));
  }
  return `${lines.join("\n")}\n`;
}

type Cells = readonly [key: string, value: string, origin: string];

/** In a narrower terminal, keys would be broken. */
const ROOM_FOR_COLUMNS = 64;

function inColumns(rows: readonly Row[], { columns }: View): (cells: Cells) => string[] {
  const whole = Math.min(columns, 120);
  const keyWidth = Math.min(
    Math.max(...rows.map(({ path }) => 2 + visibleWidth(nameIn(path)))),
    Math.floor(whole * 0.4),
  );
  const rest = whole - keyWidth - 4;
  return (cells) => wrapRow(cells, [keyWidth, Math.floor(rest * 0.45), Math.ceil(rest * 0.55)]);
}

function belowEachOther({ columns }: View): (cells: Cells) => string[] {
  const room = Math.max(columns, 20) - 6;
  return ([key, ...facts]) => [key, ...wrap(facts.join("  "), room).map((row) => `      ${row}`)];
}

export function explainKey(key: PlacedKey, rows: readonly Row[], view: View): string {
  const facts = rows.flatMap((row) => [
    ["value", effective(row)],
    ["from", showOrigin(row.origin, view)],
  ]);
  const takes = [
    ["takes", key.kind.allowed],
    ["default", key.fallbackText ?? showValue(key.fallback)],
    ["variable", key.variable],
    ["project", SCOPES[key.scope] + (key.narrows ? ", others only to a stricter value" : "") + whenItCounts(key)],
  ];
  const width = Math.min(Math.max(view.columns, 30), 120) - 10;
  const lines = [...facts, ...takes].flatMap((cells) => wrapRow(cells, [8, width]));
  return `${[view.style.bold(key.path), ...wrap(key.description, width + 10), "", ...lines].join("\n")}\n`;
}

/** When a project's file may set the key: hooks use it only once it is committed. */
function whenItCounts({ scope, narrows, keepsIn }: PlacedKey): string {
  const strangersMay = scope === "any" || narrows !== undefined;
  return strangersMay && !keepsIn ? "; for agents that are watched once it is committed" : "";
}

const SCOPES = {
  any: "a project's file may set it",
  trusted: "only the file of a project you trust may set it",
  own: "no project's file may set it",
} as const;

/** The value at a path. The longest matching name is used, because names of table entries may contain dots. */
function valueAt(tree: unknown, path: string): unknown {
  if (Array.isArray(tree)) return ruleOf(tree[Number(path) - 1]);
  if (!isRecord(tree)) return undefined;
  if (Object.hasOwn(tree, path)) return tree[path];
  const dot = path.indexOf(".");
  return dot === -1 ? undefined : valueAt(tree[path.slice(0, dot)], path.slice(dot + 1));
}

/** Of a list that adds up, each entry has a row; whose it is, its origin tells. */
function ruleOf(entry: unknown): unknown {
  return isRecord(entry) ? entry["rule"] : entry;
}

function groupOf(path: string): string {
  const dot = path.indexOf(".");
  return dot === -1 ? "" : path.slice(0, dot);
}

function nameIn(path: string): string {
  return printable(path.slice(path.indexOf(".") + 1));
}

/** What holds: some values are only for our own agent as long as nobody sets them. */
export function effective({ value, watching }: Row): string {
  return watching === undefined ? showValue(value) : `${showValue(value)}; ${showValue(watching)} for others' agents`;
}

export function showValue(value: unknown): string {
  if (typeof value === "string") return printable(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map(showValue).join(", ");
  if (!isRecord(value)) return String(value);
  if (Object.keys(value).length === 0) return "{}";
  return Object.entries(value)
    .map(([name, item]) => `${name} ${showValue(item)}`)
    .join(", ");
}

function showOrigin(origin: Origin, view: View): string {
  switch (origin.source) {
    case "environment":
      return origin.variable ?? "environment";
    case "flag":
      return "command line";
    case "safety":
      return "errors in your settings";
    case "team policy":
      return origin.source;
    case "user":
    case "project":
      return printable(`${shorten(origin.file ?? origin.source, view)}${origin.line ? `:${origin.line}` : ""}`);
    default:
      return "default";
  }
}

function shorten(file: string, { cwd, home }: View): string {
  if (isWithin(file, cwd)) return `.${sep}${relative(cwd, file)}`;
  return home !== undefined && isWithin(file, home) ? `~${sep}${relative(home, file)}` : file;
}

function wrapRow(cells: readonly string[], widths: readonly number[]): string[] {
  const columns = cells.map((cell, index) => wrap(cell, widths[index] ?? 20));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, index) => pad(lines[line] ?? "", widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Breaks after blanks, commas and slashes, and inside a word only when it is longer than the line. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of text.split(/(?<=[\s,])|(?<=[^/:]\/)(?!\/)/).flatMap((word) => broken(word, width))) {
    if (line !== "" && visibleWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}
