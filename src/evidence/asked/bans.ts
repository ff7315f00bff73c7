import { sentencesOf } from "../closing/sentences.ts";
import { placesIn } from "../record/paths.ts";

export interface Ban {
  readonly kind: "file" | "commit" | "push" | "tests";
  /** The file or folder, where one is named. */
  readonly place?: string;
  /** Only taking it away is forbidden. */
  readonly onlyDeleting?: true;
  readonly text: string;
  readonly turn: number;
}

const NEVER = String.raw`(?:do(?:n't| not)|never|without|must not|mustn't|please don't|no need to)`;
/** Nothing narrows the ban: "do not commit anything unrelated" forbids no commit. */
const WHOLLY = String.raw`(?: (?:anything|(?:the |your |any |these )?changes|to (?:the )?remote|or push\w*|and push\w*)){0,2}\s*(?:[.,!)]|$)`;
const MAKING = String.raw`(?:(?:git|make|making|create|creating|do|doing|any|a|the|your) ){0,3}`;
const DEEDS: readonly (readonly [Ban["kind"], RegExp])[] = [
  ["commit", new RegExp(String.raw`\b${NEVER} ${MAKING}commit(?:s|ting)?${WHOLLY}`, "i")],
  ["push", new RegExp(String.raw`\b${NEVER} ${MAKING}(?:commit(?:ting)? (?:or|and) )?push(?:ing)?${WHOLLY}`, "i")],
  [
    "tests",
    new RegExp(
      String.raw`\b${NEVER} (?:touch|chang|modify|edit|alter)(?:e|ing)? (?:any |the |existing |of |our )*tests?(?: files?)?\s*(?:[.,!)]|$)`,
      "i",
    ),
  ],
];
const FILES = new RegExp(
  String.raw`\b${NEVER} (touch|chang|modify|edit|alter|delet|remov|overwrit)(?:e|ing)? (.*)$|\bleave (.+?) (?:alone|untouched|unchanged|as (?:it is|is|they are))\b`,
  "i",
);
/** What makes a ban one of a case, a time or a part: then nobody can hold a step against it. */
const BOUNDED =
  /\b(?:unless|until|except|yet|if|when|once|before|after|just|only|more than|too|directly|ideally|without (?:asking|telling|my))\b/i;
const REPORTED = /\b(?:says?|said|told|reads|why|can't|cannot|no way|which|that|you never)\b|\?\s*$/i;
/** What stands over rules for now; below another lead-in they may be for somebody else, or for another day. */
const OWN_RULES =
  /^(?:please|important|notes?|rules?|constraints?|requirements?|guidelines?|restrictions?|scope|limits?|do not|don't|tasks?|instructions?|also|but|however|context|goals?)\b/i;
const LONGEST = 300;

export function bansIn(text: string, turn: number): readonly Ban[] {
  if (!/n['’]t\b|\b(?:not|never|without|leave|no need)\b/i.test(text)) return [];
  const sentences = sentencesOf(text)
    .filter(({ heading }) => heading === "" || OWN_RULES.test(heading))
    .flatMap((sentence) => sentence.text.split(/(?<=[.!?])\s+/));
  return sentences
    .filter((sentence) => sentence.length <= LONGEST && !BOUNDED.test(sentence) && !REPORTED.test(sentence))
    .flatMap((sentence) => bansOf(sentence.trim(), turn))
    .filter((ban) => ban.kind !== "commit" || !isSpokenOfElsewhere(ban, sentences));
}

function bansOf(text: string, turn: number): readonly Ban[] {
  const deeds = DEEDS.flatMap(([kind, pattern]) => (pattern.test(text) ? [{ kind, text, turn }] : []));
  const [, verb = "", behind, between] = FILES.exec(text) ?? [];
  const named = /^.*?(?=[,;(] | (?:because|since|as|–|—) |$)/.exec(behind ?? between ?? "")?.[0] ?? "";
  const places = placesIn(named);
  if (places.length === 0 || !namesNothingElse(named)) return deeds;
  const onlyDeleting = ["delet", "remov"].includes(verb.toLowerCase()) && { onlyDeleting: true as const };
  return [...deeds, ...places.map((place) => ({ kind: "file" as const, place, ...onlyDeleting, text, turn }))];
}

/** "The secrets in `.env`" are a part of it: only a few words may stand beside the places. */
function namesNothingElse(text: string): boolean {
  const words = text.replaceAll(/[`"']?[\w@~-]*[./\\][\w@./\\*-]*[`"']?/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => BESIDE.has(word.toLowerCase()));
}

const BESIDE = new Set(
  "a all and any anything at code contents directory either everything existing file files folder folders in inside of or please stuff the under within".split(
    " ",
  ),
);

/** "Don't commit. I review it, and then you commit." takes back what it forbids. */
function isSpokenOfElsewhere({ kind, text }: Ban, sentences: readonly string[]): boolean {
  return sentences.some((sentence) => sentence.trim() !== text && sentence.toLowerCase().includes(kind));
}

/** What is left of earlier bans when the person has said more: one that is spoken of again may have been taken back. */
export function stillBanned(bans: readonly Ban[], request: string): readonly Ban[] {
  return bans.filter(({ kind, place }) => {
    const names = kind === "file" ? [place ?? "", place?.split("/").at(-1) ?? ""] : [kind];
    return !names.some((name) => name !== "" && request.toLowerCase().includes(name.toLowerCase()));
  });
}
