import { expression, part } from "../../../patterns/expression.ts";

/** Tests as a subject. A single "test" may be part of another name ("the test button"), so what follows it has to fit. */
export const TESTS = part`
  (?:
    tests|specs
    |(?:test|spec) (?:suites?|cases?|runs?|results?|files?|packages?|projects?|targets?|modules?)
    |(?:test|spec|suites?)(?=
      \s*(?:
        $|[(:|,‹✅✓✔—–]
        |(?:
          now|all|still|also|again|is|are|was|has|for|in|that|which|at|of|covering|named|called|and|pass\w*
          |succeed\w*|complet\w*
        )\b|'s (?:\w+ )?green(?=\s*(?:$|[.,;!)]|(?:again|now|too)\b))
      )
    )
  )
`;

/** A clause of its own about all of the tests, or about all tests of one kind. */
const WHICH_TESTS =
  "(?:(?:all|the|our|of|existing|full|complete|whole|entire|unit|integration|regression|e2e|new|relevant|\\d+) )*";
const OF_TESTS = `(?:^[^\\w:‹]*|; |(?<=\\band ))${WHICH_TESTS}`;
const OF_TESTS_END =
  "(?=\\s*(?:$|[.;!)✅🎉]|:? \\(?\\d+ ?/ ?\\d+\\)?\\s*(?:$|[.!])|, (?:and|with|all)\\b|(?:and|after|again|now|too|locally|as well)\\b))";
/** A clause which says that tests were run, and how that went. */
export const RUN_WELL = part`
  ${OF_TESTS}(?:${TESTS}|suites?) (?:
    (?:was|were|ha(?:s|ve) been) (?:all |also |then |re-?)*(?:run|rerun|executed)
    |(?:all |also |then |now |again |re-?)*(?:ran|runs?|executed)
  ) (?:all )?
  (?:successfully|clean(?:ly)?|green|with(?:out(?: any)?| no| zero| 0) (?:errors?|failures?|issues?|problems?))
  ${OF_TESTS_END}
`;
/** Words that may as well name an aim: they count only in a sentence of its own, which ends with them. */
const OF_ALL_TESTS = "(?:^[^\\w:‹]*|; |(?<=\\band )(?=all\\b))";
const ALSO = "(?:all |both |also |still |now )*";
const LISTED_CHECKS =
  "(?:,? (?:and |& )?(?:the )?(?:lint(?:er|ing)?|types|type[- ]?checks?|typecheck|builds?|formatting)\\b){1,4}";
const UNCHANGED = "(?: unchanged| unmodified| without (?:any )?modifications?)?";
export const STILL_WELL = [
  `${OF_ALL_TESTS}(?=(?:all|the|our|\\d+) )${WHICH_TESTS}${TESTS} ${ALSO}continues? to pass${UNCHANGED}${OF_TESTS_END}`,
  `${OF_ALL_TESTS}${WHICH_TESTS}${TESTS}${LISTED_CHECKS} ${ALSO}pass(?:es|ed)?${OF_TESTS_END}`,
  `${OF_ALL_TESTS}(?:(?:i |we )?(?:re-?)?ran )?${WHICH_TESTS}(?:${TESTS}|suites?):? (?:everything|\\d+ ?/ ?\\d+) green${OF_TESTS_END}`,
  "^[^\\w:‹]*no tests? (?:is|are) failing(?: any ?more| now)?[\\s.!]*$",
];
/** Words that tell what is done so that tests pass, or why they have to pass. */
export const TO_BE_WELL = /\b(?:so|meaning|means|because|since|keep\w*|kept|lets?|that)\b/i;
/** Something was taken out only to see the effect: it may be in again, and the result is of another state. */
const TRIED = "\\b(?:revert|undo|undid|undone|roll(?:ed|ing)? |back(?:ed|ing) out|t(?:ak|ook)\\w* out|without)";
/** Like RUN_WELL, told by what came of the run: "the suite came back clean". */
export const BACK_WELL = part`
  ${OF_TESTS}(?:(?:test )?suites?|tests|specs) (?:all |now |still |then |again )*(?:comes?|came) back (?:all )?
  (?:clean|green)(?<!${TRIED}[^.;!?]{0,160})${OF_TESTS_END}
`;
/** Words that mean what somebody else sees, or another time or place. */
export const OF_OTHERS = expression("i")`
  \b(?:
    that|how|which|what|you|your|they|their|his|her|checks?|asserts?|confirms?|shows?|says?|reads?|logs?|prints?
    |reports?|tells?|counts?|counter|waits?|last|yesterday|ago|week|month|year
    |(?:mon|tues|wednes|thurs|fri|satur|sun)day|banner|column|badge|log|main|master
  )\b
`;
