import { expression, part } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Something is missing, open, wrong, or for somebody else. */
export const LACKING = part`
  \b(?:
    not?|n/a|none|never|cannot|without|lack\w*|miss\w+|wants?|needs?|requires?|down|gone|off|out of|refus\w+
    |den(?:y|ied)|reject\w*|time[sd]? out|timeouts?|errors?|fail\w*|stops?|hangs?|broken|wrong|red|open|left|pending
    |tb[cd]|to (?:do|go|be)|still|stays?|known|yours|(?:for|to|by|with) you|(?:an)?other|aside|excepti?\w*|exclud\w+
    |excl|see(?= (?:#|below|above|(?:the )?(?:note|issue|ticket)))|later|skip\w*|ignor\w+|set aside|unsolved
    |unresolved|outstanding|old|before|instead|issues?|trouble|blocked|crash\w*|segfaults?|offline|complains?
    |struggles|chokes|falls over|disabled|quarantin\w*|un(?:available|supported)|exits|abort\w*
    |\w+(?:error|exception)
  )\b|n't\b|#\d|[45]\d\d\b|⚠|❌|🟡|🔴
`;

/** The agent was kept from something. It gives the reason after a colon as often as after "because". */
const UNABLE =
  "(?:\\b(?:unable|blocked|stuck|gave up|can(?:no|')t|can not|could(?:n't| not))|(?:\\bnot|n't)(?: been)? able)\\b";

/** Narrower than UNABLE: it names a step of the work. "Could not resist" and "could not find any" name no obstacle. */
const KEPT_FROM = part`
  (?:\b(?:can(?:no|')t|can not|could(?:n't| not)|unable to)|(?:\bnot|n't)(?: been)? able to) (?:actually |fully |safely )?(?:
    run|re-?run|execute|finish|complete|continue|proceed|go on|verify|test|validate|build|compile|install|push
    |commit|deploy|publish|release|upload|download|fetch|clone|merge|reach|access|connect|open|read|write|edit
    |change|update|start|launch|apply|create|do|save|delete|remove|migrate
    |be (?:completed|done|run|executed|verified|tested|applied)
  )\b(?![^.;:]{0,80}\b(?:at first|initially|until|before|any ?more|earlier)\b)
`;

/** Something is in the way of the work: a reason even where it stands by itself. */
const OBSTACLE = [
  part`
    \b(?:is|are|was|were)(?: (?:still|currently|already))? (?:
      read-?only|down|offline|locked|full|unreachable|unavailable|write-protected|expired
    )\b
  `,
  "\\b(?:is|are|was|were)(?:n't| not) (?:running|reachable|available|installed|writable|readable|mounted|configured|up|there)\\b",
  part`
    \bthere(?:'s| is| are) no (?:\w+ ){0,3}?(?:
      here|(?:on|in) this|keys?|tokens?|credentials?|access|permissions?|network|internet|connection|database|display
      |browser|account|space
    )\b
  `,
  part`
    \b(?:
      ha(?:s|ve) expired|refuse[sd]|reject(?:s|ed)|den(?:ies|ied)|time[sd]? out|authentication failed
      |(?:returns?|answers?|responds?|replies)(?: with)?(?: an?)?(?: http)? [45]\d\d
      |never (?:loads?|starts?|answers?|responds?|comes? up)
    )\b
  `,
].join("|");

/** How an agent says that it could not, and why. */
export const ENGLISH_BLOCKERS: Pick<ClosingTables, "blocker" | "reason"> = {
  blocker: expression("i")`
    \b(?:
      (?:i|we)(?:'m| am| are|'re)? (?:was |were )?(?:un(?:able|successful)|not able|blocked|stuck)
      |(?:i|we) (?:
        can't|cannot|can not|couldn't|could not|wasn't able|weren't able|did not|didn't|haven't|have not
        |won't be able|was unable|were unable|had to (?:stop|revert|leave|skip)
      )|blocked (?:by|on)
      |could(?: not|n't) be (?:completed|done|run|executed|verified|fixed|tested|applied)
      |cannot be (?:completed|done|run|verified|fixed|tested|removed|deleted)
      |(?:is|are) (?:actually|in fact|really) (?:needed|required|necessary|used|impossible)
      |(?:is|was) (?:impossible|not possible|not feasible)|not possible|isn't possible
      |requires? (?:your|you to|access|a (?:token|key|login|password|credential)|manual)
      |permission denied|no (?:network|internet) access|(?:i|we) reverted (?:the|my|this|that|all)|gave up
      |stopped (?:here|because|short)
      |^(?:can(?:no|')t|can not|could(?:n't| not)|(?:was )?unable to|wasn't able to) (?:
        run|execute|finish|complete|continue|proceed|verify|test|build|compile|install|push|commit|deploy|publish
      )
    )\b
  `,
  reason: expression("i")`
    \b(?:
      because|since|due to|as (?:the|it|there|they|that|this)|caused by|the reason|so (?:i|we|it|that)|requires?
      |needs?|which|missing
      |not (?:installed|available|allowed|permitted|supported|found)
      |no (?:network|internet|access|permission)|denied|offline|times? out|timed out|shadow\w*|conflicts?|out of
    )\b
    |${UNABLE}[^.:;(–—]{0,120}[:;(–—][^]{0,160}?(?:${LACKING})
    |${KEPT_FROM}[^.:;,(–—]{0,120}[.:;,(–—][. ]{0,3}[^.:;,]{0,80}?(?:${OBSTACLE})
  `,
};
