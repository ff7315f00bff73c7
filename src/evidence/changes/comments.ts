import { opensWord } from "../../thread/letters.ts";
import { addedLines, removedLines } from "./file-content.ts";
import { expression } from "../../patterns/expression.ts";
import { sameButLayout } from "./layout.ts";

/** True when two texts of a file differ only in what no compiler reads: comments, documentation. */
export function onlyCommentsDiffer(oldText: string, newText: string, extension: string): boolean {
  if (isInsideComment(oldText, newText, extension)) return true;
  if (!mayHoldComment(oldText, extension) && !mayHoldComment(newText, extension)) return false;
  return sameButLayout(withoutComments(oldText, extension), withoutComments(newText, extension));
}

/** True when the text has a mark that may begin a comment; without one there is no comment to take out. */
function mayHoldComment(text: string, extension: string): boolean {
  if (extension === "vb") return VB_COMMENT.test(text);
  return COMMENT.test(text) || opensWord(text, ";") || opensWord(text, "%") || (opensWord(text, "=") && POD.test(text));
}

const COMMENT = /\/[/*]|<!--|--|#|"""|'''|@\w*doc|\(\*|\{-/;
const POD = /^=[a-z]/m;
const VB_COMMENT = /'|\bREM\b/i;

/** Texts that only document what stands below or around them: Python's docstrings, Elixir's `@doc`, Ruby's `=begin`. */
const DOCUMENTATION: Readonly<Record<string, RegExp>> = {
  py: /^[ \t]*[rRuU]{0,2}("""|''')[\s\S]{0,4000}?\1[ \t]*$/gm,
  pyi: /^[ \t]*[rRuU]{0,2}("""|''')[\s\S]{0,4000}?\1[ \t]*$/gm,
  ex: /^[ \t]*@(?:module|type)?doc[ \t]+(?:~[sS])?(?:"""[\s\S]{0,4000}?"""|"[^"\n]*"|false)[ \t]*$/gm,
  exs: /^[ \t]*@(?:module|type)?doc[ \t]+(?:~[sS])?(?:"""[\s\S]{0,4000}?"""|"[^"\n]*"|false)[ \t]*$/gm,
  jl: /^[ \t]*(?:@doc )?(?:raw)?"""[\s\S]{0,4000}?"""[ \t]*$/gm,
  pm: /^=[a-z]\w*\b[\s\S]{0,4000}?^=cut\b.*$/gm,
  pl: /^=[a-z]\w*\b[\s\S]{0,4000}?^=cut\b.*$/gm,
  rb: /^=begin\b[\s\S]{0,4000}?^=end\b.*$/gm,
};

/** A kind of block comment, and the mark that ends it. */
interface Block {
  readonly pattern: RegExp;
  readonly end: string;
}

const STARRED: Block = { pattern: /\/\*[\s\S]*?\*\//g, end: "*/" };
const MARKUP: Block = { pattern: /<!--[\s\S]*?-->/g, end: "-->" };
/** Block comments that only some languages have, by the extensions of their files. */
const BLOCKS: readonly (readonly [extensions: string, block: Block])[] = [
  ["jsx tsx js ts mdx", { pattern: /\{\s*\/\*[\s\S]{0,2000}?\*\/\s*\}/g, end: "}" }],
  ["html htm jinja jinja2 j2 njk twig", { pattern: /\{#[\s\S]*?#\}/g, end: "#}" }],
  ["ml mli fs fsx fsi", { pattern: /\(\*[\s\S]*?\*\)/g, end: "*)" }],
  ["hs lhs elm", { pattern: /\{-(?!#)[\s\S]*?-\}/g, end: "-}" }],
  ["lua", { pattern: /--\[(={0,9})\[[\s\S]{0,2000}?\]\1\]/g, end: "]" }],
  ["nim", { pattern: /#\[[\s\S]*?\]#/g, end: "]#" }],
  ["jl", { pattern: /#=[\s\S]*?=#/g, end: "=#" }],
  ["ps1", { pattern: /<#[\s\S]*?#>/g, end: "#>" }],
];

const SLASHES = /(^|[^:])\/\/.*$/gm;
/** How a comment to the end of its line begins, where that is not with two slashes. */
const LINES: readonly (readonly [extensions: string, line: RegExp])[] = [
  ["py pyi rb sh bash zsh fish yml yaml toml pl pm r ex exs tf mk jl nim ps1 cr", /(^|\s)#.*$/gm],
  ["php", /(^|\s)(?:#(?!\[)|\/\/).*$/gm],
  ["sql lua hs lhs elm", /()--.*$/gm],
  ["clj cljs cljc edn el lisp scm", /(^|\s);.*$/gm],
  ["erl hrl", /(^|\s)%.*$/gm],
  ["vb", /(^|\s)(?:'|REM\b).*$/gim],
];

function rowFor<Value>(extension: string, table: readonly (readonly [string, Value])[]): Value | undefined {
  return table.find(([extensions]) => extensions.split(" ").includes(extension))?.[1];
}

function withoutComments(source: string, extension: string): string {
  const documentation = DOCUMENTATION[extension];
  const text = documentation ? source.replaceAll(documentation, "") : source;
  const own = rowFor(extension, BLOCKS);
  const blocks = [own, STARRED, MARKUP].reduce((left, block) => (block ? withoutBlocks(left, block) : left), text);
  return blocks.replaceAll(rowFor(extension, LINES) ?? SLASHES, "$1");
}

/** No block can end after the last end mark, so we do not search there: each opening would cost a scan to the end. */
function withoutBlocks(text: string, { pattern, end }: Block): string {
  const last = text.lastIndexOf(end);
  if (last === -1) return text;
  const behind = last + end.length;
  return text.slice(0, behind).replaceAll(pattern, "") + text.slice(behind);
}

/** True when an edit lies in the middle of a comment and does not show its opening: all its lines look like comment. */
function isInsideComment(oldText: string, newText: string, extension: string): boolean {
  const isDocumentation = DOCUMENTED.has(extension) ? isProse : isStarred;
  if (!newText.split("\n", 1).some((first) => first.trim() === "" || isDocumentation(first) || isOpening(first)))
    return false;
  const change = { oldText, newText };
  const touched = [...removedLines(change), ...addedLines(change)];
  return (
    touched.length > 0 && touched.every(isDocumentation) && touched.some((line) => isStarred(line) || ENDS.test(line))
  );
}

function isOpening(line: string): boolean {
  return /^\s*\/\*/.test(line);
}

/** True when the line belongs to a block comment whose lines begin with stars. */
function isStarred(line: string): boolean {
  return /^\s*\*(?:\s|\/|$)/.test(line);
}

/** Languages in which strings serve as documentation. */
const DOCUMENTED = new Set(["py", "pyi", "ex", "exs", "jl"]);
const ENDS = /[.:!?]\s*$/;

/** True when the line is text that no program is made of: three words in a row, or the heading of a section. */
function isProse(line: string): boolean {
  if (/^\s*(?:#{1,4} .*|[A-Z][a-z]+:)$/.test(line)) return true;
  return !/[=()[\]{}<>+%|&\\@"']/.test(line) && /\p{L}[,:]? \p{L}+[,:]? \p{L}/u.test(line) && !KEYWORD.test(line);
}

const KEYWORD = expression()`
  ^\s*(?:
    return|pass|import|from|raise|del|yield|with|for|while|if|elif|else|try|except|finally|def|defp|defmodule|class
    |async|await|assert|global|nonlocal|and|or|not|in|is|lambda|case|cond|do|end|fn|use|alias|require|function|begin
    |using|export|local
  )\b
`;
