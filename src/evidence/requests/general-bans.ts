import type { Asked } from "./asked.ts";
import type { Language } from "../language/language.ts";
import type { Pattern } from "../language/pattern.ts";
import { placesIn, withoutPlaces } from "../changes/paths.ts";
import type { Sentence } from "../language/prose.ts";
import { forbids, goesOn, isBanOutright, tellsToDo, withoutCourtesy } from "./said-outright.ts";

/** A ban in its sentence: where it begins, all of it, what it forbids, and of that the part in the same clause. */
export interface SaidBan {
  readonly at: number;
  readonly match: string;
  readonly forbidden: string;
  readonly clause: string;
}

/**
 * Reads a ban on a kind of deed rather than on a thing: on commits and pushes, on changes of any kind. It is added only
 * where nothing in the message makes an exception. Returns whether it was such a ban.
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

/** Reads "Don't deploy", "don't apply it yet". Returns whether it was such a ban, and nothing else. */
function readReleaseBan(asked: Asked, ban: SaidBan, { 0: said, 1: word = "" }: RegExpExecArray): boolean {
  const { sentence, language, add } = asked;
  const rest = ban.forbidden.slice(said.length);
  if (!language.requests.banEnd.test(rest) && !goesOn(rest, language)) return false;
  const deed = word.toLowerCase() === "merg" ? "merge" : word.toLowerCase();
  const around = `${sentence.text.slice(0, ban.at)} ${rest}`;
  // "it" and "them" may point to something of the product: "The cart takes coupons for gift cards. Don't apply them."
  if (POINTS_BACK.test(said) && !asked.prose.sentences.some(({ text }) => RELEASED[deed]?.test(text) ?? true))
    return true;
  // Not a ban but what is to be written: "Write a job: build the image, don't deploy."
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

/** Words that show what is merged, applied or published; products do the same with things of their own. */
const RELEASED: Readonly<Record<string, RegExp>> = {
  apply:
    /terraform|tofu|\btf\b|\bplan\b|kube|k8s|manifest|infra|cluster|stack|namespace|deployment|helm|module|\bchart/i,
  merge: /\bprs?\b|pull request|\bmr\b|branch|review|#\d/i,
  publish: /package|release|\bnpm\b|pypi|crate|registry|version|library|\bsdk\b|bump/i,
};

/** True when the rest of the sentence makes the ban depend on something, or takes something out of it. */
function isLimited(rest: string, language: Language): boolean {
  const { conditional, depends } = language.requests;
  return conditional.test(rest) || depends.test(withoutCourtesy(rest, language));
}

/** True when nothing else in the message speaks of the deed, or of commits and pushes that are not git's. */
function isPlainGitBan(asked: Asked, around: string, word: string, branch?: string): boolean {
  const { otherCommit, otherPush } = asked.language.requests;
  const other = word === "commit" ? otherCommit : otherPush;
  return isPlainBan(asked, around, branch ?? word, branch === undefined && word !== "force" ? other : undefined);
}

function isPlainBan({ sentence, prose, language }: Asked, around: string, subject: string, other?: Pattern): boolean {
  const { requests } = language;
  const speaksOfIt = (text: string): boolean => text.replaceAll(requests.ownDoing, " ").toLowerCase().includes(subject);
  if (speaksOfIt(around)) return false;
  // The sentence before may limit the ban: "In dry-run mode, print the plan. Don't commit. Don't push."
  const before = prose.sentences.findLast(({ index, text }) => index < sentence.index && !forbids(text, language));
  if (before && requests.reserve.test(before.text)) return false;
  return prose.sentences.every(({ index, text }) => {
    if (other?.test(text)) return false;
    if (index === sentence.index) return true;
    return !speaksOfIt(text) && !(index > sentence.index && opensDoor(text, language));
  });
}

/** True when the sentence makes an exception or a condition. */
function opensDoor(text: string, { requests }: Language): boolean {
  return requests.exception.test(text) || requests.depends.test(text);
}

/** True when the ban is said outright: not as a question, a complaint, or how something (perhaps the product) works. */
function isSaid(asked: Asked, { at, match }: SaidBan): boolean {
  const { sentence, prose, language } = asked;
  const { complaint, manner } = language.requests;
  if (prose.sentences.length > MAX_SENTENCES || isQuestion(sentence)) return false;
  if (complaint.test(match) || manner.test(match) || isToBeWritten(asked)) return false;
  // "The branch is new, no commits." describes how things are, and forbids nothing.
  const first = withoutCourtesy(sentence.text.slice(0, at), language);
  if (BARE.test(match) && first !== "" && !tellsToDo(first, language)) return false;
  return isBanOutright(sentence.text.slice(0, at), match, language);
}

const BARE = /^\W*(?:but )?no (?:commit|push)\w*\W*$/i;

/** A longer message is a document, from which no such ban is read: each one is compared with all sentences. */
const MAX_SENTENCES = 200;

/** True when an earlier sentence has a colon at its end ("Add to AGENTS.md:"): what follows may be text for a file. */
function isToBeWritten({ sentence, prose }: Asked): boolean {
  return prose.sentences.some(({ index, text }) => index < sentence.index && /:(?:\s|$)/.test(text));
}

/** True when the message asks for an answer, a plan or a look at something, and nowhere for a change. */
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

/** True when some clause tells the agent to do more than look, think and tell. */
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

/** Reads "Only touch X": any other change is then against the person's word. */
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
