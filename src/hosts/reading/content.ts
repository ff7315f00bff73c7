import type { ImageBlock } from "../../thread/message.ts";
import { asList, asRecord, asText } from "../../text/loose.ts";

/** The text of a content field: a string, one block, or a list of blocks. A block that is not text becomes a marker. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  return blocks
    .map((item) => {
      if (typeof item === "string") return item;
      const block = asRecord(item);
      const text = asText(block?.["text"]) ?? asText(block?.["refusal"]);
      const type = asText(block?.["type"]);
      return text ?? (type === undefined ? "" : `[${type}]`);
    })
    .filter((text) => text !== "")
    .join("\n");
}

/** The texts of a content field, separately: a string, or the text blocks. */
export function textsIn(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return asList(content).flatMap((item) => {
    const block = asRecord(item);
    const text = asText(block?.["text"]);
    return block?.["type"] === "text" && text !== undefined ? [text] : [];
  });
}

export function imagesIn(content: unknown): ImageBlock[] {
  return asList(content).flatMap((item) => {
    const block = asRecord(item);
    const type = asText(block?.["type"]) ?? "";
    if (!/^(?:image|input_image|image_url)$/.test(type)) return [];
    return [{ type: "image" as const, mediaType: mediaTypeOf(block) }];
  });
}

/** Images of which only the addresses are known. */
export function imagesAt(addresses: unknown): ImageBlock[] {
  return imagesIn(asList(addresses).map((address) => ({ type: "image_url", image_url: address })));
}

function mediaTypeOf(block: Record<string, unknown> | undefined): string {
  const source = asRecord(block?.["source"]);
  const named =
    asText(block?.["mimeType"]) ??
    asText(block?.["mediaType"]) ??
    asText(source?.["media_type"]) ??
    asText(source?.["mediaType"]);
  const url =
    asText(block?.["image_url"]) ??
    asText(asRecord(block?.["image_url"])?.["url"]) ??
    asText(asList(block?.["image_urls"])[0]) ??
    "";
  return named ?? /^data:([\w.+/-]{1,80})[;,]/.exec(url)?.[1] ?? "image/unknown";
}

/** The text between two markers; undefined when the text does not begin and end with them. */
export function unwrapped(text: string, open: string, close: string): string | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) return undefined;
  return trimmed.slice(open.length, trimmed.length - close.length).trim();
}

/** A text without its elements of one name; an element that is never closed stays. Takes linear time. */
export function withoutElement(text: string, tag: string): string {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  let start = text.indexOf(open);
  if (start === -1) return text;
  let kept = "";
  let from = 0;
  while (start !== -1) {
    const end = text.indexOf(close, start);
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end + close.length;
    start = text.indexOf(open, from);
  }
  return kept + text.slice(from);
}
