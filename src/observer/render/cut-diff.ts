import { skipsIn, testNames } from "../../evidence/record/test-code.ts";
import { literally } from "../../text/strings.ts";
import type { Change } from "../../thread/action.ts";
import { cut, note } from "./untrusted.ts";

const LONGEST_LINE = 240;

/** The share of the room that one line may take, so that some fit even when all are long. */
const LINE_SHARE = 1 / 3;

/** The share of the room that deciding lines may take before all others. */
const DECIDING = { prose: 0, new: 0.5, edited: 0.7 };

const BEGINNING = 0.6;

export function cutDiff(diff: string, limit: number, { type = "edit", path = "" }: Partial<Change> = {}): string {
  const lines = diff.split("\n").map((line) => line.trimEnd());
  const shown = lines.map((line) => cut(line, LONGEST_LINE, "ends"));
  const whole = shown.join("\n");
  if (whole.length <= limit) return whole;
  const kind = PROSE.test(path) ? "prose" : type === "create" ? "new" : "edited";
  const imported = kind === "prose" ? new Set<number>() : importedLines(shown.map((line) => line.slice(2)));
  const ranks = RANKED[kind](shown, imported);
  const longest = Math.min(LONGEST_LINE, Math.floor(limit * LINE_SHARE));
  // Half a package name tells nothing: an import line is shown completely or not at all.
  const isWhole = (index: number): boolean => imported.has(index) && ranks[index] !== 0;
  const fitting = shown.map((line, index) => (isWhole(index) ? line : cut(line, longest, "ends")));
  return chosen(fitting, limit, ranks, DECIDING[kind]);
}

function chosen(lines: readonly string[], limit: number, ranks: readonly Rank[], deciding: number): string {
  const kept = new Choice(lines, limit);
  const of = (rank: Rank): number[] => [...lines.keys()].filter((index) => ranks[index] === rank);
  kept.take(replacedFirst(lines, of(0)), limit * deciding);
  for (const rest of [of(1), of(2), of(3)]) {
    kept.take(rest, kept.size + (limit - kept.size) * BEGINNING);
    kept.take(rest.toReversed(), limit);
  }
  return kept.text();
}

/**
 * 0 a deciding line · 1 code that was added, or removed for good · 2 code that was replaced · 3 a line that says
 * little
 */
type Rank = 0 | 1 | 2 | 3;

type Ranking = (lines: readonly string[], imported: ReadonlySet<number>) => readonly Rank[];

const RANKED: Record<keyof typeof DECIDING, Ranking> = {
  prose: (lines) => lines.map(() => 1),
  new: (lines, imported) =>
    lines.map((line, index) => (imported.has(index) ? 3 : testNames(line.slice(2)).length > 0 ? 0 : 1)),
  edited: ranked,
};

/** Files in which `#` begins a heading and "should" is no assertion. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** A choice of lines, with a mark for each gap between them. */
class Choice {
  readonly #lines: readonly string[];
  readonly #limit: number;
  readonly #taken = new Set<number>();
  size = GAP;

  constructor(lines: readonly string[], limit: number) {
    this.#lines = lines;
    this.#limit = limit;
  }

  /** Takes line after line, up to the first that does not fit. */
  take(indexes: readonly number[], until: number): void {
    for (const index of indexes) {
      if (this.#taken.has(index)) continue;
      const size = this.size + (this.#lines[index]?.length ?? 0) + 1 + GAP * (1 - this.#neighbours(index));
      if (size > Math.min(until, this.#limit)) return;
      this.#taken.add(index);
      this.size = size;
    }
  }

  /** On how many sides the line has no gap. */
  #neighbours(index: number): number {
    const is = (other: number): number => (other < 0 || other >= this.#lines.length || this.#taken.has(other) ? 1 : 0);
    return is(index - 1) + is(index + 1);
  }

  text(): string {
    const shown: string[] = [];
    let missing: string[] = [];
    const close = (): void => {
      const mark = note(missing.length === 1 ? "1 line cut" : `${missing.length} lines cut`);
      // A few brackets can be shorter than the mark that would replace them.
      if (missing.length > 0) shown.push(...(missing.join("\n").length <= mark.length ? missing : [mark]));
      missing = [];
    };
    for (const [index, line] of this.#lines.entries()) {
      const isTaken = this.#taken.has(index);
      if (isTaken) close();
      (isTaken ? shown : missing).push(line);
    }
    close();
    return shown.join("\n");
  }
}

const GAP = note("123 lines cut").length + 1;

/** Replaced lines together with their replacements come first, then lines that were only added. */
function replacedFirst(lines: readonly string[], deciding: readonly number[]): readonly number[] {
  const places = placesOf(lines);
  const replaced = new Set(deciding.filter((index) => lines[index]?.startsWith("-")).map((index) => places[index]));
  const isReplaced = (index: number): boolean => replaced.has(places[index]);
  return [...deciding.filter(isReplaced), ...deciding.filter((index) => !isReplaced(index))];
}

/** The place of each line: removed and added lines at one place share a number. */
function placesOf(lines: readonly string[]): readonly number[] {
  let place = 0;
  return lines.map((line) => (/^[-+]/.test(line) ? place : (place += 1)));
}

function ranked(lines: readonly string[], imported: ReadonlySet<number>): readonly Rank[] {
  const calls = callsOfNew(lines);
  const places = placesOf(lines);
  const filled = new Set(places.filter((_, index) => lines[index]?.startsWith("+")));
  return lines.map((line, index) => {
    const code = line.slice(2).trim();
    if (!/^[-+]/.test(line)) return 3;
    if (SILENCES.test(code) || UNCHECKED.test(code)) return 0;
    // On an import, only a silenced check decides something; `expect` is a mere name there.
    if (imported.has(index) || SAYS_LITTLE.test(code)) return 3;
    const decides =
      SKIPPED.test(code) ||
      skipsIn([code]).length > 0 ||
      isAssertion(line) ||
      isAssertion(lines[index + 1] ?? "", GUARDED) ||
      calls?.test(code);
    if (decides) return 0;
    // A removed line shown without its replacement would look lost, so replaced lines rank lower.
    return line.startsWith("-") && filled.has(places[index] ?? 0) ? 2 : 1;
  });
}

/** Marks that make a tool ignore a line or a file. */
const SILENCES =
  /(?:\/\/|#|\/\*|<!--|--)\s?(?:eslint-disable|biome-ignore|oxlint-disable|@ts-(?:ignore|expect-error|nocheck)|noqa|type: ?ignore|pylint: ?disable|nolint|rubocop: ?disable|@phpstan-ignore|shellcheck disable|swiftlint:disable)|#!?\[allow\(|@SuppressWarnings/;

function isAssertion(line: string, pattern = ASSERTION): boolean {
  return /^[-+]/.test(line) && pattern.test(line);
}

const SAYS_LITTLE = /^(?:[\s{}()[\];,]*|\/\/.*|\/?\*.*|#(?!\[|include|if|define).*|"""|<!--.*|\))$/;
/** A comment that excludes code from coverage, or says that something is missing. */
const UNCHECKED = /(?:\/\/|\/?\*|#|--).*(?:pragma: no cover|(?:istanbul|c8|v8) ignore|\b(?:TODO|FIXME)\b)/;
/** A test that is skipped, also conditionally, or that makes others be skipped. */
const SKIPPED =
  /\b(?:it|test|describe|context)\.(?:skip|only|todo|fixme|runIf)|\bt\.Skip|@(?:Ignore|Disabled|unittest\.skip)|mark\.(?:skip|xfail)|#\[ignore/;
const ASSERTION =
  /\b(?:expect|assert\w*|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|pytest\.raises|raise_error)\b[\s(.!]|\brequire\.(?!NoError)\w+\(t,|\.(?:should|to)\b|\b[tb]\.(?:Error|Fatal|Fail)\w*\((?!(?:.*, )?err\)$)/;
/** In Go, the condition of a failure stands on the line before it. */
const GUARDED = /\b[tb]\.(?:Error|Fatal|Fail)\w*\((?!(?:.*, )?err\)$)/;

const DECLARED =
  /^\+.*?\b(?:func(?:tion)?|def|fn|fun|sub)\b(?: ?\([^)]*\))? \*?(\w{3,})|^\+\s*(?:export )?(?:const|let) (\w{3,}) = (?:async )?(?:\(|function|\w+ =>)/;

/** Matches calls of functions that are declared in the new lines. */
function callsOfNew(lines: readonly string[]): RegExp | undefined {
  const names = lines.flatMap((line) => {
    const match = DECLARED.exec(line);
    return match?.[1] ?? match?.[2] ?? [];
  });
  if (names.length === 0) return undefined;
  const some = [...new Set(names)].slice(0, 20).map(literally).join("|");
  return new RegExp(`(?<!\\b(?:func|function|def|fn|fun|sub|const|let) )(?<!\\) )\\b(?:${some})\\(`);
}

/** The indexes of import lines in the common languages, including imports over several lines. */
export function importedLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    const end = ONE_LINE.test(line) ? index : endOfBlock(lines, index);
    for (let imported = index; imported <= end; imported += 1) found.add(imported);
    index = Math.max(index, end);
  }
  return found;
}

const ONE_LINE =
  /^(?:import (?!.*[({]\s*$).*|from \S+ import (?!\(\s*$).*|(?:pub )?use [^;]+;|#include\b.*|using [\w.= ]+;|package [\w.]+;?|(?:const|let|var) .+ = require\([^)]*\);?|(?:\} )?from ["'][^"']+["'];?)$/;

/** What begins and ends an import list with one name per line. */
const BLOCKS: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^import \($/, /^\)$/],
  [/^from \S+ import \($/, /^\)$/],
  [/^import .*\{$/, /^\} from ["'][^"']+["'];?$/],
  [/^(?:pub )?use [^;]*\{$/, /^\};$/],
];

/** A line of such a list: a name, a path, or several. In a diff, anything may stand between the two ends. */
const MEMBER = /^(?:\/\/.*|#.*|(?:[\w.]+ )?"[^"]+"|[\w$:{}, *]*)$/;

/** No import list is longer. */
const LONGEST_BLOCK = 80;

/** The last line of the list that begins here; -1 when none begins or its end is not seen. */
function endOfBlock(lines: readonly string[], start: number): number {
  const block = BLOCKS.find(([begin]) => begin.test(lines[start] ?? ""));
  if (!block) return -1;
  const length = lines.slice(start + 1, start + LONGEST_BLOCK).findIndex((line) => block[1].test(line));
  const isList = lines.slice(start + 1, start + 1 + length).every((line) => MEMBER.test(line.trim()));
  return length === -1 || !isList ? -1 : start + 1 + length;
}
