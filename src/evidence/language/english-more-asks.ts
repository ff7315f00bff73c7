import { ANSWERS, REST_ASK } from "./answers.ts";
import type { RequestTables } from "./request-tables.ts";

/** What a person says to what they asked for before. */
export const ENGLISH_MORE_ASKS: Pick<RequestTables, "restAsk" | "asksAgain" | "answers"> = {
  restAsk: REST_ASK,
  asksAgain:
    /^\W*(?:(?:btw|and|also|yes|yep|yeah|sure|ok(?:ay)?|please|note|ps),?:? ){0,3}(?:(?:(?:the|some|with|and|unit|new|add|write|run|update|do|commit|push|create) ){0,4}[\w.-]+ (?:please|pls|too|as well)|(?:the|all|your|new|these|those) (?:\w+ )?\w+ (?:must|should|shall|needs? to|ha(?:s|ve) to|goe?s?|belongs?) (?:be |go |live |stay )?(?:put |placed )?(?:in|into|under|to|next to|beside) [\w@-]*[./][\w@./-]*)\W*$/i,
  answers: ANSWERS,
};
