import { JsonText } from "../reading/json-text.ts";
import { asList, asRecord, type Loose, recordFrom } from "../../loose.ts";
import type { ReaderState } from "./state.ts";
import { MAX_OUTPUT_CHARACTERS } from "../reading/tool-outcome.ts";
import { needsDetails } from "./tool-result.ts";

export function parseLine(bytes: Buffer): Loose | undefined {
  return recordFrom(bytes.toString("utf8"));
}

const CLOSE_OBJECT = 0x7d;
const FAILED = Buffer.from('"is_error":true');
const DETAILS_KEY = Buffer.from(',"toolUseResult":');

/** Cut before the structured copy of a result. Right if and only if the rest, closed by one brace, is an object. */
export function parseResultLine(bytes: Buffer, state: ReaderState): Loose | undefined {
  const cut = bytes.indexOf(DETAILS_KEY);
  if (cut === -1 || state.threadId === undefined || state.cwd === undefined) return undefined;
  // A failed call needs the structured copy. Its error flag stands near the end of the message.
  if (bytes.subarray(Math.max(0, cut - 300), cut).includes(FAILED)) return undefined;
  const record = parseAroundContent(bytes, cut) ?? recordFrom(closedAt(bytes, cut));
  const content = asRecord(record?.["message"])?.["content"];
  const complete =
    record?.["type"] === "user" &&
    "isSidechain" in record &&
    typeof record["uuid"] === "string" &&
    typeof record["timestamp"] === "string" &&
    Array.isArray(content) &&
    content.every((item) => {
      const block = asRecord(item);
      return block?.["type"] === "tool_result" && !needsDetails(block);
    });
  return complete ? record : undefined;
}

function closedAt(bytes: Buffer, comma: number): string {
  const before = bytes[comma] ?? 0;
  bytes[comma] = CLOSE_OBJECT;
  const text = bytes.toString("utf8", 0, comma + 1);
  bytes[comma] = before;
  return text;
}

/** For shorter lines, parsing everything is as fast as taking them apart. */
const MIN_BYTES = 4000;
const CONTENT_KEY = '"content":';
const END_OF_MESSAGE = "}]}";
/** What may follow the content in its block. */
const AFTER_CONTENT = /(?:,"is_error":false)?(?:,"tool_use_id":"[\w-]{1,100}")?$/;
/** Replaces the content in a line that is parsed without it. It is random, so no transcript can contain it. */
const PLACEHOLDER = `content ${Math.random()}`;

/** Takes out a result's content before parsing. Right if and only if it is one whole string in an object. */
function parseAroundContent(bytes: Buffer, cut: number): Loose | undefined {
  if (cut < MIN_BYTES) return undefined;
  const text = bytes.toString("latin1", 0, cut);
  const start = text.indexOf(`${CONTENT_KEY}"`) + CONTENT_KEY.length;
  const end = endOfContent(text);
  if (start < CONTENT_KEY.length || end <= start || end - start > MAX_OUTPUT_CHARACTERS) return undefined;
  const content = JsonText.of(text.slice(start, end));
  if (!content) return undefined;
  const record = recordFrom(`${bytes.toString("utf8", 0, start)}"${PLACEHOLDER}"${bytes.toString("utf8", end, cut)}}`);
  const [block, ...more] = asList(asRecord(record?.["message"])?.["content"]);
  if (more.length > 0 || asRecord(block)?.["content"] !== PLACEHOLDER) return undefined;
  Object.assign(block as object, { content });
  return record;
}

function endOfContent(text: string): number {
  const end = text.lastIndexOf(END_OF_MESSAGE);
  if (end === -1) return -1;
  return end - (AFTER_CONTENT.exec(text.slice(Math.max(0, end - 160), end))?.[0].length ?? 0);
}
