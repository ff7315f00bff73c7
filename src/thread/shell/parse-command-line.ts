import { type Statement, type Word, parse } from "unbash";
import { mayMove } from "./builtins.ts";
import { TOP, type Walk, newShell } from "./place.ts";
import { type ShellCommand, unparsedCommand } from "./shell-command.ts";
import { walkStatements } from "./walk.ts";

/** Agents run the same lines again and again. Cleared when the context, such as a workspace, changes. */
export function rememberingLines<Answer extends object | string | number | boolean, Context = void>(
  answer: (line: string, context: Context) => Answer,
): (line: string, context: Context) => Answer {
  const known = new Map<string, Answer>();
  let characters = 0;
  let within: Context | undefined;
  const letGo = (): void => {
    known.clear();
    characters = 0;
  };
  return (line, context) => {
    if (context !== within) letGo();
    within = context;
    const before = known.get(line);
    if (before !== undefined) return before;
    const fresh = answer(line, context);
    if (known.size >= MOST_KNOWN || characters + line.length > MOST_CHARACTERS) letGo();
    known.set(line, fresh);
    characters += line.length;
    return fresh;
  };
}

const MOST_KNOWN = 512;
/** The most characters in the cache; more than one line may have. */
const MOST_CHARACTERS = 500_000;

/** Longer lines are cut: nobody types them, and their start is enough to know them (a file in a here-document). */
const MAX_LENGTH = 256 * 1024;

/** Simple commands in order, each with directory, redirects and place. Never throws: `unparsed` marks a part. */
export const parseCommandLine = rememberingLines((line): readonly ShellCommand[] => {
  const cut = line.length > MAX_LENGTH ? line.slice(0, MAX_LENGTH) : line;
  const source = withoutStorms(asOtherShellsWrite(cut.includes("\r") ? cut.replaceAll(/\r\n?/g, "\n") : cut));
  const walk: Walk = {
    commands: [],
    source,
    errors: cut.length !== line.length,
    depth: 0,
    scripts: 0,
    calls: 0,
    descend: walkStatements,
  };
  try {
    walkStatements(walk, plainStatements(source) ?? grammarOf(walk), newShell(), TOP);
  } catch {
    walk.errors = true;
  }
  if (walk.errors) walk.commands.push(unparsedCommand(line.slice(0, 2000)));
  return walk.commands;
});

function grammarOf(walk: Walk): readonly Statement[] {
  const script = parse(walk.source);
  if (script.errors?.length) walk.errors = true;
  return script.commands;
}

const WINDOWS_PATH = /(?:^|[\s;&|(="'])(?:\.{1,2}|[A-Za-z]:|[\w@-][\w.@-]*)\\[\w.@$-]/;
/** A file or, after a change of directory, a directory. Any other backslash may be an escape. */
const RELATIVE_FILE = /(?<=^|[\s=])(?:[\w@-][\w.@-]*\\)+[\w@][\w@-]*(?:\.\w+)*\.[A-Za-z]\w{0,9}(?=$|[\s;&|)])/gm;
const RELATIVE_PLACE =
  /((?:^|[;&|(])[ \t]{0,9}([a-z-]{2,13})[ \t]{1,9})((?:[\w@-][\w.@-]*\\)+[\w.@-]*)(?=$|[\s;&|)])/gim;

/** PowerShell and cmd write backslashes, and start a quoted program with `&`. Here-documents stay unchanged. */
function asOtherShellsWrite(line: string): string {
  if (!WINDOWS_PATH.test(line)) return line;
  const here = line.indexOf("<<");
  const body = here === -1 ? -1 : line.indexOf("\n", here);
  if (body !== -1) return slashed(line.slice(0, body)) + line.slice(body);
  return slashed(line);
}

function slashed(line: string): string {
  const forward = (path: string): string => path.replaceAll("\\", "/");
  return line
    .replaceAll(/(["'])((?:\.{1,2}|[A-Za-z]:)\\[^"'\n]*)\1/g, forward)
    .replaceAll(/(?<=^|[\s;&|(=])(?:\.{1,2}|[A-Za-z]:)(?:\\[\w.@$-]+)+\\?/gm, forward)
    .replaceAll(RELATIVE_FILE, forward)
    .replaceAll(RELATIVE_PLACE, (whole, going: string, name: string, place: string) =>
      mayMove(name) ? going + forward(place) : whole,
    )
    .replaceAll(/(^|[;|\n][ \t]*|&&[ \t]*)&\s+(?=["'./]|[A-Za-z]:\/)/g, "$1");
}

const MOST_IN_A_WORD = 500;
/** For each `$[` without an end the parser reads on to the end of the line, and again what it read there. */
const MOST_SUMS = 50;
/** For each here-document the parser goes through all that wait for their text. */
const MOST_HERE_DOCUMENTS = 5000;

/** For every opening bracket the parser searches for its end: thousands of them in one word would take minutes. */
function withoutStorms(line: string): string {
  const source = withMost(withMost(line, MOST_SUMS, "$[", "$_"), MOST_HERE_DOCUMENTS, "<<", "__");
  if (!opensMany(source)) return source;
  return source.replaceAll(/\S+/g, (word) => (opensMany(word) ? word.replaceAll(/[{}()]/g, "_") : word));
}

function withMost(source: string, most: number, opening: string, instead: string): string {
  let at = source.indexOf(opening);
  for (let count = 0; at !== -1 && count < most; count += 1) at = source.indexOf(opening, at + 1);
  return at === -1 ? source : source.slice(0, at) + source.slice(at).replaceAll(opening, instead);
}

function opensMany(text: string): boolean {
  return countUpTo(text, "{") > MOST_IN_A_WORD || countUpTo(text, "$(") > MOST_IN_A_WORD;
}

function countUpTo(text: string, opening: string): number {
  let count = 0;
  for (let at = text.indexOf(opening); at !== -1 && count <= MOST_IN_A_WORD; at = text.indexOf(opening, at + 1))
    count += 1;
  return count;
}

/** One program and its words, all of characters that have no special meaning in a shell. */
const PLAIN = /^[\w@%+,./:-]+(?: [\w@%+,./:][\w@%+,./:-]*| -[\w@%+,./:=-]*)*$/;
/** Words that the shell grammar treats specially at the start of a line, or together with what follows. */
const SPECIAL = new Set(
  (
    "if then else elif fi do done for while until in case esac function select coproc time " +
    "export declare local readonly typeset let alias"
  ).split(" "),
);

/** The parsed form of a line that needs no real parser; undefined for all others. Every second line is this simple. */
export function plainStatements(line: string): readonly Statement[] | undefined {
  if (!PLAIN.test(line)) return undefined;
  let at = 0;
  const [name, ...args] = line.split(" ").map((text) => {
    const pos = at;
    at += text.length + 1;
    return { type: "Word", text, value: text, pos, end: pos + text.length, parts: undefined } as unknown as Word;
  });
  if (!name || SPECIAL.has(name.text)) return undefined;
  const command = { type: "Command", pos: 0, end: line.length, name, prefix: [], suffix: args, args, redirects: [] };
  return [{ type: "Statement", pos: 0, end: line.length, command } as unknown as Statement];
}
