import { expression, part } from "../../../patterns/expression.ts";
import type { ClosingTables } from "../closing-tables.ts";

/** Where tests run: systems, devices, browsers, runtimes, stores, and how near they are. */
const PLACE = part`
  linux|mac(?:os)?|osx|darwin|windows|win(?:32|64)|wsl2?|unix|ubuntu|debian|alpine|fedora|musl|glibc|android|ios
  |simulator|emulator|device|arm(?:64|v7)?|aarch64|x86(?:[_-]64)?(?![_-]\w)|x64|amd64|i686|cpu|gpu|cuda|rocm|metal
  |mps|tpu|wasm\d*|chrom(?:e|ium)|firefox|webkit|safari|edge|jsdom|node(?:\.?js)?|deno|bun|python|c?python3?|pypy
  |py\d+|ruby|jruby|php|java|jdk|jvm|go|rustc?|stable|nightly|beta|debug|release|sqlite|postgres\w*|mysql|mariadb
  |docker|podman|container|compose|kubernetes|kubectl|ssh|remote|staging|production|ci|host|local(?:ly)?|natively
  |sandbox|machine|laptop|workstation|box
`;
/** Words before a place; and what may be a place: a word, or a version, but no number that counts something. */
const OWN = "(?:(?:the|my|this|our|an?|your|native|default|real|own|plain|newer|recent) )*";
const NAME = part`
  (
    [a-z][\w.]*
    |v?\d+(?:\.\d+)*\b(?! ?(?:of|tests?|issues?|errors?|warnings?|problems?|findings?|failures?|failed|passed|skipped|runs?|seconds?|s|ms|minutes?|files?|suites?|workers?|threads?)\b|%)
  )
`;

const MADE = part`
  (?:
    fixed|mended|repaired|corrected|resolved|solved|implemented|added|updated|changed|adjusted|extended|reworked
    |refactored|renamed|removed|replaced|moved
  )
`;
/** A clause of its own about finished work. "Tested" and "limited to" would say which tests are meant. */
const WORK_DONE = part`
  (?:
    [^;,]{1,200}? (?:is|are|was|were|has been|have been) (?:now |all |both |also |again )*(?:done|finished|${MADE})\b
    |\W*(?:i |we |i've |we've |also |now )*${MADE} )
`;

/** Words about parts of the work, and about checks by the place where they ran. */
export const ENGLISH_PARTS: Pick<
  ClosingTables,
  | "unfinished"
  | "troubled"
  | "partDone"
  | "namesNoPart"
  | "atPlace"
  | "ofPlace"
  | "onCondition"
  | "switchedOff"
  | "everyPlace"
  | "places"
  | "listedTogether"
  | "besideAllTests"
  | "joinsNames"
  | "ofAffected"
  | "absent"
  | "changedOutright"
  | "changedAfter"
  | "createdAbove"
  | "thingWentWell"
  | "browserRunner"
  | "coverageFigure"
  | "countsTests"
  | "standsNow"
  | "deniesFailures"
  | "toldDeleted"
  | "goneAgain"
> = {
  unfinished: expression("i")`
    \b(?:
      in progress|in the works|wip|under ?way|half[- ](?:way|done)
      |not (?:quite|yet|fully|all|right|done|there|finished|ready)
      |(?<!good |ready |free )to (?:go|do|be (?:done|fixed|finished|decided))
      |open\b(?! \w+ (?:is|are|was|were|gets?|can)\b)|(?:is|are|one|two|three|\d) left\b|left (?:to|open|over)
      |remain(?:s|ing)?|unfinished|incomplete|unsolved|still (?:open|red|off|wrong|missing|to)|red\b|fail\w*|broken
      |tb[cd]|todo|apart from|except|but for|(?:all|everything|every \w+) but|(?:is|are) next|could(?: not|n't)
    )|\b\d{1,2} ?%|🟡|🟠|🔴|⏳|🚧|❌|✗|✘|✖|⚠|⛔
  `,
  troubled: expression("i")`
    \b(?:
      (?:is|are|do|does|ca|has|have)n't|not|needs?(?! no\b)|still (?!pass|green|work|hold|the same)|almost
      |partial(?:ly)?|stops?|stopped|stuck|wrong|off|missing|too|instead|issues?|problems?|out of|raises?|throws?
      |breaks?|crash\w*|panics?|lacks?|loses?|trouble|empty|only
    )\b
  `,
  partDone: expression("i")`
    \b(?:
      pass\w*|green|clean\w*|ok|fine|well|succe\w+|(?<!in the )works?|working|done|ready|finished|complete\w*
      |properly|correctly|no longer|handled|supported|implemented|ported|extracted|rewritten
    )\b|[✅✓✔]
  `,
  namesNoPart: expression()`
    ^(?:
      tests?|testing|tested|files?|specs?|suites?|unit|all|the|and|now|our|status|state|results?|summary
      |verification|verified|validation|checks?|checked|done|changes?|changed|outcome|notes?|update|overview
      |progress|final|finally|total|overall|quality|what|was|were|did|how|also|done|fixed|next|output|run|runs|ran
      |running|command|commands|proof|evidence|conclusion|npm|pnpm|yarn|npx|bun|vitest|jest|pytest|cargo|make|go
      |full|whole|good|news|great|perfect|success|green|part|work|implementation|fix|step|finished|complete
      |completed|modified|updated|created|added|removed|new|key|details?|highlights|passed|passing|passes|pass|ci
      |local|locally|build|builds|lint|linter|linting|types?|typechecks?|format|formatting|clean|zero|issues?
      |errors?|warnings?|coverage|package|crate|module|workspace|project|repo|repository|src|lib|app|apps|internal
      |cmd|main|index|source|tsx|jsx|mjs|cjs|mts|php|java|swift|json|toml|html|css|scss|vue|svelte|exs|cpp|hpp|yaml
      |yml
    )$
  `,
  atPlace: expression("gi")`
    (?:^\W*|\s)(?:on|under|with|in|using|against|inside|for) ${OWN}${NAME}
    |\((?:(?:on|with|in|under) )?${OWN}${NAME}|\b(locally|natively)\b
  `,
  ofPlace:
    /^[^\w‹]*(?:(?:the|all|my|our) )*([a-z][\w.]*)(?: v?\d[\d.]*)?(?::| (?:unit |e2e |integration )*(?:tests?|specs?|suite|runs?)\b)/i,
  onCondition: /\b(?:pass\w*|green)\b[^.;!?]{0,40}? (?:when|while|with(?:out)?|under|if|as long as) /i,
  switchedOff: /\b(?:off|disabled|unset|without (?!any|errors?|issues?))/i,
  everyPlace: expression("i")`
    \b(?:
      everywhere|anywhere|both
      |(?:all|every|any|each)
      (?: (?:supported|major|target|of the|the|other|common|tested|available|relevant|node|python|three|four|two))* (?:
        platforms?|browsers?|versions?|devices?|targets?|systems?|environments?|machines?|hosts?|runtimes?|os(?:es)?
        |architectures?|databases?|engines?
      )
    )\b
  `,
  places: new RegExp(`(?<![a-z])(?:${PLACE})(?![a-z])|(?<![x_\\d])\\d+(?:\\.\\d+)*`, "gi"),
  listedTogether: expression("g")`
    (?<![\w-])(?:[a-z][\w-]*,? ){1,4}(?:and|&|plus) (?:the )?[a-z][\w-]*
    (?=\s*(?:$|[.,;:!)]|(?:are(?! (?:next|not|still|to|red)\b)|both|all|now|pass|have|use|tests|specs|suites)\b))
  `,
  besideAllTests: expression("i")`
    ^(?!\W*(?:in|for|within|inside|under|on|of|with)\b)(?:[^;]{1,300}?(?:\b(?:and|so)|;)|${WORK_DONE}[^;,]{0,150},) (?=
      (?:now )?(?:all|every)(?: of)?(?: the)?(?: \d+)?(?: existing)? tests? (?:now |still |again )?
      (?:pass|succeed|are (?:green|passing))(?:es|s)?\s*(?:$|[.!;,✅🎉]|(?:now|again|too|locally|and)\b)
    )
  `,
  joinsNames: /^(?:and|the|plus)$/,
  ofAffected: /\baffected\b/i,
  absent: /\b(?:no|without|missing) (?:\w+ )?‹›(?! (?:changes?|config|files?|image)\b)/i,
  changedOutright: /\b(?:updated|changed|edited|adjusted|modified)[\s`"'*,&]+(?:(?:the|and|both|also)\b[\s`"'*,&]*)*$/i,
  changedAfter: expression("i")`
    ^[\`"'*]*(?: (?:is|was|has been)(?: now)?)? (?:updated|changed|adjusted|edited)\b
    (?! (?:by|automatically|already|before|on|when|during|with (?:the|every|each)|after|before|through|via)\b)
    |^[\`"'*]*:? ?(?:✅|✓|✔)
  `,
  createdAbove: /^(?:(?:files? )?created|(?:created|new) files?)$/i,
  thingWentWell: expression("i")`
    ^\W*(?:(?:the|this|that|all|and|now|your|full|whole|entire) )*(playbook|notebook) (?:now |also |then )*(?:
      (?:runs?|ran|executes?|executed|completes?|completed|finishes|finished|passes|passed) (?:
        through|fine|cleanly|successfully|end[- ]to[- ]end|to completion
        |without (?:any )?(?:errors?|failures?|issues?)|with (?:no|zero|0) (?:errors?|failures?|failed tasks)
      )
      |(?:was|has been|is) (?:now )?(?:applied|executed)(?: successfully)?(?=\s*(?:$|[.,!]))
    )
    |^\W*(?:(?:the|all|our|project|npm|composer|python|php|ruby) )*(dependencies) (?:are|were|have been) (?:now |all |successfully )*
    installed(?=\s*(?:$|[.,!]|(?:with|via|through|using|by) ))
  `,
  browserRunner: /\b(?:playwright|cypress)\b(?: (?:e2e |end-to-end )?(?:tests?|specs?|suite)\b| pass)/i,
  coverageFigure: expression("i")`
    ^(?!
      .*\b(?:
        thresholds?|targets?|minimum|goals?|gates?|limits?|budget|policy|codecov|coveralls|badges?|diff|patch
        |mutation|docs?|documentation|browser|translations?|locales?|apis?|types?|new|costs?|insurance|says|up from
        |from \d|was|were|ci|previous
      )\b
    ).*?(?:
      \bcoverage (?:(?:is|stands|sits|now|at|of|to|reached|reaches|rose|went|up|:) ?){1,4}(\d+(?:\.\d+)?) ?%
      |(?<![\d.])(\d+(?:\.\d+)?) ?% (?:(?:test|line|code|statement|overall|total) )*coverage\b
    )
  `,
  countsTests: expression("i")`
    (?:^[^\w~≈]*|(?<!\d)[.;:,(–—✅✓✔] ?|\b(?:all|the|now|and|with) )(?:of )?(?:the )?(?:\d[\d,]* ?\/ ?)?(?:\d[\d,]*) (?:unit |existing )?
    (?:tests?|specs?) (?:now |all |still |are |is |have |has )*(?:pass\w*|green|succeed\w*)
    (?=\s*(?:$|[.,;!)✅]|🎉|(?:now|and|again|locally)\b))
  `,
  standsNow: expression("i")`
    ^(?!
      .*\b(?:tests?|specs?|suites?|assertions?|expectations?|fixtures?|snapshots?|already|unchanged)\b
      |.*\bbefore(?=\s*(?:$|[.,;]|and\b))
    )(?:
      (?=.*\bnow\b).*\b(?:
        has|have|sums?|uses?|returns?|includes?|takes?|supports?|shows?|handles?|accepts?|reads?|writes?|counts?
        |adds?|keeps?|stores?|computes?
      )\b
      |.*\b(?:is|are|was|were|has been|have been) (?:all |fully |both )*(?:
        in|there|set up|ready|live|migrated|upgraded|installed|applied|deployed|configured|seeded|started|running
        |implemented|written|published
      )\b
    )
  `,
  deniesFailures: /(?<![\d.,])(?:no|zero|0) (?:tests? )?(?:failures?|failed|failing)(?=\s*(?:$|[.,;!)|✅]))/i,
  toldDeleted: expression("i")`
    (?:^\W*|[.;:,–—✅✓✔] ?|\b(?:i|we|i've|we've|and|also|then) )(?:also |now |then )*(?:deleted|removed)
    (?: (?:the|old|unused|obsolete|legacy|dead|stale|file))* ?[\`"']?$
  `,
  goneAgain: expression("i")`
    \b(?:removed|deleted|dropped|clean(?:ed|ing)? up|cleared|thr[eo]wn?|discarded|rolled back|undid|reverted) (?:
      it|them|both|this|that|these|those|again|after\w*|away|the (?:file|script|files|scripts) (?:again|after\w*)
    )\b|\b(?:removed|deleted|gone|away) (?:again|after\w*)\b|\b(?:temporar\w+|throw-?away|scratch|ad-?hoc)\b
  `,
};
