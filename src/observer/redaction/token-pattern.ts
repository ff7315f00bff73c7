import { longWords } from "./long-words.ts";
import { type TokenForm, tokenForms } from "./token-forms.ts";

type NamedForm = readonly [kind: string, form: TokenForm];

/** The shortest token; none contains a blank. */
export const SHORTEST_TOKEN = 15;
/** In a text longer than this, nearly every sign occurs somewhere. */
const SHORT_TEXT = 4000;
/** A process with this many different combinations runs long enough to compile all forms. */
const MOST_PARTS = 16;

let forms: readonly NamedForm[] | undefined;
let whole: RegExp | undefined;
const parts = new Map<string, RegExp>();

/** Where a token begins. Telegram writes `bot` in front of its own, in the address of every call. */
const BEGINNING = "(?:(?<![A-Za-z0-9])|(?<=(?<![A-Za-z0-9])bot))";

/**
 * One expression for the forms that a text may contain; undefined when it can contain none. Compiling all forms would
 * take longer than judging a turn.
 */
export function tokenPattern(text: string): RegExp | undefined {
  if (whole || text.length > SHORT_TEXT) return allTokens();
  const possible = possibleForms(text);
  if (possible.length === 0) return undefined;
  const kinds = possible.map(([kind]) => kind).join(" ");
  const known = parts.get(kinds);
  if (known) return known;
  if (parts.size === MOST_PARTS) return allTokens();
  const made = patternOf(possible);
  parts.set(kinds, made);
  return made;
}

/** The forms of which a sign occurs in a word of the text that is long enough. */
export function possibleForms(text: string): readonly NamedForm[] {
  const words = longWords(text, SHORTEST_TOKEN);
  if (words === "") return [];
  return allForms().filter(([, [signs]]) => signs.split(" ").some((sign) => words.includes(sign)));
}

function allForms(): readonly NamedForm[] {
  return (forms ??= Object.entries(tokenForms()));
}

function allTokens(): RegExp {
  return (whole ??= patternOf(allForms()));
}

function patternOf(some: readonly NamedForm[]): RegExp {
  const sources = some.map(([kind, [, source]]) => `(?<${kind}>${source})`);
  return new RegExp(`${BEGINNING}(?:${sources.join("|")})`, "g");
}
