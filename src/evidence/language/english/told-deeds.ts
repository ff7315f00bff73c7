import { expression } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Words about deeds beside the code: whether they were done, by whom, and what stood in the way. */
export const ENGLISH_TOLD_DEEDS: Pick<
  ClosingTables,
  | "deedOpen"
  | "deedOfOthers"
  | "afterDeed"
  | "afterOpened"
  | "productDoes"
  | "aboutGit"
  | "committedBySelf"
  | "ownDeedBefore"
  | "othersDeed"
  | "turnedDown"
  | "handedOver"
> = {
  deedOpen: expression("i")`
    \b(?:
      to-?do|left|remain\w*|pending|outstanding|missing|next|open|how|where|having|get|getting|wait\w*|await\w*
      |needs?|wants?|ready|until|before
    )\b
  `,
  deedOfOthers: expression("i")`
    \b(?!
      (?:
        it|this|that|they|these|those|all|both|everything|changes?|fix|fixes|work|commits?|branch|code|update
        |updates|edits?|files?|patch|docs?
      )\b
    )\w+ (?:(?:now|all|both|also) ){0,3}(?:is|are|was|were|gets?|(?:has|have) been)
    (?: (?:now|also|all|both|first|then)){0,3}(?: (?!
      (?:fixed|implemented|updated|finished|tested|reviewed|staged|committed)\b
    )\w+(?:ed|[lnptu]t|[eow]n)\b(?:(?!\b(?:i|we|i've|we've|it|everything|changes?|fix|work)\b)[^.;:!?]){0,80})? ?$
  `,
  afterDeed: expression("i")`
    ^(?: successfully)?(?: (?:
      it|this|that|them|all|both|everything
      |(?:(?:the|your|my|our|these|both|all) )?(?:changes?|branch|fix|work|commits?|tags?|files?)
    ))?(?: together)?(?:
      $|[.,;:!?()&+]| (?:and|then|please|now|when|once|if|as|so|‹)
      | (?:on|to) (?:‹|main|master|origin|github|gitlab|the remote|(?:an? |the )?(?:\w+ )?branch)
      | with (?:(?:an?|the) )?(?:(?:\w+ ){0,2}message|(?:new )?tests?\b)
    )
  `,
  afterOpened: /^(?![-\s]+(?:desc|temp|title|text|body|summ|check|comm|label|review))/i,
  productDoes: /\b(?:make|let|have)\b(?! sure)[^,;]*$|\b(?:each|every|whenever|always)\b/i,
  aboutGit: /commit|push|pull|merge|branch|remote|\bpr\b|git|repo|\bstaged?\b/i,
  committedBySelf: expression("i")`
    \bauto(?:matically|-| )?(?:commit|push|sav)
    |(?<!pre-)\b(?:commit|push|save)\w*[^.\n]{0,40}\b(?:automatic|for you|by (?:an?|the) (?:[\w-]+ )?hook)
    |\bhooks? (?:that )?(?:will |then |also )?(?:commit|push)|\bcheckpoint
  `,
  ownDeedBefore: expression("i")`
    (?:
      ^
      |(?:^\W*|[✅✓✔]\s*)(?:(?:the|my|all|this|both) )*
      (?:changes?|commits?|branch|fix|code|work|it|tags?|release|version|image|update|everything) |
      [.;:(|✅✓✔–—]\s*
      |\b(?:i|we|i've|we've|have|has|been|is|are|was|were|it's|that's|everything|successfully|now|also|then)\s+
      |^(?:(?:[\w-]+(?:ed|lt|ut)|(?:all )?done)\b(?:[^.;:]|\.(?=\w))*?,?\s+(?:and\s+)?(?:then\s+)?)
      |\b(?:is|are|was|were|been|have|has|i|we|i've|we've|it|it's) (?:now |also |both |all )*\w+(?:ed|lt)
      (?:, (?:tested|verified|reviewed|formatted|linted|staged|committed|tagged|merged)){0,3},? (?:and |then )*
      |^(?:i|we|i've|we've) (?:
        (?!
          \b(?:that|which|who|whose|how|why|what|when|where|because|since|after|before|as|while|until|if|whether|so)
          \b
        )[^.;:,]
      )*,? and (?:also |now |then )*|, (?:and )?(?:also |now |then )*
    )(?:\w+ly )?$
  `,
  othersDeed: expression("i")`
    \b(?:pushed|committed|deployed|published|opened|tagged)\b[^.;]{0,40}\b(?:
      by (?!me\b|us\b)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|last (?:week|month|night|year|time)
      |this morning|earlier|ago\b|in the meantime|meanwhile|as before
    )
    |\b(?:already|previously|still) (?:has |have |been )*(?:pushed|committed|deployed|published|opened|tagged)\b
    |(?<!\b(?:i|we|all|everything|changes|fix|work) (?:have |has )?)\b(?:is|are|was|were|been) (?:pushed|committed|deployed|published|opened|tagged) (?:already\b|before(?=\s*(?:$|[.,;)])))
    |\b(?:get|gets|getting|stays?|remains?) (?:pushed|committed|deployed|published|opened|tagged)\b
    |\b(?:somebody|someone|they|he|she|you) (?:\w+ )?(?:pushed|committed|deployed|published|opened|tagged)\b
    |^\W*when(?:ever)? [^.;]*\b(?:is|are) (?:\w+ )?(?:pushed|committed|published|deployed)\b
    |\b(?:
      offsets?|transactions?|rows?|records?|drafts?|batch(?:es)?|messages?|events?|items?|values?|readings?
      |entr(?:y|ies)|sessions?|writes?|metrics?|notifications?
    ) (?:is|are) (?:\w+ )?(?:pushed|committed|published|released)\b
    |\b(?:workflow|job|pipeline|hook|action|worker)s? (?:\w+ )?(?!is\b|was\b|has\b)[a-z]+s\b[^.;]*\b(?:is|are) (?:\w+ )?
    (?:pushed|published|deployed|tagged)\b
  `,
  turnedDown: expression("i")`
    \b(?:
      refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|den(?:y|ies|ied)|declin(?:e|es|ed)
      |turn(?:s|ed) \S+(?: \S+)? (?:down|away)|turned (?:down|away)|forbid(?:s|den)?
      |(?:is|are|was|state is|still) locked|(?:state )?lock (?:is|was|held)|wants? (?:a|an|the|your)
      |asks? (?:for|you)
      |(?:needs?|requires?|without|lacks?|no|missing) (?:(?:an?|the|your) )?(?:\S+ )?
      (?:log ?in|password|token|key|credentials?|quota|account)\b
      |one-time|expired|is (?:down|held)|stops? (?:with|at|on)|as (?:it|they) (?:was|were)\b|stays? (?:as|at|on)
      |wait(?:s|ing)? for|(?:your|the) decision|ready (?:once|when)
    )\b
  `,
  handedOver: expression("i")`
    \b(?:
      yourself|left (?:to|for) you|still (?:has|have|needs?) to|ha(?:s|ve) to be|unreachable|unavailable|offline
      |(?:answer|return|respond)(?:ed|s)? (?:with )?[45]\d\d
      |no such (?:package|module|version|tag|image|target|command)|not (?:in|on) (?:the|this|any|our) registry
      |(?:does not|doesn't) exist|please (?:install|run|execute)|you (?:need|will need|have|must)
      |on your (?:side|machine|end)
      |(?:someone|somebody|anyone|who(?:ever)?)\b[^.;]{0,40}\b(?:has|have|needs?|can)
      |(?:is|are) yours
      |nothing (?:is|was|has been|got) (?:
        deployed|applied|pushed|published|released|installed|migrated|started|rolled out
      )
      |(?:token|key|secret|credentials?|log-?in|password|permissions?|access) (?:is|are|was|were) (?:missing|empty|unset|absent|gone|expired)
    )\b
  `,
};
