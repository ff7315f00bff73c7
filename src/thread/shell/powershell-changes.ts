import type { Change } from "../action.ts";
import { joinPath, mayMove } from "./builtins.ts";
import { itemChanges } from "./powershell-items.ts";

const WRITES = /\b(?:(?:Set|Add)-Content|Out-File|(?:New|Remove|Move|Rename|Copy)-Item)\s|::WriteAll(?:Text|Lines)\(/i;
/** Matches a cmdlet only where a command begins: not inside quotes, unless the quotes hold the whole script. */
const CMDLET = /(?:^|[|;{(&\n]|\s-c(?:ommand)?\s+["'])[ \t]*((?:Set|Add)-Content|Out-File)[ \t]+([^|;\n}]{1,500})/gi;
const METHOD = /::WriteAll(?:Text|Lines)\(\s*(?:(["'])([^"'\n]{1,300})\1|\$(\w{1,60}))/g;
const COMMAND = /(?:^|[;{\n])[ \t]*([A-Za-z-]{2,13})\s/g;
/** The script does not write here and now: it is a trial, runs on another machine, or only defines a function. */
const NOT_NOW =
  /\s-(?:WhatIf|Confirm)\b(?!:\$false)|\b(?:Invoke-Command|\w{1,9}-PSSession)\b|(?:^|[;{\n])[ \t]*(?:function|filter)\s/i;
const MOST = 50;

/** The files that a line of PowerShell changes. The grammar for other shells cannot parse most such lines. */
export function powershellChanges(line: string, directory: string | undefined): readonly Change[] {
  // A here-document (`<<`) means that the line is for another shell.
  if (!WRITES.test(line) || line.includes("<<")) return [];
  const { source, texts } = withoutHereStrings(line);
  if (/\b(?:if|switch|while)\s*\(/i.test(source) || NOT_NOW.test(source)) return [];
  const place = (path: string): string => joinPath(directory, path.replaceAll("\\", "/"));
  const moves = [...source.matchAll(COMMAND)].some(([, name = ""]) => mayMove(name));
  return [...byCmdlet(source, texts), ...byMethod(source), ...itemChanges(source)]
    .filter(({ path = "" }) => isPlain(path) && !(moves && !/^(?:\/|[A-Za-z]:)/.test(path)))
    .map((change) => ({
      ...change,
      path: place(change.path ?? ""),
      ...(change.from !== undefined && { from: place(change.from) }),
    }));
}

function isPlain(path: string): boolean {
  return path !== "" && !/[$*?`(<>]/.test(path);
}

function byCmdlet(source: string, texts: readonly (string | undefined)[]): Change[] {
  return [...source.matchAll(CMDLET)].slice(0, MOST).flatMap((match): Change[] => {
    const [whole, name = "", words = ""] = match;
    const path = targetOf(words);
    if (path === undefined) return [];
    const piped = whole.startsWith("|") ? source.slice(0, match.index).trimEnd() : "";
    const held = (GIVEN.exec(words) ?? PIPED.exec(piped.slice(-20)))?.[1] ?? heldBy(source, words, piped);
    const newText = held === undefined ? undefined : texts[Number(held)];
    const edits = /^Add/i.test(name) || /\s-Append\b/i.test(words) || isRead(source, path);
    return [{ type: edits ? "edit" : "create", path, ...(newText !== undefined && { newText }) }];
  });
}

const NAMED = /(?:^|\s)-(?:Literal|File)?Path\s+(?:(["'])([^"'\n]{1,300})\1|([^\s"']+))/i;
/** Skips flags with their values, then matches the first remaining word. */
const FIRST =
  /^(?:-(?:Encoding|Value|Width|InputObject)\s+(?:"[^"]*"|'[^']*'|\S+)\s+|-\w+\s+){0,8}(?:(["'])([^"'\n]{1,300})\1|([^\s"'-][^\s"']*))/i;

function targetOf(words: string): string | undefined {
  const found = NAMED.exec(words) ?? FIRST.exec(words);
  return found?.[2] ?? found?.[3]?.replace(/[)"']{1,9}$/, "");
}

function byMethod(source: string): Change[] {
  return [...source.matchAll(METHOD)].slice(0, MOST).flatMap(([, , literal, variable]): Change[] => {
    const path = literal ?? (variable === undefined ? undefined : assigned(source, variable));
    return path === undefined ? [] : [{ type: isRead(source, path) ? "edit" : "create", path }];
  });
}

function assigned(source: string, variable: string): string | undefined {
  return new RegExp(`\\$${variable}\\s{0,9}=\\s{0,9}(["'])([^"'\\n]{1,300})\\1`, "i").exec(source)?.[2];
}

function isRead(source: string, path: string): boolean {
  if (/::ReadAll(?:Text|Lines)\(/.test(source)) return true;
  return /\b(?:Get-Content|gc|cat)\b/i.test(source) && source.indexOf(path) !== source.lastIndexOf(path);
}

/** A literal text that is written as it is, with nothing inserted or changed. */
const GIVEN = /(?:^|\s)@(\d{1,3})@(?=\s+-(?:(?:Literal|File)?Path|Encoding|NoNewline|Force)\b|["'\s]*$)/i;
const PIPED = /(?:^|[\s;=(])@(\d{1,3})@$/;

function heldBy(source: string, words: string, piped: string): string | undefined {
  const name = (/\s-Value\s+\$(\w{1,60})(?=\s|$)/i.exec(words) ??
    /(?:^|[\s;])\$(\w{1,60})$/.exec(piped.slice(-80)))?.[1];
  if (name === undefined) return undefined;
  const [value, ...more] = source.matchAll(
    new RegExp(`\\$${name}\\s{0,9}\\+?=\\s{0,9}(?:@(\\d{1,3})@(?=\\s*(?:[;\\n]|$)))?`, "gi"),
  );
  return more.length === 0 ? value?.[1] : undefined;
}

interface Apart {
  readonly source: string;
  readonly texts: readonly (string | undefined)[];
}

/** Here-strings (`@'…'@`) become markers. The text is unknown when variables are expanded in it. */
function withoutHereStrings(line: string): Apart {
  const texts: (string | undefined)[] = [];
  let source = "";
  let from = 0;
  for (const opening of line.matchAll(/@(["'])\r?\n/g)) {
    if (opening.index < from) continue;
    const start = opening.index + opening[0].length;
    const end = line.indexOf(`\n${opening[1]}@`, start - 1);
    if (end === -1) break;
    source += `${line.slice(from, opening.index)}@${texts.length}@`;
    const text = line.slice(start, end).replace(/\r$/, "");
    texts.push(opening[1] === '"' && /[$`]/.test(text) ? undefined : text);
    from = end + 3;
  }
  return { source: source + line.slice(from), texts };
}
