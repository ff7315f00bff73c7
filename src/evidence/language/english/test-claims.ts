import { expression, part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";
import { BACK_WELL, OF_OTHERS, RUN_WELL, STILL_WELL, TESTS, TO_BE_WELL } from "./runs.ts";
import { GREEN, LISTED_WELL, PASS, PASS_END, claim } from "./verdicts.ts";

/** What may stand between "tests" and "pass": no other subject. */
const TESTS_GAP =
  "(?:(?!\\b(?:that|which) (?:all |now |still )?pass|\\bcompil|\\bbuil|\\band the\\b|\\bto\\b)[^.;!?]){0,70}?";
/** The same where the tests do not open their clause: another check is then a subject of its own. */
const OWN_GAP = part`
  (?:
    (?!\b(?:that|which) (?:all |now |still )?pass|\bcompil|\bbuil|\band the\b|\bto\b
    |(?:,| and|,? &|\+) (?:the |our )?(?:lint(?:er|ing)?|types|type[- ]?check(?:s|ing|er)?|tsc|eslint|biome|ruff|clippy|format(?:ter|ting)?|docs)\b)
    [^.;!?]
  ){0,70}?
`;
/** Where a clause begins, and what may stand there before "tests". */
const OPENS_CLAUSE = part`
  (?<=
    (?:^[^\w‹]*|[;:–—] |, |\b(?:and|both|but) )
    (?:(?:all|the|our|of|existing|full|complete|whole|entire|unit|integration|regression|e2e|new|relevant|\d+) ){0,4}
  )
`;
/** What may stand between "passes all" and "tests": no word after which something is handed on. */
const PASSED_GAP = "(?:(?!\\b(?:to|into|through|as|via)\\b)[^.;!?]){0,70}?";
/** Things that a program tests and lets pass. */
const DATA =
  "rows|records|items|values|inputs|users|files|lines|entries|requests|orders|candidates|messages|events|documents|carts|images|those|ones";
/** Test runners by name, where nothing that belongs to them (a plugin, a fixture) is meant. */
const RUNNER = part`
  (?:
    pytest|vitest|jest|mocha|rspec|phpunit|ctest|tox|nox|busted|bats|nextest|exunit|eunit|junit|minitest|cucumber
    |ginkgo|xctest|testthat|playwright|cypress|r cmd check
  )(?: (?:cases|runs?))?(?: \([^)]{1,40}\))?
`;
/** Test runs by the command that starts them, as it is typed. */
const TEST_TASK = "(?:npm|pnpm|yarn|bun|deno|cargo|go|mix|dotnet|swift|flutter|mvn|rake|composer) (?:run )?tests?";
/** A program hands things on as well: what follows "passes" has to leave no room for that. */
const RUNNER_END = part`
  \s*(?:
    $|[.;!?)(—–✅✓✔🎉]|:(?! ‹)|,(?! (?:without|with|as|by) )
    |(?:
      again|now|locally|cleanly|successfully|too|here(?! (?:an?|the)\b)|and|but|except|everywhere|across|after
      |throughout|overall|with (?:\d+|no|zero|all)|without (?:any |errors?|failures?|warnings?|issues?)
      |on (?:all|every|both|ci|node|python|linux|mac\w*|windows)|in (?:\d+|ci|chrom\w+|firefox|webkit)
    )\b
  )
`;
const ofRun = (source: string): ClaimPattern => ({
  ...claim("tests-pass", source),
  ofRun: true,
});
/** A tick beside "tests" may also mean that they were written. */
const ticked = (source: string): ClaimPattern => ({
  ...claim("tests-pass", source),
  weak: true,
  unless: expression("i")`
    \b(?:
      add(?:ed|s)?|writ(?:ten|e|es|ing)|wrote|creat\w+|updat\w+|extend\w+|includ\w+|cover\w*|new|plan\w*|review\w*
      |adjust\w*|refactor\w*|migrat\w*|ported
    )\b
  `,
});

/** Tests pass. */
export const TEST_CLAIMS: readonly ClaimPattern[] = [
  claim(
    "tests-pass",
    `(?:${OPENS_CLAUSE}${TESTS}\\b${TESTS_GAP}|\\b(?<!\\bfor (?:the |all |our )?)${TESTS}\\b${OWN_GAP})\\b${PASS}`,
  ),
  claim(
    "tests-pass",
    part`
      \b${RUNNER} (?:now |still |all |also |again |then )*
      (?:(?:pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?)(?=${RUNNER_END})|${GREEN})(?! only\b)
    `,
  ),
  claim(
    "tests-pass",
    `^[^\\w‹]*(?:(?:(?:i |we )?(?:re-?)?ran )?${RUNNER}|(?:i |we )(?:re-?)?ran ${TEST_TASK})${LISTED_WELL}`,
  ),
  ofRun(`^[^\\w‹]*(?:(?:re-?)?ran )?${TEST_TASK}${LISTED_WELL}`),
  claim("tests-pass", `(?:✅|✓|✔️?)\\s*(?:\\w+[- ]){0,4}${TESTS}\\b\\s*(?:\\([^)]*\\))?\\s*(?:green|ok)\\b`),
  claim(
    "tests-pass",
    part`
      (?<!\b(?:${DATA}) (?:that|which|who) )\bpass(?:es|ed|ing)? (?:all|every|the (?:full|entire|whole|existing)|\d+)
      \b${PASSED_GAP}\b${TESTS}\b
    `,
  ),
  claim("tests-pass", `\\b\\d+(?:\\s*/\\s*\\d+)? pass(?:ed|ing)?${PASS_END}`),
  claim(
    "tests-pass",
    part`
      (?:^|[,;:(|–—]\s*|\band )(?:with |there (?:are|were) )?(?:no(?: more)?|zero|0) (?:
        (?:test )?failures|failing tests|regressions in the tests
      )(?: (?:left|remain(?:ing)?|(?:across|in) (?:(?:all|the|of|\d+) ){0,3}(?:tests|specs|suite)))?
      (?=\s*(?:$|[.,;:!)|]))
    `,
  ),
  claim("tests-pass", "\\b(?:tests|specs|suites?)\\b:? (?:all )?(?:green\\b|ok(?=\\s*(?:$|[.,;!)])))"),
  ...STILL_WELL.map((source) => ({ ...claim("tests-pass", source), unless: TO_BE_WELL })),
  { ...claim("tests-pass", RUN_WELL), unless: OF_OTHERS },
  { ...ofRun(BACK_WELL), unless: OF_OTHERS },
  // "tests: 42/42" may count tests that were run, or tests that were written.
  { ...ofRun("^[^\\w‹]*(?:(?:all|unit) )?(?:tests|specs): \\d+ ?/ ?\\d+[\\s.!]*$"), weak: true },
  ticked(`\\b${TESTS}\\b${TESTS_GAP}(?:✅|✓|✔)`),
  ticked(`(?:✅|✓|✔️?)\\s*(?:\\w+[- ]){0,4}${TESTS}\\b\\s*(?:\\([^)]*\\))?\\s*(?:$|[:|,])`),
];
