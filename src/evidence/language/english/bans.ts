import type { BanTables } from "../ban-tables.ts";
import { expression, part } from "../../../patterns/expression.ts";
import { FOREIGN_BANS } from "../foreign-bans.ts";

/** Verbs for what must not happen to tests. */
const CHANGING =
  "(?:touch|modify|modif|chang|edit|alter|updat|delet|remov|weaken|skip|disabl|loosen|drop)(?:e|ing|y|ying|ping)?";

/** What people forbid git to do, once or in a row ("commit or push", "commit and don't push"). */
const GIT_DEED = "(?:git )?(?:force[- ]?push|uncommitted|commit|push)(?:t?ing|e?s)?";
const GIT_DEEDS = `(${GIT_DEED}(?:(?:,? (?:and|or|nor|&)|,)(?: (?:do not|don't|dont|never))? ${GIT_DEED})*)`;
/** How long a ban holds that ends with the person's next message, and how firmly it is meant. */
const STILL = part`
  (?:
    ,? (?:
      yet|for now|now|please|pls|plz|at all|either|ever|yourself|on your own|so far
      |until i (?:say|tell|give|confirm|approve|ok|review|have)\b[^.,;!?]{0,40}
    )
  )*(?![\w/-])
`;
/** Why something is forbidden: the person wants to have a look, or does it themselves. */
const OWN_REASON = part`
  let me|leave (?:that|it|this) to me
  |i(?:'ll| will) (?:do|review|look|check|handle|take|test|read|try|decide|commit|push|squash|merge|want)
  |i(?:'d| would)? (?:want|need|like|prefer) to (?:review|look|see|check|read|test|do|try|decide|understand|know|go)
  |i (?:commit|push|do)
`;
/** Words that say of a file that it stays as it is. */
const LEFT_ALONE = "(?:alone|untouched|unchanged|as[- ]is|as it is|as they are|off[- ]limits|not be \\w+ed)\\b";
/** Words after the name of a file which say that nobody may change it. */
const UNTOUCHABLE = part`
  (?:
    (?:is|are) off[- ]limits
    |(?:must|should|has to|have to|needs? to) (?:stay|remain|be left|be kept) (?:completely |exactly )?
    (?:alone|untouched|unchanged|as[- ]is|as (?:it is|they are))
    |(?:must|should|may) not be (?:touched|changed|modified|edited|altered)
  )
`;
/** The kind of place that may be named after a file or folder: "file", "folder". */
const KIND_OF_PLACE = "(?:(?:files?|folders?|director(?:y|ies))\\b[`\"')\\s]*)?";
/** A word that can be a file or a folder. */
const PLACE = "(?=[^\\s,;:()]*[./`])[^\\s,;:()]+";
const TO_CHANGE = "(?:touch|change|modify|edit)";
/** Words that tell somebody to stay away from a file. */
const KEEP_OFF = "(?:hands off(?: of| from)?|(?:stay|keep) (?:away from|out of))";
/** Where a ban may begin. */
const OPENING = "(?:^|[,;:.(—–-]\\s*|\\b(?:and|but|please|pls|plz|also|you|just|so|then)\\s+)";

/** What a person forbids, and words that stand beside a ban. */
export const ENGLISH_BANS: BanTables = {
  abroad: FOREIGN_BANS,
  forbid: [
    expression("i")`
      ${OPENING}(?:
        do not|don't|dont|don;t|never|must not|mustn't|should not|shouldn't|avoid|refrain from
        |(?<=\byou )(?:may not|shall not|are not (?:allowed )?to)|i (?:do not|don't|dont) want you to
        |(?:under no circumstances|on no account)(?: (?:should|must|may) you)?
      )(?: ever| even)?\s{1,8}(?!
        just\b|only\b|simply\b|yet\b|forget|hesitate|worry|we\b|you\b|think|know|need|have to|want|see|like\b|care
        |mind|be\b|get|let|i\b|they|seem|really|actually|work|show|print|return|exist|match|fail|break|happen
      )(.+)$
    `,
    /\bwithout\s+((?:touching|modifying|changing|editing|altering|deleting|removing|running|adding|installing|using|introducing)\b.*)$/i,
    expression("i")`
      \b(?=no |zero |without )
      (?<!\b(?:show|list|display|hide|filter|find|count|skip|ignore|export|flag) (?:[\w-]{1,40} ){1,4})
      (?:no|zero|without(?: any)?) (?:(?:new|extra|additional|further|external) )+
      ((?:dependenc|packag|librar|deps\b)\w*)
    `,
    /\b(?:leave|keep)\s+(.+?\s+(?:alone|untouched|unchanged|as[- ]is|(?<!\bas \w+ )as (?:it is|they are)))\b/i,
    new RegExp(`${OPENING}(?:(?:keep (?:your )?)?(?=hands)|(?=stay|keep))(${KEEP_OFF}\\s+.+)$`, "i"),
    /\bno ((?:changes?|edits?) (?:to|in) .{1,400})$/i,
    /(?:^|[,;—–-] |\bbut )no ((?:commits?|committing|push(?:es|ing)?)[.!)]*)$/i,
    /\b(?:leave|keep)\s+(?:it|this|that|them|everything|all|the (?:changes?|fix|work|result))\s+(uncommitted\b.{0,400})$/i,
    expression("i")`
      \bno (
        (?:
          (?:commits?|committing|push(?:es|ing)?|changes|edits),? (?:please|pls|plz)
          |code(?: changes)?,? (?:yet|please|pls|plz)
        )\b.*
      )$
    `,
    new RegExp(`(?<![^\\s,;:(])((?:${PLACE}(?:,? (?:and|or) |, )){0,3}${PLACE} ${UNTOUCHABLE})\\b`, "i"),
  ],
  onlyHere: expression("i")`
    ${OPENING}(?:
      only ${TO_CHANGE}|${TO_CHANGE} only|${TO_CHANGE} nothing (?:but|except|outside(?: of)?)
      |limit (?:yourself|your (?:changes|edits)|(?:the|all) (?:changes|edits)) to
      |(?:do not|don't|dont|never) ${TO_CHANGE} anything (?:
        outside(?: of)?|except(?: for)?|but|other than|besides|apart from
      )
    )\s+(?<places>.+)$
  `,
  onlyEnd: /^[`"')\s]*(?:,? ?(?:and )?(?:please|nothing else|no other files?|not anything else))*[.!)]*\s*$/i,
  gitBan: expression("i")`
    ^(?:(?:make|making|create|creating|do) (?:(?:any|a) )?)?${GIT_DEEDS}(?: (?:
      anything
      |(?:any|the|your|my|these|those|this) (?:changes?|code|work|fix|result)
      |to (?:the )?remote
      |to (?:the )?[\`"']?(?<branch>main|master|develop|trunk|production)[\`"']?(?: branch)?
    ))?${STILL}
  `,
  ownDoing: /\bi(?:'ll| will| want to|'d like to)\b[^.;,]*|\bi (?:commit|push)\b[^.;,]*/gi,
  otherCommit: expression("i")`
    \b(?:
      transactions?|roll(?:ed|s|ing)? ?back|databases?|sql|offsets?|kafka|cursors?|consumers?|auto-?commit
      |dry[- ]?run|flush\w*|amend\w*|fixup|squash\w*|prs?|(?:pull|merge) requests?|mrs?|land|ship
      |save (?:it|this|them) (?:to|on|in)
    )\b
  `,
  otherPush: expression("i")`
    \b(?:
      dry[- ]?run|stacks?|queues?|arrays?|router|navigat\w+|notifications?|docker|images?|registry|containers?|helm
      |npm|pypi|artifacts?|webhooks?|sockets?|prs?|(?:pull|merge) requests?|mrs?|deploy\w*|publish\w*|releas\w+
      |sync\w*|fork|upstream|heroku|dokku|mirror|land|ship
    )\b
  `,
  releaseBan: expression("i")`
    ^(?:run |do )?(?:the |an? )?(apply|deploy|publish|merg)(?:e|ing|ment)?(?: (?:
      it|this|that|them|anything
      |(?:any|the|your|my|these|those|this) (?:changes?|fix|plan|prs?|pull requests?|package|stack|result)
    ))?${STILL}
  `,
  otherRelease: expression("i")`
    \b(?:
      patch(?:es)?|diffs?|migrations?|stash\w*|styles?|templates?|codemods?|drafts?|posts?|articles?|events?
      |messages?|topics?|queues?|kafka|notifications?|dicts?|objects?|arrays?|lists?|cells?|columns?|schemas?
      |sort\w*|scripts?|workflows?|pipelines?|buttons?|commands?|sandbox|scratch|locally|localhost|dry[- ]?run
    )\b
  `,
  anythingBan: expression("i")`
    ^(?:
      (?:touch|modify|chang|edit|alter)(?:e|ing|ying)? (?:
        anything|any (?:of the )?(?:code|files?)|(?:the )?code(?:base)?|a thing
      )|writ(?:e|ing) (?:any )?code
      |mak(?:e|ing) (?:any )?(?:code )?(?:changes|edits|modifications)
      |(?:start )?(?:implement|cod)(?:ing|e)?(?: anything)?|fix anything|code(?: changes)?|changes|edits
    )${STILL}
  `,
  lookOpening: expression("i")`
    ^(?:
      explain|tell|answer|describe|plan|analy[sz]e|look|investigate|report|show|list|propose|suggest|give
      |summari[sz]e|review|read|think|outline|research|discuss|compare|draft|ask|wait|check|verify|run|test|search
      |see|inspect|examine|find|go through|(?:take|have) a look|do not
      |(?:make|write|create|prepare|do|come up with)(?:\s+[\w-]+){0,6}\s+
      (?:plans?|lists?|summary|proposals?|reports?|designs?|outlines?|overview|analysis|reviews?|suggestions?|sure)
    )\b
  `,
  workOpening: /^(?:go ahead|proceed|start|begin|reproduce|edit|modify|adjust|adapt)\b/i,
  leftAlone: new RegExp(
    `^[\`"')*\\s]*(?:(?:is|are|must|should|may|has|have|needs?)\\b[a-z ]{0,24}\\b)?${LEFT_ALONE}`,
    "i",
  ),
  forbiddenDeeds: [
    [
      "dependency",
      expression("i")`
        ^(?:dependenc|packag(?!e(?:-lock)?\.)|librar|deps\b)
        |\b(?:add(?:ing)?|install(?:ing)?|introduc(?:e|ing)|pull(?:ing)? in|use|using|bring(?:ing)? in)
        \b[^.;\n]{0,25}\b(?:dependenc(?:y|ies)|deps|packages?|librar(?:y|ies)|third[- ]party)\b
      `,
    ],
    [
      "fewer-tests",
      /\b(?:delet|remov|weaken|skip|disabl|loosen|drop)(?:e|ing)?\b[^.;\n]{0,30}\b(?:tests?|assert\w*)\b/i,
    ],
    ["tests", /\b(?:touch|modify|modif|chang|edit|alter|updat)(?:e|ing|y|ying)?\b[^.;\n]{0,20}\btests?\b/i],
    ["change", new RegExp(`\\b${LEFT_ALONE}`, "i")],
    ["delete", /^\W*(?:delet|remov|dropp?)(?:e|ing)?\b/i],
    [
      "change",
      expression("i")`
        ^\W*(?:
          (?:touch|modify|modif|chang|edit|alter|overwrit)(?:e|ing|y|ying)?
          |hands off|(?:stay|keep) (?:away|out)|(?:changes?|edits?) (?:to|in)
        )\b
      `,
    ],
    ["run", /^\W*(?:run|runn|execut|start|call|invok|launch)(?:e|ing)?\b/i],
    ["create", /^\W*(?:creat|writ|generat|add|mak)(?:e|ing)?\b/i],
    ["use", /^\W*(?:use|using)\b/i],
  ],
  wish: /\b(?:(?:can|could|would|will) you|should|ought to|needs? to|want|would like|i'd like|wish|get)\b/i,
  manner: /^\W*without\b/i,
  complaint: /\b(?:you|so)\s+(?:never|do not|don't|dont|avoid)\b/i,
  banObject: expression("i")`
    ^(?:
      (?:(?:add|install|introduc|pull|bring|us)(?:e|ing)?(?: in)?\s+)?
      (?:(?:any|a|an|the|new|more|additional|extra|external|third[- ]party|npm|pip|python|further|other)\s+)*
      (?:dependenc(?:y|ies)|deps|packages?|librar(?:y|ies))
      |${CHANGING}\s+
      (?:(?:any|the|existing|current|our|my|your|these|those|of|unit|integration|e2e|passing|failing)\s+)*
      (?:tests?(?: (?:files?|suites?|cases?|code))?|specs?|assertions?)
    )(?![\w/-])
  `,
  banEnd: expression("i")`
    ^[\`"')*\s]{0,20}${KIND_OF_PLACE}(?:(?:at all|please|pls|plz|either|anywhere|ever|itself|though)[\`"')\s]{0,20})?(?:
      [\`"').!;\s]{0,40}$
      |[,;.—–(-]{0,20}\s{0,20}(?:
        because|since|as (?:it|they|we|i|that)|it(?:'s| is| has)|they(?:'re| are)|that(?:'s| is)|those are|these are
        |this is|please|pls|plz|thanks?|thx|thank you|${OWN_REASON}
      )\b
    )
  `,
  backReference: /\b(?:it|its|them|their|there|that|those|first|except)\b/i,
  exception:
    /^\W*(?:exceptions?|except|unless|only|however|but|then|afterwards|if|put (?:it|them|that)|undo|revert|restore)\b/i,
  objectWords: expression("i")`
    ^(?:
      [\s\`"'(,]
      |\b(?:
        the|any|any of|anything|everything|something|in|inside|under|within|files?|folders?|existing|our|my|your
        |contents? of|code|or|and|nor|at all|a|an|touch(?:ing)?|modify(?:ing)?|chang(?:e|ing)|edit(?:ing)?
        |alter(?:ing)?|overwrit(?:e|ing)|delet(?:e|ing)|remov(?:e|ing)|creat(?:e|ing)|writ(?:e|ing)|generat(?:e|ing)
        |add(?:ing)?|mak(?:e|ing)|drop(?:ping)?|hands off(?: of| from)?|(?:stay|keep) (?:away from|out of)
        |(?:changes?|edits?) (?:to|in)|director(?:y|ies)
      )\b
    )*$
  `,
  commandEnd: expression("i")`
    ^[\`"')\s]*(?:
      $|[,.;:!?)(—–-]
      |(?:
        and|or|nor|at all|please|either|though|but|because|since|as|here|again|anywhere|now|yourself|itself|too
        |alone|untouched|unchanged
      )\b
    )
  `,
  objectEnd: expression("i")`
    ^[\`"')*\s]*${KIND_OF_PLACE}(?:
      $|[,.;:!?)(—–-]
      |(?:
        and|or|nor|at all|please|pls|plz|either|though|but|because|since|as|for|in|itself|while|when|here|so|too|alone
        |untouched|unchanged|anywhere|again|is|are|must|should|may|has|have|needs?
      )\b
    )
  `,
  inWriting: expression("i")`
    \b(?:in|for|inside|within)\s+
    (?:(?:the|our|all|your|these|this|any|install|setup|build|shell|bash|npm|package|code)\s+)*(?:
      readme|docs?|documentation|scripts?|code|dockerfiles?|workflows?|ci|pipeline|examples?|guide|instructions?
      |text|comments?|snippets?|templates?|tutorial|[\w-]+\.(?:md|sh|ya?ml|json|ts|js|py)
    )\b
    |\b(?:readme|docs?|documentation|scripts?|dockerfile|workflows?|examples?|guide)\s+
    (?:should|must|has to|have to|needs? to)\b
  `,
  insteadOf: expression("i")`
    (?<=^|[.,;:!?()–—]\s*|\s-\s|\b(?:and|but|then|please|also|always|just|you (?:should|must)|we|i|you)\s+)use\s+\`?
    (?<wanted>[\w./-]+)\`?(?:\s+for\s+[\w\s]{1,30})?\s*[,;(]?\s*(?:and\s+)?(?:not|never|instead of|rather than)\s+\`?
    (?<unwanted>[a-z][\w-]*(?:\.\w+)?)\`?
  `,
  switchAsk: expression("i")`
    \b(?:
      migrat\w+|switch\w*|convert\w*|mov(?:e|ing) (?:\w+ ){0,4}(?:from|to|over)|port(?:ing)?|replac\w+|transition\w*
      |compar\w+|benchmark\w*
    )\b
  `,
  conditional: expression("i")`
    \b(?:
      unless|until|yet|other|others|only (?:for|in|when|if|on)|other than|apart from|besides|only if
      |without (?:asking|telling|my|approval|confirm\w*)|more than|too (?:much|many)|if (?:you can|possible)|except
      |directly|by hand|manually
    )\b
  `,
};
