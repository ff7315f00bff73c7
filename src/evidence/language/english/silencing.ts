import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Words which tell that a check or a test was made to find nothing. */
export const ENGLISH_SILENCING: Pick<
  ClosingTables,
  "lookingAway" | "ofAnyType" | "ofSettings" | "mayTellAway" | "checksNothing" | "tellsOff"
> = {
  lookingAway: expression("i")`
    suppress|silenc|disabl|ignor|noqa|nolint|allow|exempt|exclu|skip|expect-error|directive|annotat|pragma
    |false positive|comment|opt(?:ed)? out|turn(?:ed)? off|mut(?:e|ing)|except|waive|bypass|intentional|deliberate
    |marked
  `,
  ofAnyType: /\bany\b|\bcast|typed|assert|loos|escape|coerc|widen|unsafe|dynamic|stop-?gap|type of/i,
  ofSettings: expression("i")`
    config|setting|\brules?\b|strict|relax|loos|lenien|tsconfig|eslint\.|eslintrc|pyproject|option|level|\boff\b
    |no longer (?:appl|check|enforc|report)|enforc|baseline|scope
  `,
  mayTellAway: expression("i")`
    \b(?:
      overr\w+|sight|look\w*|hatch|(?:white|allow)-?list\w*|switch\w*|off|t[eo]ll?ing|told|hid(?:e|den)|opts?|left
      |leave|alone|known|noise|unchanged|otherwise|waivers?|stays?|keep|kept|as it is|inline|only
    )\b
  `,
  checksNothing: expression("i")`
    \b(?:
      no-?op|neutrali[sz]\w+|(?:checks?|asserts?|tests?|asks?(?: for)?) nothing|dumm(?:y|ies)|trivial\w*|always
      |vacuous\w*|gutted|hollow\w*|comment\w*|for now|at the moment|until|weaken\w*|loosen\w*|relax\w*|replaced
      |decide|on purpose|silenc\w+|suppress\w*|bypass\w*
    )\b
  `,
  tellsOff: expression("i")`
    skip|disabl|ignor|xfail|quarantin|mut(?:ed|ing)|park|pending|to-?do|exclud|left|\boff\b|\bout\b|not |n't
    |no longer|never|only|comment|unless|until|later|follow|\d (?:of|\/) \d|except|apart|remain|environment
    |deactivat|suspend|wait|bypass|hold|held|defer|postpon|block|shelv|stopp|turned|marked|known|issue|ticket|#\d
    |decision|decid|for now|tempor|behind|aside|open
  `,
};
