import { writeFileSync } from "node:fs";
import { ENGLISH_TABLES } from "../src/evidence/language/english-tables.ts";
import { neededWords } from "./needed-words.ts";

export const WORDS_FILE = new URL("../src/evidence/language/english-words.ts", import.meta.url);

/** Compiling a shorter pattern costs no more than looking for words does. */
const LONG = 100;

export function renderWords(): string {
  const lines = [...patternsIn(ENGLISH_TABLES)].flatMap(([place, pattern]) => {
    const words = pattern.source.length < LONG || pattern.global ? undefined : neededWords(pattern);
    return words && words.join("").length < pattern.source.length
      ? [`  ${JSON.stringify(place)}: ${JSON.stringify(words.join("|"))},`]
      : [];
  });
  return [
    'import type { NeededWords } from "./worded.ts";',
    "",
    "/** Written by `npm run words` from the patterns themselves. */",
    "// oxfmt-ignore",
    "export const ENGLISH_WORDS: NeededWords = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

/** Every pattern of a table with its place in it. */
export function* patternsIn(table: object, place = ""): Generator<readonly [string, RegExp]> {
  for (const [name, value] of Object.entries(table) as [string, unknown][]) {
    const here = place === "" ? name : `${place}.${name}`;
    if (value instanceof RegExp) yield [here, value];
    else if (typeof value === "object" && value !== null) yield* patternsIn(value, here);
  }
}

if (import.meta.main) writeFileSync(WORDS_FILE, renderWords());
