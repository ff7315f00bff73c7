import { isCode, isLikePassword, isReference, isStandIn } from "./context-rule.ts";
import { isPlaceholder, type Placeholder } from "./placeholder.ts";

type Cell = readonly [start: number, end: number];

/** A heading below which secrets stand; what it says behind `-` or `_` would name something else (`password_hash`). */
const PASSWORD = /^(?:[a-z\d]{1,20}[ _-]){0,3}(?:password|passwd|passphrase|passwort)$/i;
const SECRET = /^(?:[a-z\d]{1,20}[ _-]){0,3}(?:pass|pwd|pw|psk|secret|token|api[ _-]?key)$/i;
/** A heading has words or nothing in it: a number before it is that of a line. */
const HEADING = /^(?![\d\s]+$)[\w .()#*`"'[\]\\-]{0,60}$/;
/** The number that a program shows in front of a line. */
const NUMBER = /^[ \t]{0,8}\d{1,6}[→:\t]/;
const MAYBE = /pass|pwd|pw|psk|secret|token|key/i;
const SEPARATORS = [",", ";", "\t", "|", "│"];
const LONGEST_HEADING = 1000;

type Learn = (secret: string) => void;

/** Values in a column below a password's heading: in SQL, database files, CSV and tables. */
export function redactColumns(text: string, placeholder: Placeholder, learn: Learn): string {
  if (!MAYBE.test(text)) return text;
  const withoutInserted = replaced(text, inserted(text), placeholder, learn);
  return replaced(withoutInserted, belowHeadings(withoutInserted), placeholder, learn);
}

function replaced(text: string, found: Iterable<Cell>, placeholder: Placeholder, learn: Learn): string {
  let result = "";
  let done = 0;
  for (const [start, end] of found) {
    const secret = text.slice(start, end);
    learn(secret);
    result += text.slice(done, start) + placeholder("secret", secret);
    done = end;
  }
  return result + text.slice(done);
}

type IsSecret = (value: string) => boolean;

/** What a value has to be below this heading; undefined when it is no secret's. `isGiven`: below a password's own. */
function secretBelow(heading: string, isGiven: IsSecret): IsSecret | undefined {
  const name = heading.replaceAll(/[\s"'`[\]*\\]+/g, " ").trim();
  if (PASSWORD.test(name)) return isGiven;
  return SECRET.test(name) ? isLikePassword : undefined;
}

interface Column {
  readonly column: number;
  readonly isSecret: IsSecret;
}

function columnsOf(names: readonly string[], isGiven: IsSecret): readonly Column[] {
  return names.flatMap((name, column) => {
    const isSecret = secretBelow(name, isGiven);
    return isSecret ? [{ column, isSecret }] : [];
  });
}

function isAny(value: string): boolean {
  return value.length >= 4 && !isPlaceholder(value) && !isReference(value) && !isStandIn(value) && !isCode(value);
}

/** Any value, but no code below what only looks like headings (`email, password`). */
function isOneWord(value: string): boolean {
  return /^[^\s(){}<>]+$/.test(value) && isAny(value);
}

// In SQL

const INSERT = /\binsert\s+into\s+[\w."`[\]\\]{1,120}\s{0,8}\((?<names>[^()]{1,2000})\)\s{0,8}values\s{0,8}(?=\()/gi;
const COPY = /^[^\S\n]{0,20}COPY\s+[\w."]{1,120}\s{0,8}\((?<names>[^()\n]{1,2000})\)\s+FROM\s+stdin\b[^\n]{0,100}\n/gim;
/** No row that a person would read is longer. */
const LONGEST_ROW = 20_000;

function* inserted(text: string): Generator<Cell> {
  INSERT.lastIndex = 0;
  for (let match = INSERT.exec(text); match; match = INSERT.exec(text)) {
    const columns = secretColumns(match.groups?.["names"] ?? "");
    if (columns.length === 0) continue;
    let at = INSERT.lastIndex;
    while (text[at] === "(") {
      const { cells, end } = valuesOf(text, at);
      for (const { column, isSecret } of columns) {
        const inner = innerOf(text, cells[column], QUOTED);
        if (inner && isSecret(text.slice(...inner))) yield inner;
      }
      at = end;
      while (/[\s,]/.test(text.charAt(at))) at += 1;
    }
    // What was read is not read again, whatever it holds.
    INSERT.lastIndex = Math.max(at, INSERT.lastIndex);
  }
}

function secretColumns(names: string): readonly Column[] {
  return columnsOf(names.split(","), isAny);
}

/** The values between two brackets. A comma or a bracket in quotes or in inner brackets separates nothing. */
function valuesOf(text: string, open: number): { readonly cells: readonly Cell[]; readonly end: number } {
  const cells: Cell[] = [];
  const last = Math.min(text.length, open + LONGEST_ROW);
  let start = open + 1;
  let depth = 0;
  let isQuoted = false;
  let at = start;
  for (; at < last; at += 1) {
    const sign = text[at];
    if (sign === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === "(") depth += 1;
    if ((sign === "," && depth === 0) || (sign === ")" && depth === 0)) {
      cells.push([start, at]);
      start = at + 1;
    }
    if (sign === ")" && --depth < 0) break;
  }
  return { cells, end: at + 1 };
}

/** What a value has between its quotes; none where it is a number or a call. */
const QUOTED = /^\s*[NE]?'(?<inner>.*)'\s*$/ds;

// Below a line of headings

interface Line {
  readonly whole: number;
  readonly start: number;
  readonly end: number;
}

function* belowHeadings(text: string): Generator<Cell> {
  const copied = new Map(
    [...text.matchAll(COPY)].map((match) => [match.index + match[0].length, match.groups?.["names"] ?? ""]),
  );
  const lines = linesOf(text);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (!line) break;
    const names = copied.get(line.whole);
    const table =
      names === undefined
        ? tableAt(text, line)
        : { separator: "\t", width: names.split(",").length, columns: secretColumns(names) };
    if (!table || table.columns.length === 0) continue;
    const from = names === undefined ? "start" : "whole";
    let row = names === undefined ? index + 1 : index;
    for (let found = lines[row]; found; found = lines[(row += 1)]) {
      const shown = text.slice(found[from], Math.min(found.end, found[from] + LONGEST_ROW));
      if (RULE.test(shown)) continue;
      const cells = cellsOf(shown, table.separator);
      if (cells.length !== table.width) break;
      for (const { column, isSecret } of table.columns) {
        const inner = innerOf(shown, cells[column], BARE);
        if (inner && isSecret(shown.slice(...inner))) yield [found[from] + inner[0], found[from] + inner[1]];
      }
    }
    index = Math.max(index, row - 1);
  }
}

/** A line between rows, of which tables are drawn. */
const RULE = /^[\s|+:=─━┼╪├┤┌┐└┘┬┴│-]{3,}$/;

function tableAt(text: string, { start, end }: Line) {
  if (end - start > LONGEST_HEADING) return undefined;
  const heading = text.slice(start, end);
  if (!MAYBE.test(heading)) return undefined;
  for (const separator of SEPARATORS) {
    if (!heading.includes(separator)) continue;
    const cells = cellsOf(heading, separator).map((cell) => heading.slice(...cell));
    if (!cells.every((cell) => HEADING.test(cell.trim()))) continue;
    const columns = columnsOf(cells, separator === "|" || separator === "│" ? isLikePassword : isOneWord);
    if (columns.length > 0) return { separator, width: cells.length, columns };
  }
  return undefined;
}

/** The cells of a line. A separator in quotes separates nothing. */
function cellsOf(line: string, separator: string): readonly Cell[] {
  const cells: Cell[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"' && separator !== "\t") isQuoted = !isQuoted;
    if (at === line.length || (line[at] === separator && !isQuoted)) {
      cells.push([start, at]);
      start = at + 1;
    }
  }
  return cells;
}

/** What a cell has without the quotes and blanks around it. */
const BARE = /^[\s"'`\\]*(?<inner>[^\s"'`\\](?:[^\n]*[^\s"'`\\])?)[\s"'`\\]*$/d;

function innerOf(text: string, cell: Cell | undefined, pattern: RegExp): Cell | undefined {
  const match = cell && pattern.exec(text.slice(...cell));
  const [start, end] = match?.indices?.groups?.["inner"] ?? [];
  return cell && start !== undefined && end !== undefined ? [cell[0] + start, cell[0] + end] : undefined;
}

function linesOf(text: string): readonly Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const margin = NUMBER.exec(line)?.[0].length ?? 0;
    const range = { whole: start, start: start + margin, end: start + line.length };
    start = range.end + 1;
    return range;
  });
}
