import { ENGLISH } from "./language/english.ts";
import type { ForbiddenDeed, Language, RequestKind, RequestTables } from "./language/language.ts";
import { type Prose, readProse, type Sentence } from "./language/prose.ts";
import { sievesOf } from "./language/sieve.ts";
import { baseName, pathsIn, withoutPaths } from "./paths.ts";
import { remembering } from "./remembering.ts";

/** Something the person explicitly asked for or forbade, and that the record can answer. */
export interface Request {
  readonly kind: RequestKind;
  readonly text: string;
  readonly paths: readonly string[];
  readonly commands: readonly string[];
  readonly turn: number;
  /** What a prohibition is about. */
  readonly deed?: ForbiddenDeed;
  /** Part of a long document: what stands there may describe the product rather than the work. */
  readonly document: boolean;
  /** Said outright: nothing else in the message makes it depend on something, hands it to others or takes a part of it back. */
  readonly plain: boolean;
}

export type AskKind = "work" | "question" | "plan-only" | "stop" | "go-on" | "none";

/** A message longer than this is a plan or a pasted document rather than a few sentences. */
const DOCUMENT_LENGTH = 2_500;

/** The checkable asks in what the person wrote. Questions, options and quoted text ask for nothing. */
export function readRequests(text: string, turn: number, language: Language = ENGLISH): Request[] {
  return requestsIn(text, turn, language, readSentence);
}

/** Those that hold on after their turn: what was forbidden. Most texts are seen at once to forbid nothing. */
export function readLastingRequests(text: string, turn: number, language: Language = ENGLISH): Request[] {
  const { bits, marksIn } = sieveOf(language.requests);
  // Markup may stand inside a word; without it the words of the sentences are those of the text.
  const forbids = MARKUP.test(text) || (marksIn(text) & (bits.insteadOf | bits.forbid)) !== 0;
  return forbids ? requestsIn(text, turn, language, readProhibitions) : [];
}

const MARKUP = /[*[]|__/;

/** It holds until it is taken back. */
export function isLasting({ kind }: Request): boolean {
  return kind === "forbid" || kind === "constraint";
}

function requestsIn(text: string, turn: number, language: Language, readNext: ReadSentence): Request[] {
  const document = text.length > DOCUMENT_LENGTH;
  const { requests } = language;
  const asks: Request[] = [];
  const taken = new Set<string>();
  const add: Add = (kind, sentence, details) => {
    const key = `${kind} ${(details.paths ?? details.commands ?? [sentence.text]).join(" ")}`;
    if (taken.has(key)) return;
    taken.add(key);
    asks.push({ kind, text: sentence.text, paths: [], commands: [], turn, document, plain: true, ...details });
  };
  let before = 0;
  const prose = readProse(text);
  const may = mayOf(prose, requests);
  for (const sentence of prose.sentences) {
    if (asks.length > before && requests.retraction.test(sentence.masked)) asks.length = before;
    before = asks.length;
    readNext({ sentence, prose, language, add, may: (what) => may(sentence, what) });
  }
  if (!asks.some(({ plain }) => plain)) return asks;
  const reported = requests.reported.test(text);
  const partly = requests.limited.test(text);
  return asks.map((ask) => (reported || (partly && !isLasting(ask)) ? { ...ask, plain: false } : ask));
}

type Add = (kind: RequestKind, sentence: Sentence, details: Partial<Request>) => void;

/** A sentence on the way to asks. */
interface Asked {
  readonly sentence: Sentence;
  readonly prose: Prose;
  readonly language: Language;
  readonly add: Add;
  /** Whether a pattern can match in the sentence at all. */
  readonly may: (what: Sieved) => boolean;
}

type ReadSentence = (asked: Asked) => unknown;

type Sieved = keyof RequestTables["words"];

const sieveOf = sievesOf(({ words }: RequestTables) => words);

/** The kind of ask and the asks themselves are read from the same prose. */
const knownMarks = new WeakMap<Prose, { readonly tables: RequestTables; readonly marks: readonly number[] }>();

/** Every word of a masked sentence stands in its text too, so the text answers for both. */
function mayOf(prose: Prose, tables: RequestTables): (sentence: Sentence, what: Sieved) => boolean {
  const { bits, marksIn } = sieveOf(tables);
  const before = knownMarks.get(prose);
  const marks = before?.tables === tables ? before.marks : prose.sentences.map(({ text }) => marksIn(text));
  if (marks !== before?.marks) knownMarks.set(prose, { tables, marks });
  return ({ index }, what) => ((marks[index] ?? 0) & bits[what]) !== 0;
}

const MAX_SENTENCE = 800;
/** A shorter list item says too little to be found again. */
const MIN_ITEM = 20;

function readSentence(asked: Asked): void {
  const { sentence, language, add, may } = asked;
  const { requests } = language;
  if (sentence.masked.length > MAX_SENTENCE) return;
  const paths = pathsIn(sentence.text);
  const mayAsk =
    paths.length > 0 ||
    sentence.code.length > 0 ||
    sentence.number !== undefined ||
    may("addTests") ||
    may("updateDocs") ||
    may("git");
  if (readProhibitions(asked) || !mayAsk || requests.contextHeading.test(sentence.heading)) return;
  if (requests.optional.test(sentence.masked) || isPlainQuestion(sentence, language)) return;
  const named = readFiles(asked, paths);
  readCommands(asked);
  if (isPoint(sentence, language) && !named) add("item", sentence, {});
  readWish(asked, "addTests", "add-tests");
  if (!named) readWish(asked, "updateDocs", "update-docs");
  if (may("git") && requests.git.test(sentence.masked) && isAsk(sentence, language)) add("git", sentence, {});
}

/** Whether the sentence forbids something, and so asks for nothing else. */
function readProhibitions(asked: Asked): boolean {
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

/** What stands before an ask or a ban in its sentence asks for something itself, and tells no condition and no report. */
function isOutright(before: string, language: Language): boolean {
  const clauses = before.split(/[,;:.!()—–]|\s-\s/).map((clause) => clause.trim());
  if (clauses.some((clause) => language.requests.reserve.test(clause))) return false;
  // What stands in brackets explains.
  if (before.lastIndexOf("(") > before.lastIndexOf(")")) return false;
  const own = withoutCourtesy(clauses.at(-1) ?? "", language);
  return own === "" || tellsToDo(own, language);
}

function withoutCourtesy(clause: string, { requests }: Language): string {
  return clause.replace(requests.courtesy, "");
}

/** A clause that opens with a verb, known to be one or by what it is followed by. */
function tellsToDo(clause: string, { requests }: Language): boolean {
  return requests.imperative.test(clause) || requests.verbAndObject.test(clause);
}

/** Said outright, and the whole sentence names no condition. */
function isPlain(before: string, sentence: Sentence, language: Language): boolean {
  return isOutright(before, language) && !language.requests.depends.test(sentence.masked);
}

/** Where the sentence asks for this, and does not say in the same breath that it is not wanted. */
function readWish(
  { sentence, language, add, may }: Asked,
  what: "addTests" | "updateDocs",
  kind: "add-tests" | "update-docs",
): void {
  const match = may(what) ? language.requests[what].exec(sentence.masked) : null;
  if (!match) return;
  const before = sentence.masked.slice(0, match.index);
  if (language.requests.unwanted.test(before)) return;
  if (!isAsk(sentence, language) && !language.requests.asking.test(before)) return;
  add(kind, sentence, { plain: isPlain(before, sentence, language) });
}

/** A point of a numbered list that asks for something to be done. */
function isPoint(sentence: Sentence, language: Language): boolean {
  if (sentence.number === undefined || sentence.text.length < MIN_ITEM) return false;
  return !language.modality.negation.test(sentence.masked);
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
  return objectWords.test(others.replace(/[./\\]+$/, "")) && objectEnd.test(after);
}

const STANDS_ALONE = new Set<ForbiddenDeed>(["dependency", "tests", "fewer-tests", "git"]);

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "").filter((code) => code !== "");
}

function readFiles(asked: Asked, paths: readonly string[]): boolean {
  const { sentence, language, add, may } = asked;
  const { requests } = language;
  let named = false;
  const listed = paths.length > 0 && sentence.kind !== "prose" && requests.filesHeading.test(sentence.heading);
  for (const path of paths) {
    const at = sentence.text.indexOf(path);
    const from = Math.max(0, at - 90);
    const before = sentence.text.slice(from, at).replace(/[`"'(\s]+$/, " ");
    const after = sentence.text.slice(at + path.length, at + path.length + 40).replace(/^[`"']+/, "");
    const created =
      (may("createBefore") && requests.createBefore.test(before) && !requests.addedTo.test(after)) ||
      requests.createAfter.test(after);
    const changed =
      (listed && at < 60 && path.includes("/")) || (may("changeBefore") && requests.changeBefore.test(before));
    if ((!created && !changed) || language.modality.negation.test(before)) continue;
    const verb = requests.createBefore.exec(before);
    const plain = !verb || isPlain(sentence.text.slice(0, from + verb.index), sentence, language);
    add(created ? "create-file" : "change-file", sentence, { paths: [path], plain });
    named = true;
  }
  return named;
}

/** The first words of commands people ask for. */
const COMMAND =
  /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npm|pnpm|yarn|bunx?|npx|deno|node|make|just|mise|task|cargo|go|pytest|python3?|tox|nox|uv|poetry|ruff|mypy|black|tsc|eslint|vitest|jest|gradle|\.?\.?\/\S+|mvn|dotnet|rake|bundle|php|composer|ctest|cmake|bazel|mix|swift|flutter|dart|terraform|helm|docker)\b(?:\s+\S|$)/;

function readCommands(asked: Asked): void {
  const { sentence, language, add } = asked;
  if (sentence.code.length === 0) return;
  const { requests } = language;
  const verification = requests.verificationHeading.test(sentence.heading) && sentence.kind === "item";
  for (const [index, code] of sentence.code.entries()) {
    if (!COMMAND.test(code)) continue;
    const at = sentence.masked.indexOf(`‹${index}›`);
    const before = sentence.masked.slice(0, Math.max(0, at));
    const asking = /‹\d+›\s*(?:,|and|&|then|\+|&&)\s*$/.test(before)
      ? before.replaceAll(/‹\d+›\s*(?:,|and|&|then|\+|&&)\s*/g, "")
      : before;
    const verb = requests.runBefore.exec(before) ?? requests.runBefore.exec(asking);
    if (!verb && !(verification && at <= 2)) continue;
    const plain = !verb || isPlain(before.slice(0, verb.index), sentence, language);
    add("run", sentence, { commands: [code.replace(/^\$ /, "")], plain });
  }
}

function isPlainQuestion(sentence: Sentence, language: Language): boolean {
  const { requests } = language;
  if (!sentence.masked.trimEnd().endsWith("?")) return false;
  return !requests.politeAsk.test(sentence.masked) || requests.questionOpening.test(sentence.masked);
}

function isAsk(sentence: Sentence, language: Language): boolean {
  const { requests } = language;
  return requests.imperative.test(sentence.masked) || requests.politeAsk.test(sentence.masked);
}

/** What the person wants from this turn as a whole. */
export function askOf(text: string, language: Language = ENGLISH): AskKind {
  return recentAsk(text, language);
}

const recentAsk = remembering(4, readAsk);

function readAsk(text: string, language: Language): AskKind {
  const { requests } = language;
  if (text.trim() === "") return "none";
  if (requests.goOn.test(text)) return "go-on";
  if (requests.stop.test(text)) return "stop";
  const prose = readProse(text);
  const may = mayOf(prose, requests);
  const spoken = prose.sentences.filter(({ kind }) => kind !== "heading" && kind !== "row");
  const plans = (sentence: Sentence): boolean => may(sentence, "planOnly") && requests.planOnly.test(sentence.masked);
  if (text.length < DOCUMENT_LENGTH && spoken.some(plans)) return "plan-only";
  const isQuestion = (sentence: Sentence): boolean =>
    isPlainQuestion(sentence, language) || requests.questionOpening.test(sentence.masked);
  if (!spoken.some(isQuestion)) return "work";
  return spoken.some((sentence) => !isQuestion(sentence) && isAsk(sentence, language)) ? "work" : "question";
}

/** True when later words speak of what was forbidden without forbidding it again: then it is allowed. */
export function allows(text: string, request: Request, language: Language = ENGLISH): boolean {
  if (!isLasting(request)) return false;
  const named = [...request.paths, ...request.commands].filter((subject) => text.includes(subject));
  if (named.length === 0) return false;
  const again = readLastingRequests(text, request.turn, language);
  return !again.some((other) => [...other.paths, ...other.commands].some((subject) => named.includes(subject)));
}

/** True when later words take earlier asks back. */
export function withdraws(text: string, language: Language = ENGLISH): boolean {
  return text.length < DOCUMENT_LENGTH && language.requests.withdrawn.test(text);
}
