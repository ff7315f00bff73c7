import { ENGLISH_BANS } from "./english-bans.ts";
import { ENGLISH_LEAD_INS } from "./english-lead-ins.ts";
import { ENGLISH_MORE_ASKS } from "./english-more-asks.ts";
import { ENGLISH_TEST_ASKS } from "./english-test-asks.ts";
import type { RequestTables } from "./request-tables.ts";

/** Where a verb asks for something: at the start of a clause, or after words that hand it to the agent. Elsewhere it tells what a program or a person does. */
const ASKING =
  "(?<=^|[.,;:!?()–—]\\s*|\\s-\\s|\\b(?:and|then|please|also|finally|now|first|next|just|lastly|afterwards?|let's|lets|kindly|you (?:should|must|need to|have to)|(?:can|could|would|will) you|(?:want|need|like|ask|expect) you to|(?:we|i) (?:should|must|need to|have to)|you to|to-?do)\\s+)";

/** The verb in such a place, with a few plain words after it, right before what it is about. */
function asked(verbs: string, words: string): RegExp {
  return new RegExp(`${ASKING}${verbs}(?![\\w-])(?:\\s+${words}){0,6}\\s*[:(]?\\s*$`, "i");
}

/** After what is asked for the clause ends or says for what, how and where; another noun would make it a part of a name. */
const END =
  "(?=\\s*(?:$|[.,;:!?)(\\]—–]|(?:for|that|to|too|as|and|with|covering|around|against|about|in|on|of|which|where|like|using|or|so|if|when|also|please|accordingly|by|after)\\b))";
/** Tests as the thing to be written, with the words that may qualify them. */
const TEST_WORDS =
  "(?:(?:a|an|some|the|more|new|few|any|unit|integration|regression|e2e|end-to-end|functional|additional|extra|proper|missing|corresponding|matching|relevant|simple|basic|comprehensive|good|thorough|both|and|or|also|another|\\d+|two|three|automated|snapshot|existing|our)[\\s,]+){0,6}(?:tests?|test coverage|test cases?|specs?)\\b";
const DOCUMENTS =
  "(?:(?:the|a|an|our|some|more|your|both|also|relevant|existing|user|api|main|project'?s?)\\s+){0,3}(?:readme(?:\\.md)?|change ?log(?:\\.md)?|docs|documentation|claude\\.md|agents\\.md|contributing(?:\\.md)?)\\b";

export const ENGLISH_REQUESTS: RequestTables = {
  ...ENGLISH_BANS,
  ...ENGLISH_TEST_ASKS,
  ...ENGLISH_LEAD_INS,
  ...ENGLISH_MORE_ASKS,
  words: {
    insteadOf: ["use "],
    onlyHere: ["but", "cha", "edi", "except", "modify", "outside", "touch", "yourself"],
    forbid: [
      "avoid",
      " not",
      "don ",
      "dont",
      "hands",
      "has ",
      "have ",
      "keep",
      " leave ",
      "must",
      "need",
      "never",
      " no ",
      " off ",
      "refrain",
      "shall",
      "should",
      "stay",
      "under",
      " without",
      "zero",
    ],
    createBefore: ["add", "create", "generate", "make", "new", "produce", "put", "save", "scaffold", "write"],
    changeBefore: ["adjust", "bump", "change", "edit", "extend", "fix", "modify", "refactor", "rewrite", "update"],
    addTests: ["test", "spec", "cover", "extend ", "need ", "want "],
    updateDocs: ["agents", "change", "claude", "contribu", "docs", "document", "readme"],
    git: [
      " amend",
      " branch",
      " cherry",
      " commit",
      " merge",
      " pr ",
      " pull",
      " push",
      " rebase",
      " squash",
      " stash",
      " tag",
    ],
    planOnly: ["before", "don ", "just", "code", "only", "plan ", "read"],
  },
  asking: new RegExp(`${ASKING}$`, "i"),
  createBefore: asked(
    "(?:create|write|generate|scaffold|produce|put (?:it|this|them|that|everything) in(?:to)?|save (?:it |this |them |that )?(?:in|to|as|under)|add|make (?:a|an|new)|new(?: file| module| component| script)?:|new file)",
    "(?:a|an|the|new|shared|separate|dedicated|single|simple|small|short|empty|test|unit|config|configuration|json|yaml|markdown|python|bash|shell|typescript|javascript|helper|util\\w*|module|script|file|document|doc|called|named|at|in|:)",
  ),
  createAfter:
    /^\s*(?:\((?:new|create|to create|new file)\)|[-–—:|]+\s*(?:new(?: file| module| component| script| test)?\s*(?:$|[,.;:(|])|create\b)|\(new\b)/i,
  movesFile:
    /\b(?:renam(?:e|ing)|mov(?:e|ing)|mv|swap(?:ping)?|replac(?:e|ing)|overwrit(?:e|ing)|merg(?:e|ing)|cop(?:y|ying)|cp|delet(?:e|ing)|remov(?:e|ing)|rm|discard|drop|promot(?:e|ing))\b(?: (?:-\w+|the|file|old|new|temp\w*|temporary))* ?[`"']?(?:(?<it>it|that|this|them|these|both|to|over|into|again)\b|(?<file>[\w@./-]+\.\w+)[`"']?(?: (?:with|by|from|to|as|over|onto|into) (?:the )?[`"']?(?<other>[\w@./-]+\.\w+))?)/gi,
  addedTo: /^\s*(?:to|into|as an? (?:entry|exception|ignore|exclude))\b/i,
  changeBefore: asked(
    "(?:update|change|modify|edit|fix|refactor|rewrite|extend|adjust|bump)",
    "(?:the|a|an|file|script|module|config|in|also|existing)",
  ),
  runBefore: asked(
    "(?:run|execute|re-?run)",
    "(?:the|a|all|both|full|command|script|tests?|suite|with|using|again|it|:|via)",
  ),
  workAndThen:
    /^(?!.*\b(?:make|let|have|get|help|so|should|must|can|will|would|that|which|who|before|after|until|i|we|you|me|us|they|he|she|users?|to [a-z]+(?=\s*(?:,|and)))\b).*(?:[,;&]|\b(?:and|then))\s*(?:(?:and|then|also|please|finally)\s+)*$/i,
  automates:
    /:|\b(?:flags?|options?|switch|modes?|features?|apps?|servers?|watch\w*|judges?|scripts?|jobs?|targets?|workflows?|pipelines?|commands?|hooks?|tasks?|steps?|functions?|methods?|cli|tools?|buttons?|actions?|endpoints?|runners?|ci|docker\w*|images?|containers?|stages?|plugins?|bots?|agents?|programs?|helpers?|wrappers?|alias\w*|recipes?|cron\w*|makefile|services?|instructions?|phases?)\b/i,
  addTests: new RegExp(
    `\\b(?:(?:add|write|include|create|provide)\\s+${TEST_WORDS}${END}|(?:need|want)\\s+${TEST_WORDS}(?=\\s*(?:$|[.,;!?)]|(?:for|covering|around|too|as|please)\\b))|cover (?:it|this|that|them|both|everything)?\\s*with\\s+${TEST_WORDS}|extend ${TEST_WORDS}(?=\\s+(?:to cover|with|for|by)\\b))`,
    "i",
  ),
  sureTests: new RegExp(
    `(?:^|[.,;:!–—(]\\s*|\\b(?:and|then|also|plus|but|please|you)\\s+)(?:(?:add|write|include|create|provide|need|want)\\s+${TEST_WORDS}(?<!\\bspecs?)|cover (?:it|this|that|them|both|everything)?\\s*with\\s+${TEST_WORDS}|extend ${TEST_WORDS})(?=\\s*(?:$|[.,;:!?)(—–]|(?:for|covering|around|that|which|to cover|too|as well|also|please|accordingly|with|by)\\b|and (?:run|make|commit|push|open|update|check|verify|ensure|document|fix|bump|add)\\b))`,
    "i",
  ),
  toldTests:
    /\b(?:added|wrote|written|created|included|extended|updated)\b[^.;:!?]{0,60}\b(?:tests?|specs?|test cases?)\b|\b(?:new|regression) (?:\w+ )?(?:tests?|specs?)\b/i,
  toldDocs:
    /\b(?:added|wrote|written|updated|extended|adjusted|documented|mentioned|described)\b[^.;:!?]{0,60}\b(?:readme|change ?log)\b/i,
  toldOtherwise:
    /\b(?:existing|exist|already|no|none|not|never|without|instead|manual(?:ly)?|would|could|should|can|may|want|if|later|once|before|after|same|suffic\w+|enough|unchanged|covered|covers|by|you|your|since|because|next|todo|skip\w*|left)\b|n't\b/i,
  unwanted: /(?:\b(?:no|not|never|without|instead of|rather than|skip)|n't)\b[^,;.]{0,30}$/i,
  updateDocs: new RegExp(
    `\\b(?:(?:update|edit|extend|adjust|refresh|revise|add|write|create)\\s+${DOCUMENTS}(?: entry| entries| section)?${END}|(?:(?:add|write|put)\\b[^.?!;\\n]{0,30}\\b(?:entry|section|note|line|paragraph|example|description|it|this|that|usage|chapter|mention|instructions?|explanation)s?|document|mention|describe|explain|note)\\b(?:(?!\\b(?:from|like|as|per|which)\\b)[^.?!;\\n]){0,40}\\b(?:to|in|into)\\s+${DOCUMENTS}${END})`,
    "i",
  ),
  git: /\b(?:commit|push|pull request|pr|merge|rebase|cherry-pick|tag|branch|stash|amend|squash)\b/i,
  courtesy:
    /^\W*(?:(?:please|pls|plz|also|and|but|then|so|now|ok(?:ay)?|just|only|finally|lastly|afterwards?|after that|(?:when|once) (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished)(?! \w)|next|secondly|important|note|nb|ps|thanks|hi|hey|hello|btw|again|remember|additionally|furthermore|plus|oh|yes|no|great|cool|perfect|good|one more thing|by the way|as always|as usual|make sure(?: that)?(?: you| to)?|be sure to|you (?:should|must|need to|have to)|(?:can|could|would|will) you|i(?:'d| would)? (?:want|need|like|expect) you to|(?:i|we) (?:should|must|need to|have to|need|want|also)|(?:i|we)$|let's|lets|kindly|go ahead and|to-?do|step \d+|\d+)(?:\W+|$))+/i,
  verbAndObject:
    /^(?!(?:i|we|you|he|she|it|they|this|that|these|those|the|an?|my|our|your|their|his|her|its|some|any|every|each|all|most|many|no|there|here|who|which|what|both|another|other|in|on|at|for|with|from|to|of|as|by|during|within|while|when|if|or|once|now|before|after|until|unless|since|because|not|without|except|than|me|us)\b)[a-z]+(?: (?:up|out|down|in|on|off|over|away|back|at|into|for|after))? (?:(?:the|an?|it|this|that|these|those|all|my|our|your|both|each|every)\b|[`"'‹]|[\w-]+(?:\.\w|\/))/i,
  reserve:
    /^(?:in|on|for|during|within|inside|under|at|with|from|as|instead|rather|like)\b|\b(?:if|when(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))|whenever|once(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))|unless|until|while|whether|ideally|preferably|says?|said|told|reads|wrote|would(?! you (?!like|prefer|rather|say)\b)|might|maybe|perhaps|can't|cannot|couldn't|won't|doesn't|didn't|why|how|(?<!\b(?:you|we|i) )should|(?<!\byou )will)\b|'ll\b/i,
  depends:
    /\b(?:if|when(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))|whenever|once(?! (?:(?:you(?:'re| are)?|it(?:'s| is)|all is|everything is) )?(?:done|finished|ready|works))|unless|until|in case|as soon as|whether|only|no,? wait|scratch that|never ?mind|actually)\b/i,
  reported:
    /(?:^|\n)[ \t]*(?:from|subject|fwd?|sent|cc):\s|\b(?:mail|e-?mail|slack|ticket|comment|message|chat)\b[^.\n]{0,40}:[ \t]*(?:\n|$)/i,
  filesHeading:
    /\bfiles?\b[^.]{0,30}\b(?:to (?:modify|change|create|edit|update|add|touch))\b|^(?:new files?|files? (?:to|modified|changed))\b/i,
  verificationHeading: /\b(?:verif\w+|validation|test plan)\b/i,
  ranThemselves: /\b(?:i|we)(?:'ve| have)? (?:just |already )*(?:re-?)?(?:ran|run|tested|checked|verified)\b/i,
  contextHeading:
    /\b(?:context|background|problem|repro\w*|steps to|how to|environment|versions?|root cause|current|existing|overview|motivation|out of scope|non-goals?|references?|notes?|why|issue|alternatives?|future|optional|risks?|examples?|summary|feedback|error|logs?|output|what i (?:did|tried|ran|saw))\b|^steps:?$/i,
  optional:
    /\b(?:to reproduce|repro(?:duc\w+)?|(?:says|reads|states):?|optional(?:ly)?|if (?:needed|possible|necessary|time|you (?:want|like|can|have|need))|maybe|consider|nice to have|later|eventually|could|might|should we|alternatively|e\.g|for example|such as|either|future|manual(?:ly)?|tomorrow|tonight|some ?day|one day|follow-?up|discretion|can wait|(?:next|another|separate) (?:prs?|week|month|sprint|session|time|release|day)|bonus|after (?:\w+ ){0,3}(?:merg|releas|deploy|review|approv|launch|roll-?out)\w*)\b/i,
  withdrawn:
    /\b(?:never ?mind|forget (?:it|that|about|the)|skip (?:it|that|this|the)|no need|not needed|don't bother|drop (?:it|that|the)|leave (?:it|that|this)|stop\b|cancel|scrap|ignore (?:that|my|the)|actually,? (?:no|don't|let's|leave|skip)|on second thought|instead\b|rather (?:put|use|do|in|have|make|keep|go)\b|revert (?:that|this|it))/i,
  retraction:
    /^(?:oh,? |hm+,? )?(?:actually|wait|no[,.]|scratch that|on second thoughts?|never ?mind|forget that|changed my mind|(?:edit|correction)(?=:))(?![\w])/i,
  questionOpening:
    /^\s*(?:q:|question:|why|what|how|when|where|who|which|is|are|was|were|does|do (?!not|it|the|this|that|these|a|an|all|both|step|option|n't)|did|can (?:i|we|it|this|that|they)|could (?:i|we|it|this|that|they)|should|would|will|has|have (?:we|you|they|i)|shouldn't|doesn't|isn't|aren't|any (?:idea|chance|reason))\b/i,
  imperative:
    /^\s*(?:(?:please|then|now|also|and|so|ok(?:ay)?|yes|first|next|finally|great|cool|let's|lets|can you|could you|would you|i want you to|i'd like you to|we need to|you should|go ahead and)[,:]?\s+)*(?:add|create|implement|fix|update|change|make|write|remove|delete|rename|refactor|move|replace|use|run|build|set ?up|install|configure|convert|extract|extend|improve|address|apply|do|commit|push|test|verify|check|review|clean|sort|show|generate|document|wire|merge|resolve|migrate|split|handle|support|enable|disable|bump|revert|rewrite|try|continue|finish|tackle|ensure|put|turn|hide|display|allow|prevent|introduce|drop|simplify|flatten|include|cover|switch|upgrade|downgrade|pin|port|optimi[sz]e|tidy|rework|restructure|adjust|adapt|tweak|correct|swap|inline|tighten|increase|decrease|reduce|lower)\b/i,
  codeDoes:
    /^(?:return|throw|raise|reject|accept|validate|parse|cache|round|sum|escape|saniti[sz]e|limit|retry|treat|render)\b(?! (?:types?|values?|codes?|statements?|errors?|lines?|keys?|hits?|time|is|are|was|should|must|has)\b)/i,
  politeAsk:
    /\b(?:can you|could you|would you|can we|could we|let's|lets|please|i want|i'd like|i would like|we should|we need|you should|you need|make sure)\b/i,
  planOnly:
    /\b(?:(?:write|draft|make|create|propose|prepare|give me|come up with|outline|just|only) (?:me )?(?:a |an |the |up )?(?:\w+ ){0,3}plan\b(?! mode)|don't (?:implement|code|write (?:any )?code|change (?:any|the) code|make (?:any )?changes)(?: (?:it|yet|anything))?|no code (?:yet|changes)|before (?:you )?(?:implement|coding|making (?:any )?changes)|just (?:explain|tell|analy[sz]e|investigate|look|research|discuss)|only (?:explain|analy[sz]e|investigate|research)|plan only|read[- ]only)/i,
  stop: /^\s*(?:stop|wait|hold on|pause|cancel|abort|hang on|not now|later|halt|enough)\b/i,
  allowsTestChange:
    /(?:\b(?:remov\w*|delet\w*|drop\w*|skip\w*|disabl\w*|update|fix|change|rewrite|rework|adjust|adapt|relax|loosen|simplif\w+|clean ?up|consolidate|merge|dedup\w*|rename|move|replace|revert|mute|park|quarantine|flaky|refactor|correct|address|deterministic|dead code|obsolete|redundant|duplicat\w*|unused)\b[^.?!\n]{0,80}\b(?:tests?|specs?|assert\w*|expectations?)\b|\b(?:tests?|specs?|assert\w*|expectations?)\b[^.?!\n]{0,80}\b(?:remove|delete|drop|skip|mute|park|quarantine|disable|update|fix|change|wrong|outdated|obsolete|brittle|flaky|fail\w*|deterministic|too strict|duplicat\w*|rewrite|unused|redundant|no longer)\b)/i,
  mendsFindings:
    /\b(?:fix|resolve|solve|address|clear|clean up|get rid of)\b[^.?!\n]{0,60}\b(?:lint\w*|eslint|biome|oxlint|ruff|pylint|flake8|clippy|golangci-lint|rubocop|mypy|pyright|tsc|types?|typescript|type[- ]?check\w*|phpstan|psalm|compil\w+|build)\b[^.?!\n]{0,30}\b(?:errors?|issues?|problems?|findings?|violations?|complaints?|failures?|warnings?)\b|\bfix (?:the |our |this )?(?:broken )?build\b|\b(?:make|get) (?:it|this|that|everything|(?:the )?(?:code|project|app|package|crate|module|file))(?: to)? (?:compile|build|type-?check)\b|\b(?:make|get) (?:the )?(?:lint(?:er)?|eslint|biome|ruff|clippy|mypy|pyright|tsc|types?|type-?check\w*)(?: to)? (?:pass|green|clean)\b/i,
  mendsOnTerms:
    /\b(?:without|not|keep|stays?|must|hack\w*|quick\w*|dirty|inline|overrid\w*|(?:white|allow)-?list\w*|minimal|least|smallest|or|however|any ?how|whatever|escape|used|needs?|temporar\w*|for now|unblock)\b|n't\b/i,
  changeAsk:
    /\b(?:add|implement|fix|change|update|refactor|rename|remove|delete|replace|rewrite|make|create|move|extract|convert|wire|migrate)\b(?!\?)/i,
  removalAsk:
    /\b(?:remov\w*|delet\w*|drop\w*|get rid|strip|retire|deprecat\w*|replac\w*|migrat\w*|rewrit\w*|rework|redesign|simplif\w*|merge|consolidat\w*|no longer|instead of|stop \w+ing|kill|rip out|clean ?up|inlin\w+|fold)\b/i,
  allowsPlaceholder:
    /\b(?:stub|placeholder|skeleton|scaffold|todo|mock|boilerplate|template|draft|not ?implemented|unsupported|outline|interface|protocol|signature|base class|abstract|sketch|empty (?:\w+ )?(?:body|bodies|functions?|methods?|class)|refus|tdd\b|red[- ]green|fill (?:it|them|that|this) in)\w*/i,
  adviceAsk:
    /\b(?:tell me|what (?:would|should|could) (?:you|i|we)|how (?:would|should|could|can|do) (?:you|i|we)|would you change|suggest\w*|recommend\w*|advice|advise|explain|review|your (?:opinion|view|take)|thoughts)\b/i,
  redAsk:
    /\b(?:(?:failing|red) (?:\w+ )?(?:tests?|specs?|cases?)|tests? (?:first|before|that (?:fails?|shows?|reproduces?|demonstrates?|catch\w*))|tdd|reproduc\w+|repro|demonstrat\w+|expose\w*|(?:leave|(?:do not|don't) (?:touch|fix|change)) (?:the )?(?:code|bug|implementation)|i(?:'ll| will)? fix (?:it|that|this|the \w+) myself)\b/i,
  guardAsk:
    /\b(?:refus(?:e|es|ing)|rejects?|guard(?:s|ed)? against|den(?:y|ies)|forbids?|prevents?|aborts?|enforces?|preconditions?|must (?:not|never|stop|fail|refuse)|(?:should|shall|to) (?:stop|fail|abort|block|reject|refuse|exit)|(?:stops?|fails?|exits?|breaks?|blocks?) (?:on|when|if|unless|early|fast|without|any|every)|prove (?:it|that)|show (?:that|me that) it)\b/i,
  tryAsk: /(?:^|[.,;] |\band )(?:run|start|install|deploy|apply|migrate|seed|push)\b/i,
  stopAsk:
    /\b(?:(?:build|image|command|script)`? (?:must|should|shall|has to|needs to)|(?:make|let) (?:the |our )?(?:docker )?(?:build|image|command|script)) (?:refuse|fail|stop|abort|exit|break)\b(?! \w+ing\b)/i,
  limited:
    /\b(?:only (?:the|this|that|these|do|step|phase|part|for)|just (?:the|this|that|step|phase|part)|step[- ]by[- ]step|one (?:by one|at a time|after (?:another|the other))|(?:then|and) (?:stop|pause|wait)|stop (?:after|there|here|when|once)|pause after|(?:show|tell|ask|ping|call) me (?:after|before|when|once)|(?:start|begin) with|(?:phase|step|part|stage|milestone|task|item|point) (?:\d+|one|two|three|[a-c]\b)|first (?:step|phase|part|two|three)|for now|for today|only (?:fix|handle|change|\d)|(?:do|handle|fix|take|go with) (?:only|\d)|the rest (?:is|later|can|will|comes)|skip (?:the|it|that|this|\d)|myself|(?:see|mail|comments?|message|text) below|(?:her|his|their) (?:first|second|third|last)|(?:everything|all) (?:but|except)|\d{1,4}(?:, ?\d{1,4}){0,20},? (?:and|&) \d+ (?:please|only|first|now))\b/i,
  putOff:
    /\b(?:not|no|without|skip|except|later|tomorrow|eventually|some ?day|next (?:week|session|sprint|time|release|turn)|follow-?up|separately|(?:mon|tues|wednes|thurs|fri)day|myself|together|with you|i(?:'ll| will| want to)|leave|but)\b|n't\b/i,
};
