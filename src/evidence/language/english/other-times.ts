import { expression, part } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** The last words of what a claim says goes well. */
const WELL = part`
  (?:
    \b(?:
      pass(?:es|ed|ing)?|green|clean|ok|succe(?:ss\w*|eds?|eded)|builds?|compil(?:es|ed)|types?|errors?|warnings?
      |tests?|specs?|suites?|check(?:s|ed)?|everything|all
    )|✅
  )
`;
const LEAVING_OUT = part`
  (?:ignoring|disregarding)(?! (?:the )?(?:(?:upper|lower|letter) )?
  (?:case|whitespace|spaces|blanks?|nulls?|empty|unknown|invalid|missing|duplicates?)\b)
  |discounting|omitting|not (?:counting|including)|(?:setting|leaving|putting) (?:[^,.;]{1,40} )?(?:out|aside)
`;
/** A limit on how far something was seen to go well; "as far as I can tell" is no limit. */
const AS_FAR = "as far as(?! (?:i|we|one)(?: can| could)? (?:see|tell|know|judge)\\b)";
/** Words for a state that was there before. */
const OLDER = "old|older|previous|prior|original|first|last|earlier|former|initial";
/** Things that are "back" when they pass again, though nothing was put back. */
const OF_TESTS = "(?:tests?|specs?|suites?|checks?|builds?|ci|pipeline|lint(?:er)?|types?|coverage)\\b";

/** A claim holds only in part, or held at another time. */
export const ENGLISH_OTHER_TIMES: Pick<
  ClosingTables,
  | "takesOut"
  | "narrows"
  | "leavesOpen"
  | "putBack"
  | "heldEarlier"
  | "changedSince"
  | "partChecked"
  | "noWarnings"
  | "someWarnings"
  | "coverageReached"
  | "coverageOfPart"
> = {
  takesOut: expression("i")`
    ${WELL},? \(?(?:save|bar|ex|sans|excl)\b
    (?! (?:and|or|to|is|are|was|works?|buttons?|charts?|changes?|as|post|for later)\b)
    |${WELL}[^.;!?]{0,30}? (?:short of|up to(?! (?:now|date|speed|here|this point|par|\d)))\b
    |${WELL} (?:outside(?! (?:and|as well)\b)|${AS_FAR}|otherwise(?! than\b))\b
    |${WELL},? \(?(?:
      provided(?! (?:as|by|in|with|for|here|above|below)\b)|assuming|as long as(?! it took)
      |given(?! (?:that|how|what|enough|the (?:new|fix\w*|chang\w+))\b)
      |if (?:one|you|we)(?! (?:ask|like|want|look)\b)
    )\b
    |[,(–—] ?(?:${LEAVING_OUT})\b
    |^(?:${LEAVING_OUT})\b[^,;]{0,60},
    |^(?:
      bar|save for|otherwise
      |(?:if (?:we|one) (?:leave|skip|ignore|exclude|drop|take|set|put|discount|disregard|do|don't)\b|were)
      [^,;]{1,60},
    )(?=\s)
    |\bnon-\w+ (?:tests?|specs?|suites?|ones|packages?|modules?)\b
  `,
  narrows: expression("i")`
    \b(?:pass(?:es|ed|ing)?|green|clean) (?:(?!\b(?:not|never)\b)[^.;!?]){0,60}(?<!\bread[- ])\bonly
    (?=\s*(?:$|[.;,)]))
    |\b(?:pass(?:es|ed|ing)?|green|clean) ${AS_FAR}\b
  `,
  leavesOpen: expression("i")`
    \b(?:
      left (?:open|for|to|over|alone|as)|(?:is|are|one|two|three) left|open(?! \w+ (?:is|are|was|were|gets?|can)\b)
      |(?<!\b(?:good|ready|free) )to go|to do|to-do|not yet|still (?:to|open|red|missing|wrong|off|gives?|comes?)
      |(?:outstanding|unsolved|unresolved)(?! \w+ (?:is|are|was|were|gets?|can)\b)
      |for you to|up to you|tb[cd]|(?<!\b(?:that|which|who) )could(?: not|n't)
    )\b
  `,
  putBack: expression("i")`
    // What the agent did, or is to do; what a program gives back or restores does not count.
    (?:^\W*(?:(?:ok(?:ay)?|yes|no|so|then|and|now|just|please),? ){0,3}|\b(?:i|i've|we|we've|have|by|after|and) )(?:
      (?:revert(?:ed|ing)?|undo(?:ing)?|undid|undone|restor(?:ed|ing)|roll(?:ed|ing)? back)
      (?=\s*(?:$|[.,;:!–—\`])| (?:it|that|this|the|my|your|all|both|everything|them|those|these|to)\b)
      |restore (?:it|that|this|the (?:${OLDER}))\b
      |(?:go(?:ing)?|went|put|set|br(?:ing|ought)|roll(?:ed)?|turned|switch(?:ed)?|changed?) (?:\S+ ){0,3}?back
      (?=\s*(?:$|[.,;:!–—])| (?:to|in|at|then|again|as|and|now|please|so)\b)
    )
    |^\W*(?:it|that|this|everything|all of it|the [\w-]+(?: [\w-]+)?|\`[^\`]{1,80}\`) (?:is|are|was|were|has been|have been) (?:now |all )?
    (?:reverted|undone|rolled back|restored (?=to\b|as\b))
    |\b(?:reverted|undone|rolled back)(?=\s*(?:$|[.,;:!–—]))
    |^\W*(?:it|the (?!${OF_TESTS})[\w-]+(?: (?!${OF_TESTS})[\w-]+)?|\`[^\`]{1,80}\`) (?:is|are) back
    (?=\s*(?:$|[.,;:!–—])| (?:again|in place|in use|there|where it was)\b)
    |^\W*back (?:to|at|on) (?:the|my|your|our|how|what) (?![^.,;]{0,40}\b(?:green|passing|${OF_TESTS}))
    |(?<!\b${OF_TESTS} (?:is|are|was|were|go|went) (?:\w+ )?)\bback (?:to|at|on|with|in) (?:
      how (?:it|they|this|that|things|everything)|what (?:it|they|i|we|you)|where (?:it|we|i)|the way
      |(?:the|its|my|your|our|their|an?) (?:${OLDER})
    )\b
  `,
  heldEarlier: expression("i")`
    \b(?:pass(?:ed|ing)|green|clean|built|compiled|succeeded|fine|ran)\b[^.;!?]{0,30}? (?:
      before|until|prior to|while(?= [^.;!?]{1,60}\b(?:was|were|had)\b)(?! (?:i|we)\b)
      |up to(?! (?:now|date|speed|here|\d))
    )\b(?![^.;!?]{0,60}\b(?:and|or) after\b| (?:the )?tests?\s*(?:$|[.,;]))(?!
      (?: (?:i|we|the|my|this|that|our|any|each|every))* (?:
        commit|push|merg|releas|pr\b|pull|deploy|review|hand|finish|clos|end|stop|wr(?:ote|iting)|tagg|rebas\w* and
      )\w*
    )
  `,
  changedSince: expression("i")`
    \b(?:came|comes|landed|went in|(?:was|were|is|are) (?:done|made|added|changed|written))\b[^.;!?]{0,20}?\b
    (?:after (?:that|this|it|them|the run)|afterwards|later)\b
    |\b(?:edits?|changes?|tweaks?|tid(?:y|ied)[- ]?up|clean-?up|renam\w+|refactor\w*|commits?) (?:followed|(?:is|are) newer)
    \b
    |\b(?:one|two|three|a few|some|an?|\d+) (?:\w+ )?(?:edits?|changes?|commits?) ago\b
    |\bat the time\b(?! of (?:writing|this)\b)
    |(?<=[(,;–—] ?)(?:run|ran) (?:just |right |shortly )*(?:before|prior to)\b
    (?! (?:commit|push|merg|finish|stopp)\w*)
    |\bnot counting (?:(?:the|my|this|that|these|those) )?
    (?:last|later|latest|final|edits?|changes?|tweaks?|renam\w+|tid)\w*
  `,
  noWarnings: expression("i")`
    \b(?:
      (?:no|zero|0) (?:errors? (?:and|or|nor) )?(?:(?:no|zero|0) )?warnings?
      |without (?:any )?(?:errors? (?:and|or) )?warnings?|warning[- ]free
    )(?=\s*(?:$|[.,;:!)|]|(?:now|and|at all|any ?more|again)\b))
  `,
  someWarnings: expression("i")`
    \b(?:
      new|other|more|further|additional|remaining|own|my|mine|our|added|introduced|touched|changed|except|besides
      |apart|beyond|real|serious|relevant|related|in|from|of|for|under|inside|on
    )\b
  `,
  partChecked: expression("i")`
    \b(?!
      (?:
        it|they|all|everything|projects?|repo\w*|code\w*|workspace|solution|app|application|builds?|lint|linter
        |linting|eslint|oxlint|biome|clippy|ruff|rustc|cargo|tsc|dotnet|sphinx|compiler|compilation|docs
        |documentation|tests?|suite|run|output|checks?|there|that|which|now|and|also|still
      )\b
    )\w+ (?:(?:now|also|itself|all) )?(?:lints?|builds?|compiles?|type-?checks?|has|have|gives?|shows?|is|are) (?=(?:clean|fine|ok|no|zero|0|with|without|warning)\b)
  `,
  coverageReached: expression("i")`
    (?:^|[.;:,(|✅✓✔–—]\s*|\band )(?:(?:the|our|overall|total|global|test|line|code|unit) )*coverage (?:thresholds?|gates?|targets?|requirements?) (?:is|are) (?:now )?
    (?:all )?(?:met|reached|satisfied)\b
    |(?:^|[.;:,(|✅✓✔–—]\s*|\band )(?:(?:the|our|overall|total|global|test|line|code|unit) )*coverage (?:is|stands|sits) (?:now )?
    (?:at )?(?:over|above|at least|more than|beyond|≥|>=?) ?(?:the |our )?(\d+(?:\.\d+)?) ?%
  `,
  coverageOfPart: /\b(?:for|there|of|in|on|here|module|files?)\b/i,
};
