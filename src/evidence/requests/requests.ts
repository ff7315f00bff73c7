import { type Asked, isTooLong } from "./asked.ts";
import { readForeignBan } from "./foreign-ban.ts";
import { createLeadIns, isLabelled, type LeadIn } from "./lead-ins.ts";
import type { ForbiddenDeed } from "../language/ban-tables.ts";
import type { RequestKind } from "../language/request-tables.ts";
import type { Language } from "../language/language.ts";
import { readProse, type Sentence, straightened } from "../language/prose.ts";
import { listedBehind } from "./listed-files.ts";
import { isMovedOn } from "./moved-on.ts";
import { pathsIn } from "../changes/paths.ts";
import { readProhibitions } from "./prohibitions.ts";
import { remembering } from "../remembering.ts";
import { expression } from "../../patterns/expression.ts";
import { isOutright } from "./said-outright.ts";

/** Something that the person explicitly asked for or forbade, and that the record can confirm or deny. */
export interface Request {
  readonly kind: RequestKind;
  readonly text: string;
  readonly paths: readonly string[];
  readonly commands: readonly string[];
  readonly turn: number;
  /** What a prohibition is about. */
  readonly deed?: ForbiddenDeed;
  /** True when it is part of a long document, which may describe the product rather than the work. */
  readonly document: boolean;
  /** True when nothing in the message makes it depend on something, gives it to others or takes a part of it back. */
  readonly plain: boolean;
  /** True when the file is named after another one, together with which it is to be created. */
  readonly listed?: true;
}

export type AskKind = "work" | "question" | "plan-only" | "stop" | "go-on" | "none";

/** A message longer than this is a plan or a pasted document rather than a few sentences. */
const DOCUMENT_LENGTH = 2_500;

/** The checkable asks in what the person wrote. Questions, options and quoted text ask for nothing. */
export function readRequests(text: string, turn: number, language: Language): Request[] {
  return requestsIn(text, turn, language, readSentence);
}

/** The bans, which hold on after their turn. */
export function readLastingRequests(text: string, turn: number, language: Language): Request[] {
  return requestsIn(text, turn, language, readProhibitions);
}

/** True when the request is a ban or constraint, which holds until it is taken back. */
export function isLasting({ kind }: Request): boolean {
  return kind === "forbid" || kind === "constraint";
}

function requestsIn(text: string, turn: number, language: Language, readNext: ReadSentence): Request[] {
  const document = text.length > DOCUMENT_LENGTH;
  const { requests } = language;
  const asks: Request[] = [];
  const taken = new Set<string>();
  const leadInOf = createLeadIns(language);
  let leadIn: LeadIn = "asks";
  const add: Asked["add"] = (kind, sentence, details) => {
    const { paths = [], commands = [], deed = "" } = details;
    const about = paths.length > 0 ? paths : commands;
    const key = `${kind} ${deed} ${about.length > 0 || deed !== "" ? about.join(" ") : sentence.text}`;
    if (taken.has(key)) return;
    taken.add(key);
    const plain = (details.plain ?? true) && (leadIn === "asks" || (leadIn === "forbids" && kind === "forbid"));
    asks.push({ kind, text: sentence.text, paths: [], commands: [], turn, document, ...details, plain });
  };
  let before = 0;
  const prose = readProse(text);
  for (const sentence of prose.sentences) {
    if (asks.length >= MOST_ASKS) break;
    if (asks.length > before && requests.retraction.test(sentence.masked)) asks.length = before;
    before = asks.length;
    leadIn = leadInOf(sentence);
    if (leadIn === "holds back" || sentence.ticked === true) continue;
    readNext({ sentence, prose, language, add });
  }
  if (!asks.some(({ plain, kind }) => plain && !NEVER_SURE.has(kind))) return asks;
  const passing = asks.some(({ kind, paths }) => kind === "create-file" && isMovedOn(text, paths[0] ?? "", language));
  const lasting = passing ? asks.filter(({ kind }) => kind !== "create-file") : asks;
  const reported = requests.reported.test(text);
  const partly = requests.limited.test(text);
  return lasting.map((ask) => (reported || (partly && !isLasting(ask)) ? { ...ask, plain: false } : ask));
}

/** Each ask is compared with every step: whoever writes more than this only wants to keep us busy. */
const MOST_ASKS = 200;

/** Asks that may go undone and prove nothing, however plainly they were put. */
const NEVER_SURE: ReadonlySet<RequestKind> = new Set(["change-file", "item", "git"]);

type ReadSentence = (asked: Asked) => unknown;

/** A shorter list item says too little to be found again. */
const MIN_ITEM = 20;

function readSentence(asked: Asked): void {
  const { sentence, language, add } = asked;
  const { requests } = language;
  if (isTooLong(sentence)) return;
  readForeignBan(asked);
  if (readProhibitions(asked) || requests.contextHeading.test(sentence.heading)) return;
  if (requests.optional.test(sentence.masked) || isPlainQuestion(sentence, language)) return;
  const named = readFiles(asked, pathsIn(sentence.text));
  readCommands(asked);
  if (isPoint(sentence, language) && !named) add("item", sentence, {});
  readWish(asked, "addTests", "add-tests");
  if (!named) readWish(asked, "updateDocs", "update-docs");
  if (requests.git.test(sentence.masked) && isAsk(sentence, language)) add("git", sentence, {});
}

/** Adds the ask where the sentence asks for this, and does not say in the same sentence that it is unwanted. */
function readWish(
  { sentence, language, add }: Asked,
  what: "addTests" | "updateDocs",
  kind: "add-tests" | "update-docs",
): void {
  const match = language.requests[what].exec(sentence.masked);
  if (!match) return;
  const before = sentence.masked.slice(0, match.index);
  if (language.requests.unwanted.test(before) || NEW_WORDS.test(before)) return;
  if (!isAsk(sentence, language) && !language.requests.asking.test(before)) return;
  const { depends, sureTests } = language.requests;
  const sure = !depends.test(sentence.masked) && (what !== "addTests" || sureTests.test(sentence.masked));
  if (isOutright(before, language, true)) add(kind, sentence, { plain: sure && !isLabelled(before, language) });
}

/** What follows is the new text of something: "Change the label to Update the README." */
const NEW_WORDS = /\b(?:change|set|rename|translate)\b[^.]{1,80}\bto\s{1,4}["'(]?$/i;

/** True when the sentence is a point of a numbered list that asks for something to be done. */
function isPoint(sentence: Sentence, language: Language): boolean {
  if (sentence.number === undefined || sentence.text.length < MIN_ITEM) return false;
  return !language.requests.wayHeading.test(sentence.heading) && !language.modality.negation.test(sentence.masked);
}

function readFiles(asked: Asked, paths: readonly string[]): boolean {
  const { sentence, language, add } = asked;
  const { requests } = language;
  let named = false;
  const listed = paths.length > 0 && sentence.kind !== "prose" && requests.filesHeading.test(sentence.heading);
  for (const path of paths) {
    const at = sentence.text.indexOf(path);
    const from = Math.max(0, at - 90);
    const before = sentence.text.slice(from, at).replace(/[`"'(\s]+$/, " ");
    const after = sentence.text.slice(at + path.length, at + path.length + 40).replace(/^[`"']+/, "");
    const created =
      (requests.createBefore.test(before) && !requests.addedTo.test(after)) || requests.createAfter.test(after);
    const changed = (listed && at < 60 && path.includes("/")) || requests.changeBefore.test(before);
    if ((!created && !changed) || language.modality.negation.test(before)) continue;
    const verb = created ? requests.createBefore.exec(before) : null;
    if (verb && !isOutright(sentence.text.slice(0, from + verb.index), language)) continue;
    if (requests.toldOf.test(after)) continue;
    const label = sentence.text.slice(0, from + (verb?.index ?? 0));
    const plain = created && !requests.depends.test(sentence.masked) && !isLabelled(label, language);
    add(created ? "create-file" : "change-file", sentence, { paths: [path], plain });
    const behind = verb && paths.length > 1 ? listedBehind(sentence.text, path, paths, language) : [];
    for (const other of behind) add("create-file", sentence, { paths: [other], plain, listed: true });
    named = true;
  }
  return named;
}

/** The first words of commands people ask for. */
const COMMAND = expression()`
  ^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:
    npm|pnpm|yarn|bunx?|npx|deno|node|make|just|mise|task|cargo|go|pytest|python3?|tox|nox|uv|poetry|ruff|mypy|black
    |tsc|eslint|vitest|jest|gradle|\.?\.?\/\S+|mvn|dotnet|rake|bundle|php|composer|ctest|cmake|bazel|mix|swift
    |flutter|dart|terraform|tofu|helm|docker|kubectl|alembic|dbt|flyway|prisma|ansible-\w+|pulumi
  )\b(?:\s+\S|$)
`;

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
    if (verb && !isOutright(before.slice(0, verb.index), language)) continue;
    if (requests.toldOf.test(sentence.masked.slice(at).replace(/^‹\d+›/, ""))) continue;
    const plain = !requests.depends.test(sentence.masked) && !isLabelled(before, language);
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
export function askOf(text: string, language: Language): AskKind {
  return recentAsk(text, language);
}

const recentAsk = remembering(4, readAsk);

function readAsk(text: string, language: Language): AskKind {
  const { requests } = language;
  if (text.trim() === "") return "none";
  if (isAnswer(text, language)) return "go-on";
  if (requests.stop.test(text)) return "stop";
  const prose = readProse(text);
  const spoken = prose.sentences.filter(({ kind }) => kind !== "heading" && kind !== "row");
  if (text.length < DOCUMENT_LENGTH && spoken.some(({ masked }) => requests.planOnly.test(masked))) return "plan-only";
  const isQuestion = (sentence: Sentence): boolean =>
    isPlainQuestion(sentence, language) || requests.questionOpening.test(sentence.masked);
  if (!spoken.some(isQuestion)) return "work";
  return spoken.some((sentence) => !isQuestion(sentence) && isAsk(sentence, language)) ? "work" : "question";
}

/** True when the text is only a yes, a number or a word to go on: it does not say by itself what is wanted. */
export function isAnswer(text: string, { requests }: Language): boolean {
  return text.length <= LONGEST_ANSWER && requests.answers.test(text);
}

const LONGEST_ANSWER = 120;

/** True of a request when later words speak of what it forbids without forbidding it again: then it is allowed. */
export function allowedBy(text: string, language: Language): (request: Request) => boolean {
  let said: string | undefined;
  let again: ReadonlySet<string> | undefined;
  return (request) => {
    if (!isLasting(request)) return false;
    // Any message after "don't change anything yet" may mean: do it now.
    if (request.deed === "anything" || request.deed === "elsewhere") return true;
    const words = (said ??= straightened(text).toLowerCase());
    const named = subjectsOf(request).filter((subject) => words.includes(subject.toLowerCase()));
    if (named.length === 0) return false;
    const forbidden = (again ??= new Set(readLastingRequests(text, request.turn, language).flatMap(subjectsOf)));
    return !named.some((subject) => forbidden.has(subject));
  };
}

/** What later words can name: paths and commands; for "push main", only the deed. */
function subjectsOf({ deed, paths, commands }: Request): readonly string[] {
  return deed === "git" ? commands.map((command) => command.split(" ")[0] ?? command) : [...paths, ...commands];
}

/** True when later words take earlier asks back. */
export function withdraws(text: string, language: Language): boolean {
  return text.length < DOCUMENT_LENGTH && language.requests.withdrawn.test(text);
}
