import type { Asked } from "./asked.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import { placesIn, withoutPlaces } from "../changes/paths.ts";
import type { Sentence } from "../language/prose.ts";
import { forbids, goesOn, isBanOutright, tellsToDo, withoutCourtesy } from "./said-outright.ts";

/** A ban in its sentence: where it begins, all of it, what it forbids, and of that what belongs to the same clause. */
export interface SaidBan {
  readonly at: number;
  readonly match: string;
  readonly forbidden: string;
  readonly clause: string;
}

/**
 * A ban on a kind of deed rather than on a thing: on commits and pushes, on changes of any kind. It counts only where
 * nothing in the message leaves a door open. Whether it was such a ban.
 */
export function readGeneralBan(asked: Asked, ban: SaidBan): boolean {
  const { requests } = asked.language;
  const git = requests.gitBan.exec(ban.forbidden);
  if (git) {
    readGitBan(asked, ban, git);
    return true;
  }
  const release = requests.releaseBan.exec(ban.forbidden);
  if (release && readReleaseBan(asked, ban, release)) return true;
  const anything = requests.anythingBan.exec(ban.forbidden);
  const rest = ban.forbidden.slice(anything?.[0].length);
  const isWhole =
    requests.banEnd.test(rest) || requests.lookOpening.test(withoutCourtesy(rest.replace(/^\W+/, ""), asked.language));
  if (!anything || !isWhole) return false;
  if (isSaid(asked, ban) && !isLimited(rest, asked.language) && wantsOnlyWords(asked))
    asked.add("forbid", asked.sentence, { deed: "anything" });
  return true;
}

function readGitBan(asked: Asked, ban: SaidBan, { 0: said, 1: deeds = "", groups }: RegExpExecArray): void {
  const { sentence, language, add } = asked;
  const rest = ban.forbidden.slice(said.length);
  if (!language.requests.banEnd.test(rest) && !goesOn(rest, language)) return;
  if (!isSaid(asked, ban) || isLimited(rest, language)) return;
  const branch = groups?.["branch"]?.toLowerCase();
  const words = deeds.toLowerCase().match(/force|commit|push/g) ?? [];
  const wanted = words.filter((word, index) => word !== "push" || words[index - 1] !== "force");
  const around = `${sentence.text.slice(0, ban.at)} ${rest}`;
  const plain = wanted.filter((word) => isPlainGitBan(asked, around, word, branch));
  if (plain.length === 0) return;
  add("forbid", sentence, { deed: "git", commands: plain.map((word) => (branch ? `${word} ${branch}` : word)) });
}

/** "Don't deploy", "don't apply it yet": whether it was such a ban, and nothing else. */
function readReleaseBan(asked: Asked, ban: SaidBan, { 0: said, 1: word = "" }: RegExpExecArray): boolean {
  const { sentence, language, add } = asked;
  const rest = ban.forbidden.slice(said.length);
  if (!language.requests.banEnd.test(rest) && !goesOn(rest, language)) return false;
  const deed = word.toLowerCase() === "merg" ? "merge" : word.toLowerCase();
  const around = `${sentence.text.slice(0, ban.at)} ${rest}`;
  // "The cart takes coupons for gift cards. Don't apply them."
  if (POINTS_BACK.test(said) && !asked.prose.sentences.some(({ text }) => RELEASED[deed]?.test(text) ?? true))
    return true;
  // "Write a job: build the image, don't deploy."
  if (
    !around.includes(":") &&
    isSaid(asked, ban) &&
    !isLimited(rest, language) &&
    isPlainBan(asked, around, deed, language.requests.otherRelease)
  )
    add("forbid", sentence, { deed: "release", commands: [deed] });
  return true;
}

const POINTS_BACK = /\b(?:it|this|that|them|these|those)\b/i;

/** What is merged, applied and published by the programs that are meant; products do the same with things of their own. */
const RELEASED: Readonly<Record<string, RegExp>> = {
  apply:
    /terraform|tofu|\btf\b|\bplan\b|kube|k8s|manifest|infra|cluster|stack|namespace|deployment|helm|module|\bchart/i,
  merge: /\bprs?\b|pull request|\bmr\b|branch|review|#\d/i,
  publish: /package|release|\bnpm\b|pypi|crate|registry|version|library|\bsdk\b|bump/i,
};

/** What follows in the sentence makes it depend on something or takes something out. */
function isLimited(rest: string, language: Language): boolean {
  const { conditional, depends } = language.requests;
  return conditional.test(rest) || depends.test(withoutCourtesy(rest, language));
}

/** Nothing else in the message speaks of the same, and nothing in it can be meant but git. */
function isPlainGitBan(asked: Asked, around: string, word: string, branch?: string): boolean {
  const { otherCommit, otherPush } = asked.language.requests;
  const other = word === "commit" ? otherCommit : otherPush;
  return isPlainBan(asked, around, branch ?? word, branch === undefined && word !== "force" ? other : undefined);
}

function isPlainBan({ sentence, prose, language }: Asked, around: string, subject: string, other?: Pattern): boolean {
  const { requests } = language;
  const speaksOfIt = (text: string): boolean => text.replaceAll(requests.ownDoing, " ").toLowerCase().includes(subject);
  if (speaksOfIt(around)) return false;
  // "In dry-run mode, print the plan. Don't commit. Don't push."
  const before = prose.sentences.findLast(({ index, text }) => index < sentence.index && !forbids(text, language));
  if (before && requests.reserve.test(before.text)) return false;
  return prose.sentences.every(({ index, text }) => {
    if (other?.test(text)) return false;
    if (index === sentence.index) return true;
    return !speaksOfIt(text) && !(index > sentence.index && opensDoor(text, language));
  });
}

/** A later sentence that makes an exception, or lets something depend on something. */
function opensDoor(text: string, { requests }: Language): boolean {
  return requests.exception.test(text) || requests.depends.test(text);
}

/** Said outright, as a ban and not as a question, a complaint, or how something is done: that may be the product. */
function isSaid(asked: Asked, { at, match }: SaidBan): boolean {
  const { sentence, prose, language } = asked;
  const { complaint, manner } = language.requests;
  if (prose.sentences.length > MAX_SENTENCES || isQuestion(sentence)) return false;
  if (complaint.test(match) || manner.test(match) || isToBeWritten(asked)) return false;
  // "The branch is new, no commits." tells how things are.
  const first = withoutCourtesy(sentence.text.slice(0, at), language);
  if (BARE.test(match) && first !== "" && !tellsToDo(first, language)) return false;
  return isBanOutright(sentence.text.slice(0, at), match, language);
}

const BARE = /^\W*(?:but )?no (?:commit|push)\w*\W*$/i;

/** A message of more is a document, of which no such ban is held against anybody; each would be compared with all of them. */
const MAX_SENTENCES = 200;

/** What follows on "Add to AGENTS.md:" is text for a file. */
function isToBeWritten({ sentence, prose }: Asked): boolean {
  return prose.sentences.some(({ index, text }) => index < sentence.index && /:(?:\s|$)/.test(text));
}

/** The message asks for an answer, a plan or a look at something, and nowhere for a change. */
function wantsOnlyWords({ sentence, prose, language }: Asked): boolean {
  const { requests } = language;
  if (prose.sentences.some((each) => wantsWork(each, language))) return false;
  if (prose.sentences.some(({ index, text }) => index > sentence.index && opensDoor(text, language))) return false;
  const others = prose.sentences.filter(({ index, text }) => index !== sentence.index && !forbids(text, language));
  const wantsWords = (each: Sentence): boolean =>
    isQuestion(each) ||
    requests.planOnly.test(each.masked) ||
    clausesOf(each, language).some((clause) => requests.lookOpening.test(clause));
  return (
    others.every((each) => wantsWords(each) && !requests.wish.test(each.masked)) &&
    [sentence, ...others].some(wantsWords)
  );
}

/** Some clause tells to do something other than to look, think and tell. */
function wantsWork(sentence: Sentence, language: Language): boolean {
  const { imperative, lookOpening, workOpening } = language.requests;
  const tells = (clause: string): boolean =>
    isQuestion(sentence) ? imperative.test(clause) : tellsToDo(clause, language);
  return clausesOf(sentence, language).some(
    (clause) => (tells(clause) || workOpening.test(clause)) && !lookOpening.test(clause),
  );
}

function isQuestion({ masked }: Sentence): boolean {
  return masked.trimEnd().endsWith("?");
}

function clausesOf({ masked }: Sentence, language: Language): string[] {
  return masked
    .split(/[,;!?()—–]|[.:](?=\s|$)|\s-\s|\b(?:and|then|but|or)\b/)
    .map((clause) => withoutCourtesy(clause.trim(), language));
}

/** "Only touch X": whatever else is changed is changed against the person's word. */
export function readOnlyHere(asked: Asked): void {
  const { sentence, prose, language, add } = asked;
  const { requests } = language;
  const match = requests.onlyHere.exec(sentence.text);
  const places = match?.groups?.["places"];
  if (!match || places === undefined || isToBeWritten(asked)) return;
  const paths = placesIn(places);
  if (paths.length === 0 || prose.sentences.length > MAX_SENTENCES) return;
  if (!isBanOutright(sentence.text.slice(0, match.index), match[0], language)) return;
  const end = Math.max(...paths.map((path) => places.indexOf(path) + path.length));
  if (!requests.onlyEnd.test(places.slice(end))) return;
  if (!requests.objectWords.test(withoutPlaces(places.slice(0, end)))) return;
  const later = prose.sentences.filter(({ index }) => index > sentence.index);
  const isOpen = later.some((each) => opensDoor(each.text, language) || wantsWork(each, language));
  if (!isOpen) add("forbid", sentence, { deed: "elsewhere", paths });
}
