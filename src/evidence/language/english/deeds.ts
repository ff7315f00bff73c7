import { expression, part } from "../../../patterns/expression.ts";
import type { DeedTables } from "../deed-tables.ts";

/** Finds the deed only where its doer tells of it, or a sentence begins with it: others move branches as well. */
function saidByDoer(word: string, what = ""): RegExp {
  return expression("i")`
    (?=${word}\b${what})(?<!\b(?:was|were|been|already)\b[^.;]{0,200})(?<=
      ^\W{0,20}
      |\b
      (?:i|we|i've|we've|and|then|also|successfully|now|(?<!remote |upstream )branch is|(?:pr|pull request) #?\d+ is) )
    ${word}
  `;
}

/** Files, texts and lists are merged as well: git is meant only if a branch or a request is named, or no object. */
const BRANCH = part`
  (?=
    \W{0,20}$|[.,;!]| and (?:pushed|deployed|closed)\b
    | (?:(?:in|the|latest|current|your|my|this|feature) ){0,4}(?:
      (?:main|master|develop|trunk|upstream|origin(?:/\w+)?|branch|prs?|pull requests?)\b(?![./-]\w)
      |#\d
      |‹\d+›(?:\W{0,20}$| into (?:main|master|develop|trunk|(?:the|this|your|my) branch)\b)
    )
  )
`;

/** An order to run this, with nothing more after it than when. */
function asksToRun(what: string): RegExp {
  return expression("i")`
    \b(?:re-?)?run ${what}(?=
      \s*(?:
        $|[.,;:!)]
        |(?:
          and|then|again|too|please|afterwards|as well|at the end|at last|before you
          |(?:when|once) you(?:'re| are)? (?:done|finish\w*)
        )\b
      )
    )
  `;
}

/** An object that is more than a bare word: "fix save and commit" may name two functions. */
const WORKED_ON = part`
  (?:
    (?:the|an?|this|that|it|these|those|all|my|our|your|both|each|every|any|tests?|lint|bugs?|types?|typos?|docs?)\b
    |[‹#\d]|[\w-]+(?:[./]\w|\(|\s+(?!and\b|then\b)[\w-])
  )
`;
/** Things that a program reads, writes and passes on: to update them may be what the code is to do. */
const HANDLED_BY_CODE = part`
  (?:
    rows?|records?|batch(?:es)?|sessions?|locks?|drafts?|balances?|money|buffers?|forms?|fields?|cells?|values?
    |states?|stores?|models?|files?|folders?|dir(?:ector(?:y|ies))?s?|temp|packages?|configs?|env|inputs?|results?
    |pages?|branch(?:es)?|repo|workers?|sandbox(?:es)?|child|databases?|emulators?|sources?|logs?|caches?|edits?
    |entries|zip|data|timers?|prices?|items?
  )
`;

export const ENGLISH_DEEDS: DeedTables = {
  told: {
    pushed: /\bpushed\b(?!\s+(?:onto|into|down|back|out|through|aside|further|forward|left|right)\b)/i,
    committed: /\bcommitted\b/i,
    opened: expression("i")`
      \b(?:opened|created|raised|submitted)(?= (?:an? |the |my |new |draft )*(?:pull request|merge request|pr|mr)
      (?:$|[^\w-](?!\w+\b)|[^\w-](?:with|against|for|from|to|into|on|at|titled|and|that|so)\b))
    `,
    openedOutright: /(?<=^|[.,;:(|✅✓✔–—] ?|\b(?:i|we|i've|we've|and|then|also) )(?:opened|created|raised|submitted) /i,
    tagged: /\btagged\b/i,
    rebased: saidByDoer("rebased"),
    cherryPicked: saidByDoer("cherry-picked"),
    merged: saidByDoer("merged", BRANCH),
    released: /\breleased\b/i,
    deployed: /\bdeployed\b/i,
    published: /\bpublished\b/i,
    rolledOut: /\brolled out\b/i,
    migrated: expression("i")`
      \b(?:applied|ran|executed)\b(?= (?:\w+ ){0,4}migrations?\b)
      |(?<=\bmigrations? (?:\w+ ){1,4})(?:applied|run|executed)\b
      |(?<=\b(?:database|db|schema) (?:\w+ ){1,4})migrated\b
    `,
    deleted: /\b(?:deleted|removed)\b/i,
  },
  asked: {
    commit: /\bcommit\b/i,
    push: /\bpush\b/i,
    openPullRequest: expression("i")`
      (?<=^|[,;:] ?|\b(?:and|then|please|also|you) )(?:open|create|raise|submit|make|file) (?:me )?
      (?:an? |the |new |draft )*(?:pull request|merge request|pr|mr)(?=
        \s*(?:
          $|[.,;:!?)(‹]
          |(?:
            and|then|for|with|against|to|from|into|titled|when|once|please|now|afterwards|as|so|that|too|at the end
            |on (?:github|gitlab|main|master|origin|the|our)
          )\b
        )
      )
    `,
  },
  toldOutright: expression("i")`
    ^\W{0,20}(?:
      (?:i|we|i've|we've)(?: (?:also|then|now|successfully))? (?:committed|pushed)\b
      |(?:[a-z]+ed,? and )?(?:committed|pushed)(?: (?:it|everything|all of it|the (?:changes?|fix|work)))?
      (?: as ‹\d+›)?(?: and (?:then )?pushed)?(?: (?:it|everything))? (?:as|to|on) (?:
        ‹|main\b|master\b|origin\b|(?:the|an?) (?:\w+ )?branch\b
      )
    )
  `,
  notAsked: /^(?:(?: and| ?\/) ?push)? (?:is|are|was|were|happens?|will|has|have|must|should)\b/i,
  runs: {
    test: asksToRun(
      part`
        (?:
          (?:(?:the|all|our|my|your|full|whole|entire|complete|unit|existing) )*tests?(?:[- ]suites?)?
          |(?:
            pytest|vitest|jest|rspec|phpunit
            |(?:npm|pnpm|yarn|bun|cargo|go|mix|mvn|make|dotnet|swift|deno|gradle) (?:run )?test
          )
        )
      `,
    ),
    lint: asksToRun(
      "(?:(?:the|our|my|your) )*(?:linters?|lint(?:ing)?|eslint|biome|oxlint|ruff|clippy|golangci-lint|rubocop)",
    ),
    typecheck: asksToRun("(?:(?:the|an?|our|my|your) )*(?:type[- ]?check(?:s|er|ing)?|tsc|mypy|pyright)"),
    build: asksToRun("(?:(?:the|an?|our|my|your|full|whole|production) )*build"),
  },
  deleteBefore:
    /(?<=^|[,;:] ?|\b(?:and|then|please|also|you) )(?:delete|remove|rm|get rid of) (?:(?:the|old|unused|obsolete|legacy|dead|file) )*$/i,
  renameBefore: /(?<=^|[,;:] ?|\b(?:and|then|please|also|you) )(?:rename|move) (?:(?:the|file) )*$/i,
  renamedTo: /^ (?:to|as|into) [`"']?$/i,
  joinsFiles: /^[`"')]*(?:,|,? (?:and|plus|&))\s+(?:(?:an?|the) )?[`"'(]*$/i,
  allFiles: expression("i")`
    ^\W*(?:done\W+)?(?:(?:i|we|i've|we've|i have|we have) )?(?:
      (?:created|wrote|written|added|generated|made) (?:both|all)(?: (?:of them|(?:\w+ )?files))?
      |(?:both|all|all \w+)(?: files)? (?:are|were|have been) (?:now )?
      (?:created|written|added|there|in place|ready|done)
    )\W*$
  `,
  afterFile: expression("i")`
    ^(?!.*\b(?:from|or|in|of)\b)\s*(?:
      $|[.;!]|,(?!\s\S+\.\w)
      |(?:and(?! \S{0,200}\.\w)|then|too|please|as well|entirely|completely|altogether|afterwards)\b
    )
  `,
  whatIsPushed:
    /\b(?:commit|branch|main|master|origin|remote|git(?:hub|lab)?|(?:the|your|my|these) (?:changes?|fix|work))\b/i,
  ownWork: expression("i")`
    ^(?:
      (?:commit|push|test|lint|build)$
      |(?:
        fix|refactor|rename|implement|rewrite|debug|repair|correct|clean up|tidy(?: up)?|simplify|bump|upgrade|address
        |improve|optimi[sz]e|rework|finish|do|document|test|verify|review|lint|format|(?:re-?)?run|commit|push
      ) ${WORKED_ON}
      |(?:
        add|update|change|create|remove|delete|replace|make|adjust|adapt|write|handle|support|extend|modify|tweak
        |convert|migrate|split|extract|port|move|use|include|cover|introduce|wire|swap|inline|sum|return|round|throw
        |raise
      ) (?!.*\b${HANDLED_BY_CODE}\b)${WORKED_ON}
    )
  `,
  ofCode: expression("i")`
    [‹#/]|\(\)|\w\.[a-z]{1,5}\b
    |\b(?:
      fix|refactor|implement|rewrite|debug|simplify|rework|bump|upgrade|optimi[sz]e|tests?|suite|lint\w*
      |type[- ]?check\w*|bugs?|errors?|wrong|broken|crash\w*|typos?|dead code|code|functions?|methods?|class(?:es)?
      |components?|modules?|parameters?|params?|arguments?|readme|changelog|docs?|endpoints?|routes?|rounding|logic
      |features?
    )\b
  `,
  thenSeen: /^\W*(?:and )?(?:you|it|they|there|i|we|two|see|watch|\d+)\b/i,
  gitOfOthers: expression("i")`
    \b(?:never|don't|do not|must not)\b[^.\n]{0,20}\b(?:
      (?:run|use|touch|call) git|git commands
      |commit(?! (?:secrets?|keys?|tokens?|credentials|directly|to |generated|large|files?|\.|\`))
      |push(?! (?:directly|to |secrets?|-))
    )\b
    |\bgit\b[^.\n]{0,20}\b(?:is|are) (?:handled|done|managed|owned)\b
    |\b(?:harness|host|hooks?|platform|orchestrator|environment|wrapper)\b[^.\n]{0,40}\b
    (?:commits?|push(?:es)?|records?|saves?|snapshots?)\b
  `,
  listsFiles: expression("i")`
    \b(?:
      imports?|exports?|includes?|excludes?|lists?|index(?:es)?|manifests?|docs?|readme|sidebars?|menus?|maps?
      |tables?|entr(?:y|ies)|codeowners|tsconfig|configs?|links?|references?|barrels?|paths?|globs?
    )\b
  `,
  conflict: /(?<!\b(?:no|any|zero|without) (?:merge )?)conflict/i,
};
