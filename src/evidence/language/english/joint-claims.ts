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
const WHICH = "(?:(?:all|the|our|both|existing|full|whole|entire|complete|unit|integration|cli) )*";
const KIND = "(?: (?:tests?|specs?|suites?|runs?|checks?))?";
const NAMED = `${WHICH}${CHECK}${KIND}`;
const AND = "(?:,? (?:and|&|plus) |, ?| ?/ ?| \\+ )";
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
    ${PASS}|(?:is|are|was|were) ${ALSO}(?:green|clean|happy|in (?:good )?order)\b
    |(?:c[oa]mes?|went|goes|go) (?:back|out|through) (?:(?:all|fully|completely) )?(?:${WELL}\b|${FAULTLESS})
    |(?:ran|runs?|finish(?:es|ed)?|complete[sd]?|went|goes) (?:through )?${FAULTLESS}
  )
`;
const CODE = "\\b(?:code|version|state|tree|branch|build)\\b[^.;!?,:]{0,50}? pass(?:es|ed) ";
/** What the code passes: a list of checks, and nothing that a program is handed. */
const PASSED_LIST = `(?:${NAMED}${AND}){0,4}${WHICH}`;
const joint = (type: ClaimPattern["type"], source: string): ClaimPattern => ({
  ...claim(type, source),
  unless: TO_BE_WELL,
});

/** Checks that are named together, and outcomes that are told by what came of the run. */
export const JOINT_CLAIMS: readonly ClaimPattern[] = [
  joint("tests-pass", `${amongOthers(TESTS)} ${OUTCOME}`),
  joint("lint-clean", `${amongOthers(LINT)} ${OUTCOME}`),
  joint("tests-pass", `${CODE}${PASSED_LIST}(?:${TESTS})(?=\\s*(?:$|[.;!)]|,? (?:and|with|too)\\b|,))`),
  joint("lint-clean", `${CODE}${PASSED_LIST}(?:${LINT})(?=\\s*(?:$|[.;!)]|,? (?:and|with|too)\\b|,))`),
  // The outcome is told of a pronoun: "I ran the suite again, and it came back green".
  joint(
    "tests-pass",
    part`
      \b(?:i|we) (?:then |also )?(?:re-?)?ran ${NAMED}\b[^.;!?]{0,60}?(?:,| and|, and|, which)
      (?: (?:it|they|both|all|everything)(?: of (?:it|them))?)? ${OUTCOME}
    `,
  ),
  joint(
    "tests-pass",
    "\\b(?:no|not a)(?: single)? tests? (?:in (?:the|this|our) \\w+ )?(?:fails?|failed)(?=\\s*(?:$|[.,;!)]))",
  ),
];
