import type { Part } from "./with-parts.ts";

/**
 * The texts of lazy patterns, taken out of the code into a line of their own. As literals they would be two thirds of what
 * V8 has to make anew of a file at every start, though most are never asked for; the loader has the file as a text anyway.
 */
export interface Aside {
  readonly texts: string;
  /** Of the code: in the place of a text the name of the file's own, with where in it the text begins. */
  readonly parts: readonly Part[];
}

/** `texts` begin at that place of the file. */
export function textsAside(code: unknown, file: string, place: number): Aside {
  const parts: Part[] = [];
  let texts = "";
  for (const { text, start, end } of textsIn(code)) {
    // It may be there already, also as a part of another.
    const known = texts.indexOf(text);
    parts.push({ start, end, by: `${file},${place + (known === -1 ? texts.length : known)}` });
    if (known === -1) texts += text;
  }
  return { texts, parts };
}

interface Text {
  readonly text: string;
  /** Where it stands with its number. */
  readonly start: number;
  readonly end: number;
}

interface Syntax {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

/** As lazy-patterns.ts writes them. What does not fit into a line of ASCII stays where it is. */
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
