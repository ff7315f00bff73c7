import type { Part } from "./with-parts.ts";

/**
 * The texts of lazy patterns, moved from the code to a line of their own. As literals, they would be two thirds of
 * what V8 creates again for a file at every start, though most are never used; the loader has the file as text
 * anyway.
 */
export interface Aside {
  readonly texts: string;
  /**
   * Replacements in the code: the name of the file's text line and the position of the text in it, in place of each
   * text.
   */
  readonly parts: readonly Part[];
}

/** Moves the texts aside; they begin at position `place` of the file. */
export function textsAside(code: unknown, file: string, place: number): Aside {
  const parts: Part[] = [];
  let texts = "";
  for (const { text, start, end } of textsIn(code)) {
    // The text may be there already, also as a part of another.
    const known = texts.indexOf(text);
    parts.push({ start, end, by: `${file},${place + (known === -1 ? texts.length : known)}` });
    if (known === -1) texts += text;
  }
  return { texts, parts };
}

interface Text {
  readonly text: string;
  /** Where it stands, together with its number. */
  readonly start: number;
  readonly end: number;
}

interface Syntax {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** Texts in the form that lazy-patterns.ts writes. One that does not fit into a line of ASCII stays in its place. */
function textsIn(node: unknown, found: Text[] = []): readonly Text[] {
  if (typeof node !== "object" || node === null) return found;
  for (const part of Object.values(node)) textsIn(part, found);
  const { type, arguments: written } = node as Syntax;
  if (type === "NewExpression") found.push(...textOfPattern(written as Syntax[]));
  return found;
}

function textOfPattern(written: readonly Syntax[]): readonly Text[] {
  const [first, second] = written;
  const [text, place, flags] = written.map(valueOf);
  const isPattern = typeof text === "string" && text.startsWith("\x01") && place === 0 && typeof flags === "string";
  if (!first || !second || !isPattern || !/^[\x01-\x7f]*$/.test(text) || /[\r\n]/.test(text)) return [];
  return [{ text, start: first.start, end: second.end }];
}

function valueOf({ type, value, quasis }: Syntax): unknown {
  if (type !== "TemplateLiteral") return value;
  const [only, ...others] = quasis as { value: { cooked: string } }[];
  return others.length === 0 ? only?.value.cooked : undefined;
}
