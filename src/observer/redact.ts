import { literally } from "../literally.ts";
import { opensWord } from "../thread/letters.ts";
import { type ContextRule, mayMatch, patternOf } from "./redaction/context-rule.ts";
import { contextRules } from "./redaction/context-rules.ts";
import { redactColumns } from "./redaction/columns.ts";
import { beneathCodes } from "./redaction/encoded-marks.ts";
import { HEX_BYTES, redactEncodedKeys } from "./redaction/encoded-keys.ts";
import { redactEncodedWords } from "./redaction/encoded-words.ts";
import { throughEscapes } from "./redaction/escaped-breaks.ts";
import { redactKeyBlocks } from "./redaction/key-blocks.ts";
import { redactKeyLines } from "./redaction/key-lines.ts";
import { longWords } from "./redaction/long-words.ts";
import { type FindSecrets, loadMaintainedRules } from "./redaction/maintained-rules.ts";
import { isPlaceholder, type Placeholder, placeholders } from "./redaction/placeholder.ts";
import {
  ADDRESS,
  BASE64_KEY,
  isRandom,
  isWrapped,
  LONG_STRING,
  PATH_PART,
  SHORTEST_RANDOM,
} from "./redaction/random-strings.ts";
import { SHORTEST_TOKEN, tokenPattern } from "./redaction/token-pattern.ts";
import { expression } from "../patterns/expression.ts";
import { NameList } from "../name-list.ts";

export interface RedactionSettings {
  /** Names and words that must not leave the machine, for example the user's login. */
  readonly words?: readonly string[];
  /** The person's home directory, if it is not in the usual place. */
  readonly home?: string;
  /**
   * Leave other people's home directories: for whoever reads here, `~` is their own, and a path in another one would
   * name a place that is not there.
   */
  readonly onlyOwnHome?: boolean;
  readonly emails?: boolean;
  /** The user's own patterns; the whole match is removed. */
  readonly patterns?: readonly RegExp[];
  /** Rules of others, applied after ours. */
  readonly maintained?: FindSecrets;
  /** The same salt gives the same placeholders. Called only when there is a secret. */
  readonly salt?: () => string;
  /**
   * Remember secrets: one that was recognised by its context is removed everywhere afterwards, in this and in later
   * texts.
   */
  readonly remember?: boolean;
}

export type Redactor = (text: string) => string;

/**
 * Removes secrets before anything is shown to a model or stored in a report. The same secret always becomes the same
 * word, so a reader still sees that two of them are equal. A second pass changes nothing, and no line is lost.
 */
export function createRedactor(settings: RedactionSettings = {}): Redactor {
  const placeholder = placeholders(settings.salt ?? (() => ""));
  const own = (settings.patterns ?? []).map(everywhere);
  const people = personRedactor(settings, placeholder);
  const known = new Set<string>();
  const learn = (secret: string): void => {
    if (settings.remember && isUnlikelyWord(secret) && known.size < MOST_REMEMBERED) known.add(secret);
  };
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
  return (text) => {
    let result = own.length > 0 && mayHoldSecret(text) ? withoutCutSecrets(text) : text;
    for (const pattern of own) result = replaceMatches(result, pattern, "custom", placeholder);
    if (mayHoldSecret(result)) result = secrets(result);
    for (const secret of known) result = result.replaceAll(secret, () => placeholder("secret", secret));
    if (settings.maintained) result = redactFound(result, settings.maintained, placeholder);
    return throughEscapes(result, people);
  };
}

/**
 * False when the text surely holds no secret. Every rule needs a mark around the secret, a long string, or one of
 * these words. Most of our own texts have none, so no rule has to be compiled.
 */
function mayHoldSecret(text: string): boolean {
  return (
    (mayBeMarked(text) && MARKED.test(text)) ||
    (longWords(text, SHORTEST_TOKEN) !== "" && LONG_STRETCH.test(text)) ||
    HEX_BYTES.test(text)
  );
}

const MARKED = /[=:<"'`]|(?:^|[\s-])-|basic|bearer|token|login|pass|auth|true\s|net\suse|_user|secret|credential|\wkey/i;
/** A part of each alternative in `MARKED`: without these it cannot match, so it need not be compiled. */
const MARKS = ["=", ":", "<", '"', "'", "`", "--"];
const MARKING_WORDS = "basic bearer token login pass auth true net _user secret credential key".split(" ");

function mayBeMarked(text: string): boolean {
  if (MARKS.some((mark) => text.includes(mark)) || opensWord(text, "-")) return true;
  const small = text.toLowerCase();
  return MARKING_WORDS.some((word) => small.includes(word));
}

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
  const pattern = tokenPattern(text);
  if (!pattern) return text;
  return text.replaceAll(pattern, (...match: unknown[]) => {
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

const MOST_REMEMBERED = 100;

/**
 * True when the secret is safe to remember. Removing a word everywhere could hide the work, so only what nobody
 * writes by chance is remembered.
 */
function isUnlikelyWord(secret: string): boolean {
  return /^(?=\D*\d)(?=.*[A-Za-z])[^\s[\]]{8,200}$/.test(secret) && new Set(secret).size >= 6;
}

function redactFound(text: string, find: FindSecrets, placeholder: Placeholder): string {
  let result = text;
  for (const { kind, secret } of find(text)) {
    // A finding that contains one of our placeholders is redacted already.
    if (!secret.includes("[redacted:")) result = result.replaceAll(secret, () => placeholder(kind, secret));
  }
  return result;
}

/** Hides who the person is: home directories become `~`; names and addresses become placeholders. */
function personRedactor(settings: RedactionSettings, placeholder: Placeholder): Redactor {
  const { home, onlyOwnHome, words = [], emails } = settings;
  let homes: readonly string[] | undefined;
  const ownHome = (every: readonly string[]) =>
    new RegExp(String.raw`(?:${every.map(literally).join("|")})(?![\w.])`, "g");
  const names = wordPattern(words);
  return (text) => {
    const every = mayName(home, text) ? (homes ??= waysToWrite(home)) : [];
    let result = every.some((each) => text.includes(each)) ? text.replaceAll(ownHome(every), "~") : text;
    if (!onlyOwnHome) result = withoutHomes(result);
    return emails || names ? called(beneathCodes(result, called, placeholder), placeholder) : result;
  };

  function called(text: string, word: Placeholder): string {
    const result = emails ? replaceMatches(text, EMAIL, "email", word) : text;
    return names ? replaceMatches(result, names, "name", word) : result;
  }
}

function withoutHomes(text: string): string {
  const result = IN_PATHS.some((sign) => text.includes(sign))
    ? text.replaceAll(HOME, "~").replaceAll(ENCODED_HOME, "-~")
    : text;
  return result.includes("%") && PERCENT.test(result) ? result.replaceAll(PERCENT_HOME, "~") : result;
}

const IN_PATHS = ["/", "\\", "-"];

/**
 * False when the text surely does not name the home directory: another spelling of it contains one of these marks.
 * Most texts at a stop have neither.
 */
function mayName(home: string | undefined, text: string): boolean {
  return home !== undefined && (text.includes(home) || text.includes("-") || text.includes("%"));
}

const SEPARATORS = ["\\", "/", ".", ":"];

/** The home directory as it is, as some hosts name folders after it, and as in a URL. */
function waysToWrite(home: string | undefined): readonly string[] {
  if (home === undefined || home.length <= 3) return [];
  return [
    home,
    SEPARATORS.reduce((name, sign) => name.replaceAll(sign, "-"), home),
    encodeURIComponent(home.toWellFormed()),
  ];
}

/**
 * `/Users/name`, `/home/name`, `C:\Users\name`: the folder's name tells who the person is. A path in a URL is left
 * alone.
 */
const HOME =
  /(?:(?:(?<![\w.~-])|\/mnt\/[a-z])\/(?:Users|home)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))(?!\.)[\p{L}\p{N}_.-]{1,64}/gu;

/** The home directory in folder names of some hosts, which replace the separators of a path. */
const ENCODED_HOME = /(?<![\w-])-(?:Users|home)-[A-Za-z0-9]{1,64}(?=-)/g;

/**
 * The home directory in a URL, where separators and non-English letters are percent codes. Only the codes may be in
 * either case.
 */
const PERCENT = /%(?:2f|5c)/i;
const PERCENT_HOME = expression("gu")`
  (?:
    (?:(?<![\w.~-])|(?<=%(?:2[02Ff]|3[AaDd])))%2[Ff](?:Users|home)%2[Ff]
    |(?:(?<!\w)|(?<=%(?:2[02Ff]|3[Dd])))[A-Za-z](?::|%3[Aa])%(?:5[Cc]|2[Ff])Users%(?:5[Cc]|2[Ff])
  )(?:[\p{L}\p{N}_.-]|%[89A-Fa-f][\dA-Fa-f]){1,64}
`;

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;

function replaceMatches(text: string, pattern: RegExp, kind: string, placeholder: Placeholder): string {
  return text.replaceAll(pattern, (match) => (match === "" || isPlaceholder(match) ? match : placeholder(kind, match)));
}

function takesPart(pattern: RegExp, secret: string): boolean {
  return (secret.match(pattern) ?? []).some((match) => match !== "" && match.length < secret.length);
}

function everywhere(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

/** Matches the words to hide. Short or common ones are left alone: hiding every "dev" would hide the work. */
function wordPattern(words: readonly string[]): RegExp | undefined {
  const telling = words.filter((word) => word.length >= 4 && !EVERYDAY.has(word.toLowerCase()));
  if (telling.length === 0) return undefined;
  return new RegExp(String.raw`(?<![A-Za-z0-9])(?:${telling.map(literally).join("|")})(?![A-Za-z0-9])`, "gi");
}

const EVERYDAY = new NameList(
  "admin root user test guest runner ubuntu node build agent code home name secret random custom",
);
