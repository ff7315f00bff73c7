import { expression, part } from "../../../patterns/expression.ts";
import type { RequestTables } from "../request-tables.ts";

/** A person's words for the checks of the work, for their failing, and for leaving them alone. */
const CHECKS = "tests?|specs?|suites?|e2e|ci|pipelines?|checks|builds?|lint\\w*|eslint|type[- ]?check\\w*|type errors?";
const FAILS = "fail\\w*|red|broken|flaky";
const LEAVES = "ignore|disregard|never ?mind|(?:do not|don't|dont|no need to) (?:worry|care|mind|bother)";
const KNOWN = part`
  (?:is|are|that'?s|it'?s|totally|perfectly) (?:ok(?:ay)?|fine|known|expected|normal|no problem)
  |no (?:problem|worries)|any ?way|${LEAVES}|on (?:main|master)|until|for now|already|pre-?existing|unrelated
  |as (?:expected|known)|not (?:your|our|my) (?:problem|job|concern)
`;

const MENDS = "fix|repair|solve|resolve|mend|debug";
/** A pronoun that stands alone, and not before a noun. */
const PRONOUN = "(?:it|them|that|those|this|these)\\b(?! (?!(?:then|now|please|first|too|and|as well)\\b)[a-z])";

/** How people point at what fails. */
const FAILED = "(?:the|that|those|this|these) (?:\\w+ ){0,2}(?:tests?|specs?|suites?|ones?|failures?)\\b";

/** How a person asks for tests to be repaired, or to be switched off. */
export const ENGLISH_TEST_ASKS: Pick<
  RequestTables,
  | "mendsTests"
  | "testsMayGo"
  | "mendsInstead"
  | "testsToChange"
  | "proposes"
  | "denied"
  | "avoided"
  | "unlessWanted"
  | "testsToCover"
  | "turnsDown"
  | "mayFail"
  | "failing"
  | "everyCheck"
  | "programTests"
  | "mendsIt"
  | "breath"
  | "ofTests"
  | "skipMark"
  | "skipForbidden"
  | "inexact"
> = {
  mendsTests: expression("i")`
    \b(?:fix|repair|solve|make|get)\b[^.?!\n]{0,60}\b(?:tests?|specs?|suite)\b
    |\b(?:tests?|specs?|suite)\b[^.?!\n]{0,40}\b(?:fail\w*|red|broken)\b
  `,
  testsMayGo: expression("i")`
    \bonly runs? (?:when|if|with|on|where)\b|\bruns? only\b|\bguard (?:it|them|those|these|the)\b|remov|delet|drop
    |skip|disabl|mut(?:e|ing)\b|park|quarantin|flak|obsolete|outdated|wrong|unused|redundant|duplicat|ignor|xfail
    |to-?do|fixme|for now|temporar|unblock|quick|whatever|any ?(?:how|way)|updat|chang|writ|rework|adjust|adapt
    |relax|loosen|simplif|clean|consolidat|merge|renam|mov[ei]|replac|revert|refactor|brittle|strict|no longer
    |deterministic|dead|care|hack|workaround|\boff\b|\bout\b|isolat|platform|windows|macos|network|offline
  `,
  // "Ok, fix it" does not match, because it may be a yes.
  mendsInstead: expression("i")`
    ^\W*(?:
      (?:no(?: way)?|nope|nah)[,.!]{0,3} (?:(?:please|just|then|rather) ){0,2}(?:fix|repair|solve|mend)
      |(?:(?:no(?: way)?|nope|nah|please|just|then|ok(?:ay)?|well|rather|hm+|but)[,.!]{0,3} ){0,4}(?:
        (?:fix|repair|solve|mend) (?!(?:it|that|this|them|those|these)\b)
        |make (?:it|them|the tests?) (?:pass|work|green)
      )
    )\b
  `,
  testsToChange: expression("i")`
    \b(?:
      skip|delet|remov|dropp?|disabl|loosen|relax|adjust|adapt|updat|chang|rewrit|rework|replac|mut|park|quarantin
      |weaken|(?:switch|turn) off
    )(?:e|ing)?\b[^?!\n]{0,60}\b(?:tests?|specs?|assert\w*|expectations?)\b
    |\b(?:skip|delete|remove|disable|loosen|relax|mute|park|quarantine) (?:it|them|that one)\b
    |\b(?:tests?|specs?|assert\w*|expectations?)\b[^?!\n]{0,60}\b(?:
      (?:be|gets?) (?:
        skipped|deleted|removed|dropped|disabled|loosened|relaxed|adjusted|adapted|updated|changed|rewritten
        |replaced|muted|parked|quarantined|switched off|turned off
      )|go(?:es)? away|obsolete|outdated
    )\b
  `,
  proposes: expression("i")`
    \b(?:
      i(?:'d|'ll| would| will| could| can| should| intend| stop| pause| wait| begin| start)
      |we(?:'d|'ll| would| will| could| can| should)|let's|should|shall|could|would|suggest\w*|propos\w*
      |recommend\w*|options?|plan|either|alternatively|best to|easiest|if you (?:like|want|agree)|want me to|ok to
    )\b|\?
  `,
  // Only right before the deed: "no way around deleting it" and "it can't work without deleting it" propose it.
  denied:
    /\b(?:(?:(?:will|do|does|shall) not|(?:wo|do|does)n't) (?:(?:have|need) to )?|no need to |no )(?:any |ever |just )?$/i,
  avoided: /^(?!.*(?:\b(?:not|no|nothing|never|cannot)\b|n't\b)).*\b(?:without|instead of|rather than) $|\bnever $/is,
  unlessWanted:
    /\b(?:unless|until|without|except|but|yet|if|before|otherwise|so far|(?:on|of) my own|by myself|myself|silently)\b/i,
  testsToCover: /\b(?:tests?|specs?)\b[^.?!\n]{0,20}\b(?:to|that|which|they|and) (?:also |now )?cover\b/i,
  turnsDown: expression("i")`
    (?:^\W*|["'“:=>]\s*)(?:
      no(?! (?:problem|worries|objections?))|nope|nah|never|don'?t|do not|keep|leave(?! (?:\w+ )?out)|fix|repair
      |mend|solve
    )\b
  `,
  mayFail: new RegExp(
    [
      `\\b(?:${LEAVES})\\b[^.!?\\n]{0,60}\\b(?:${CHECKS})\\b(?!-| (?:files?|fixtures?|data|folders?|director\\w+))`,
      // Only at the start of a clause: what a program is to ignore comes after the name of the program.
      `(?:^|[.!?;,\\n] {0,2})(?:(?:please|and|but|just) ){0,2}(?:${LEAVES})\\b[^.!?\\n]{0,40}\\bfailures\\b`,
      `\\b(?:${CHECKS})\\b[^.!?\\n]{0,30}\\b(?:${FAILS})\\b[^.!?\\n]{0,60}\\b(?:${KNOWN})\\b`,
      `\\b(?:${FAILS}) (?:\\w+ ){0,3}(?:${CHECKS})\\b[^.!?\\n]{0,60}\\b(?:${KNOWN})\\b`,
      `\\b(?:ok(?:ay)?|fine|normal|expected) (?:if|that|when|for)\\b[^.!?\\n]{0,40}\\b(?:${CHECKS})\\b[^.!?\\n]{0,30}\\b(?:${FAILS})\\b`,
      `\\b(?:known|pre-?existing|unrelated|expected) (?:\\w+ ){0,2}(?:${FAILS})\\b[^.!?\\n]{0,40}\\b(?:${CHECKS})\\b`,
      `\\b(?:${CHECKS})\\b[^.!?\\n]{0,30}\\b(?:may|can|already|(?:known|expected|supposed) to) (?:be )?(?:${FAILS})\\b`,
    ].join("|"),
    "i",
  ),
  failing: new RegExp(`\\b(?:${LEAVES}|${FAILS})\\b`, "i"),
  everyCheck: expression("i")`
    \b(?:ci|pipelines?|checks|whatever fails|all (?:failures|errors))\b
    |(?<!\b(?:tests?|specs?|suites?|e2e|lint|build|types?) )\bfailures\b
  `,
  programTests:
    /\be2e\b|end[- ]to[- ]end|playwright|cypress|selenium|\b(?:integration|smoke|browser|acceptance|visual)\b/i,
  mendsIt: new RegExp(
    [
      `\\b(?:look (?:into|at)|investigate|handle|address|take care of|${MENDS}) ${PRONOUN}`,
      `\\b(?:${MENDS})\\b[^.!?\\n]{0,30}\\b(?:them|tests?|specs?|suites?|ci|builds?|lint\\w*|fail\\w*|errors?)\\b`,
      "\\b(?:make|get)\\b[^.!?\\n]{0,40}\\b(?:pass|green|work)\\b",
      `\\b(?:deal with|(?:clean|clear|sort|straighten) (?:up|out)) (?:${PRONOUN}|${FAILED})`,
      `\\b(?:clean|clear|sort|straighten) (?:it|them|that|those|this|these|${FAILED}) (?:up|out)\\b`,
      "\\b(?:everything|all|it|them|tests?|suites?|ci|builds?|checks) (?:\\w+ ){0,2}(?:green|passing)\\b",
    ].join("|"),
    "i",
  ),
  breath: expression("i")`
    \n
    |[.!?:;](?=\s)(?!
      \s{1,4}(?:(?:please|so|then|just) )?(?:skip|park|mute|quarantine|ignore|disable|mark|turn|switch) (?:it|them|that|this|those|these)
      \b
    )
  `,
  ofTests: expression("i")`
    \b(?:
      tests?|specs?|suites?|red|green|fail\w*|flak\w+|xfail|fixme|quarantin\w+|expected failure
      |(?<!\b(?:in|that|this|any|edge|corner|upper|lower)[ -])cases?
    )\b
  `,
  skipMark: expression("i")`
    \b(?:
      skip\w*|to-?do|fixme|xfail|mut(?:e|ing)|quarantin\w+|park\w*|ignor\w+|disabl\w+|(?:switch|turn)\w* off|pending
      |expected failure
    )\b
  `,
  skipForbidden:
    /\b(?:don'?t|do not|never|without|no)\s(?:\S+\s)?(?:skip|fixme|xfail|mut|quarantin|park|ignor|disabl|switch|turn)/i,
  inexact: expression("i")`
    \b(?:
      b?float\w*|bf16|fp(?:16|32|64)|f(?:16|32|64)|doubles?|(?:half|single|mixed)[ -]precision|precision|round\w*
      |approximat\w*|toleranc\w*|epsilon|simd|gpu|cuda|fast-math|quantiz\w*
    )\b
  `,
};
