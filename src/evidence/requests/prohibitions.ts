import { type Asked, isTooLong } from "./asked.ts";
import { readGeneralBan, readOnlyHere, type SaidBan } from "./general-bans.ts";
import type { ForbiddenDeed } from "../language/ban-tables.ts";
import type { Language } from "../language/language.ts";
import { baseName, placesIn, withoutPlaces } from "../changes/paths.ts";
import { expression } from "../../patterns/expression.ts";
import { goesOn, isBanOutright, isOutright } from "./said-outright.ts";

/** Reads the bans of a sentence. Returns whether it forbids something, and so asks for nothing else. */
export function readProhibitions(asked: Asked): boolean {
  const { sentence, language, add } = asked;
  const { requests } = language;
  if (isTooLong(sentence) || requests.contextHeading.test(sentence.heading)) return false;
  const match = requests.insteadOf.exec(sentence.text);
  const unwanted = match?.groups?.["unwanted"];
  if (match && unwanted !== undefined && isOutright(sentence.text.slice(0, match.index), language)) {
    const plain = requests.banEnd.test(sentence.text.slice(match.index + match[0].length));
    add("constraint", sentence, { commands: [unwanted], plain });
  }
  readOnlyHere(asked);
  return readProhibition(asked, 0);
}

/** Reads the first ban from a place of the sentence on, and those after it. Returns whether there was one. */
function readProhibition(asked: Asked, from: number, read = 0): boolean {
  const { sentence, language } = asked;
  const text = sentence.text.slice(from);
  for (const pattern of language.requests.forbid) {
    const match = pattern.exec(text);
    const forbidden = match?.[1];
    if (!match || forbidden === undefined) continue;
    const at = from + match.index;
    const clause = forbidden.split(NEXT_CLAUSE)[0] ?? forbidden;
    const said = { at, match: match[0], forbidden: withoutSlip(forbidden), clause: withoutSlip(clause) };
    if (!readGeneralBan(asked, said)) readBan(asked, said);
    if (read < MAX_MORE) readProhibition(asked, sentence.text.indexOf(clause, at) + clause.length, read + 1);
    return true;
  }
  return false;
}

/** Corrects the verb of a ban that has one letter missing, doubled or swapped with the next. */
function withoutSlip(forbidden: string): string {
  const word = /^[a-z]{3,8}(?=\s|[.!,;]|$)/i.exec(forbidden)?.[0].toLowerCase();
  const meant = word === undefined ? undefined : VERBS.find((verb) => isSlip(word, verb));
  return word === undefined || meant === undefined ? forbidden : meant + forbidden.slice(word.length);
}

const VERBS = ["commit", "push", "touch", "change", "modify", "edit"];

function isSlip(word: string, verb: string): boolean {
  if (word === verb || word.length < verb.length - 1 || word.length > verb.length + 1) return false;
  let at = 0;
  while (word[at] === verb[at]) at += 1;
  if (word.length < verb.length) return at > 0 && word.slice(at) === verb.slice(at + 1);
  if (word.length > verb.length) return word[at] === word[at - 1] && word.slice(at + 1) === verb.slice(at);
  return word[at] === verb[at + 1] && word[at + 1] === verb[at] && word.slice(at + 2) === verb.slice(at + 2);
}

/** Nobody forbids more than a few things in one sentence. */
const MAX_MORE = 3;

const NEXT_CLAUSE =
  /[;—–]|,\s(?:but|and|just|only|use|instead|do not|don't|dont|never)\b|\sand\s(?:do not|don't|dont|never)\b|\.\s/;

function readBan(asked: Asked, { at, match, forbidden, clause }: SaidBan): void {
  const { sentence, language, add } = asked;
  const { requests } = language;
  const opening = clause.slice(0, 60);
  const deed = requests.forbiddenDeeds.find(([, words]) => words.test(opening))?.[0] ?? "other";
  const spelled = deed === "run" ? [...codeSpans(clause), ...bareCommand(clause)] : codeSpans(clause);
  const commands = spelled.filter((code) => isForbiddenOutright(clause, code, language));
  const paths = placesIn(clause).filter((path) => isObject(clause, path, language));
  if (
    deed === "other" ||
    requests.conditional.test(sentence.text.slice(at)) ||
    (paths.length === 0 && commands.length === 0 && !STANDS_ALONE.has(deed))
  )
    return;
  if (sentence.masked.trimEnd().endsWith("?") || requests.complaint.test(match)) return;
  if (!isBanOutright(sentence.text.slice(0, at), match, language, OF_WORK.has(deed))) return;
  const subjects = [...paths, ...commands];
  const rest = `${forbidden}${sentence.text.slice(at + match.length)}`;
  const plain = endsThere(rest, subjects, language) && !isQualified(asked, subjects);
  add("forbid", sentence, { deed, paths, commands, plain });
}

/** True when, after what is forbidden, the sentence ends, gives a reason or asks for other work: nothing limits it. */
function endsThere(forbidden: string, subjects: readonly string[], language: Language): boolean {
  const { requests } = language;
  const ends = subjects.map((subject) => forbidden.indexOf(subject) + subject.length);
  const end = ends.length > 0 ? Math.max(...ends) : requests.banObject.exec(forbidden)?.[0].length;
  if (end === undefined) return false;
  const stays = requests.leftAlone.exec(forbidden.slice(end))?.[0] ?? "";
  const rest = forbidden.slice(end + stays.length);
  return requests.banEnd.test(rest) || goesOn(rest, language);
}

/** True when another sentence names the same thing, or the next one makes an exception. */
function isQualified({ sentence, prose, language }: Asked, subjects: readonly string[]): boolean {
  const others = prose.sentences.filter(({ index }) => index !== sentence.index);
  const next = prose.sentences[sentence.index + 1];
  if (next && language.requests.exception.test(next.text)) return true;
  return others.some(({ text }) => subjects.some((subject) => names(text, baseName(subject))));
}

/** True when the text holds this name as a whole: `.env.example` does not name `.env`. */
function names(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!/^(?:[\w-]|\.\w)/.test(text.slice(at + name.length, at + name.length + 2))) return true;
  }
  return false;
}

/** True when the command is forbidden in every way and place, unlike "don't run `vitest` in watch mode". */
function isForbiddenOutright(clause: string, code: string, language: Language): boolean {
  return language.requests.commandEnd.test(clause.slice(clause.indexOf(code) + code.length));
}

/** True when the file itself is forbidden, not something about it ("the behaviour of x.ts", "the exports in x.ts"). */
function isObject(clause: string, path: string, language: Language): boolean {
  const before = clause.slice(0, clause.indexOf(path));
  const after = clause.slice(clause.indexOf(path) + path.length);
  const others = withoutPlaces(before);
  const { objectWords, objectEnd } = language.requests;
  // "Keep away from `any` in x.ts" forbids the code, not the file.
  if (/`[^`\s]+`/.test(others)) return false;
  return objectWords.test(others.replace(/(?<![./\\])[./\\]+$/, "")) && objectEnd.test(after);
}

/** Deeds that no program of the project does to its own sources. */
const OF_WORK = new Set<ForbiddenDeed>(["change", "dependency", "tests", "fewer-tests"]);

const STANDS_ALONE = new Set<ForbiddenDeed>(["dependency", "tests", "fewer-tests"]);

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").filter((code) => code !== "");
}

/** The command of "don't run terraform apply": a program that is named only to be run, and its arguments. */
function bareCommand(clause: string): string[] {
  const words = BARE_COMMAND.exec(clause)?.[1]?.replace(/(?<=\S)[.:,]{1,9}$/, "");
  return words === undefined ? [] : [words];
}

const BARE_COMMAND = expression("i")`
  ^\W*(?:run|execut|invok)\w*\s+(
    (?:
      alembic|ansible-playbook|bun|cargo|cdk|dbt|docker|flyway|gh|git|gradle|helm|kubectl|make|npm|npx|pnpm|poetry
      |prisma|pulumi|rails|rake|terraform|terragrunt|tofu|uv|vercel|wrangler|yarn
    )(?:
      \s+(?!
        (?:
          yet|please|pls|plz|at|either|for|now|because|since|until|unless|anywhere|again|in|on|and|or|but|as|here
          |yourself|against|with|without|to|if|when|while|during|from|by
        )\b
      )[\w./:@=-]+
    ){1,4}
  )
`;
