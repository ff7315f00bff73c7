import { part } from "../../../patterns/expression.ts";
import type { ClaimPattern } from "../language.ts";
import { PASS, TICK, claim } from "./verdicts.ts";

/** What stands between a subject and its verb inside one clause. */
const GAP = "[^.;!?]{0,70}?";
/** Checks that may begin their own clause after a verb: "the types were narrowed and all tests pass" is about tests. */
const OWN_CLAUSE = part`
  (?:,| and| &|,? while|,? so) (?:and |that |made sure )*(?:(?:all|the|every|our|full|whole|unit|existing|\d+) )*
  (?:tests?|specs?|suites?|builds?|compilation|ci|pipeline|everything)\b(?!\s*[:/])
`;
/** A verb that is no verdict yet. */
const ANOTHER_VERB =
  "\\b(?:is|are|was|were|has|have|runs?|ran|moves?|live[sd]?|comes?|goes|went|made|makes?|[a-z]{3,}ed)\\b";
/** GAP after a linter, types or a formatter: other checks may be listed in it, but begin no clause of their own. */
const LISTED_GAP = part`
  (?:
    (?:(?!${OWN_CLAUSE})[^.;!?]){0,70}?
    |(?:(?!${ANOTHER_VERB}|\b(?:errors?|warnings?|issues?)\b(?= and\b|,))[^.;!?]){0,70}?
  )
`;
/** GAP after "build": "the build host where all tests pass" is about tests. */
const BUILD_GAP = "(?:(?!(?<!(?:\\band|,|&|\\/|\\+) )\\b(?:tests?|specs?|suites?)\\b)[^.;!?]){0,70}?";
const LINT = part`
  (?:
    lint(?:er|ing|s)?|eslint|biome|oxlint|ruff|clippy|golangci-lint|rubocop|shellcheck|flake8|pylint|actionlint
    |hadolint|yamllint|tflint|stylelint
    |(?<!\b(?:gitleaks|secrets?|trufflehog|commitlint) )pre-commit(?: hooks?)?
    |detekt|ktlint|checkstyle|swiftlint|clang-tidy|credo|go vet|staticcheck|phpcs|analyzer
  )(?!\s+(?:config\w*|rules?|plugins?|settings?|setup|integration|comments?|tests?|specs?)\b)
`;
/** "The formatter tests pass" is about tests. */
const NO_TESTS = "(?!\\s+(?:tests?|specs?)\\b)";
const TYPES = part`
  (?:
    type[- ]?check(?:s|ing|er)?|types?|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer|typescript
    |type errors?(?! and\b|,)
  )${NO_TESTS}
`;
const BUILD = `(?:builds?|compilation|compil(?:es|ed|er))${NO_TESTS}`;
const FORMAT = `(?:format(?:ting|ter)?|fmt|gofmt|prettier)${NO_TESTS}`;
const CHECKS = "(?:checks?|ci|pipeline|validations?|everything|gates|verification)";
const CLEAN = part`
  (?:
    clean(?:ly)?\b
    |(?:with |has |have |shows? |reports? |found |produces? )?(?:no|zero|0) (?!(?:new|additional|further|extra|added)\b)
    (?:\w+ ){0,2}(?:issues?|errors?|warnings?|problems?|violations?|findings?|offen[cs]es?|complaints?)
    |without (?:any )?(?:errors?|issues?|warnings?|problems?|offen[cs]es?)
    |(?:is|are) (?:now |all )?happy\b|(?:has|have|had|finds?|found) nothing (?:left |more |else )?to complain\b
  )
`;
const VERDICT = `(?:${PASS}|${CLEAN}|✅|✓|✔️?)`;
/** Every part of the project passes, under no condition: "all packages pass". */
const ALL_PARTS_PASS = part`
  ^(?!.*\b(?:once|if|when|until|unless|whether|soon|provided|assuming|so that)\b).*?\b(?:all|every) (?:
    (?:of|the|our|workspace|go|rust|npm|\d+|three|four|five) )*(?:packages?|crates?|workspaces?|modules)
  (?: in the (?:workspace|monorepo|repo))? (?:now |still |all |also |again )*
  (?:pass(?:es)? (?:their|its|all) tests\b|${PASS})
`;
/** A whole sentence, except for its opening words, which says that all is green. */
const ALL_GREEN = part`
  ^\W*(?:(?:all )?(?:done|fixed|finished|ready|summary|status|result)\W+(?:and )?)?(?:now )?all (?:is |checks (?:are )?)?
  green(?=
    \s*(?:
      $|[.!✅🎉]|(?:now|again|here)\s*(?:$|[.!✅🎉])
      |(?:across|in|over) (?:the|all) (?:whole |entire )?(?:workspaces?|monorepo|repo|packages|crates|board)\b
    )
  )
`;
const LISTED_OK = `\\s*[:|]\\s*(?:${TICK}\\s*)?(?:ok|success(?:ful)?)[\\s.!|]*$`;

/** A linter, types, a build, a formatter or all checks together are well. */
export const CHECK_CLAIMS: readonly ClaimPattern[] = [
  claim("lint-clean", `\\b${LINT}\\b${LISTED_GAP}${VERDICT}|^[^\\w‹]*${LINT}${LISTED_OK}`),
  claim(
    "lint-clean",
    part`
      \b(?:
        (?:code|it|everything|all files?) (?:is|are) (?:\w+ )?(?:linted|lint[- ]free)
        |lint[- ]clean|clean lint|(?:no|0) lint(?:er|ing)? (?:errors?|issues?|warnings?)
      )\b
    `,
  ),
  claim("types-clean", `\\b${TYPES}\\b${LISTED_GAP}${VERDICT}`),
  claim(
    "types-clean",
    part`
      \b(?:no|zero|0) type ?(?:script )?errors?\b
      |^[^\w‹]*(?:the |all )*\btypes (?:all |now |still )*check(?: out| again)?(?=\s*(?:$|[.,;!)]|and\b))
    `,
  ),
  claim("build-clean", `\\b${BUILD}\\b${BUILD_GAP}${VERDICT}`),
  claim("build-clean", `^[^\\w‹]*\\bbuild${LISTED_OK}`),
  claim(
    "build-clean",
    part`
      \b(?:
        it|everything|project|code|package|app|crate|module|solution|apk|image|firmware|binary|library|site|bundle
        |workspace|extension|plugin|program|executable
      )\b (?:\w+ ){0,2}(?:compiles|builds)(?=
        \s*(?:
          $|[.,;:!)]
          |(?:cleanly|successfully|without|fine|again|now|and|with|too)\b
          |on (?:all|every|both|linux|mac\w*|windows)\b
        )
      )
    `,
  ),
  claim(
    "build-clean",
    part`
      ^\W*(?:the |our |and )*\bbuild (?:now |again |still )*works
      (?=\s*(?:$|[.;!)]|,(?! (?:then|but|so)\b)|(?:again|now|and|too|fine)\b))
    `,
  ),
  claim("build-clean", "\\bbuil(?:t|ds) (?:successfully|cleanly|without errors)\\b"),
  claim("format-clean", `\\b${FORMAT}\\b${LISTED_GAP}${VERDICT}`),
  claim("checks-pass", `\\b(?:all|every|full|entire|whole)\\b${GAP}\\b${CHECKS}\\b${GAP}\\b${PASS}`),
  claim(
    "checks-pass",
    part`
      \b(?:
        ci(?! (?:config\w*|files?|setup)\b)|pipeline
        |everything(?! (?:
          in|of|on|under|below|beneath|beside|but|except|outside|about|around|for|with|inside|within|regarding
          |concerning|related|that|which|i|we
        )\b)
      )\b${GAP}\b${PASS}
    `,
  ),
  claim("checks-pass", [ALL_PARTS_PASS, ALL_GREEN].join("|")),
];
