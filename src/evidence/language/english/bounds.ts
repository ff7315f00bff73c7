import { expression, part } from "../../../patterns/expression.ts";
import type { ClaimBounds } from "../bound-tables.ts";

/** Words before "build" that set it apart from no other: all of it, the usual one, the tool that makes it. */
const ANY_BUILD = part`
  all|the|our|your|my|its|this|that|every|each|both|full|whole|entire|complete|final|latest|current|new|clean|fresh
  |successful|project|app|application|production|prod|release|debug|optimi[sz]ed|local|npm|pnpm|yarn|bun|vite
  |webpack|rollup|esbuild|next|nextjs|js|ts|tsc|typescript|rust|cargo|go|java|gradle|maven|mvn|dotnet|net|cmake|make
  |swift|xcode|and|then|now|frontend|backend|server|client|package|library|crate|module|workspace|monorepo|solution
  |site|code|web|ci|test|a|an
`;
const SUBJECT =
  "(?:(?:all|the|our|every|its|full|whole|entire|complete) )*(?:tests?|specs?|suites?|builds?|lint\\w*|types?)\\b";

const OTHERS = "(?:integration|e2e|end-to-end|acceptance|functional)";

/** What limits a claim about a check. */
export const ENGLISH_BOUNDS: ClaimBounds = {
  newTests: expression("i")`
    ^(?!.*\b(?:existing|old|others?)\b).*\b(?:
      (?:new|added)(?: (?!and\b|all\b)\w+){0,2} (?:tests?|specs?|cases)
      |(?:tests?|specs?|cases|ones) (?:that )?(?:i|we)(?:'ve)? (?:added|wrote|have (?:added|written))
    )\b
  `,
  buildOf: new RegExp(
    `\\b(?!(?:${ANY_BUILD})\\b)([a-z][\\w-]+) build(?: (?:now|still|also|again|is|was))* (?:pass|succeed|success|green|works?|clean|fine)`,
    "i",
  ),
  withSpan: /\b(?:pass\w*|green|clean|succeed\w*|works?) (?:with|under|using|for|at) (?:the )?‹(\d+)›/i,
  openedAt: new RegExp(`^\\W*(?:on|under|in|inside|against) ((?:the )?[\\w.+-]+(?: v?\\d[\\w.]*)?),? ${SUBJECT}`, "i"),
  putUnder: new RegExp(`^\\W*(?:with|using) (?:the|this|that) ((?:(?!\\band\\b)[^,;.‹]){3,60}?),? ${SUBJECT}`, "i"),
  besideUnits: expression("i")`
    \b
    (?:unit(?: tests?)?,? (?:and|&|\+|plus) (?:the )?${OTHERS}|${OTHERS}(?: tests?)? (?:and|&|\+|plus) (?:the )?unit) (?:tests?|specs?|suites?) (?:now |all |both |still |are |is )*
    (?:pass|green|succeed|clean)
  `,
  otherSuite: new RegExp(OTHERS, "i"),
  ofTest: expression("i")`
    \b(?:
      cover\w*|check\w*|tests?|tested|exercis\w+|verif\w+|assert\w*|ensur\w+|prov\w+|guard\w*|pin(?:s|ned)|show\w*
      |confirm\w*|catch\w*|add\w*|writ\w+|wrote|new|includ\w+|extend\w*|renam\w+|call\w*|nam(?:es?|ed)|via|by|like
      |in
    )\b
  `,
  ofWork: expression("i")`
    \b(?:
      fix\w*|chang\w*|edit\w*|updat\w*|patch\w*|implement\w*|refactor\w*|rewr\w+|commit\w*|above|place|done
      |complet\w*|finish\w*|correct\w*|adjust\w*|improv\w*|clean\w*|work|new|latest|last|final|current|following
      |help|added|additions?|migrat\w*|solution|approach|logic|code|feature|bug|issue|rest|same|full|whole
    )\b
  `,
  otherwise: /^\W*(?:but )?otherwise\b/i,
  listsFailed: expression("i")`
    ^\W*(?:
      (?:
        still|currently|now|yet|what|the|following|these|those|tests?|specs?|one|two|three|four|five|some|\d+|of
        |them|that|is|are|stays?|remains?
      ) )*(?:failing|fails?|red|broken|not (?:yet )?(?:passing|green)|(?:do|does)(?:n't| not) pass)
    (?: (?:now|yet|here|still|tests?))*\s*:
  `,
};
