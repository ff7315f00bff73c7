import type { GuidanceFile } from "../../thread/delta.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import { readProse, type Sentence } from "../language/prose.ts";
import { rememberingEach } from "../remembering.ts";

/** A rule of the project that names something a step can show. */
export interface Rule {
  readonly kind: "never" | "run";
  readonly text: string;
  /** The commands or words it names. */
  readonly subjects: readonly string[];
  readonly path: string;
}

/** Rules after these are not read: the important ones stand at the top. */
const MAX_RULES = 60;

/** The checkable rules in AGENTS.md, CLAUDE.md and their like. */
export function readRules(files: readonly GuidanceFile[], language: Language): readonly Rule[] {
  return rulesIn(files, language);
}

/** Remembered, because guidance seldom changes from one turn to the next. */
const rulesIn = rememberingEach((files: readonly GuidanceFile[], language: Language): readonly Rule[] => {
  const rules: Rule[] = [];
  for (const file of files) {
    for (const sentence of readProse(file.content).sentences) {
      const rule = readRule(sentence, file.path, language);
      if (rule) rules.push(rule);
      if (rules.length >= MAX_RULES) return rules;
    }
  }
  return rules;
});

function readRule(sentence: Sentence, path: string, language: Language): Rule | undefined {
  const { rules } = language;
  if (sentence.masked.length > 400 || sentence.code.length === 0) return undefined;
  const never = rules.never.exec(sentence.masked);
  if (never) {
    const subjects = spansAfter(sentence, never.index + never[0].length, rules.instead);
    return subjects.length === 0 ? undefined : { kind: "never", text: sentence.text, subjects, path };
  }
  if (!rules.before.test(sentence.masked)) return undefined;
  const subjects = sentence.code.filter((code) => /^[\w./-]+(?:\s+\S+)+$/.test(code));
  return subjects.length === 0 ? undefined : { kind: "run", text: sentence.text, subjects, path };
}

/** The code spans that the prohibition governs: those right after it, before "use … instead". */
function spansAfter(sentence: Sentence, from: number, instead: Pattern): string[] {
  const governed = sentence.masked.slice(from).split(/[;.]|\s[—–-]\s/)[0] ?? "";
  const end = instead.exec(governed)?.index ?? governed.length;
  return [...governed.slice(0, end).matchAll(/‹(\d+)›/g)].flatMap((match) => sentence.code[Number(match[1])] ?? []);
}
