import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Words about checks that a service, an editor or a helper ran. */
export const ENGLISH_ELSEWHERE: Pick<
  ClosingTables,
  | "ofNew"
  | "helperFailed"
  | "helperCounted"
  | "helperPassed"
  | "helperMended"
  | "serviceItself"
  | "ofService"
  | "serviceNarrowed"
  | "tellsRed"
> = {
  ofNew: /\bnew\b|\bintroduced?\b/i,
  helperFailed: expression("i")`
    \b[1-9]\d* (?:tests? )?(?:failed|failing|failures?)\b
    |\b[1-9]\d*(?: (?:out )?of (?:the )?\d+)? (?:\w+ )?tests? (?:still |now )?
    (?:fails?\b|failed\b|(?:is|are) (?:still )?(?:red|failing|broken)\b)
    |\b(?:could not|couldn't|cannot|unable to|not able to) (?:run|execute|start) (?:the |any |its )?(?:\w+ )?
    (?:tests?|suite)\b
  `,
  helperCounted: expression("i")`
    \b(?:ran|run|executed|results?|suite)\b[^]*?\b[1-9]\d*(?: (?:out )?of (?:the )?\d+)?(?: \w+)? ?(?:tests? )?
    (?:still )?(?:fails?|failed|failing|failures?)\b
  `,
  helperMended: expression("i")`
    \b(?:
      pass(?:es|ing)|green|fix(?:ed|es|ing)?|resolved?|mend\w*|correct\w*|after\w*|initially|at first|first|then
      |before|pre-?existing|unrelated|flak\w+|expected(?!:? [\d"'\`])|intended|main|master|baseline|would|could
      |should|if|until|once|earlier|previous\w*|already|known|now|except|skip\w*|sandbox|network|environment
    )\b
  `,
  helperPassed: /\btests (?:now )?pass/i,
  serviceItself:
    /\b(?:ci|pipeline|workflow)(?: run)?(?: #?\d+)? (?:(?:is|are|was) )?(?:now |all |back )*(?:to )?(?:green|pass|succe)/i,
  ofService: /\b(?:pr|pull request|ci|pipeline|github|actions)\b|#\d/i,
  serviceNarrowed:
    /\b(?:required|local(?:ly)?|other|relevant|before|until|since|after|when|but|while|though|except|stop\w*|nightly)\b|;/i,
  tellsRed: /\bred\b|❌|🔴/i,
};
