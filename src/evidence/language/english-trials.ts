import type { TrialTables } from "./trial-tables.ts";

/** The agent is the one who did it: it says so, or the sentence begins with it. */
const OWN =
  "(?:(?:^\\W*|[.;(–—✅✓✔] ?)(?:(?:also|then|finally|additionally|afterwards|and),? )*|(?:^|[.;:,(–—] ?|\\b(?:and|then|also|so) )(?:i|we|i've|we've|i have|we have) (?:also |then |even |just |finally |manually |briefly |quickly )*)";
const SCREEN =
  "(?:browser|chrome|firefox|safari|pages?|tabs?|dashboard|app|application|web ?site|modal|dialogs?|screens?|ui|buttons?|localhost|url|simulator|emulator|(?:dev|development|preview|local|staging) (?:server|build|environment|instance))";
const SOME = "[^.;|]{0,90}?";

export const ENGLISH_TRIALS: TrialTables = {
  onScreen: new RegExp(
    [
      `${OWN}(?:re-?opened|opened|re-?loaded|loaded|visited|clicked|browsed|navigated)\\b${SOME}\\b${SCREEN}\\b`,
      `${OWN}(?:started|launched|booted|fired up|spun up|brought up)\\b${SOME}\\b(?:app|application|server|simulator|emulator|browser|cli|tui|program|binary)\\b`,
      `${OWN}(?:tried|tested|checked|verified|confirmed|viewed|walked|went|ran|exercised|looked)\\b${SOME}\\b(?:(?:in|with|through|on) (?:the|a|an|my|your|chrome|firefox|safari|both) ?(?:\\w+ )?(?:browsers?|simulator|emulator|device|phone)|(?:on|against|in|with) (?:the|a|my|your) (?:\\w+ )?(?:dev|development|preview|local|staging) (?:server|build|environment|instance))\\b`,
    ].join("|"),
    "i",
  ),
  byHand: new RegExp(
    [
      `${OWN}(?:re-?tried|tried|tested|exercised|walked through|went through|ran through|clicked through|played through)\\b${SOME}\\b(?:by hand|manually|end[- ]to[- ]end|for real|in practice|manual (?:checklist|test plan|steps?|scenarios?))`,
      `${OWN}(?:re-?tried|tried|tested|checked|ran|exercised|reproduced|repeated|verified|confirmed)\\b${SOME}\\bin an? (?:scratch|throw-?away|temporary|temp|fresh|sample|toy|dummy) (?:git )?(?:repo|repository|project|checkout|clone|director(?:y|ies)|folder|workspace)\\b`,
    ].join("|"),
    "i",
  ),
  loosely: new RegExp(
    `${OWN}(?:re-?tried|tried|ran) (?:it|this|them|both|the (?:flow|command|cli|script|tool|feature|new \\w+)) (?:(?:out|again|once) )?(?:with|against|on|in|for)\\b`,
    "i",
  ),
  started: new RegExp(`${OWN}(?:re-?)?(?:tried|started|launched|invoked|called|ran|executed) ‹(\\d+)›`, "i"),
  seen: /\b(?:shows?(?: up)?|shown|visible|appears?|displays?|displayed|works?|looks? (?:good|right|fine|as|ok)|renders?|comes? up|came (?:up|back)|responds?|as (?:expected|intended|it should)|hidden|updates?|stops? with|accepts?|passes|confirm(?:ed|s)?|verif(?:y|ied)|(?:make|be) sure|double-check|to (?:see|check)|picks? up|picked up|succeeds?|loads?|created)\b/i,
  about:
    /\b(?:tr(?:y|ied|ying)|r[au]n(?:ning)?|open\w*|brows\w+|screens?|ui|manual\w*|by hand|click\w*|servers?|app|devices?|visual\w*|look(?:ed)?|start(?:ed|ing)?|live|end-to-end|e2e)\b/i,
  undone:
    /\b(?:if|when(?:ever)?|once|would|could|should|can|will|may|might|must|who|which|that|how|unless|until|before|after|not|never|nobody|cannot)\b|n't\b/i,
  otherwise:
    /\b(?:yesterday|earlier|previous(?:ly)?|last (?:week|time|night|session|turn|run)|ago|originally|you|your|they|he|she|users?|colleagues?|mentally|in my head|tests?|specs?|suites?|story(?:book|books)?|mock\w*|stub\w*|lazily|on demand)\b/i,
};
