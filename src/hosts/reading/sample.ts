import { fromJson } from "../../json.ts";
import { byteOrderMarkLength, isBlank, readBytes } from "./file.ts";
import { MAX_WHOLE_BYTES, parseWhole } from "./whole-file.ts";

const SAMPLE_BYTES = 16 * 1024;

/** The beginning of a file, long enough to hold a whole line. */
export interface Sample {
  readonly bytes: Buffer;
  /** The complete lines. */
  readonly lines: readonly string[];
  /** True when the file begins as a JSON document may. */
  readonly opens: boolean;
}

export function sampleOf(file: number, size: number, maxLineBytes: number): Sample {
  const bytes = firstBytes(file, size, maxLineBytes);
  const lines = bytes.subarray(byteOrderMarkLength(bytes)).toString("utf8").split("\n");
  const opens = /^\s*[[{]/.test(lines.find((line) => line.trim() !== "") ?? "");
  if (bytes.length < size) lines.pop();
  return { bytes, lines, opens };
}

function firstBytes(file: number, size: number, maxLineBytes: number): Buffer {
  for (let length = SAMPLE_BYTES; ; length *= 8) {
    const bytes = readBytes(file, 0, Math.min(length, size));
    if (length >= size || length >= maxLineBytes || bytes.includes("\n")) return bytes;
  }
}

/** Lines are recognised by the first: a complete object with something after it. `unfinished`: its end is missing. */
export function documentIn(
  path: string,
  file: number,
  size: number,
): { readonly value: unknown } | "unfinished" | undefined {
  const { bytes, lines, opens } = sampleOf(file, size, MAX_WHOLE_BYTES);
  if (!opens) return undefined;
  const [first = "", second = ""] = lines.filter((line) => line.trim() !== "");
  const alone = bytes.length === size && bytes.subarray(Math.max(bytes.indexOf("\n"), 0)).every(isBlank);
  if (isObject(first) && !alone && bytes.includes("\n")) return undefined;
  const document = parseWhole(path, file, size);
  if (document) return document;
  return !first.trimStart().startsWith("[") && isObject(second) ? undefined : "unfinished";
}

function isObject(line: string): boolean {
  return line.trimStart().startsWith("{") && fromJson(line) !== undefined;
}
