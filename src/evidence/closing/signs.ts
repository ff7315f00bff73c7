import type { Sentence } from "./sentences.ts";

/** What a statement of the last words does. These twelve, and no more: what is finer is for the observer to read. */
export type Sign =
  | "question"
  | "choice"
  | "blocked"
  | "waiting"
  | "announcement"
  | "admits"
  | "claims-check"
  | "claims-file"
  | "claims-done"
  | "number"
  | "negated"
  | "hedged";

/** Signs that the words of one sentence show. Claims of checks are read in claimed-checks.ts. */
const SIGNS: readonly (readonly [Sign, RegExp])[] = [
  ["question", /\?["')\]*_\s]{0,5}$|^please (?:confirm|advise|tell me)\b/i],
  [
    "choice",
    /^(?:option|choice|approach|alternative) [\dA-C]\b|\b(?:which (?:one|of these|option)|do you want|would you (?:like|prefer)|shall i|should i)\b/i,
  ],
  [
    "blocked",
    /\b(?:blocked (?:by|on|until)|can(?:no|')t (?:continue|proceed|run|access|complete|finish)|unable to (?:continue|proceed|run|access|complete|finish)|(?:need|require)s? (?:your|you to|access|credentials|permission|approval)|permission (?:was )?denied|not (?:installed|available) (?:here|in this)|no (?:network|internet) access)\b/i,
  ],
  [
    "waiting",
    /\b(?:(?:i'?m|i am|now|still|currently) (?:waiting|running|in progress)|waiting (?:for|on|until)|running in the background|i'll (?:be notified|check back|report back|wait)|will (?:notify|ping) me|once (?:it|they|that|the \w+) (?:finish|complete|land|return)|ready for (?:your )?(?:review|approval)|awaiting)/i,
  ],
  [
    "admits",
    /\b(?:fail(?:s|ed|ing|ures?)?|not (?:yet |been |actually )?(?:done|run|ran|tested|verified|implemented|finished|complete|checked|pushed|committed|working|included|covered|touched)|did(?:n't| not)|does(?:n't| not)|have(?:n't| not)|has(?:n't| not)|could(?:n't| not)|was(?:n't| not)|were(?:n't| not)|is(?:n't| not)|are(?:n't| not)|won't|can(?:'t|not)|unable|skipp(?:ed|ing)|left (?:out|as is|undone|alone|open)|remain(?:s|ing)?|still (?:need|fail|open|to do|broken|pending|red)|todo|broken|pre-?existing|unrelated|flak[ey]|known (?:issue|limitation)|except|without (?:running|testing)|untested|unverified|error(?:s|ed)?|red\b|caveat|limitation|however|partial(?:ly)?)/i,
  ],
  [
    "claims-file",
    /\b(?:creat|add|wr(?:ote|itten)|sav|generat|updat|modif|chang|edit|delet|remov|renam|mov|extract|refactor|fix)(?:ed|es|e|ing)?\b/i,
  ],
  [
    "claims-done",
    /^(?:\W{0,3}(?:all )?(?:done|complete|completed|finished|fixed)\b|everything(?: is|'s)? (?:done|in place|working|ready)|that's (?:it|everything|all)|the (?:\w+ ){1,4}(?:is|are) (?:now )?(?:complete|done|fixed|implemented|in place|ready|working))|\b(?:successfully|has been (?:fixed|implemented|added|completed)|is (?:now )?(?:fully )?(?:complete|implemented|fixed))\b/i,
  ],
  ["number", /(?<![\w.#/-])\d+(?:[.,]\d+)?(?![\w.-]*\w)/],
  ["negated", /\b(?:not|never|no longer|nothing|none|neither|nor|without|cannot)\b|n't\b/i],
  [
    "hedged",
    /\b(?:should|would|could|may|might|likely|probably|expect(?:ed)?|presumably|assum\w+|if|once|unless|when(?:ever)?|after you|before|until|will|to (?:verify|ensure|make sure|check|confirm)|please|you can|try|ideally|in theory|i think|i believe|seems?|appears?)\b/i,
  ],
];

/** What stands before an announcement. */
const OPENING = "^(?:(?:ok(?:ay)?|great|good|perfect|now|next|first|then|finally|alright|so|and|also)[,.!:]? )*";
/** Group 1 is the verb. A list of verbs in the same expression would take V8 ten milliseconds to compile. */
const WILL = new RegExp(
  `${OPENING}i(?:'ll| will| need to| am going to|'m going to) (?:now |also |first |then |next |just )?(re-run|\\w+)`,
  "i",
);
const LET_ME = new RegExp(`${OPENING}let(?: me|'?s) (?!know\\b)`, "i");
const NOW = new RegExp(
  `${OPENING}now (?:i'?ll |to )?(?:add|apply|build|check|create|fix|implement|modify|run|test|update|verify|wire|write|the tests?:)`,
  "i",
);
const STEPS = new Set(
  (
    "add apply build change check clean commit continue copy create debug delete do edit examine execute explore extend " +
    "extract find fix get go implement improve inspect install integrate investigate look make modify move open proceed " +
    "read refactor remove rename replace rerun re-run restart rewrite run search see set simplify start take test try " +
    "update use verify wire work write"
  ).split(" "),
);

function announces(text: string): boolean {
  const [, verb = ""] = WILL.exec(text) ?? [];
  return STEPS.has(verb.toLowerCase()) || LET_ME.test(text) || NOW.test(text);
}

/** The longest part of a sentence that is looked at. */
const LONGEST = 1000;

export function signsOf({ plain }: Sentence): ReadonlySet<Sign> {
  const text = plain.slice(0, LONGEST);
  const signs = new Set(SIGNS.flatMap(([sign, pattern]) => (pattern.test(text) ? [sign] : [])));
  if (announces(text)) signs.add("announcement");
  return signs;
}
