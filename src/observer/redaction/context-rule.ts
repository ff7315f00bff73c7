import { isPlaceholder } from "./placeholder.ts";
import { isRandom } from "./random-strings.ts";

/** A rule that finds a secret by its context. */
export interface ContextRule {
  readonly pattern: () => RegExp;
  /** Texts without which the pattern cannot match. Searching for them is cheaper than trying the pattern everywhere. */
  readonly needs?: readonly string[];
  /** The same as `needs`, in small letters, for patterns that ignore case. */
  readonly words?: readonly string[];
  readonly outline?: RegExp;
  readonly except?: (secret: string, whole: string) => boolean;
}

/** True when the rule's cheap tests do not rule out a match; `small` is the text in small letters. */
export function mayMatch({ needs, words, outline }: ContextRule, text: string, small: string): boolean {
  if (needs && !needs.some((part) => text.includes(part))) return false;
  if (words && !words.some((word) => small.includes(word))) return false;
  return outline?.test(text) ?? true;
}

const made = new Map<ContextRule, RegExp>();

/** The compiled pattern of a rule, compiled only once. */
export function patternOf(rule: ContextRule): RegExp {
  const pattern = made.get(rule) ?? rule.pattern();
  made.set(rule, pattern);
  return pattern;
}

const withFlags =
  (flags: string) =>
  (texts: TemplateStringsArray, ...parts: readonly string[]) =>
  (): RegExp =>
    new RegExp(String.raw(texts, ...parts), flags);

/** Patterns out of parts, for rules, by their flags. The text is taken as it is written, without escapes. */
export const expression = { g: withFlags("g"), gi: withFlags("gi"), gm: withFlags("gm"), gim: withFlags("gim") };

/** Quotes, plain or escaped (in a text inside a text). */
export const QUOTE = String.raw`\\{0,7}["']`;
export const QUOTED_WORD = String.raw`(?<quote>${QUOTE})(?<secret>(?:[^\s"'\\]|\\(?!["'\\])){4,400})\k<quote>`;

/** A reference instead of a secret: `$TOKEN`, `process.env.KEY`, `{{ token }}`, `<your key>`, our placeholder. */
export function isReference(secret: string): boolean {
  return isPlaceholder(secret) || SIGIL.test(secret) || MEMBER.test(secret) || MASKED.test(secret);
}

/** Stars with what a program leaves to be seen on either side. A password may contain three of them, too. */
const MASKED = /^\*+$|^[^*]{0,12}\*{3,}[^*]{0,8}$/;
/** A shell variable has digits only in capital letters: `$ecret123` is a password. */
const SIGIL =
  /^(?:\$(?:[{(]|[A-Z_][A-Z0-9_]*\W?$|[a-z_]+\W?$|\d$)|%[A-Za-z_]\w*%?$|%\(|\{.*\}?$|<[^>]*>?$|\[(?!redacted:).*\]$)/;
const MEMBER =
  /^(?:process|os|env|import|config|self|this|options|args|props|req|request|settings|secrets?|vars|steps|inputs)\./i;

export function isStandIn(secret: string): boolean {
  return (
    isReference(secret) ||
    /^(?:x{3,}(?![A-Za-z0-9])|\.{3}|your|example|change|placeholder|dummy|none$|null$|nil$|true$|false$|undefined$|str(?:ing)?\b|text$|number$|boolean$|(?:required|optional|deprecated)(?![A-Za-z0-9]))/i.test(
      secret,
    )
  );
}

/** True for what is no password: `password: "Password"` is a label, `type: "password"` a type. */
export function isNoPassword(secret: string, whole: string): boolean {
  return (
    isStandIn(secret) ||
    /^(?:password|secret|passphrase)s?[:?*]?$/i.test(secret) ||
    (/["'\x60]\s{0,2},\s{0,2}["'\x60]/.test(whole) && isName(secret))
  );
}

/** A label, a message, a rule. A passphrase has a digit, or consists of small words. */
export function isLabel(phrase: string): boolean {
  return !/\d|^[a-z]+(?:[ -][a-z]+){3,}$/.test(phrase) || SAID.test(phrase);
}

const SAID =
  /pass|secret|zeichen|caracter|caratter|tekens|\b(?:characters?|letters?|digits?|chars|at least|min(?:imum)?|max(?:imum)?|must|should|is|are|was|has|have|can|will|not|the|an?|your|you|please|invalid|error|required|e\.g|for|of|to|in|on|from|with)\b/i;

/** True for a name: words, paths and object members (`auth.token`, `access-token`, `src/keys.ts`, `MY_KEY_2`). */
export function isName(secret: string): boolean {
  return (
    /^_*[A-Za-z]+(?:[-_./:]+[A-Za-z]+)*_*[!?]?$/.test(secret) ||
    (/^~?[\w.-]*\/[\w./-]*$/.test(secret) && !isRandom(secret)) ||
    (/^[A-Z][A-Z0-9_]+$/.test(secret) && !/^(?=[A-Z]*\d+[A-Z]+\d)[A-Z0-9]{16,}$/.test(secret))
  );
}

export function isPathOrNumber(secret: string): boolean {
  return /^(?:\/|\.{1,2}\/|~|(?:0x)?[\da-f]{1,6},?$)/i.test(secret);
}

/** A call, a member, an assignment, a shell's error: `z.string()`, `user.token!`, `input=100`, `?required`. */
export function isCode(secret: string): boolean {
  return /^\?|^[\w$.?!:]+[([{<]|^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+[!;,]?$|^\w+=[^=]/.test(secret);
}

export function isUserAndPassword(encoded: string): boolean {
  return /^[\x20-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(Buffer.from(encoded, "base64").toString("latin1"));
}

/** No word, number, time, version or code, but a mixture of letters and digits that people make only as passwords. */
export function isLikePassword(secret: string): boolean {
  return (
    /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])\S{6,}$/.test(secret) &&
    !/^v?\d+(?:\.\d+)+|^\d{4}-\d\d-\d\d|^[\d.]+[a-z]{1,3}$|^(?:\d+(?:[dhms]|[mnu]s))+$|^[a-z]+(?:_(?:[a-z]+|\d{1,4}))+$|^\d+\/\d|:\/\//i.test(
      secret,
    ) &&
    !isStandIn(secret) &&
    !isName(secret) &&
    !isCode(secret) &&
    !isPathOrNumber(secret)
  );
}
