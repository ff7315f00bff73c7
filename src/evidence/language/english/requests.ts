import type { RequestTables } from "../request-tables.ts";
import { ENGLISH_ALLOWANCES } from "./allowances.ts";
import { ENGLISH_ASK_FORMS } from "./ask-forms.ts";
import { ENGLISH_BANS } from "./bans.ts";
import { ENGLISH_LEAD_INS } from "./lead-ins.ts";
import { ENGLISH_MORE_ASKS } from "./more-asks.ts";
import { ENGLISH_TEST_ASKS } from "./test-asks.ts";
import { expression, part } from "../../../patterns/expression.ts";

/** Where a verb asks for something: at the start of a clause, or after words that hand it to the agent. Elsewhere it tells what a program or a person does. */
const ASKING = part`
  (?<=
    ^|[.,;:!?()–—]\s*|\s-\s
    |\b(?:
      and|then|please|also|finally|now|first|next|just|lastly|afterwards?|let's|lets|kindly
      |you (?:should|must|need to|have to)|(?:can|could|would|will) you|(?:want|need|like|ask|expect) you to
      |(?:we|i) (?:should|must|need to|have to)|you to|to-?do
    )\s+
  )
`;
/** The verb in such a place, with a few plain words after it, right before what it is about. */
function asked(verbs: string, words: string): RegExp {
  return new RegExp(`${ASKING}${verbs}(?![\\w-])(?:\\s+${words}){0,6}\\s*[:(]?\\s*$`, "i");
}

/** After what is asked for, the clause ends or says for what, how and where; a noun would make it part of a name. */
const END = part`
  (?=
    \s*(?:
      $|[.,;:!?)(\]—–]
      |(?:
        for|that|to|too|as|and|with|covering|around|against|about|in|on|of|which|where|like|using|or|so|if|when|also
        |please|accordingly|by|after
      )\b
    )
  )
`;
/** Tests as the thing to be written, with the words that may qualify them. */
const TEST_WORDS = part`
  (?:
    (?:
      a|an|some|the|more|new|few|any|unit|integration|regression|e2e|end-to-end|functional|additional|extra|proper
      |missing|corresponding|matching|relevant|simple|basic|comprehensive|good|thorough|both|and|or|also|another|\d+
      |two|three|automated|snapshot|existing|our
    )[\s,]+
  ){0,6}(?:tests?|test coverage|test cases?|specs?)\b
`;
const DOCUMENTS = part`
  (?:(?:the|a|an|our|some|more|your|both|also|relevant|existing|user|api|main|project'?s?)\s+){0,3}
  (?:readme(?:\.md)?|change ?log(?:\.md)?|docs|documentation|claude\.md|agents\.md|contributing(?:\.md)?)\b
`;

export const ENGLISH_REQUESTS: RequestTables = {
  ...ENGLISH_ASK_FORMS,
  ...ENGLISH_ALLOWANCES,
  ...ENGLISH_BANS,
  ...ENGLISH_TEST_ASKS,
  ...ENGLISH_LEAD_INS,
  ...ENGLISH_MORE_ASKS,
  asking: new RegExp(`${ASKING}$`, "i"),
  createBefore: asked(
    part`
      (?:
        create|write|generate|scaffold|produce|put (?:it|this|them|that|everything) in(?:to)?
        |save (?:it |this |them |that )?(?:in|to|as|under)|add|make (?:a|an|new)
        |new(?: file| module| component| script)?:|new file
      )
    `,
    part`
      (?:
        a|an|the|new|shared|separate|dedicated|single|simple|small|short|empty|test|unit|config|configuration|json
        |yaml|markdown|python|bash|shell|typescript|javascript|helper|util\w*|module|script|file|document|doc|called
        |named|at|in|:
      )
    `,
  ),
  createAfter: expression("i")`
    ^\s*(?:
      \((?:new|create|to create|new file)\)
      |[-–—:|]+\s*(?:new(?: file| module| component| script| test)?\s*(?:$|[,.;:(|])|create\b)
      |\(new\b
    )
  `,
  movesFile: expression("gi")`
    \b(?:
      renam(?:e|ing)|mov(?:e|ing)|mv|swap(?:ping)?|replac(?:e|ing)|overwrit(?:e|ing)|merg(?:e|ing)|cop(?:y|ying)|cp
      |delet(?:e|ing)|remov(?:e|ing)|rm|discard|drop|promot(?:e|ing)
    )\b(?: (?:-\w+|the|file|old|new|temp\w*|temporary))* ?[\`"']?(?:
      (?<it>it|that|this|them|these|both|to|over|into|again)\b
      |(?<file>[\w@./-]+\.\w+)[\`"']?
      (?: (?:with|by|from|to|as|over|onto|into) (?:the )?[\`"']?(?<other>[\w@./-]+\.\w+))?
    )
  `,
  addedTo: /^\s*(?:to|into|as an? (?:entry|exception|ignore|exclude))\b/i,
  changeBefore: asked(
    "(?:update|change|modify|edit|fix|refactor|rewrite|extend|adjust|bump)",
    "(?:the|a|an|file|script|module|config|in|also|existing)",
  ),
  runBefore: asked(
    "(?:run|execute|re-?run)",
    "(?:the|a|all|both|full|command|script|tests?|suite|with|using|again|it|:|via)",
  ),
  workAndThen: expression("i")`
    ^(?!
      .*\b(?:
        make|let|have|get|help|so|should|must|can|will|would|that|which|who|before|after|until|i|we|you|me|us|they
        |he|she|users?|to [a-z]+(?=\s*(?:,|and))
      )\b
    ).*(?:[,;&]|\b(?:and|then))\s*(?:(?:and|then|also|please|finally)\s+)*$
  `,
  automates: expression("i")`
    :
    |\b(?:
      flags?|options?|switch|modes?|features?|apps?|servers?|watch\w*|judges?|scripts?|jobs?|targets?|workflows?
      |pipelines?|commands?|hooks?|tasks?|steps?|functions?|methods?|cli|tools?|buttons?|actions?|endpoints?
      |runners?|ci|docker\w*|images?|containers?|stages?|plugins?|bots?|agents?|programs?|helpers?|wrappers?
      |alias\w*|recipes?|cron\w*|makefile|services?|instructions?|phases?
    )\b
  `,
  addTests: expression("i")`
    \b(?:
      (?:add|write|include|create|provide)\s+${TEST_WORDS}${END}
      |(?:need|want)\s+${TEST_WORDS}(?=\s*(?:$|[.,;!?)]|(?:for|covering|around|too|as|please)\b))
      |cover (?:it|this|that|them|both|everything)?\s*with\s+${TEST_WORDS}
      |extend ${TEST_WORDS}(?=\s+(?:to cover|with|for|by)\b)
    )
  `,
  sureTests: expression("i")`
    (?:^|[.,;:!–—(]\s*|\b(?:and|then|also|plus|but|please|you)\s+)(?:
      (?:add|write|include|create|provide|need|want)\s+${TEST_WORDS}(?<!\bspecs?)
      |cover (?:it|this|that|them|both|everything)?\s*with\s+${TEST_WORDS}
      |extend ${TEST_WORDS}
    )(?=
      \s*(?:
        $|[.,;:!?)(—–]
        |(?:for|covering|around|that|which|to cover|too|as well|also|please|accordingly|with|by)\b
        |and (?:run|make|commit|push|open|update|check|verify|ensure|document|fix|bump|add)\b
      )
    )
  `,
  toldTests: expression("i")`
    \b(?:added|wrote|written|created|included|extended|updated)\b[^.;:!?]{0,60}\b(?:tests?|specs?|test cases?)\b
    |\b(?:new|regression) (?:\w+ )?(?:tests?|specs?)\b
  `,
  toldDocs:
    /\b(?:added|wrote|written|updated|extended|adjusted|documented|mentioned|described)\b[^.;:!?]{0,60}\b(?:readme|change ?log)\b/i,
  toldOtherwise: expression("i")`
    \b(?:
      existing|exist|already|no|none|not|never|without|instead|manual(?:ly)?|would|could|should|can|may|want|if
      |later|once|before|after|same|suffic\w+|enough|unchanged|covered|covers|by|you|your|since|because|next|todo
      |skip\w*|left
    )\b|n't\b
  `,
  unwanted: /(?:\b(?:no|not|never|without|instead of|rather than|skip)|n't)\b[^,;.]{0,30}$/i,
  updateDocs: expression("i")`
    \b(?:
      (?:update|edit|extend|adjust|refresh|revise|add|write|create)\s+${DOCUMENTS}(?: entry| entries| section)?${END}
      |(?:
        (?:add|write|put)\b[^.?!;\n]{0,30}\b(?:
          entry|section|note|line|paragraph|example|description|it|this|that|usage|chapter|mention|instructions?
          |explanation
        )s?|document|mention|describe|explain|note
      )\b(?:(?!\b(?:from|like|as|per|which)\b)[^.?!;\n]){0,40}\b(?:to|in|into)\s+${DOCUMENTS}${END}
    )
  `,
  git: /\b(?:commit|push|pull request|pr|merge|rebase|cherry-pick|tag|branch|stash|amend|squash)\b/i,
  reported:
    /(?:^|\n)[ \t]*(?:from|subject|fwd?|sent|cc):\s|\b(?:mail|e-?mail|slack|ticket|comment|message|chat)\b[^.\n]{0,40}:[ \t]*(?:\n|$)/i,
  filesHeading:
    /\bfiles?\b[^.]{0,30}\b(?:to (?:modify|change|create|edit|update|add|touch))\b|^(?:new files?|files? (?:to|modified|changed))\b/i,
  verificationHeading: /\b(?:verif\w+|validation|test plan)\b/i,
  ranThemselves: /\b(?:i|we)(?:'ve| have)? (?:just |already )*(?:re-?)?(?:ran|run|tested|checked|verified)\b/i,
  contextHeading: expression("i")`
    \b(?:
      context|background|problem|repro\w*|steps to|how to|environment|versions?|root cause|current|existing|overview
      |motivation|out of scope|non-goals?|references?|notes?|why|issue|alternatives?|future|optional|risks?
      |examples?|summary|feedback|error|logs?|output|what i (?:did|tried|ran|saw)
    )\b|^steps:?$
  `,
};
