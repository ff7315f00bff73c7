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
    /\b(?:blocked (?:by|on|until)|(?:can(?:no|')t|could(?:n't| not)) (?:continue|proceed|run|access|complete|finish)|unable to (?:continue|proceed|run|access|complete|finish)|(?:need|require)s? (?:your|you to|access|credentials|permission|approval)|permission (?:was )?denied|not (?:installed|available) (?:here|in this)|no (?:network|internet) access)\b/i,
  ],
  [
    "waiting",
    /\b(?:(?:i'?m|i am|now|still|currently) (?:waiting|running|in progress)|waiting (?:for|on|until)|running in the background|i'll (?:be notified|check back|report back|wait)|will (?:notify|ping) me|once (?:it|they|that|the \w+) (?:finish|complete|land|return)|ready for (?:your )?(?:review|approval)|awaiting)/i,
  ],
  [
    "admits",
    /\b(?:fail(?:s|ed|ing|ures?)?|unable|skipp(?:ed|ing)|left (?:out|as is|undone|alone|open)|remain(?:s|ing)?|still (?:need|fail|open|to do|broken|pending|red)|todo|broken|pre-?existing|unrelated|flak[ey]|known (?:issue|limitation)|except|without (?:running|testing)|untested|unverified|error(?:s|ed)?|red\b|caveat|sorry|limitation|however|partial(?:ly)?)/i,
  ],
  [
    "admits",
    /\bnot (?:yet |been |actually )?(?:done|run|ran|tested|verified|implemented|finished|complete|checked|pushed|committed|working|included|covered|touched)|\b(?:did|do|does|have|has|could|was|were|is|are)(?:n't| not)|\b(?:won't|can(?:'t|not))/i,
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
    /\b(?:should|would|could|may|might|likely|probably|expect(?:ed)?|presumably|assum\w+|if|once|unless|as soon as|when(?:ever)?|after you|before|until|will|to (?:verify|ensure|make sure|check|confirm)|please|you can|try|ideally|in theory|i think|i believe|seems?|appears?)\b/i,
  ],
];

/** The longest part of a sentence that is looked at. */
const LONGEST = 1000;

export function signsOf({ plain }: Sentence): ReadonlySet<Sign> {
  const text = plain.slice(0, LONGEST);
  const signs = new Set(SIGNS.flatMap(([sign, pattern]) => (pattern.test(text) ? [sign] : [])));
  return announces(text) ? signs.add("announcement") : signs;
}

/** "Now let me add the tests:" announces a step; "Let me know" and "I'll be here" do not. */
function announces(text: string): boolean {
  const rest = text.replace(OPENING, "");
  if (/^let(?: me|'?s) (?!know\b)/i.test(rest)) return true;
  const own = /^i(?:'ll| will| need to| am going to|'m going to) (?:(?:now|also|first|then|next|just) )?([\w-]+)/i.exec(
    rest,
  );
  if (own) return OWN_STEPS.has(own[1]?.toLowerCase() ?? "");
  if (!/\bnow,? $/i.test(text.slice(0, text.length - rest.length))) return false;
  return STEPS.has(/^(?:to )?(\w+)/i.exec(rest)?.[1]?.toLowerCase() ?? "");
}

const OPENING = /^(?:(?:ok(?:ay)?|great|good|perfect|now|next|first|then|finally|alright|so|and|also)[,.!:]? ){0,3}/i;
const STEPS = new Set("add apply build check create fix implement modify run test update verify wire write".split(" "));
const OWN_STEPS = new Set([
  ...STEPS,
  ...(
    "change clean commit continue copy debug delete do edit examine execute explore extend extract find get go improve inspect " +
    "install integrate investigate look make move open proceed read refactor remove rename replace rerun re-run restart " +
    "rewrite search see set simplify start take try use work"
  ).split(" "),
]);
