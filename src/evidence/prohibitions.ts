import { type Asked, MAX_SENTENCE } from "./asked.ts";
import type { ForbiddenDeed, Language } from "./language/language.ts";
import { baseName, pathsIn, withoutPaths } from "./paths.ts";
import { isOutright, tellsToDo, withoutCourtesy } from "./said-outright.ts";

/** Whether the sentence forbids something, and so asks for nothing else. */
export function readProhibitions(asked: Asked): boolean {
  const { sentence, language, add, may } = asked;
  if (!may("insteadOf") && !may("forbid")) return false;
  const { requests } = language;
  if (sentence.masked.length > MAX_SENTENCE || requests.contextHeading.test(sentence.heading)) return false;
  const match = requests.insteadOf.exec(sentence.text);
  const unwanted = match?.groups?.["unwanted"];
  if (match && unwanted !== undefined && isOutright(sentence.text.slice(0, match.index), language)) {
    const plain = requests.banEnd.test(sentence.text.slice(match.index + match[0].length));
    add("constraint", sentence, { commands: [unwanted], plain });
  }
  return may("forbid") && readProhibition(asked);
}

function readProhibition(asked: Asked): boolean {
  const { sentence, language, add } = asked;
  const { requests } = language;
  for (const pattern of requests.forbid) {
    const match = pattern.exec(sentence.text);
    const forbidden = match?.[1];
    if (!match || forbidden === undefined) continue;
    const clause = forbidden.split(/[;—–]|,\s(?:but|and|just|only|use|instead)\b|\.\s/)[0] ?? forbidden;
    const opening = clause.slice(0, 60);
    const deed = requests.forbiddenDeeds.find(([, words]) => words.test(opening))?.[0] ?? "other";
    const commands = codeSpans(clause).filter((code) => isForbiddenOutright(clause, code, language));
    const paths = pathsIn(clause).filter((path) => isObject(clause, path, language));
    if (
      deed === "other" ||
      requests.conditional.test(sentence.text.slice(match.index)) ||
      (paths.length === 0 && commands.length === 0 && !STANDS_ALONE.has(deed))
    )
      return true;
    if (sentence.masked.trimEnd().endsWith("?") || requests.complaint.test(match[0])) return true;
    if (!isOutright(sentence.text.slice(0, match.index), language)) return true;
    const subjects = [...paths, ...commands];
    const rest = `${forbidden}${sentence.text.slice(match.index + match[0].length)}`;
    const plain = endsThere(rest, subjects, language) && !isQualified(asked, subjects);
    add("forbid", sentence, { deed, paths, commands, plain });
    return true;
  }
  return false;
}

/** After what is forbidden, the sentence ends, gives the reason or asks for something else; anything else may limit the ban. */
function endsThere(forbidden: string, subjects: readonly string[], language: Language): boolean {
  const { requests } = language;
  const ends = subjects.map((subject) => forbidden.indexOf(subject) + subject.length);
  const end = ends.length > 0 ? Math.max(...ends) : requests.banObject.exec(forbidden)?.[0].length;
  if (end === undefined) return false;
  const rest = forbidden.slice(end);
  if (requests.banEnd.test(rest)) return true;
  const more = withoutCourtesy(rest.replace(/^[`"'\s,;]*/, ""), language);
  return tellsToDo(more, language) && !requests.backReference.test(rest);
}

/** Another sentence speaks of the same thing, or the next one makes an exception. */
function isQualified({ sentence, prose, language }: Asked, subjects: readonly string[]): boolean {
  const others = prose.sentences.filter(({ index }) => index !== sentence.index);
  const next = prose.sentences[sentence.index + 1];
  if (next && language.requests.exception.test(next.text)) return true;
  return others.some(({ text }) => subjects.some((subject) => text.includes(baseName(subject))));
}

/** Not only in some way or place: "don't run `vitest` in watch mode". */
function isForbiddenOutright(clause: string, code: string, language: Language): boolean {
  return language.requests.commandEnd.test(clause.slice(clause.indexOf(code) + code.length));
}

/** The file itself is off limits, not something about it ("the behaviour of x.ts", "the exports in x.ts"). */
function isObject(clause: string, path: string, language: Language): boolean {
  const before = clause.slice(0, clause.indexOf(path));
  const after = clause.slice(clause.indexOf(path) + path.length);
  const others = withoutPaths(before);
  const { objectWords, objectEnd } = language.requests;
  return objectWords.test(others.replace(/(?<![./\\])[./\\]+$/, "")) && objectEnd.test(after);
}

const STANDS_ALONE = new Set<ForbiddenDeed>(["dependency", "tests", "fewer-tests", "git"]);

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").filter((code) => code !== "");
}
