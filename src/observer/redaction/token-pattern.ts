import { longWords } from "./long-words.ts";
import { type TokenForm, tokenForms } from "./token-forms.ts";

type NamedForm = readonly [kind: string, form: TokenForm];

/** No token is shorter, and none holds a blank. */
export const SHORTEST_TOKEN = 15;
/** In a longer text nearly every sign stands somewhere. */
const SHORT_TEXT = 4000;
/** Who asks about so many different texts lives long enough to have all forms. */
const MOST_PARTS = 16;

let forms: readonly NamedForm[] | undefined;
let whole: RegExp | undefined;
const parts = new Map<string, RegExp>();

/**
 * The forms that a text may hold as one expression, or nothing where it holds none: to compile all of them takes longer than
 * to judge a turn.
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

/** Those of which a sign stands in the text, where it may stand. */
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
  return new RegExp(`(?<![A-Za-z0-9])(?:${sources.join("|")})`, "g");
}
