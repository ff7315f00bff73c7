import { ANSWERS, REST_ASK, YES_FIRST } from "../answers.ts";
import { expression } from "../../../patterns/expression.ts";
import type { RequestTables } from "../request-tables.ts";

/** The person wants to look, and says when. What a program does between every two requests is something else. */
const LOOK = "let me (?:look|review|check|see)|i(?:'ll| will| want to)? (?:look|review|check|approve)";
const STOP = `stop|pause|wait|(?:ping|ask|tell|show) me|check in|report back|${LOOK}`;
const STEPS = "step|phase|part|task|one|change|milestone";
/** A person who wants to be asked before every commit may still want all of the work at once. */
const WHEN = `(?:(?:after|between|before) (?:each|every)(?: (?:${STEPS}))?|(?:after|between) (?:each|every) commit)`;
const EACH = `${WHEN}(?=\\s*(?:$|[.,;:!)]|(?:and|so|to|then|${STOP})\\b))`;
const MUST = "(?:must|should|shall|will|can|may|cannot|ha(?:s|ve) to|needs? to|ought to|(?:is|are) to)";
/** What a program does, or is to do, one by one is no wish about how to work: "the worker must pause". */
const OF_PROGRAM = [
  `\\b(?!(?:you|i|we)\\b)[\\w-]+ ${MUST} (?:\\w+ ){0,2}`,
  "\\b(?:make|let|have) (?!(?:me|us)\\b)(?:[\\w-]+ ){1,3}",
  "\\b(?:the|all|our|its) [\\w-]+s (?:handle|take|process|run|do|work on) ",
  "\\b(?:handles|takes|processes|runs|does|works on|accepts|executes|performs|serves|reads|sends|goes) (?:only )?",
].join("|");
/** Looks at what stands before a word only where it is one of these: to look back from every letter takes longest. */
const HALT = `\\b(?=${STOP})(?<!${OF_PROGRAM}|\\b(?:the|all|our|its) [\\w-]+s )(?:${STOP})`;

/** What a person says about what they asked for before. */
export const ENGLISH_MORE_ASKS: Pick<
  RequestTables,
  "restAsk" | "asksAgain" | "answers" | "yesFirst" | "inSteps" | "inOneGo"
> = {
  restAsk: REST_ASK,
  asksAgain: expression("i")`
    ^\W*(?:(?:btw|and|also|yes|yep|yeah|sure|ok(?:ay)?|please|note|ps),?:? ){0,3}(?:
      (?:(?:the|some|with|and|unit|new|add|write|run|update|do|commit|push|create) ){0,4}[\w.-]+ (?:please|pls|too|as well)
      |(?:the|all|your|new|these|those) (?:\w+ )?\w+ (?:must|should|shall|needs? to|ha(?:s|ve) to|goe?s?|belongs?) (?:be |go |live |stay )?
      (?:put |placed )?(?:in|into|under|to|next to|beside) [\w@-]*[./][\w@./-]*
    )\W*$
  `,
  answers: ANSWERS,
  yesFirst: YES_FIRST,
  inSteps: new RegExp(
    [
      "\\b(?:go|work|proceed|do (?:it|this|that)) step[- ]by[- ]step\\b",
      `\\b(?=one )(?<!${OF_PROGRAM})one (?:step|task|part|phase) at a time\\b`,
      `${HALT}\\b[^.!?\\n]{0,40}\\b${EACH}`,
      `\\b${EACH}[^.!?\\n]{0,40}${HALT}\\b`,
      `\\b(?:${LOOK})\\b[^.!?\\n]{0,40}\\bin[- ]between\\b`,
      "\\bwait for my (?:ok|okay|go|approval|confirmation|review|feedback)\\b",
    ].join("|"),
    "i",
  ),
  inOneGo: expression("i")`
    \b(?:
      (?:all )?in one go|all at once|(?:all|everything) in one (?:step|turn)|without (?:stopping|asking|waiting)
      |(?:no need to|don't|do not) (?:stop|wait|ask)
    )\b
  `,
};
