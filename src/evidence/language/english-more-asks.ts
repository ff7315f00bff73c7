import { ANSWERS } from "./answers.ts";
import type { RequestTables } from "./request-tables.ts";

/** What a person says to what they asked for before. */
export const ENGLISH_MORE_ASKS: Pick<RequestTables, "restAsk" | "asksAgain" | "answers"> = {
  restAsk:
    /^\W*(?:(?:please|now|then|ok(?:ay)?|yes|good|great|and),? ){0,3}(?:(?:continue|go on|carry on|keep going|proceed|resume)(?: with)?|(?:do|finish|complete|implement|handle|work (?:on|through))(?!(?: (?:it|that|them))?\s*(?:$|[.,;!]| (?:now|then|please|too)\b)))(?: (?:it|that|them))?(?: (?:all|both|everything|(?:all )?(?:the |your )?(?:rest|list|plan|todos?|(?:other|remaining|open|missing|last)(?: (?:\d+|two|three|four|five))?(?: (?:ones?|items?|points?|steps?|tasks?|parts?))?)))?(?: of (?:it|them|these|those))?(?: (?:now|then|please|too|here)){0,2}(?=\s*(?:$|[.,;!]))/i,
  asksAgain:
    /^\W*(?:(?:btw|and|also|yes|yep|yeah|sure|ok(?:ay)?|please|note|ps),?:? ){0,3}(?:(?:(?:the|some|with|and|unit|new|add|write|run|update|do|commit|push|create) ){0,4}[\w.-]+ (?:please|pls|too|as well)|(?:the|all|your|new|these|those) (?:\w+ )?\w+ (?:must|should|shall|needs? to|ha(?:s|ve) to|goe?s?|belongs?) (?:be |go |live |stay )?(?:put |placed )?(?:in|into|under|to|next to|beside) [\w@-]*[./][\w@./-]*)\W*$/i,
  answers: ANSWERS,
};
