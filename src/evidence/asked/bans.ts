import { sentencesOf } from "../closing/sentences.ts";
import { placesIn } from "../record/paths.ts";

/** Something that the person forbade by name. */
export interface Ban {
  readonly kind: "file" | "commit" | "push" | "tests";
  /** The file or folder, where one is named. */
  readonly place?: string;
  /** The person's words. */
  readonly text: string;
  readonly turn: number;
}

const NEVER = String.raw`(?:do(?:n't| not)|never|without|must not|mustn't|please don't|no need to)`;
/** Nothing narrows the ban: "do not commit anything unrelated" forbids no commit. */
const WHOLLY = String.raw`(?: (?:it|this|them|that|anything|(?:the |your |any |these )?changes|to (?:the )?(?:remote|origin|github|main|master)|or push\w*|and push\w*)){0,2}\s*(?:[.,;!)]|$)`;
const DEEDS: readonly (readonly [Ban["kind"], RegExp])[] = [
  ["commit", new RegExp(String.raw`\b${NEVER} (?:\w+ ){0,2}?commit(?:ting)?${WHOLLY}`, "i")],
  ["push", new RegExp(String.raw`\b${NEVER} (?:\w+ ){0,2}?(?:commit(?:ting)? (?:or|and) )?push(?:ing)?${WHOLLY}`, "i")],
  [
    "tests",
    new RegExp(
      String.raw`\b${NEVER} (?:touch|change|modify|edit|alter)(?:ing)? (?:any |the |existing |of |our )*tests?\b`,
      "i",
    ),
  ],
];
const FILES = new RegExp(
  String.raw`\b(?:${NEVER} (?:touch|change|modify|edit|alter|delete|remove|overwrite)(?:ing)?|leave)\b`,
  "i",
);
/** What makes a ban one of a case, a time or a part: then nobody can hold a step against it. */
const BOUNDED =
  /\b(?:unless|until|except|yet|if|when|before|after|just|only|more than|too|directly|without (?:asking|telling|my))\b/i;
/** A ban that somebody else set, a question about one, or a wish that it cannot be kept. */
const REPORTED = /\b(?:says?|said|told|reads|why|can't|cannot|no way|which|that|you never)\b|\?\s*$/i;
/** What stands over rules for now; below another lead-in they may be for somebody else, or for another day. */
const OWN_RULES =
  /^(?:please|important|notes?|rules?|constraints?|requirements?|guidelines?|restrictions?|scope|limits?|do not|don't|tasks?|instructions?|also|but|however|context|goals?)\b/i;
const LONGEST = 300;

/** The bans of a request: a sentence each, with literal names only. */
export function bansIn(text: string, turn: number): readonly Ban[] {
  if (!/\b(?:not|never|without|leave|no need)\b|n['’]t\b/i.test(text)) return [];
  return sentencesOf(text)
    .filter(({ heading }) => heading === "" || OWN_RULES.test(heading))
    .flatMap((sentence) => sentence.text.split(/(?<=[.!?])\s+/))
    .filter((sentence) => sentence.length <= LONGEST && !BOUNDED.test(sentence) && !REPORTED.test(sentence))
    .flatMap((sentence) => bansOf(sentence.trim(), turn));
}

function bansOf(text: string, turn: number): readonly Ban[] {
  const deeds = DEEDS.flatMap(([kind, pattern]) => (pattern.test(text) ? [{ kind, text, turn }] : []));
  const found = FILES.exec(text);
  if (!found || (/^leave$/i.test(found[0]) && !LEFT_ALONE.test(text.slice(found.index)))) return deeds;
  const places = placesIn(text.slice(found.index));
  return [...deeds, ...places.map((place) => ({ kind: "file" as const, place, text, turn }))];
}

/** "Leave `a.ts` alone", not "leave the comment in `a.ts` as it is". */
const LEFT_ALONE =
  /^leave (?:(?:the )?(?:files?|folders?|directory) )?(?:the )?[`"']?[\w@.-]*[./][^,;]{0,200} (?:alone|untouched|unchanged|as (?:it is|is|they are))\b/i;

/** What is left of earlier bans when the person has said more: one that is spoken of again may have been taken back. */
export function stillBanned(bans: readonly Ban[], request: string): readonly Ban[] {
  return bans.filter(({ kind, place }) => {
    const names = kind === "file" ? [place ?? "", place?.split("/").at(-1) ?? ""] : [kind];
    return !names.some((name) => name !== "" && request.toLowerCase().includes(name.toLowerCase()));
  });
}
