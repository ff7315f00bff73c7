/** So many characters are kept of one text, or of one field of a call. */
export const MOST_OF_ONE = 1_000_000;

/** A text that grows in pieces and keeps its beginning and its end. */
export interface GrowingText {
  readonly head: string;
  readonly tail: string;
  readonly cut: number;
}

export const EMPTY_TEXT: GrowingText = { head: "", tail: "", cut: 0 };

export function grown(text: GrowingText, piece: string, most: number): GrowingText {
  const half = Math.ceil(most / 2);
  const room = text.tail === "" ? Math.max(half - text.head.length, 0) : 0;
  const head = text.head + piece.slice(0, room);
  const tail = text.tail + piece.slice(room);
  // Shortened only now and then, because each time costs a copy.
  if (tail.length <= 2 * half) return { head, tail, cut: text.cut };
  return { head, tail: tail.slice(-half), cut: text.cut + tail.length - half };
}

export function wordsOf({ head, tail, cut }: GrowingText): string {
  return cut === 0 ? head + tail : `${head}\n… [${cut} characters left out] …\n${tail}`;
}

/** What a value takes beside the texts in it. */
const EACH = 16;
const DEEPEST = 50;

/** A copy of untrusted data that takes about so many characters at most, and how many it takes. */
export function boundedValue(value: unknown, most: number): { readonly value: unknown; readonly size: number } {
  let left = most;

  function copy(given: unknown, depth: number): unknown {
    left -= EACH;
    if (typeof given === "string") {
      // Half of the room, so that something is left for what comes after it.
      const text = wordsOf(grown(EMPTY_TEXT, given, Math.max(left / 2, 0)));
      left -= text.length;
      return text;
    }
    if (typeof given !== "object" || given === null) return given;
    if (left <= 0 || depth > DEEPEST) return null;
    if (Array.isArray(given)) {
      const list: unknown[] = [];
      for (const each of given) {
        if (left <= 0) break;
        list.push(copy(each, depth + 1));
      }
      return list;
    }
    const fields: [string, unknown][] = [];
    for (const [name, each] of Object.entries(given)) {
      if (left <= name.length) break;
      left -= name.length;
      fields.push([name, copy(each, depth + 1)]);
    }
    return Object.fromEntries(fields);
  }

  const copied = copy(value, 0);
  return { value: copied, size: most - left };
}
