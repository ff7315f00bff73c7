import { acceptsMore, isAssertion, skipsIn } from "../evidence/record/test-code.ts";
import { squeezed } from "../text/strings.ts";

/** Shorter ones stand in many lines. */
const SHORTEST_QUOTE = 8;

/** What messages quote of the record; a quote that was shortened without its ellipsis. */
export function quotesIn(messages: readonly string[]): string[] {
  return messages.flatMap((message) =>
    [...message.matchAll(/"([^"]+)"/g)]
      .map(([, words = ""]) => words.replace(/…$/, "").trim())
      .filter((words) => words.length >= SHORTEST_QUOTE),
  );
}

/** True when one of the quotes stands in the line; a quote is without the marks that would end it. */
export function isQuoted(line: string, quotes: readonly string[]): boolean {
  if (quotes.length === 0) return false;
  const words = squeezed(line.replaceAll(/[`"]/g, ""));
  return quotes.some((quote) => words.includes(quote));
}

/** Those that prove most first: a finding's quotes, checks, other code, remarks. What went and came take turns. */
export function tellingLines(diff: readonly string[], messages: readonly string[]): number[] {
  const quotes = quotesIn(messages);
  const places = [...diff.keys()].filter((place) => SIGNS.test(diff[place] ?? ""));
  const signed = (sign: string): number[] => places.filter((place) => diff[place]?.startsWith(sign));
  const [removed, added] = [signed("-"), signed("+")];
  const text = (place: number): string => diff[place]?.slice(2) ?? "";
  const loose = loosenedPlaces(removed, added, text);
  const rankOf = (place: number): number => {
    if (isQuoted(text(place), quotes)) return 0;
    return loose.has(place) ? 1 : plainRank(text(place));
  };
  const turns = [removed, added].flatMap((side) =>
    [...Map.groupBy(side, rankOf)].flatMap(([rank, alike]) => alike.map((place, turn) => ({ place, rank, turn }))),
  );
  return turns
    .toSorted((left, right) => left.rank - right.rank || left.turn - right.turn || left.place - right.place)
    .map(({ place }) => place);
}

const SIGNS = /^[-+]/;

function plainRank(line: string): number {
  if (isAssertion(line) || skipsIn([line]).length > 0) return 2;
  if (!/[\p{L}\p{N}]/u.test(line)) return 5;
  return REMARK.test(line) ? 4 : 3;
}

const REMARK = /^\s*(?:\/[/*]|\*|#(?![[!]|(?:include|define|if|endif|pragma|import)\b)|--\s|<!--|;;|"""|''')/;

/** A table of more pairs than this is not worth its time: so many checks tell by themselves. */
const MOST_PAIRS = 2500;

/** The removed lines that asked for more than an added one does, with that one. */
function loosenedPlaces(
  removed: readonly number[],
  added: readonly number[],
  text: (place: number) => string,
): ReadonlySet<number> {
  if (removed.length * added.length > MOST_PAIRS) return new Set();
  const pairs = removed.flatMap((gone) =>
    added.filter((next) => asksForLess(text(gone), text(next))).map((next) => [gone, next]),
  );
  return new Set(pairs.flat());
}

function asksForLess(gone: string, next: string): boolean {
  if (isAssertion(gone) && !isAssertion(next)) return false;
  if (!acceptsMore([gone], [next]) && !LOOSE.test(next)) return false;
  const subjects = gone.match(SUBJECT) ?? [];
  return subjects.some((subject) => next.includes(subject));
}

/** Matchers that ask for less than an exact one. */
const LOOSE =
  /\b(?:toContain|toBeDefined|toBeTruthy|toBeGreaterThan\w*|toBeLessThan\w*|toBeCloseTo|toMatch|assertIn|assertTrue|assertIsNotNone|assertAlmostEqual|NotNil|NotEmpty|Contains)\b/;

/** A name that is none of the check itself. */
const SUBJECT = /\b(?!(?:expect|require|should|self|this|assert\w*|to[A-Z]\w*)\b)[A-Za-z_]\w{2,}/g;

/** A diff of at most so many characters: the lines that prove most, in their order, with a mark where some are left out. */
export function shortDiff(diff: string, length: number, messages: readonly string[]): string {
  if (diff.length <= length) return diff;
  const lines = diff.split("\n");
  const kept = new Set<number>();
  let room = length - GAP.length;
  for (const place of tellingLines(lines, messages)) {
    // With the mark that may stand before it.
    const size = (lines[place]?.length ?? 0) + GAP.length + 2;
    if (size > room) continue;
    kept.add(place);
    room -= size;
  }
  if (kept.size === 0) return `${diff.slice(0, length - 1).toWellFormed()}…`;
  const shown = lines.flatMap((line, place) => {
    if (kept.has(place)) return [line];
    return place === 0 || kept.has(place - 1) ? [GAP] : [];
  });
  return shown.join("\n");
}

const GAP = "  …";
