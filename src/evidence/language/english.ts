import { ENGLISH_TABLES } from "./english-tables.ts";
import { ENGLISH_WORDS } from "./english-words.ts";
import type { Language } from "./language.ts";
import { withWords } from "./worded.ts";

export const ENGLISH: Language = withWords(ENGLISH_TABLES, ENGLISH_WORDS);
