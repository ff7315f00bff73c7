import { expression, part } from "../../../patterns/expression.ts";
import type { Modality } from "../modality.ts";

/** Verbs that tell somebody to do something. "Set", "put" and "split" are missing: they may also tell what was done. */
const ORDER = part`
  (?:
    go|get|log|sign|connect|reconnect|type|click|press|hit|pick|choose|select|tag|stage|switch|enable|disable|turn
    |toggle|flip|wait|update|fix|change|replace|revert|remove|delete|drop|apply|pull|push|rebase|merge|point|pass
    |copy|create|rename|raise|lower|bump|downgrade|upgrade|pin|unset|clear|rebuild|reinstall|regenerate|retry|unlock
    |mount|grant|provide|supply|configure|adjust|edit|comment|uncomment|exclude|move|deploy|stop|kill|launch|boot
    |authenticate|plug|tweak|ask|tell|give|leave|keep|take|start|add|install|export|use|open|restart|rerun|re-run
    |run|define|adapt|correct|generate|download|upload|fetch|clone|free|close|rotate|renew|refresh|swap|make|bring
    |hook|wire|plug|commit|rework|extend|feed|invoke|call|execute|issue|submit
  )
`;
/** What follows an order: a thing or a direction, and no verb whose subject the word before could be. */
const ORDERED = part`
  (?:
    the|an?|your|my|our|its|this|that|these|those|it|them|to|in|into|on|onto|off|out|up|down|with|for|from|back|over
    |around|again|once|any|both|all|one|each|every|online|offline|ahead|‹\d+›|‹q›|\S+=\S*
  )
`;
const CONDITION = part`
  (?:
    if|once(?! (?:with|in|on|more|again|for|per)\b)|unless|as soon as|as long as|assuming|assume|suppos(?:e|ing)
    |imagine|pretend|let's say|say(?! that)|given an?|provided|in case|by \w+ing
    |after \w+ing\b(?=[^;]*\b(?:your?|needs?|requires?)\b)|should (?:you|we|it|the)
    |(?:after|when|whenever|the moment|the day|before) (?:
      you|we|they|somebody|someone|it
      |the (?!(?:fix|change|suite|tests?)\b)\S+ (?:is|are|has|have|gets?)
    )|when (?!i\b|run\b|running\b)\S+ (?:is|are|has|have|gets?)
    |after \S+(?: \d+)? (?:is|are|has been|gets) (?:deployed|merged|released|applied|live|in place)
  )
`;
/** Said after something that is not true: a wish, a joke. */
const JOKE = part`
  (?:
    (?:i|we) (?:only |just )?wish(?! you\b)|if only|as if\b(?=\W*$)|yeah,? right|in (?:my|your|our) dreams|dream on
    |(?:one|a man|a girl|i) can dream|said (?:no ?body|no one)|no,? wait|wait,? no|oh,? wait|scratch that
    |(?:just |only )?(?:kidding|joking)|jk|psych|ha(?:ha)+|lol|or so (?:i|we) (?:thought|hoped|believed)
    |(?:would|wouldn't that) be (?:nice|great|lovely|too good)
    |(?:i|we)(?:'d| would) (?:love|like|prefer|be glad|be happy) to (?:say|tell|report|write|claim)
    |one would (?:hope|think)|famous last words|citation needed|(?:i|we) (?:hope|guess|suppose|assume)|hopefully
    |more or less|give or take|well,? (?:nearly|almost)|nearly all|theoretically|in theory|or will\b|sort of|kind of
    |so to speak|supposedly|allegedly|(?<!\bor )not(?= ?(?:!|$)|\W*$)
  )
`;

/** What is true only under a condition, in a plan, or as a joke. */
export const ENGLISH_CONDITIONS: Pick<
  Modality,
  | "conditional"
  | "conditionBefore"
  | "conditionOpens"
  | "thenOpens"
  | "asksToDo"
  | "doneFirst"
  | "optionOpens"
  | "conditionFollows"
  | "joke"
  | "jokeNext"
  | "conditionOver"
  | "conditionLeadIn"
  | "expectedColumn"
  | "listsWanted"
> = {
  conditional: expression("i")`
    \b(?:an?|each|any) (?:\w+ )?(?:test|spec|suite|build|check|run)\b[^.]*\b(?:when|if|once|unless)\b
    |\b(?:
      if|once|unless|until|whenever|as long as|assuming|provided(?: that)?|in case|as soon as
      |when (?:you|the user|they|it|we|run|executed)|in isolation|individually|after you|before you|wherever
      |from (?:[a-z]+ ){0,3}(?:passing|succeeding|clean|green)|machines with|with \S+ running
    )\b
    |\b(?:tests?|specs?|suites?|checks?|results?|reports?|ci)\b(?:(?! (?:and|so|while|which) )[^,;]){0,80}? when (?:the|this|that|your) (?:\w+ )?
    (?:job|pipeline|workflow|build|run|deploy\w*) (?:ends|finishes|completes|is done)\b
    |^with (?!th|(?:all|my|our|no|tests)\b|\d)
  `,
  conditionBefore: expression("i")`
    (?:
      \b(?:
        when(?:ever)?|after|until|unless|if|once|before|while|whether|as soon as|as long as
        |(?:in|for|of|on|with) which|whose
        |(?<!\b(?:i|we|can|now|also|hereby) )(?:verify|ensure|confirm|check|make sure)(?: that)?
      )
      |^\W*(?:
        (?:start|set|give|add|install|export|use)\b[^.;!?]{1,80} and
        |with [^.;!?]{1,60} (?:installed|running|available),
      )
    )\s+(?:
      (?:
        all|the|every|your|its|these|those|any|both|unit|integration|e2e|new|existing|npm|pnpm|yarn|bun|mvn|cargo|go
        |dotnet|make|gradle|mix|swift|composer
      )\s+
    )*(?:(?!(?:this|that|which|it|[a-z]+ing)\b)[a-z]+[\s-])?$
  `,
  conditionOpens: expression("i")`
    (?:^\W*|[;–—(] ?|[,:] )(?:(?:and|but|so|then|even|only|now|also|of course|or),? )*${CONDITION}\b[^;–—]*$
    |(?:^\W*|[;–—:(] ?|\d\. )(?:(?:now|then|just|simply|first|next|finally|also|so|or|and|please|otherwise|again),? )*
    ${ORDER} (?:\w+ly )?(?=${ORDERED}(?:\W|$))(?!.*\b(?:done|complete|finished)\b)[^.;!?]{1,160}
    (?:,|\band|\bthen|→|[–—:])\s[^.;!?]{0,60}$
    // What is only said or hoped for, or is true only in another world.
    |^\W*(?:
      on paper|in (?:an? )?(?:perfect|ideal|better) world|in theory|theoretically|usually|normally|ideally|hopefully
      |supposedly|allegedly|in principle
    )\b[^;–—]*$
    |\b(?:
      doubt|(?:was|were|been) told|wrote|heard|rumou?r has it|certain
      |(?:can|could|can't|cannot|would|won't|wouldn't) (?:say|claim|promise|guarantee|tell)
    )(?: (?:me|us|you))? (?:that )?(?:(?:all|the|every) )*$
    |^\W*[^:.;]{0,30}\b(?:
      milestones?|(?:target|desired|wanted|end) state|missing|left|next|pending|to be done|to do|todo|wanted|needed
      |planned|desired
    )\b[^:.;]{0,15}: ?(?:(?:all|the|every) )*$
    |^\W*(?:[\w'-]+ ){0,2}(?:requirements?|constraints?|policy|rule|invariant|precondition|done when): (?:
      (?:all|the|every|existing|unit|tests|lint|types|and)\W+
    )*$
    // Something is kept or added so that existing tests go on as before.
    |(?<![,;:–—]) so (?:(?:all|the|your|our|any) )*existing (?:unit )?$
    // A thing, and what comes of it: "New fixture → …", "First ‹0›, then …".
    |^\W*(?:an?|one|another|new|fresh|old|only|just) (?:
      (?!\b(?:\w+ed|is|are|was|were|has|have|i|we|works?|tests?|done)\b)[^.;:,]
    ){1,60}(?:,? and|,|:| =| ?(?:→|⇒|=>|->)) ?(?:(?:all|the|every) )*$
    |^(?:(?!\b(?:\w+ed|ran|is|are|was|were|tests?|suite|results?|verification|status|checks?)\b)[^.;:‹]){3,60}
    (?:→|⇒|=>|->) ?(?:(?:all|the|every) )*$
    // What follows from a condition is true only where the condition is.
    |^[^.;]{3,80}⇒ ?(?:(?:all|the|every) )*$
    |^\W*(?:first,? ‹\d+›|‹\d+› first),? (?:and )?then (?:(?:all|the|every) )*$
    |^\W*(?:with|using|on|under|for) (?:the|an?) (?:old|previous|original|former|other|right|correct|proper)\b[^;–—]*$
    |\b(?:in theory|theoretically|on paper|supposedly|allegedly|hopefully|in principle),? $
    |^\W*after ‹\d+›,? (?:it|that|this|they|everything|all|the \w+)(?:'s|'re| is| are)(?: \w+,? and)? ?$
    |(?<!\bmanaged )\bto (?:have|see|keep) (?:(?:all|the|every) )*$
    |\b(?:per|according to) (?:the |your )?\w+, (?:(?:all|the|every) )*$
    |^\W*with (?:the|my|this|that) [^,;.]{1,50}? (?:reverted|stashed|undone|backed out|commented out|turned off),? (?:(?:all|the|every) )*
    $
    |\b(?:ways|options|choices|possibilities|alternatives)\b[^:.;]{0,20}:[^]*$
    // A text that is handed over, or stands in a file now.
    |\b(?:section|paragraph|sentence|note|entry|badge|banner) (?:called |named )?‹q› ?:[^]*$
    |\b
    (?:commit message|(?:pr|mr|(?:pull|merge) request) (?:title|description|body|text)|changelog entry|release notes?)
    \b[^:.;]{0,30}:[^]*$
  `,
  thenOpens:
    /^\W*(?:and |but )?(?:only )?(?:then|afterwards|after (?:that|this|which)|that way|this way|in that case)\b[^;–—]*$/i,
  asksToDo: expression("i")`
    \b(?:
      must|ha(?:s|ve) to|needs? (?:to|an?|the|your)|please|should|i(?:'d| would)|we could|you can|you could|your side
    )\b
    |^\W*(?:(?:just|simply|first|so),? )*${ORDER} (?=${ORDERED}(?:\W|$))
  `,
  doneFirst: expression("i")`
    ^(?=\W*(?:one|two|three|a few|another|a single|just|say|give|after ‹\d+›)(?=\W)|.*\byour?\b.*\band\b)(?:
      (?!
        \b(?:
          \w+ed|done|set|made|built|wrote|written|ran|put|is|are|was|were|has|have|had|i|we|i've|we've|works?|ready
          |it's|that's
        )\b
      )[^.;,]
    ){3,120}?\band (?:then )?(?:it|that|this|they|everything|all|your \w+|the \w+)(?:'s|'re| is| are| gets)(?: \w+)?
    (?:,? and(?: \w+)?)? ?$
  `,
  optionOpens:
    /^\W*(?:option|variant|approach|alternative|choice|plan) (?:\d|[a-d]|one|two|three)\b\s*(?:\([^)]{1,60}\))?\s*[:–—.)-]/i,
  conditionFollows: expression("i")`
    ^[\w\s]{0,40}(?:[,(–—…]|\.{2,}(?!\.))+ ?(?:but |and )?(?:only )?(?:
      if(?! you(?:'d)? (?:leave|have|want|like|would|need|find|see|prefer|spot|notice|ask|look|wish|run into)\b)
      |once|as soon as|provided(?! (?:as|by|in|with|for|here|above|below)\b)|assuming|unless|as long as|the moment
      |when you|after you|when the|after the
    )\b(?! (?:fix|changes?|edit|i)\b)
  `,
  joke: expression("i")`
    (?:[\s,;:.!?…–—(-]|^)${JOKE}(?![\w-])
    |^[^.;]{0,20}: (?:false|no|nope|not yet|pending|open|tbd|todo)\b
    |^[^.;]{0,20}[:(–—] ?(?:left )?(?:for you|yours) to (?:run|check|verify|confirm)\b
    |🙃|🤡|(?<=\s)\/s\b|\(not\)
  `,
  jokeNext: expression("i")`
    ^\W*(?:(?:well|ok(?:ay)?|hm+|er+|um+|oh|ah|ha|or)\b[,.…!\s–—-]*)?(?:
      ${JOKE}|(?:not (?:quite|really|exactly|at all|so fast))\b
      |(?:almost|nearly|not|no(?:pe)?|wrong|sadly not|unfortunately not)(?=\s*(?:$|[.:!–—]))
      |(?:almost|nearly),|no, (?:not|they|wait|sorry|that)\b|except\b|apart from|aside from|other than|excluding
      |save for|(?:the (?:one|only) )?exceptions?\b
      |(?:one|two|three|some|a few|\d+)(?: of them)? (?:do|does|did|is|are|was|were|wo)(?: not|n't)\b
      |at least\b|or rather|that was before|correction\b
      |that (?:would|was) (?:be )?(?:nice|the (?:dream|plan|hope|idea))
      |that's (?:the dream|what i(?:'d| would))
    )
  `,
  conditionOver: expression("i")`
    \b(?:
      when(?:ever)?|until|unless|if|once|whether|as soon as|as long as|provided(?: that)?
      |(?:requires?|demands?|ensures?|means?|counts?|stores?|stands? for:?)(?: that)?
      |(?:
        scripts?|hooks?|jobs?|steps?|gates?|workflows?|actions?|commands?|tasks?|targets?|guards?|rules?|functions?
        |helpers?|tools?|bots?|stages?
      )(?: \w+){0,3}? (?:checks?|verif(?:y|ies)|asserts?|validates?|confirms?|enforces?|guarantees?|makes? sure)
      (?: that)?
      |(?:\d+›|it|which) (?:(?:now|also|then) )*(?:checks?|enforces?|asserts?)(?: that)?
      |(?:
        notes?|page|badge|bot|mail|mock|server|comment|template|text|banner|message|title|label|description|ticket
        |log|readme(?:\.md)?|changelog|handoff
      )s?(?: [\w']+){0,5}?(?: [–—-])? (?:say|read|state|claim|show|is now|are now)s?(?: that)?:?
    )\s+(?:(?:all|the|every|your|its|any|both|no|unit|integration|e2e|new|existing)\s+)*
    (?:tests?|specs?|suites?|lint\w*|builds?|types?|type ?checks?|checks?|ci|pipeline)\b[^;—–]*$
  `,
  conditionLeadIn: expression("i")`
    \b(?:
      when(?:ever)?|if|once|unless|until|whether|as soon as|as long as|provided|means?|requires?|demands?|wants?
      |needs?
    )(?: that)?\s*:\s*$
    |\b(?:conditions|rules|criteria|requirements|states|outcomes)\b[^.!?]*:\s*$
    |^\W*before (?:\w+ing|the|it|this|that|any\w*)\b(?![^:]*\b(?:i|we)\b)[^.!?]*:\s*$
  `,
  expectedColumn: expression("i")`
    ^(?!.*\b(?:actual\w*|results?|status|state|got|outcome|observed|seen)\b).*\b(?:
      expect\w*|you (?:should|will|ought|see|get)|should (?:see|be|give)|wanted|acceptance|requirements?|required
      |what it (?:means|checks|runs)|meaning
    )\b|^\W*(?:option|approach|alternative|variant|strategy)\b|\|\s*gates?\s*$
  `,
  listsWanted:
    /\b(?:under|has|needs?|wants?) (?:\w+ ){0,3}(?:conditions?|checklist|criteria|rules)(?! (?:is|are|was|were|all|now) )[^.!?:]{0,40}:/i,
};
