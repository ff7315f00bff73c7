import { expression } from "../../../patterns/expression.ts";
import type { RequestTables } from "../request-tables.ts";

/** What the person allows, wants to see fail, or leaves for later. */
export const ENGLISH_ALLOWANCES: Pick<
  RequestTables,
  | "allowsTestChange"
  | "mendsFindings"
  | "mendsOnTerms"
  | "changeAsk"
  | "removalAsk"
  | "allowsPlaceholder"
  | "adviceAsk"
  | "redAsk"
  | "guardAsk"
  | "tryAsk"
  | "stopAsk"
  | "limited"
  | "putOff"
  | "optional"
  | "withdrawn"
  | "retraction"
> = {
  optional: expression("i")`
    \b(?:
      to reproduce|repro(?:duc\w+)?|(?:says|reads|states):?|optional(?:ly)?
      |if (?:needed|possible|necessary|time|you (?:want|like|can|have|need))
      |maybe|consider|nice to have|later|eventually|could|might|should we|alternatively|e\.g|for example|such as
      |either|future|manual(?:ly)?|tomorrow|tonight|some ?day|one day|follow-?up|discretion|can wait
      |(?:next|another|separate) (?:prs?|week|month|sprint|session|time|release|day)
      |bonus
      |after (?:\w+ ){0,3}(?:merg|releas|deploy|review|approv|launch|roll-?out)\w*
    )\b
  `,
  withdrawn: expression("i")`
    \b(?:
      never ?mind|forget (?:it|that|about|the)|skip (?:it|that|this|the)|no need|not needed|don't bother
      |drop (?:it|that|the)|leave (?:it|that|this)|stop\b|cancel|scrap|ignore (?:that|my|the)
      |actually,? (?:no|don't|let's|leave|skip)|on second thought|instead\b
      |rather (?:put|use|do|in|have|make|keep|go)\b|revert (?:that|this|it)
    )
  `,
  retraction: expression("i")`
    ^(?:oh,? |hm+,? )?(?:
      actually|wait|no[,.]|scratch that|on second thoughts?|never ?mind|forget that|changed my mind
      |(?:edit|correction)(?=:)
    )(?![\w])
  `,
  allowsTestChange: expression("i")`
    (?:
      \b(?:
        remov\w*|delet\w*|drop\w*|skip\w*|disabl\w*|update|fix|change|rewrite|rework|adjust|adapt|relax|loosen
        |simplif\w+|clean ?up|consolidate|merge|dedup\w*|rename|move|replace|revert|mute|park|quarantine|flaky
        |refactor|correct|address|deterministic|dead code|obsolete|redundant|duplicat\w*|unused
      )\b[^.?!\n]{0,80}\b(?:tests?|specs?|assert\w*|expectations?)\b
      |\b(?:tests?|specs?|assert\w*|expectations?)\b[^.?!\n]{0,80}\b(?:
        remove|delete|drop|skip|mute|park|quarantine|disable|update|fix|change|wrong|outdated|obsolete|brittle|flaky
        |fail\w*|deterministic|too strict|duplicat\w*|rewrite|unused|redundant|no longer
      )\b
    )
  `,
  mendsFindings: expression("i")`
    \b(?:fix|resolve|solve|address|clear|clean up|get rid of)\b[^.?!\n]{0,60}\b(?:
      lint\w*|eslint|biome|oxlint|ruff|pylint|flake8|clippy|golangci-lint|rubocop|mypy|pyright|tsc|types?|typescript
      |type[- ]?check\w*|phpstan|psalm|compil\w+|build
    )\b[^.?!\n]{0,30}\b(?:errors?|issues?|problems?|findings?|violations?|complaints?|failures?|warnings?)\b
    |\bfix (?:the |our |this )?(?:broken )?build\b
    |\b(?:make|get) (?:it|this|that|everything|(?:the )?(?:code|project|app|package|crate|module|file))(?: to)? (?:compile|build|type-?check)
    \b
    |\b(?:make|get) (?:the )?(?:lint(?:er)?|eslint|biome|ruff|clippy|mypy|pyright|tsc|types?|type-?check\w*)(?: to)? (?:pass|green|clean)
    \b
  `,
  mendsOnTerms: expression("i")`
    \b(?:
      without|not|keep|stays?|must|hack\w*|quick\w*|dirty|inline|overrid\w*|(?:white|allow)-?list\w*|minimal|least
      |smallest|or|however|any ?how|whatever|escape|used|needs?|temporar\w*|for now|unblock
    )\b|n't\b
  `,
  changeAsk: expression("i")`
    \b(?:
      add|implement|fix|change|update|refactor|rename|remove|delete|replace|rewrite|make|create|move|extract|convert
      |wire|migrate
    )\b(?!\?)
  `,
  removalAsk: expression("i")`
    \b(?:
      remov\w*|delet\w*|drop\w*|get rid|strip|retire|deprecat\w*|replac\w*|migrat\w*|rewrit\w*|rework|redesign
      |simplif\w*|merge|consolidat\w*|no longer|instead of|stop \w+ing|kill|rip out|clean ?up|inlin\w+|fold
    )\b
  `,
  allowsPlaceholder: expression("i")`
    \b(?:
      stub|placeholder|skeleton|scaffold|todo|mock|boilerplate|template|draft|not ?implemented|unsupported|outline
      |interface|protocol|signature|base class|abstract|sketch
      |empty (?:\w+ )?(?:body|bodies|functions?|methods?|class)|refus|tdd\b|red[- ]green
      |fill (?:it|them|that|this) in
    )\w*
  `,
  adviceAsk: expression("i")`
    \b(?:
      tell me|what (?:would|should|could) (?:you|i|we)|how (?:would|should|could|can|do) (?:you|i|we)
      |would you change|suggest\w*|recommend\w*|advice|advise|explain|review|your (?:opinion|view|take)|thoughts
    )\b
  `,
  redAsk: expression("i")`
    \b(?:
      (?:failing|red) (?:\w+ )?(?:tests?|specs?|cases?)
      |tests? (?:first|before|that (?:fails?|shows?|reproduces?|demonstrates?|catch\w*))
      |tdd|reproduc\w+|repro|demonstrat\w+|expose\w*
      |(?:leave|(?:do not|don't) (?:touch|fix|change)) (?:the )?(?:code|bug|implementation)
      |i(?:'ll| will)? fix (?:it|that|this|the \w+) myself
    )\b
  `,
  guardAsk: expression("i")`
    \b(?:
      refus(?:e|es|ing)|rejects?|guard(?:s|ed)? against|den(?:y|ies)|forbids?|prevents?|aborts?|enforces?
      |preconditions?|must (?:not|never|stop|fail|refuse)
      |(?:should|shall|to) (?:stop|fail|abort|block|reject|refuse|exit)
      |(?:stops?|fails?|exits?|breaks?|blocks?) (?:on|when|if|unless|early|fast|without|any|every)
      |prove (?:it|that)|show (?:that|me that) it
    )\b
  `,
  tryAsk: /(?:^|[.,;] |\band )(?:run|start|install|deploy|apply|migrate|seed|push)\b/i,
  stopAsk: expression("i")`
    \b(?:
      (?:build|image|command|script)\`? (?:must|should|shall|has to|needs to)
      |(?:make|let) (?:the |our )?(?:docker )?(?:build|image|command|script)
    ) (?:refuse|fail|stop|abort|exit|break)\b(?! \w+ing\b)
  `,
  limited: expression("i")`
    \b(?:
      only (?:the|this|that|these|do|step|phase|part|for)|just (?:the|this|that|step|phase|part)|step[- ]by[- ]step
      |one (?:by one|at a time|after (?:another|the other))|(?:then|and) (?:stop|pause|wait)
      |stop (?:after|there|here|when|once)|pause after|(?:show|tell|ask|ping|call) me (?:after|before|when|once)
      |(?:start|begin) with
      |(?:phase|step|part|stage|milestone|task|item|point) (?:\d+|one|two|three|[a-c]\b)
      |first (?:step|phase|part|two|three)|for now|for today|only (?:fix|handle|change|\d)
      |(?:do|handle|fix|take|go with) (?:only|\d)|the rest (?:is|later|can|will|comes)|skip (?:the|it|that|this|\d)
      |myself|(?:see|mail|comments?|message|text) below|(?:her|his|their) (?:first|second|third|last)
      |(?:everything|all) (?:but|except)
      |\d{1,4}(?:, ?\d{1,4}){0,20},? (?:and|&) \d+ (?:please|only|first|now)
    )\b
  `,
  putOff: expression("i")`
    \b(?:
      not|no|without|skip|except|later|tomorrow|eventually|some ?day|next (?:week|session|sprint|time|release|turn)
      |follow-?up|separately|(?:mon|tues|wednes|thurs|fri)day|myself|together|with you|i(?:'ll| will| want to)|leave
      |but
    )\b|n't\b
  `,
};
