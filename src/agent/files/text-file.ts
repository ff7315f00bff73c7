import { isUtf8 } from "node:buffer";
import { countOf } from "../../text/amounts.ts";
import { ToolError } from "../tool-error.ts";

export type Encoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "latin-1";

export interface Text {
  readonly text: string;
  readonly encoding: Encoding;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16BE_MARK = Buffer.from([0xfe, 0xff]);

/** Decodes bytes so that `encodeText` gives the same bytes again; undefined for bytes that are no text. */
export function decodeText(bytes: Buffer): Text | undefined {
  if (startsWith(bytes, UTF16LE_MARK) || startsWith(bytes, UTF16BE_MARK)) return decodeUtf16(bytes);
  if (bytes.includes(0)) return undefined;
  if (startsWith(bytes, UTF8_MARK) && isUtf8(bytes)) return { text: bytes.toString("utf8", 3), encoding: "utf-8-bom" };
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), encoding: "utf-8" };
  return bytes.some(isControl) ? undefined : { text: bytes.toString("latin1"), encoding: "latin-1" };
}

export function encodeText(text: string, encoding: Encoding): Buffer {
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text, "utf8");
    case "utf-8-bom":
      return Buffer.concat([UTF8_MARK, Buffer.from(text, "utf8")]);
    case "utf-16le":
      return Buffer.concat([UTF16LE_MARK, Buffer.from(text, "utf16le")]);
    case "utf-16be":
      return Buffer.concat([UTF16BE_MARK, Buffer.from(text, "utf16le").swap16()]);
    case "latin-1":
      if (/[^\0-\u00ff]/u.test(text))
        throw new ToolError("The file is written in Latin-1, which has no room for some of these characters.");
      return Buffer.from(text, "latin1");
  }
}

/** Lines with their line ends, so that joining them gives the text back. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export function countLines(text: string): string {
  return countOf(splitLines(text).length, "line");
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

function decodeUtf16(bytes: Buffer): Text | undefined {
  if (bytes.length % 2 === 1) return undefined;
  const body = Buffer.from(bytes.subarray(2));
  const bigEndian = startsWith(bytes, UTF16BE_MARK);
  const text = (bigEndian ? body.swap16() : body).toString("utf16le");
  return text.includes("\0") ? undefined : { text, encoding: bigEndian ? "utf-16be" : "utf-16le" };
}

/** True for control characters that no text contains; tab, line ends, backspace and escape are allowed. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
}
