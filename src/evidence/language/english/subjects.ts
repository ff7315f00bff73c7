import { expression, part } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Words beside "tests" that name no part of them: all, which kind, whose runner, where they ran, the work itself. */
const NO_SUBJECT = part`
  all|the|our|your|its|their|these|those|this|that|every|each|both|full|whole|entire|complete|existing|unit
  |integration|e2e|functional|smoke|regression|acceptance|new|old|other|more|my|and|of|end|now|running|passing
  |failing|remaining|vitest|jest|pytest|mocha|rspec|phpunit|junit|xunit|nunit|ctest|gtest|unittest|testthat
  |playwright|cypress|karma|tox|nox|nextest|busted|bats|exunit|xctest|platformio|bazel|forge|dbt|sbt|scalatest|bun
  |deno|node|python|cargo|rust|java|ruby|dotnet|gradle|maven|mix|swift|flutter|chrome|chromium|firefox|webkit
  |project|repo|repository|codebase|workspace|monorepo|solution|app|application|system|library|service|crate|test
  |tests|suite|automated|local|backend|frontend|server|client|package|module|ci|docker|container|sandbox|browser
  |parallel|isolation|change|changes|feature|fix|bug|issue|code|work|task|ticket|pr
`;

/** A file with its extension, or a folder with its slash. */
const PLACE = "(?:[\\w@.-]{0,60}\\/){0,12}[\\w@.-]{1,80}\\.[A-Za-z]\\w{0,5}|(?:[\\w@.-]{1,60}\\/){1,12}";

/** Words before the name of a part in which something goes well; and what such a part may be called. */
const WELL = "\\b(?:pass(?:es|ed|ing)?|green|clean|errors?|warnings?|issues?|problems?)";
const AT = "(?:in|on|for|under|inside|within) (?:(?:the|our|its|your) )?";
const PART = `(?!(?:${NO_SUBJECT})\\b)([a-z][\\w-]{2,60})`;
const KIND = "(?:side|area|part|module|package|crate|code|component|service|layer|workspace|project)";

/** What a claim is limited to: a file, a package, the tests of one thing. */
export const ENGLISH_SUBJECTS: Pick<
  ClosingTables,
  "checkedPlace" | "checkedSpan" | "placeChecked" | "testsOf" | "testsAbout" | "passFor" | "ofPart" | "breath"
> = {
  checkedPlace: expression("i")`
    (?:\b(?:clean|pass(?:es|ed|ing)?|green|errors?|warnings?|issues?|problems?|findings?|violations?)|[✅✓✔]️?) (?:for|in|on|under|inside) (?:the )?
    [\`"'*]?((?:[\w@.-]*\/)*[\w@.-]+\.[A-Za-z]\w{0,5}(?!\w|\.\w)|(?:[\w@.-]+\/)+(?![\w@]))
  `,
  checkedSpan: expression("i")`
    \b(?:clean|pass(?:es|ed|ing)?|green|errors?|warnings?|issues?|problems?) (?:for|in|under|inside) (?:the )?
    (?:(?:crate|package|module|folder) )?‹(\d+)›
  `,
  placeChecked: expression("i")`
    (?:^|[.;:,]\s+|\band )[\`"'*]*(${PLACE})[\`"'*]* (?:now |also |itself )?(?:
      (?:has|have|shows?) (?:no|zero|0)|(?:is|are) (?:\w+ )?(?:clean|green|fine|ok|free|lint|type)|pass(?:es)?
      |type-?checks?|compiles?|lints?|builds?
    )\b
    |\b(?:types?|lint(?:ing)?|format\w*) (?:in|for|of|on|under) (?:the )?[\`"'*]*(${PLACE})
  `,
  testsOf: expression("i")`
    \b(?!(?:${NO_SUBJECT}|\w+ed|wrote|ran|run|with|for)\b)([a-z]{3,})(?:['’]s)? (?:tests|specs|suite|test(?= (?:\w+ )?pass))
    :?(?: (?:now|all|still|also|are|is|was|were|had|have|has))* (?:pass|succeed|green|ok)
  `,
  testsAbout: expression("i")`
    \b(?:tests?|specs?|suite) (?:
      for|of|in(?! total\b)|under|around|about|covering|concerning|involving|touching|using|exercising|against
      |(?:that|which) (?:
        touch|cover|exercise|use|call|check|concern|involve|hit|render|import|test|deal with|depend on|rely on
      )(?:es|s)?
    ) (?:(?:the|our|its|your|both|every) )*[\`"'*]*(?!(?:${NO_SUBJECT})(?![\w/.-]))([\w@./-]{3,})[^.;!?]{0,40}?\b
    (?:pass|succeed|green|ok)
  `,
  passFor: expression("i")`
    \b(?:tests|specs|suites?) (?:now |all |still )?(?:pass|succeed)(?:es|ed)? for (?:(?:the|our|its|your) )?
    (?!(?:${NO_SUBJECT}|now|me|us|you|it|them|what\w*|everything|good|real|sure)\b)([a-z]{3,})
  `,
  ofPart: expression("i")`
    ${WELL} ${AT}${PART}
    |^[^\w‹]*${AT}${PART}(?: ${KIND})?,? (?:(?:all|the|its|every|our|no) )*
    (?:tests?|specs?|suites?|types?|lint|build|everything)\b
    |\b([a-z]{3,60})-wise\b
    |^[^\w‹]*(?:(?:the|our) )?${PART}(?: ${KIND})? (?:now |itself |also )?
    (?:builds|compiles|lints|type-?checks|is (?:now )?(?:lint-?|type-?)?clean)\b
  `,
  breath:
    /[;:.(–—]|(?:(?<!^\W{0,3}(?:in|on|for|under|inside|within) [^,]{1,40}),|\band) (?=(?:all|the|no|our|every|types?|tests?|lint)\b)/i,
};
