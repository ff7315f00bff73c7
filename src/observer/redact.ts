import { createHash } from "node:crypto";
import {
  CONTEXT_RULES,
  type ContextRule,
  isRandom,
  KEY_BLOCK_RULES,
  LONG_STRING,
  TOKEN_RULES,
} from "./redaction-rules.ts";

export interface RedactionSettings {
  /** Names and words that must not leave the machine, for example the user's login. */
  readonly words?: readonly string[];
  readonly emails?: boolean;
  /** Patterns of the user's own; the whole match goes. */
  readonly patterns?: readonly RegExp[];
}

export type Redactor = (text: string) => string;

/**
 * Takes secrets out before anything is shown to a model. The same secret always becomes the same word,
 * so a reader still sees that two of them are equal, and a second pass changes nothing.
 */
export function createRedactor(settings: RedactionSettings = {}): Redactor {
  const words = wordPattern(settings.words ?? []);
  const own = (settings.patterns ?? []).map(everywhere);
  return (text) => {
    let result = text;
    for (const pattern of own) result = replaceMatches(result, pattern, "custom");
    for (const rule of KEY_BLOCK_RULES) result = redactInContext(result, rule);
    result = redactTokens(result);
    for (const rule of CONTEXT_RULES) result = redactInContext(result, rule);
    result = result.replaceAll(LONG_STRING, (match) => (isRandom(match) ? placeholder("random", match) : match));
    if (settings.emails) result = replaceMatches(result, EMAIL, "email");
    result = result.replaceAll(HOME, "~").replaceAll(ENCODED_HOME, "-~");
    return words ? replaceMatches(result, words, "name") : result;
  };
}

/** The word a secret becomes. Sixteen bits of its hash tell two secrets apart and give none away. */
function placeholder(kind: string, secret: string): string {
  const hash = createHash("sha256").update(secret).digest("hex").slice(0, 4);
  const lines = secret.split("\n").length - 1;
  return `[redacted:${kind}:${hash}]${"\n".repeat(lines)}`;
}

/** `/Users/name`, `/home/name`, `C:\Users\name`: the folder also says who the person is. */
const HOME = /(?:\/(?:Users|home)\/|\b[A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))(?!\.)[\w.-]{1,64}/g;

/** Some hosts name folders after a path with its separators replaced. */
const ENCODED_HOME = /(?<![\w-])-(?:Users|home)-[A-Za-z0-9]{1,64}(?=-)/g;

const EMAIL = /[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;

const TOKENS = new RegExp(
  Object.entries(TOKEN_RULES)
    .map(([kind, source]) => `(?<${kind}>${source})`)
    .join("|")
    .replace(/^/, "(?<![A-Za-z0-9])(?:")
    .concat(")"),
  "g",
);

function redactTokens(text: string): string {
  return text.replaceAll(TOKENS, (...match: unknown[]) => {
    const groups = Object.entries(Object(match.at(-1)) as Record<string, string | undefined>);
    const [kind, secret] = groups.find(([, value]) => value !== undefined) ?? ["token", String(match[0])];
    return placeholder(kind, secret ?? "");
  });
}

function redactInContext(text: string, { kind, pattern, except }: ContextRule): string {
  return text.replaceAll(pattern, (...match: unknown[]) => {
    const whole = String(match[0]);
    const { secret } = Object(match.at(-1)) as { secret: string };
    if (except?.(secret)) return whole;
    const start = whole.lastIndexOf(secret);
    return whole.slice(0, start) + placeholder(kind, secret) + whole.slice(start + secret.length);
  });
}

function replaceMatches(text: string, pattern: RegExp, kind: string): string {
  return text.replaceAll(pattern, (match) => (match === "" ? "" : placeholder(kind, match)));
}

function everywhere(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`);
}

/** Short or everyday words are left alone: hiding every "dev" would hide the work. */
function wordPattern(words: readonly string[]): RegExp | undefined {
  const telling = words.filter((word) => word.length >= 4 && !EVERYDAY.has(word.toLowerCase()));
  if (telling.length === 0) return undefined;
  const escaped = telling.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![A-Za-z0-9])(?:${escaped.join("|")})(?![A-Za-z0-9])`, "gi");
}

const EVERYDAY = new Set([
  "admin",
  "root",
  "user",
  "test",
  "guest",
  "runner",
  "ubuntu",
  "node",
  "build",
  "agent",
  "code",
  "home",
]);
