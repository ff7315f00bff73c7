import { part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";
import { TO_BE_WELL } from "./runs.ts";
import { PASS, claim } from "./verdicts.ts";

/** A check as one word of a list: "unit, integration and lint runs". */
const CHECK = part`
  (?:
    unit|integration|regression|e2e|tests?|specs?|suites?|lint(?:er|ing|s)?|type[- ]?check(?:s|ing|er)?|types|tsc|biome
    |eslint|ruff|clippy|golangci-lint|builds?|format(?:ter|ting)?|fmt
  )
`;
const WHICH = "(?:(?:all|the|our|both|existing|full|whole|entire|complete|unit|integration|cli|\\d+) )*";
const KIND = "(?: (?:tests?|specs?|suites?|runs?|checks?))?";
const NAMED = `${WHICH}${CHECK}${KIND}`;
/** Between checks of one list. ", and the" begins a clause of its own. */
const AND = "(?:,? (?:and|&|plus) (?<!, and )|,? (?:and|&|plus) (?!the\\b)|, ?| ?/ ?| \\+ )";
const TESTS = "(?:tests|specs|suites?|(?:test|unit|integration|regression|e2e)(?: tests?| suites?)?)";
const LINT = "(?:lint(?:er|ing)?|biome|eslint|ruff|clippy|golangci-lint|rubocop|flake8|pylint|staticcheck)";
/** Two checks or more, the wanted one among them. */
const amongOthers = (check: string): string =>
  part`
    \b(?:
      ${WHICH}${check}${KIND}(?:${AND}${NAMED}){1,4}
      |(?:${NAMED}${AND}){1,4}${WHICH}${check}${KIND}(?:${AND}${NAMED}){0,3}
    )
  `;
const ALSO = "(?:now |still |also |again |all |both |each )*";
const FAULT = "(?:failures?|errors?|findings?|issues?|problems?|complaints?|hitch(?:es)?|warnings?|regressions?)";
const FAULTLESS = `(?:without (?:any |an? )?(?:single )?${FAULT}|with (?:no|zero|0) ${FAULT})`;
const WELL = "(?:green|clean|ok|fine)";
const OUTCOME = part`
  ${ALSO}(?:
    ${PASS}|(?:is|are) ${ALSO}(?:green|clean|happy|in (?:good )?order)\b
    |(?:c[oa]mes?|went|goes|go) (?:back|out|through) (?:(?:all|fully|completely) )?(?:${WELL}\b|${FAULTLESS})
    |(?:ran|runs?|finish(?:es|ed)?|complete[sd]?|went|goes) (?:through )?${FAULTLESS}
  )
`;
const CODE =
  "\\b(?:the|this|our) (?:code|version|state|tree|branch|build)(?: as it (?:stands|is))?(?: now| still| also)? passes ";
/** What the code passes: a list of checks, and nothing that a program is handed. */
const PASSED_LIST = `(?:${NAMED}${AND}){0,4}${WHICH}`;
/** How or when something was run. */
const LATELY = "(?: (?:again|once more|over|on|against|in|with|after) [^.;,!?]{0,40}?| again| once more)?";
const THEN = "(?:,| and|, and|, which)";
const joint = (type: ClaimPattern["type"], source: string): ClaimPattern => ({
  ...claim(type, source),
  unless: TO_BE_WELL,
});

/** Checks that are named together, and outcomes that are told by what came of the run. */
export const JOINT_CLAIMS: readonly ClaimPattern[] = [
  joint("tests-pass", `(?<=^[^\\w‹]*|[;:–—] |\\bboth )${amongOthers(TESTS)} ${OUTCOME}`),
  joint("lint-clean", `${amongOthers(LINT)} ${OUTCOME}`),
  joint("tests-pass", `${CODE}${PASSED_LIST}(?:${TESTS})(?=\\s*(?:$|[.;!)]|,? (?:and|with|too)\\b|,))`),
  joint("lint-clean", `${CODE}${PASSED_LIST}(?:${LINT})(?=\\s*(?:$|[.;!)]|,? (?:and|with|too)\\b|,))`),
  // The outcome is told of a pronoun: "I ran the suite again, and it came back green".
  joint(
    "tests-pass",
    part`
      \b(?:i|we) (?:then |also )?(?:re-?)?ran (?:${NAMED}${AND}){0,3}${WHICH}${TESTS}${KIND}\b(?:
        ${LATELY}${THEN}(?: (?:it|they|both|all|everything)(?: of (?:it|them))?)?
        |(?:${AND}${NAMED}){1,3}${LATELY}${THEN} (?:they|both|all|everything)(?: of (?:it|them))?
      ) ${OUTCOME}
    `,
  ),
  joint(
    "tests-pass",
    "(?:^[^\\w:‹]*|; |\\band )(?:no|not a)(?: single)? tests? (?:in (?:the|this|our) \\w+ )?fails?(?=\\s*(?:$|[.;!)]))",
  ),
];
