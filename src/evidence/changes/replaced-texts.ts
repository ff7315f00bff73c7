import type { Step } from "../../thread/thread.ts";
import { type FileChange, meaningOf } from "./changes.ts";
import type { Facts } from "../facts.ts";
import { stepAt } from "../steps.ts";
import { baseName, placedPath, samePath } from "./paths.ts";

/** One text, and the other text that a shell line puts in its place. */
export type Replacement = readonly [before: string, after: string];

/**
 * For a change by a command, the same change with the texts it replaced: where the line says which text replaces which,
 * and the record shows that the old text stood in the file. Other changes are returned as they are.
 */
export function withReplacedText(facts: Facts, change: FileChange): FileChange {
  if (!change.shell || change.type !== "edit" || change.newText !== undefined) return change;
  const line = stepAt(facts, change.step)?.action.command ?? "";
  if (ELSEWHERE.test(line)) return change;
  const shown = shownBefore(facts, change);
  const replaced = replacements(line, baseName(change.path))
    .map((pair) => inPlace(pair, shown))
    .filter((pair) => pair !== undefined);
  if (replaced.length === 0) return change;
  const { step, path, type, role, from, shell, restored, perhaps } = change;
  const oldText = replaced.map(([before]) => before).join("\n");
  const newText = replaced.map(([, after]) => after).join("\n");
  const meaning = meaningOf({ type, path, oldText, newText });
  return { step, path, type, role, oldText, newText, from, shell, restored, perhaps, meaning };
}

/** Lines that run in a container or on another machine, or under a condition whose result we do not know. */
const ELSEWHERE =
  /\b(?:docker|podman|nerdctl|kubectl|ssh|lxc|vagrant|wsl|argv|trap)\b|\|\||\bif\b[^\n]{1,300}\bthen\b|(?:\bgrep|\brg|\btest|\[)\s[^;&|\n]{1,300}&&/;

/** What is known of a file's text before a change: what was written into it, and what steps showed of it. */
function shownBefore({ changes, steps, thread }: Facts, { path, step }: FileChange): readonly string[] {
  const written = changes.flatMap((other) =>
    other.step < step && samePath(other.path, path) && other.newText !== undefined ? [other.newText] : [],
  );
  const read = steps.filter((other) => other.number < step && shows(other, path, thread.cwd));
  return [...written, ...read.map(({ result }) => result?.output ?? "")];
}

function shows({ action, result }: Step, path: string, workspace: string | undefined): boolean {
  if (result?.status !== "done" || action.changes.length > 0) return false;
  if (action.kind === "read") return action.paths.some((read) => samePath(placedPath(read, workspace), path));
  return SHOWS.test(action.command ?? "") && (action.command ?? "").includes(baseName(path));
}

const SHOWS = /^\s*(?:cd\s+\S+\s*&&\s*)?(?:cat|sed\s+-n|nl|head|tail|Get-Content)\s/;

/** The replacement as whole lines, so that one in a comment is seen as that; nothing if the old text was not shown. */
function inPlace([before, after]: Replacement, shown: readonly string[]): Replacement | undefined {
  const lines = before.split("\n").filter((line) => line.trim() !== "");
  const text = shown.find((candidate) => lines.length > 0 && lines.every((line) => candidate.includes(line.trim())));
  if (text === undefined) return undefined;
  if (before.includes("\n")) return [before, after];
  const at = text.indexOf(before);
  if (at === -1) return undefined;
  const end = text.indexOf("\n", at);
  const line = text.slice(text.lastIndexOf("\n", at) + 1, end === -1 ? text.length : end).replace(NUMBERED, "");
  return line.includes(before) ? [line, line.replace(before, () => after)] : undefined;
}

/** How tools number the lines of the files they show. */
const NUMBERED = /^\s{0,10}\d{1,7}(?:→|:|\t|\s*\|)/;

/** What a line replaces in a file of this name, and by what. */
export function replacements(line: string, name: string): readonly Replacement[] {
  if (!line.includes(name)) return [];
  return [...byEditor(line, name), ...byOperator(line), ...byCode(line)].slice(0, MOST);
}

const MOST = 50;
const EDITOR =
  /\b(?:sed|perl)\s+(?:(?:-\S+|''|"")\s+){0,8}(['"]?)s([/|#,@])(.{1,200}?)\2(.{0,200}?)\2\w*\1((?:\s+[^\s;&|]+){1,20})/g;
/** PowerShell's operator. Only texts in plain single quotes can be read. */
const OPERATOR = /\s-[ci]?replace\s{1,9}'([^'\n]{1,300})'\s{0,9},\s{0,9}'([^'\n]{0,300})'/gi;

function byEditor(line: string, name: string): Replacement[] {
  return [...line.matchAll(EDITOR)]
    .filter((match) => match[5]?.includes(name))
    .map((match) => [plain(match[3]), plain(match[4])]);
}

function byOperator(line: string): Replacement[] {
  return Array.from(line.matchAll(OPERATOR), ([, before, after]) => [plain(before), plain(after)]);
}

/** The text that a search pattern stands for, where it stands for a single one. */
function plain(pattern = ""): string {
  return pattern.replaceAll(/\\[b<>]/g, "").replaceAll(/\\(?=\W)/g, "");
}

/** `text.replace("old", "new")`, in the languages that scripts of one line are written in. */
function byCode(line: string): Replacement[] {
  const found: Replacement[] = [];
  for (const call of line.matchAll(/\.replace(?:All)?\(/gi)) {
    if (found.length >= MOST) break;
    const before = valueAt(line, call.index + call[0].length);
    const comma = before && /^\s{0,40},/.exec(line.slice(before.end, before.end + 50));
    const after = comma && valueAt(line, before.end + comma[0].length);
    if (after) found.push([before.text, after.text]);
  }
  return found;
}

interface Literal {
  readonly text: string;
  readonly end: number;
}

/** The string at this place in the code, or the one held by the variable that is named here. */
function valueAt(code: string, from: number): Literal | undefined {
  const literal = literalAt(code, from);
  if (literal) return literal;
  const name = /^\s{0,40}([A-Za-z_]\w{0,40})(?=\s*[,)])/.exec(code.slice(from, from + 120));
  const at = name ? code.indexOf(`${name[1]} = `) : -1;
  const value = name && at !== -1 ? literalAt(code, at + (name[1]?.length ?? 0) + 3) : undefined;
  return value && { text: value.text, end: from + (name?.[0].length ?? 0) };
}

function literalAt(code: string, from: number): Literal | undefined {
  const lead = /^\s{0,40}[rbfu]{0,2}("""|'''|["'`])/i.exec(code.slice(from, from + 60));
  const mark = lead?.[1];
  if (!lead || mark === undefined) return undefined;
  const start = from + lead[0].length;
  let end = code.indexOf(mark, start);
  while (end !== -1 && code[end - 1] === "\\" && code[end - 2] !== "\\") end = code.indexOf(mark, end + 1);
  if (end === -1 || end - start > LONGEST) return undefined;
  return { text: unescaped(code.slice(start, end)), end: end + mark.length };
}

const LONGEST = 8000;

function unescaped(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, (escape, letter: string) =>
    letter === "n" ? "\n" : letter === "t" ? "\t" : /\w/.test(letter) ? escape : letter,
  );
}
