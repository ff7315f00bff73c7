import { hasMark } from "../../evidence/changes/silencers.ts";
import { skipsIn, testNames } from "../../evidence/changes/test-code.ts";
import { literally } from "../../literally.ts";
import type { Change } from "../../thread/action.ts";
import { importedLines } from "./imported-lines.ts";
import { expression } from "../../patterns/expression.ts";
import { cut, note } from "./untrusted.ts";

const LONGEST_LINE = 240;

/** Share of the room that one line may take, so that there is one for it where all are long. */
const LINE_SHARE = 1 / 3;

const DECIDING = { prose: 0, new: 0.5, edited: 0.7 };

/** Share of what is left that the beginning gets. */
const BEGINNING = 0.6;

/**
 * A diff in so many characters. What a test asserts and the calls of what was newly written stay; comments, blank lines,
 * what is needed from elsewhere and what did not change go first; of the rest the two ends are kept, in whole lines. In a
 * new file nothing was loosened: the names of its tests and its ends tell most, below what it imports.
 */
export function cutDiff(diff: string, limit: number, { type = "edit", path = "" }: Partial<Change> = {}): string {
  const lines = diff.split("\n").map((line) => line.trimEnd());
  const shown = lines.map((line) => cut(line, LONGEST_LINE, "ends"));
  const whole = shown.join("\n");
  if (whole.length <= limit) return whole;
  const kind = PROSE.test(path) ? "prose" : type === "create" ? "new" : "edited";
  const imported = kind === "prose" ? new Set<number>() : importedLines(shown.map((line) => line.slice(2)));
  const ranks = RANKED[kind](shown, imported);
  const longest = Math.min(LONGEST_LINE, Math.floor(limit * LINE_SHARE));
  // Half a name of a package tells nothing: such a line is shown or not.
  const isWhole = (index: number): boolean => imported.has(index) && ranks[index] !== 0;
  return chosen(
    shown.map((line, index) => (isWhole(index) ? line : cut(line, longest, "ends"))),
    limit,
    { ranks, deciding: DECIDING[kind] },
  );
}

interface Order {
  readonly ranks: readonly Rank[];
  /** Share of the room that lines which decide something may take before all others. */
  readonly deciding: number;
}

function chosen(lines: readonly string[], limit: number, { ranks, deciding }: Order): string {
  const kept = new Choice(lines, limit);
  const of = (rank: Rank): number[] => [...lines.keys()].filter((index) => ranks[index] === rank);
  kept.take(replacedFirst(lines, of(0)), limit * deciding);
  for (const rest of [of(1), of(2), of(3)]) {
    kept.take(rest, kept.size + (limit - kept.size) * BEGINNING);
    kept.take(rest.toReversed(), limit);
  }
  return kept.text();
}

/** 0 decides something · 1 code that came, or went for good · 2 code that was replaced · 3 what says little */
type Rank = 0 | 1 | 2 | 3;

type Ranking = (lines: readonly string[], imported: ReadonlySet<number>) => readonly Rank[];

const RANKED: Record<keyof typeof DECIDING, Ranking> = {
  prose: (lines) => lines.map(() => 1),
  new: (lines, imported) =>
    lines.map((line, index) => (imported.has(index) ? 3 : testNames(line.slice(2)).length > 0 ? 0 : 1)),
  edited: ranked,
};

/** Where a line with a hash is a heading, and "should" a wish. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** Some lines of many, with a mark for each gap between them. */
class Choice {
  readonly #lines: readonly string[];
  readonly #limit: number;
  readonly #taken = new Set<number>();
  /** Of the text as it would be now. */
  size = GAP;

  constructor(lines: readonly string[], limit: number) {
    this.#lines = lines;
    this.#limit = limit;
  }

  /** Line after line, up to the first that is too much. */
  take(indexes: readonly number[], until: number): void {
    for (const index of indexes) {
      if (this.#taken.has(index)) continue;
      const size = this.size + (this.#lines[index]?.length ?? 0) + 1 + GAP * (1 - this.#neighbours(index));
      if (size > Math.min(until, this.#limit)) return;
      this.#taken.add(index);
      this.size = size;
    }
  }

  /** How many sides of a line are no gap. */
  #neighbours(index: number): number {
    const is = (other: number): number => (other < 0 || other >= this.#lines.length || this.#taken.has(other) ? 1 : 0);
    return is(index - 1) + is(index + 1);
  }

  text(): string {
    const shown: string[] = [];
    let missing: string[] = [];
    const close = (): void => {
      const mark = note(missing.length === 1 ? "1 line cut" : `${missing.length} lines cut`);
      // A few brackets are shorter than the word for them.
      if (missing.length > 0) shown.push(...(missing.join("\n").length <= mark.length ? missing : [mark]));
      missing = [];
    };
    for (const [index, line] of this.#lines.entries()) {
      if (!this.#taken.has(index)) {
        missing.push(line);
        continue;
      }
      close();
      shown.push(line);
    }
    close();
    return shown.join("\n");
  }
}

const GAP = note("123 lines cut").length + 1;

/** What went together with what came in its place, then what only came. */
function replacedFirst(lines: readonly string[], deciding: readonly number[]): readonly number[] {
  const places = placesOf(lines);
  const replaced = new Set(deciding.filter((index) => lines[index]?.startsWith("-")).map((index) => places[index]));
  const isReplaced = (index: number): boolean => replaced.has(places[index]);
  return [...deciding.filter(isReplaced), ...deciding.filter((index) => !isReplaced(index))];
}

/** Lines that went and came in one place have one number. */
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
    if (hasMark(code) || UNCHECKED.test(code)) return 0;
    // Only what is silenced on an import decides something: `expect` is a mere name there.
    if (imported.has(index) || SAYS_LITTLE.test(code)) return 3;
    const decides =
      SKIPPED.test(code) ||
      skipsIn([code]).length > 0 ||
      isAssertion(line) ||
      isAssertion(lines[index + 1] ?? "", GUARDED) ||
      calls?.test(code);
    if (decides) return 0;
    // Who sees what went without what came in its place takes it for lost.
    return line.startsWith("-") && filled.has(places[index] ?? 0) ? 2 : 1;
  });
}

function isAssertion(line: string, pattern = ASSERTION): boolean {
  return /^[-+]/.test(line) && pattern.test(line);
}

/** Nothing but brackets or a comment. */
const SAYS_LITTLE = /^(?:[\s{}()[\];,]*|\/\/.*|\/?\*.*|#(?!\[|include|if|define).*|"""|<!--.*|\))$/;
/** A comment that keeps code from being counted, or tells the reader that something is missing. */
const UNCHECKED = /(?:\/\/|\/?\*|#|--).*(?:pragma: no cover|(?:istanbul|c8|v8) ignore|\b(?:TODO|FIXME)\b)/;
/** With a condition too, and where others are left out by it. */
const SKIPPED =
  /\b(?:it|test|describe|context)\.(?:skip|only|todo|fixme|runIf)|\bt\.Skip|@(?:Ignore|Disabled|unittest\.skip)|mark\.(?:skip|xfail)|#\[ignore/;
const ASSERTION = expression()`
  \b(?:expect|assert\w*|XCTAssert\w*|EXPECT_\w+|ASSERT_\w+|pytest\.raises|raise_error)\b[\s(.!]
  |\brequire\.(?!NoError)\w+\(t,|\.(?:should|to)\b|\b[tb]\.(?:Error|Fatal|Fail)\w*\((?!(?:.*, )?err\)$)
`;
/** In Go the condition of a failure stands in the line before it. */
const GUARDED = /\b[tb]\.(?:Error|Fatal|Fail)\w*\((?!(?:.*, )?err\)$)/;

const DECLARED =
  /^\+.*?\b(?:func(?:tion)?|def|fn|fun|sub)\b(?: ?\([^)]*\))? \*?(\w{3,})|^\+\s*(?:export )?(?:const|let) (\w{3,}) = (?:async )?(?:\(|function|\w+ =>)/;

/** Where something is called whose beginning is new here. */
function callsOfNew(lines: readonly string[]): RegExp | undefined {
  const names = lines.flatMap((line) => {
    const match = DECLARED.exec(line);
    return match?.[1] ?? match?.[2] ?? [];
  });
  if (names.length === 0) return undefined;
  const some = [...new Set(names)].slice(0, 20).map(literally).join("|");
  return new RegExp(`(?<!\\b(?:func|function|def|fn|fun|sub|const|let) )(?<!\\) )\\b(?:${some})\\(`);
}
