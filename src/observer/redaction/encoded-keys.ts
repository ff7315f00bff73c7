import { type Placeholder, type KeyLine, withoutKeys } from "./placeholder.ts";

/** Private keys without markers, in base64 or hexadecimal dumps: their first bytes say that they are keys. */
export function redactEncodedKeys(text: string, placeholder: Placeholder): string {
  const result = BASE64_START.test(text) ? withoutKeys(text, inBase64(text), placeholder) : text;
  return HEX_BYTES.test(result) ? withoutKeys(result, inHex(result), placeholder) : result;
}

/** A sequence in DER, a file of OpenSSH, and a marker, in base64. */
const BASE64_START = /(?<![A-Za-z0-9+/=])(?:M[A-I]|b3BlbnNzaC1rZXkt|LS0tLS1CRUdJTi)[\w+/-]{40}/;
const BASE64_WORD = new RegExp(`${BASE64_START.source}[\\w+/-]*={0,2}`, "g");
const REST_OF_WORD = /[\w+/-]+={0,2}/y;
const MOST_LINES = 400;
export const HEX_BYTES = /(?:(?:0x|\\x)?[\da-f]{2}[ \t:,]{0,4}){10}/i;

function* inBase64(text: string): Generator<readonly KeyLine[]> {
  let free = 0;
  for (const { 0: word, index } of text.matchAll(BASE64_WORD)) {
    const isEscaped = ESCAPED_BREAK.test(text.slice(index + word.length, index + word.length + 20));
    if (index < free || isEscaped || !isPrivate(Buffer.from(word.slice(0, 200), "base64"))) continue;
    const lines = wrapped(text, [index, index + word.length]);
    yield lines;
    free = lines.at(-1)?.[1] ?? 0;
  }
}

/** Lines with such breaks between them are read when the breaks are real. */
const ESCAPED_BREAK = /^["' ]{0,2}\\{1,16}[nr]/;

/** The first line with those below it: equally long and in the same column, up to a shorter one. */
function wrapped(text: string, first: KeyLine): readonly KeyLine[] {
  const lines = [first];
  const wide = first[1] - first[0];
  let last = first;
  let column = first[0] - (text.lastIndexOf("\n", first[0] - 1) + 1);
  while (lines.length < MOST_LINES) {
    const gap = /^[ \t\r"'\\\u2002-\u2004]{0,12}\n/.exec(text.slice(last[1], last[1] + 14))?.[0];
    if (gap === undefined) break;
    const lineStart = last[1] + gap.length;
    if (lines.length === 1) column = /^[ \t]{0,60}/.exec(text.slice(lineStart, lineStart + 60))?.[0].length ?? column;
    REST_OF_WORD.lastIndex = lineStart + column;
    const length = REST_OF_WORD.exec(text)?.[0].length ?? 0;
    if (length === 0 || length > Math.max(wide, WIDEST) || /\S/.test(text.slice(lineStart, lineStart + column))) break;
    last = [lineStart + column, lineStart + column + length];
    lines.push(last);
    if (length < Math.min(wide, 60)) break;
  }
  return lines;
}

/** The first line may be shorter than the others: its name stands in front of it. */
const WIDEST = 80;

// In hexadecimal

/** In JSON, the first line stands behind a quote. */
const QUOTED = /^(?:[^"\n]{0,40}"){1,6}/;
const MARGIN = /^[ \t>|│+-]{0,12}(?:\d{1,6}[→\t])?[ \t]{0,12}/;
const OFFSET = /^(?:0x)?[\da-f]{6,16}(?::|[ \t])[ \t]{0,4}(?=[\da-f]{2})/i;
const BYTES = /^(?:b['"]|["'[({<]|Buffer ){0,3}(?:(?:0x|\\x)?[\da-f]{2}[ \t:,]{0,4}){8,}/i;
/** A dump has so many in a row; the characters beside them may look like more. */
const ROW = /^(?:[\da-f]{2}[ \t:]{0,4}){1,16}/i;
const LAST_BYTES = /^(?:(?:0x|\\x)?[\da-f]{2}[ \t:,]{0,4}){1,16}/i;
/** The characters that a dump shows beside the bytes, as far as they may be of a key's text. */
const BESIDE = /^[ ]{0,60}\|?[A-Za-z0-9+/=.\- ]{1,16}/;
/** The secret numbers of a key, as OpenSSL names them. */
const SECRET_NUMBER = /(?:^|\s)(?:privateExponent|prime[12]|exponent[12]|coefficient|priv|X):\s*$/i;
const MOST_BYTES = 400;

interface HexLine {
  readonly range: KeyLine;
  readonly shown: string;
}

function* inHex(text: string): Generator<readonly KeyLine[]> {
  let above = "";
  let run: HexLine[] = [];
  let before = "";
  let start = 0;
  for (const line of text.split("\n")) {
    const found = hexOf(line, start, run.length > 0);
    if (found) {
      if (run.length === 0) before = above;
      run.push(found);
    } else if (!isRestOfRow(line, above)) {
      if (isKeyDump(run, before)) yield run.map(({ range }) => range);
      run = [];
    }
    above = line;
    start += line.length + 1;
  }
  if (isKeyDump(run, before)) yield run.map(({ range }) => range);
}

/** In JSON, a dump's row may show a backslash and an n beside its bytes, which look like a break. */
function isRestOfRow(line: string, above: string): boolean {
  return above.endsWith("\u2002\u2002") && line.length <= MOST_BESIDE;
}

/** Sixteen, each with a backslash before it, and what stands around them. */
const MOST_BESIDE = 40;

/** The bytes of a line and the characters that are shown beside them, without the number of the first byte. */
function hexOf(line: string, start: number, isNext: boolean): HexLine | undefined {
  // Another line behind it, escaped; among the last characters it is what a dump shows beside its bytes.
  if (line.slice(0, -17).includes("\\n")) return undefined;
  if (line.length > LONGEST_LINE) return wordOf(line, start);
  const margin = MARGIN.exec(line)?.[0].length ?? 0;
  return bytesIn(line, start, margin, isNext) ?? behindQuote(line, start, isNext);
}

function behindQuote(line: string, start: number, isNext: boolean): HexLine | undefined {
  const quoted = isNext ? 0 : (QUOTED.exec(line)?.[0].length ?? 0);
  const margin = quoted + (MARGIN.exec(line.slice(quoted))?.[0].length ?? 0);
  return (quoted > 0 ? bytesIn(line, start, margin, isNext) : undefined) ?? wordOf(line, start);
}

function bytesIn(line: string, start: number, margin: number, isNext: boolean): HexLine | undefined {
  const from = margin + (OFFSET.exec(line.slice(margin))?.[0].length ?? 0);
  const rest = line.slice(from);
  const bytesShown = BYTES.exec(rest)?.[0] ?? (isNext ? LAST_BYTES.exec(rest)?.[0] : undefined);
  const shown = bytesShown !== undefined && from > margin ? ROW.exec(rest)?.[0] : bytesShown;
  if (shown === undefined) return undefined;
  const beside = from > margin ? (BESIDE.exec(rest.slice(shown.length))?.[0].length ?? 0) : 0;
  const bytes = shown.trimEnd().length;
  return { range: [start + from, start + from + (beside > 0 ? shown.length + beside : bytes)], shown };
}

const LONGEST_LINE = 400;
const HEX_WORD = /(?<![\da-z])30[\da-f]{60,}(?![\da-z])/i;

/** A key in one word, with something else on its line. */
function wordOf(line: string, start: number): HexLine | undefined {
  const word = HEX_WORD.exec(line);
  return word ? { range: [start + word.index, start + word.index + word[0].length], shown: word[0] } : undefined;
}

function isKeyDump(run: readonly HexLine[], above: string): boolean {
  if (run.length === 0) return false;
  const digits = run
    .slice(0, 120)
    .map(({ shown }) => shown.replaceAll(/0x|\\x|[^\da-f]|Buffer/gi, ""))
    .join("");
  const bytes = Buffer.from(digits, "hex");
  if (SECRET_NUMBER.test(above) && bytes.length >= 16) return true;
  return [
    bytes,
    Buffer.from(bytes)
      .subarray(0, bytes.length - (bytes.length % 2))
      .swap16(),
  ].some((each) => isPrivate(each.subarray(0, MOST_BYTES)) || isKeyText(each.toString("latin1")));
}

/** A key's file, or two lines out of its middle; not those of what is public, and no hashes. */
function isKeyText(text: string): boolean {
  if (text.includes("PRIVATE KEY")) return true;
  const body = /[A-Za-z0-9+/]{64}\r?\n[A-Za-z0-9+/]{64}/.exec(text)?.[0] ?? "";
  return /[a-z]/.test(body) && /[A-Z]/.test(body) && !text.includes("-----BEGIN ");
}

/** True when the first bytes are those of a private key: of RSA, EC, PKCS 8 (also encrypted) or 12, or of OpenSSH. */
function isPrivate(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  if (text.startsWith("openssh-key-v1")) return true;
  if (text.startsWith("-----BEGIN")) return text.slice(0, 60).includes("PRIVATE KEY");
  return PRIVATE_SEQUENCE.test(text);
}

/** A sequence that begins with the number of a version, or with the way in which a key is encrypted. */
const LENGTH = String.raw`(?:[\x10-\x7f]|\x81[\s\S]|\x82[\s\S]{2})`;
const PRIVATE_SEQUENCE = new RegExp(
  String.raw`^\x30${LENGTH}(?:\x02\x01(?:\x00[\x02\x30]|\x01[\x04\x30]|\x03\x30)|\x30${LENGTH}\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05)`,
);
