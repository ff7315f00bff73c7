import type { Redactor } from "../text/strings.ts";
import { redactColumns } from "./redaction/columns.ts";
import { type ContextRule, mayMatch, patternOf } from "./redaction/context-rule.ts";
import { contextRules } from "./redaction/context-rules.ts";
import { HEX_BYTES, redactEncodedKeys } from "./redaction/encoded-keys.ts";
import { beneathCodes } from "./redaction/encoded-marks.ts";
import { redactKeyBlocks } from "./redaction/key-blocks.ts";
import { redactKeyLines } from "./redaction/key-lines.ts";
import { type FindSecrets, loadMaintainedRules } from "./redaction/maintained-rules.ts";
import { createMemory } from "./redaction/memory.ts";
import { type PersonSettings, personRedactor, replaceMatches } from "./redaction/person.ts";
import { type Placeholder, isPlaceholder, placeholders } from "./redaction/placeholder.ts";
import {
  ADDRESS,
  BASE64_KEY,
  LONG_STRING,
  PATH_PART,
  SHORTEST_RANDOM,
  isRandom,
  isWrapped,
  longWords,
} from "./redaction/random-strings.ts";
import { SHORTEST_TOKEN, tokenPattern } from "./redaction/token-forms.ts";

export interface RedactionSettings extends PersonSettings {
  /** The user's own patterns; the whole match is removed. */
  readonly patterns?: readonly RegExp[];
  readonly maintained?: FindSecrets;
  /** The same salt gives the same placeholders. Called only when there is a secret. */
  readonly salt?: () => string;
  /** A secret that was recognised by its context is removed everywhere afterwards, in this and in later texts. */
  readonly remember?: boolean;
}

/** The same secret becomes the same word. A second pass changes nothing, and no line is lost. */
export function createRedactor(settings: RedactionSettings = {}): Redactor {
  const placeholder = placeholders(settings.salt ?? (() => ""));
  const own = (settings.patterns ?? []).map(everywhere);
  const people = personRedactor(settings, placeholder);
  const memory = settings.remember ? createMemory() : undefined;
  const learn = (secret: string): void => memory?.learn(secret);
  const told = (text: string, named: Placeholder): string => {
    let result = redactTokens(text, named);
    result = redactRandom(result, named);
    let small = result.toLowerCase();
    for (const rule of contextRules()) {
      if (!mayMatch(rule, result, small)) continue;
      const before = result;
      result = redactInContext(result, rule, named, learn);
      if (result !== before) small = result.toLowerCase();
    }
    result = redactEncodedWords(result, named, told);
    return redactColumns(result, named, learn);
  };
  const secrets = (text: string, named: Placeholder = placeholder): string => {
    // Done first: otherwise a percent code or entity would be taken for the beginning of the secret behind it.
    const result = beneathCodes(redactKeys(text, named), told, named);
    return throughEscapes(result, (part) => told(redactKeys(part, named), named));
  };
  /** Removes secrets of which a user's pattern matches only a part: the rest would look like an ordinary word. */
  const withoutCutSecrets = (text: string): string => {
    const found = new Map<string, string>();
    secrets(text, (kind, secret) => {
      const word = placeholder(kind, secret);
      found.set(secret, word);
      return word;
    });
    const cut = [...found].filter(([secret]) => own.some((pattern) => takesPart(pattern, secret)));
    return cut.reduce((result, [secret, word]) => result.replaceAll(secret, () => word), text);
  };
  const redact = (text: string): string => {
    let result = own.length > 0 && mayHoldSecret(text) ? withoutCutSecrets(text) : text;
    for (const pattern of own) result = replaceMatches(result, pattern, "custom", placeholder);
    if (mayHoldSecret(result)) result = secrets(result);
    if (memory) result = memory.forget(result, placeholder);
    if (settings.maintained) result = redactFound(result, settings.maintained, placeholder);
    return throughEscapes(result, people);
  };
  if (memory) return Object.assign(redact, { learned: () => memory.size });
  return Object.assign(redact, { remembering: () => createRedactor({ ...settings, remember: true }) });
}

/**
 * False when the text surely holds no secret. Every rule needs a mark around the secret, a long string, or one of
 * these words. Most of our own texts have none, so no rule has to be compiled.
 */
function mayHoldSecret(text: string): boolean {
  return (
    MARKED.test(text) || (longWords(text, SHORTEST_TOKEN) !== "" && LONG_STRETCH.test(text)) || HEX_BYTES.test(text)
  );
}

const MARKED =
  /[=:<"'`]|(?:^|[\s-])-|basic|bearer|token|login|pass|auth|true\s|net\suse|_user|secret|credential|\wkey/i;
const LONG_STRETCH = /[\w.~+/-]{15}/;

/** The given redactor, or else our own rules: nothing is passed on unredacted. */
export function redactorOr(given: Redactor | undefined): Redactor {
  return given ?? createRedactor({ remember: true });
}

/** A redactor with our rules and the maintained ones, for what is about to be sent. */
export async function loadRedactor(settings: RedactionSettings = {}): Promise<Redactor> {
  return createRedactor({ ...settings, maintained: await loadMaintainedRules() });
}

/** Those with markers first: what they mark is known for sure. */
function redactKeys(text: string, placeholder: Placeholder): string {
  return redactKeyLines(redactEncodedKeys(redactKeyBlocks(text, placeholder), placeholder), placeholder);
}

function redactTokens(text: string, placeholder: Placeholder): string {
  return text.replaceAll(tokenPattern(), (...match: unknown[]) => {
    const groups = Object.entries(Object(match.at(-1)) as Record<string, string | undefined>);
    const [kind, secret] = groups.find(([, value]) => value !== undefined) ?? ["token", String(match[0])];
    return placeholder(kind, secret ?? "");
  });
}

function redactRandom(text: string, placeholder: Placeholder): string {
  if (longWords(text, SHORTEST_RANDOM) === "") return text;
  const replace = (match: string) => (isRandom(match) ? placeholder("random", match) : match);
  const replaceAlone = (match: string, at: number, whole: string) =>
    isWrapped(whole, at, match.length) ? match : replace(match);
  return text
    .replaceAll(LONG_STRING, replaceAlone)
    .replaceAll(BASE64_KEY, replaceAlone)
    .replaceAll(ADDRESS, (address) => address.replaceAll(PATH_PART, replace));
}

function redactInContext(
  text: string,
  rule: ContextRule,
  placeholder: Placeholder,
  learn: (secret: string) => void,
): string {
  return text.replaceAll(patternOf(rule), (...match: unknown[]) => {
    const whole = String(match[0]);
    const { secret } = Object(match.at(-1)) as { secret: string };
    if (isPlaceholder(secret) || rule.except?.(secret, whole)) return whole;
    learn(secret);
    const start = whole.lastIndexOf(secret);
    return whole.slice(0, start) + placeholder("secret", secret) + whole.slice(start + secret.length);
  });
}

function redactFound(text: string, find: FindSecrets, placeholder: Placeholder): string {
  let result = text;
  for (const { kind, secret } of find(text)) {
    // A finding that contains one of our placeholders is redacted already.
    if (!secret.includes("[redacted:")) result = result.replaceAll(secret, () => placeholder(kind, secret));
  }
  return result;
}

function takesPart(pattern: RegExp, secret: string): boolean {
  return (secret.match(pattern) ?? []).some((match) => match !== "" && match.length < secret.length);
}

function everywhere(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

/** Shorter ones hold no secret of a known form; longer ones are files. */
const BASE64_WORD =
  /(?<![A-Za-z0-9+/_-])(?=[a-z+/]{0,40}[A-Z]|[A-Z+/]{0,40}[a-z])[A-Za-z0-9+/]{24,2000}={0,2}(?![A-Za-z0-9+/=_-])/g;
/** What nobody encodes but as a text. */
const TEXT = /^[\t\n\r -~]{16,}$/;

/** Words in base64 that hold a secret when decoded. Only the whole word can go: what is around it is not seen. */
function redactEncodedWords(
  text: string,
  placeholder: Placeholder,
  redact: (text: string, placeholder: Placeholder) => string,
): string {
  return text.replaceAll(BASE64_WORD, (word) => {
    const decoded = Buffer.from(word, "base64").toString("latin1");
    return TEXT.test(decoded) && redact(decoded, placeholder) !== decoded ? placeholder("encoded", word) : word;
  });
}

/** JSON or code in decoded form, where no `n` of a break hides a word's beginning; then once more as it is. */
export function throughEscapes(text: string, redact: (text: string) => string): string {
  if (!text.includes("\\") || !ESCAPED_BREAK.test(text) || STAND_IN.test(text)) return redact(text);
  const broken = text.replaceAll(ESCAPED_BREAKS, (_, slashes: string, letter: string) =>
    breakFor(letter, slashes.length),
  );
  return redact(redact(broken).replaceAll(BREAKS, escapeFor));
}

const ESCAPED_BREAK = /\\[nrt]/;
const ESCAPED_BREAKS = /(\\{1,16})([nrt])/g;

/** Rare blanks stand in for the backslashes. A tab is put first, because it may follow a line number. */
const STAND_IN = /[\u2002-\u2004]/;
const BREAKS = /\u2002+\n|\u2003+\r|\t\u2004+/g;

function breakFor(letter: string, slashes: number): string {
  if (letter === "n") return `${"\u2002".repeat(slashes)}\n`;
  return letter === "r" ? `${"\u2003".repeat(slashes)}\r` : `\t${"\u2004".repeat(slashes)}`;
}

function escapeFor(standIns: string): string {
  const letter = standIns.endsWith("\n") ? "n" : standIns.endsWith("\r") ? "r" : "t";
  return "\\".repeat(standIns.length - 1) + letter;
}
