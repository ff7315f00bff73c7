import { expression, part } from "../../../patterns/expression.ts";
import type { TrialTables } from "../trial-tables.ts";

/** The agent names itself as the doer: a participle without a subject tells as often what the code does. */
const SELF = part`
  (?:^|[.;:,(–—] ?|\b(?:and|then|also|so) )(?:i|we|i've|we've|i have|we have) (?:
    also |then |even |just |finally |manually |briefly |quickly )*
`;
const SCREEN = part`
  (?:
    browser|chrome|firefox|safari|pages?|tabs?|dashboard|app|application|web ?site|modal|dialogs?|screens?|ui
    |localhost|url|simulator|emulator
    |(?:dev|development|preview|local|staging) (?:server|build|environment|instance)
  )(?! (?:components?|code|modules?|files?|sections?|chapters?|guides?|routes?|state|props?|objects?)\b)
`;
const SOME = "[^.;|]{0,90}?";

export const ENGLISH_TRIALS: TrialTables = {
  onScreen: expression("i")`
    ${SELF}(?:re-?opened|opened|re-?loaded|loaded|visited|clicked)\b${SOME}\b${SCREEN}\b
    |${SELF}(?:started|launched|booted|fired up|spun up)\b${SOME}\b
    (?:app|application|server|simulator|emulator|browser)\b
    |${SELF}(?:tried|tested|checked|verified|confirmed|viewed|exercised)\b(?! to\b)${SOME}\b(?:
      (?:in|with|on) (?:the|a|an|my|chrome|firefox|safari|both) ?(?:\w+ )?
      (?:browsers?|simulator|emulator|device|phone)
      |(?:on|against|in|with) (?:the|a|my) (?:\w+ )?(?:dev|development|preview|local|staging) server
    )\b
  `,
  toSee: expression("i")`
    \b(?:
      in (?:the|a|an|my|both)? ?(?:\w+ )?browsers?|in (?:chrome|firefox|safari)|localhost
      |(?:dev|development|preview|local|staging) server|simulator|emulator
      |to (?:make sure|be sure|confirm|verify|check|double-check|see)
      |(?:and|to) (?:confirmed|verified|checked|saw)
    )\b
  `,
  byHand: expression("i")`
    (?:${SELF}(?:re-?tried|tried|tested|exercised)|^\W*(?:also )?(?:re-?tried|tried|tested) (?:it|this|both|them))\b
    (?! to\b)${SOME}\b(?:by hand|manually|end[- ]to[- ]end|for real)
    |${SELF}(?:re-?tried|tried|tested|exercised|reproduced|repeated)\b(?! to\b)${SOME}\bin an? (?:
      scratch|throw-?away|temporary|temp|fresh|sample|toy|dummy
    ) (?:git )?(?:repo|repository|project|checkout|clone)\b
  `,
  about: expression("i")`
    \b(?:
      tr(?:y|ied|ying)|r[au]n(?:ning)?|open\w*|brows\w+|screens?|ui|manual\w*|by hand|click\w*|servers?|app|devices?
      |visual\w*|look(?:ed)?|start(?:ed|ing)?|live|end-to-end|e2e
    )\b
  `,
  undone: expression("i")`
    \b(?:
      if|when(?:ever)?|once|would|could|should|can|will|may|might|must|who|which|that|how|unless|until|before|after
      |not|never|nobody|cannot
    )\b|n't\b
  `,
  otherwise: expression("i")`
    \b(?:
      yesterday|earlier|previous(?:ly)?|last (?:week|time|night|session|turn|run)|ago|originally|you|your|they|he
      |she|users?|colleagues?|mentally|in my head|tests?|specs?|suites?|story(?:book|books)?|mock\w*|stub\w*|lazily
      |on (?:demand|load|mount|click|submit|start\w*|focus|hover)|so(?: that)?|from|inside|instead|by default
    )\b
  `,
};
