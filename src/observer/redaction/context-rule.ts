import { isPlaceholder } from "./placeholder.ts";
import { expression } from "../../patterns/expression.ts";
import { isRandom } from "./random-strings.ts";

/** A secret known by where it stands. */
export interface ContextRule {
  /** Everything outside the group `secret` stays. Made when a text may match: most never are in a short life. */
  readonly pattern: () => RegExp;
  /** Without one of these texts it cannot match: to look for them costs less than to try it everywhere. */
  readonly needs?: readonly string[];
  /** The same in small letters, where it takes any case. */
  readonly words?: readonly string[];
  /** A smaller expression that matches wherever it does. */
  readonly outline?: RegExp;
  /** A match that is no secret after all. */
  readonly except?: (secret: string, whole: string) => boolean;
}

/** Whether the questions that cost little leave it possible; `small` is the text in small letters. */
export function mayMatch({ needs, words, outline }: ContextRule, text: string, small: string): boolean {
  if (needs && !needs.some((part) => text.includes(part))) return false;
  if (words && !words.some((word) => small.includes(word))) return false;
  return outline?.test(text) ?? true;
}

const made = new Map<ContextRule, RegExp>();

/** Always the same. */
export function patternOf(rule: ContextRule): RegExp {
  const pattern = made.get(rule) ?? rule.pattern();
  made.set(rule, pattern);
  return pattern;
}

/** Quotes as they stand, and as they stand in a text inside a text. */
export const QUOTE = String.raw`\\{0,7}["']`;
/** One word in quotes. */
export const QUOTED_WORD = String.raw`(?<quote>${QUOTE})(?<secret>(?:[^\s"'\\]|\\(?!["'\\])){4,400})\k<quote>`;

/** A reference to a secret is none: `$TOKEN`, `process.env.KEY`, `{{ token }}`, `<your key>`, one of our own words. */
export function isReference(secret: string): boolean {
  return isPlaceholder(secret) || SIGIL.test(secret) || MEMBER.test(secret) || /^\*+$|\*{3}/.test(secret);
}

/** A shell's variable has digits only in capitals: `$ecret123` is a password. */
const SIGIL =
  /^(?:\$(?:[{(]|[A-Z_][A-Z0-9_]*\W?$|[a-z_]+\W?$|\d$)|%[A-Za-z_]\w*%?$|%\(|\{.*\}?$|<[^>]*>?$|\[(?!redacted:).*\]$)/;
const MEMBER =
  /^(?:process|os|env|import|config|self|this|options|args|props|req|request|settings|secrets?|vars|steps|inputs)\./i;

/** What people write where a secret would stand. */
export function isStandIn(secret: string): boolean {
  return (
    isReference(secret) ||
    /^(?:x{3,}(?![A-Za-z0-9])|\.{3}|your|example|change|placeholder|dummy|none$|null$|nil$|true$|false$|undefined$|str(?:ing)?\b|text$|number$|boolean$|(?:required|optional|deprecated)(?![A-Za-z0-9]))/i.test(
      secret,
    )
  );
}

/** `password: "Password"` is a label, `type: "password"` a type. */
export function isNoPassword(secret: string, whole: string): boolean {
  return (
    isStandIn(secret) ||
    /^(?:password|secret|passphrase)s?[:?*]?$/i.test(secret) ||
    (/["'\x60]\s{0,2},\s{0,2}["'\x60]/.test(whole) && isName(secret))
  );
}

/** Several words that are said to a person: a label, a message, a rule. A passphrase has a digit, or is a row of small words. */
export function isLabel(phrase: string): boolean {
  return !/\d|^[a-z]+(?:[ -][a-z]+){3,}$/.test(phrase) || SAID.test(phrase);
}

const SAID = expression("i")`
  pass|secret|zeichen|caracter|caratter|tekens
  |\b(?:
    characters?|letters?|digits?|chars|at least|min(?:imum)?|max(?:imum)?|must|should|is|are|was|has|have|can|will
    |not|the|an?|your|you|please|invalid|error|required|e\.g|for|of|to|in|on|from|with
  )\b
`;

/** Words, paths and members of objects are names of things: `auth.token`, `access-token`, `src/keys.ts`, `MY_KEY_2`. */
export function isName(secret: string): boolean {
  return (
    /^_*[A-Za-z]+(?:[-_./:]+[A-Za-z]+)*_*[!?]?$/.test(secret) ||
    // One key of four in base64 has the marks of a path and no other.
    (/^~?[\w.-]*\/[\w./-]*$/.test(secret) && !isRandom(secret)) ||
    (/^[A-Z][A-Z0-9_]+$/.test(secret) && !/^(?=[A-Z]*\d+[A-Z]+\d)[A-Z0-9]{16,}$/.test(secret))
  );
}

export function isPathOrNumber(secret: string): boolean {
  return /^(?:\/|\.{1,2}\/|~|(?:0x)?[\da-f]{1,6},?$)/i.test(secret);
}

/** A call, a member, an assignment that goes on, a shell's complaint: `z.string()`, `Key::new(x)`, `user.token!`, `input=100`, `?required`. */
export function isCode(secret: string): boolean {
  return /^\?|^[\w$.?!:]+[([{<]|^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[!;,]?$|^\w+=[^=]/.test(secret);
}

/** What basic authorization carries. */
export function isUserAndPassword(encoded: string): boolean {
  return /^[\x20-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(Buffer.from(encoded, "base64").toString("latin1"));
}
