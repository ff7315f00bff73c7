import { ENGLISH } from "./language/english.ts";
import type { ForbiddenDeed, Language, RequestKind, RequestTables } from "./language/language.ts";
import { type Prose, readProse, type Sentence } from "./language/prose.ts";
import { sievesOf } from "./language/sieve.ts";
import { pathsIn, withoutPaths } from "./paths.ts";
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
  const asks: Request[] = [];
  const taken = new Set<string>();
  const add: Add = (kind, sentence, details) => {
    const key = `${kind} ${(details.paths ?? details.commands ?? [sentence.text]).join(" ")}`;
    if (taken.has(key)) return;
    taken.add(key);
    asks.push({ kind, text: sentence.text, paths: [], commands: [], turn, document, ...details });
  };
  let before = 0;
  const prose = readProse(text);
  const may = mayOf(prose, language.requests);
  for (const sentence of prose.sentences) {
    if (asks.length > before && language.requests.retraction.test(sentence.masked)) asks.length = before;
    before = asks.length;
    readNext({ sentence, language, add, may: (what) => may(sentence, what) });
  }
  return asks;
}

type Add = (kind: RequestKind, sentence: Sentence, details: Partial<Request>) => void;

/** A sentence on the way to asks. */
interface Asked {
  readonly sentence: Sentence;
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
  readCommands(sentence, language, add);
  if (isPoint(sentence, language) && !named) add("item", sentence, {});
  if (wants(asked, "addTests")) add("add-tests", sentence, {});
  if (!named && wants(asked, "updateDocs")) add("update-docs", sentence, {});
  if (may("git") && requests.git.test(sentence.masked) && isAsk(sentence, language)) add("git", sentence, {});
}

/** Whether the sentence forbids something, and so asks for nothing else. */
function readProhibitions({ sentence, language, add, may }: Asked): boolean {
  if (!may("insteadOf") && !may("forbid")) return false;
  const { requests } = language;
  if (sentence.masked.length > MAX_SENTENCE || requests.contextHeading.test(sentence.heading)) return false;
  const unwanted = requests.insteadOf.exec(sentence.text)?.groups?.["unwanted"];
  if (unwanted !== undefined) add("constraint", sentence, { commands: [unwanted] });
  return may("forbid") && readProhibition(sentence, language, add);
}

/** The sentence asks for this, and does not say in the same breath that it is not wanted. */
function wants({ sentence, language, may }: Asked, what: "addTests" | "updateDocs"): boolean {
  const match = may(what) ? language.requests[what].exec(sentence.masked) : null;
  const before = sentence.masked.slice(0, match?.index ?? 0);
  if (!match || language.requests.unwanted.test(before)) return false;
  return isAsk(sentence, language) || language.requests.asking.test(before);
}

/** A point of a numbered list that asks for something to be done. */
function isPoint(sentence: Sentence, language: Language): boolean {
  if (sentence.number === undefined || sentence.text.length < MIN_ITEM) return false;
  return !language.modality.negation.test(sentence.masked);
}

function readProhibition(sentence: Sentence, language: Language, add: Add): boolean {
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
    add("forbid", sentence, { deed, paths, commands });
    return true;
  }
  return false;
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

function readFiles({ sentence, language, add, may }: Asked, paths: readonly string[]): boolean {
  const { requests } = language;
  let named = false;
  const listed = paths.length > 0 && sentence.kind !== "prose" && requests.filesHeading.test(sentence.heading);
  for (const path of paths) {
    const at = sentence.text.indexOf(path);
    const before = sentence.text.slice(Math.max(0, at - 90), at).replace(/[`"'(\s]+$/, " ");
    const after = sentence.text.slice(at + path.length, at + path.length + 40).replace(/^[`"']+/, "");
    const created =
      (may("createBefore") && requests.createBefore.test(before) && !requests.addedTo.test(after)) ||
      requests.createAfter.test(after);
    const changed =
      (listed && at < 60 && path.includes("/")) || (may("changeBefore") && requests.changeBefore.test(before));
    if ((!created && !changed) || language.modality.negation.test(before)) continue;
    add(created ? "create-file" : "change-file", sentence, { paths: [path] });
    named = true;
  }
  return named;
}

/** The first words of commands people ask for. */
const COMMAND =
  /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npm|pnpm|yarn|bunx?|npx|deno|node|make|just|mise|task|cargo|go|pytest|python3?|tox|nox|uv|poetry|ruff|mypy|black|tsc|eslint|vitest|jest|gradle|\.?\.?\/\S+|mvn|dotnet|rake|bundle|php|composer|ctest|cmake|bazel|mix|swift|flutter|dart|terraform|helm|docker)\b(?:\s+\S|$)/;

function readCommands(sentence: Sentence, language: Language, add: Add): void {
  if (sentence.code.length === 0) return;
  const { requests } = language;
  const verification = requests.verificationHeading.test(sentence.heading) && sentence.kind === "item";
  for (const [index, code] of sentence.code.entries()) {
    if (!COMMAND.test(code)) continue;
    const at = sentence.masked.indexOf(`‹${index}›`);
    const before = sentence.masked.slice(0, Math.max(0, at));
    const joined =
      /‹\d+›\s*(?:,|and|&|then|\+|&&)\s*$/.test(before) &&
      requests.runBefore.test(before.replaceAll(/‹\d+›\s*(?:,|and|&|then|\+|&&)\s*/g, ""));
    if (requests.runBefore.test(before) || joined || (verification && at <= 2)) {
      add("run", sentence, { commands: [code.replace(/^\$ /, "")] });
    }
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
