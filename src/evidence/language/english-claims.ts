import type { ClaimPattern } from "./language.ts";
import type { Modality } from "./modality.ts";

/** What stands between a subject and its verb inside one clause. */
const GAP = "[^.;!?]{0,70}?";
/** The same between "tests" and "pass", without another subject coming in between. */
const TESTS_GAP =
  "(?:(?!\\b(?:that|which) (?:all |now |still )?pass|\\bcompil|\\bbuil|\\band the\\b|\\bto\\b)[^.;!?]){0,70}?";
/** The same between "passes all" and "tests", without what is handed on to something. */
const PASSED_GAP = "(?:(?!\\b(?:to|into|through|as|via)\\b)[^.;!?]){0,70}?";
/** What a program tests, and lets pass. */
const DATA =
  "rows|records|items|values|inputs|users|files|lines|entries|requests|orders|candidates|messages|events|documents|carts|images|those|ones";
/** The same after "build": "the build host where all tests pass" is about tests. */
const BUILD_GAP = "(?:(?!(?<!(?:\\band|,|&|\\/|\\+) )\\b(?:tests?|specs?|suites?)\\b)[^.;!?]){0,70}?";
/** Tests as a subject. A single "test" may be part of another name ("the test button"), so what follows it has to fit. */
const TESTS =
  "(?:tests|specs|(?:test|spec) (?:suites?|cases?|runs?|files?|packages?|projects?|targets?|modules?)|(?:test|spec|suites?)(?=\\s*(?:$|[(:|,‹✅✓✔—–]|(?:now|all|still|also|again|is|are|was|has|for|in|that|which|at|of|covering|named|called|and|pass\\w*|succeed\\w*|complet\\w*)\\b)))";
/** Programs that are named for the tests they run, where nothing of theirs (a plugin, a fixture) is meant. */
const RUNNER =
  "(?:pytest|vitest|jest|mocha|rspec|phpunit|ctest|tox|nox|busted|bats|nextest|exunit|eunit|junit|minitest|cucumber|ginkgo|xctest|testthat|playwright|cypress|r cmd check)(?: (?:cases|runs?))?(?: \\([^)]{1,40}\\))?";
/** A program hands things on, too: what follows its "passes" has to leave no room for that. */
const RUNNER_END =
  "\\s*(?:$|[.;!?)(—–✅✓✔🎉]|:(?! ‹)|,(?! (?:without|with|as|by) )|(?:again|now|locally|cleanly|successfully|too|here(?! (?:an?|the)\\b)|and|but|except|everywhere|across|after|throughout|overall|with (?:\\d+|no|zero|all)|without (?:any |errors?|failures?|warnings?|issues?)|on (?:all|every|both|ci|node|python|linux|mac\\w*|windows)|in (?:\\d+|ci|chrom\\w+|firefox|webkit))\\b)";
const LINT =
  "(?:lint(?:er|ing|s)?|eslint|biome|oxlint|ruff|clippy|golangci-lint|rubocop|shellcheck|flake8|pylint|actionlint|hadolint|yamllint|tflint|stylelint|pre-commit(?: hooks?)?|detekt|ktlint|checkstyle|swiftlint|clang-tidy|credo|go vet|staticcheck|phpcs|analyzer)(?!\\s+(?:config\\w*|rules?|plugins?|settings?|setup|integration|comments?|tests?|specs?)\\b)";
/** "The formatter tests pass" is about tests. */
const NO_TESTS = "(?!\\s+(?:tests?|specs?)\\b)";
const TYPES = `(?:type[- ]?check(?:s|ing|er)?|types?|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer|typescript|type errors?)${NO_TESTS}`;
const BUILD = `(?:builds?|compilation|compil(?:es|ed|er))${NO_TESTS}`;
const FORMAT = `(?:format(?:ting|ter)?|fmt|gofmt|prettier)${NO_TESTS}`;
const CHECKS = "(?:checks?|ci|pipeline|validations?|everything|quality gates?|verification)";
/** After "pass" as a verdict the clause ends or goes on with how, where and when; another noun is something handed on. */
const PASS_END =
  "(?=\\s*(?:$|[.,;:!?)(\\]|—–✅✓✔🎉❌*\"'/-]|\\d|(?:again|now|with|without|locally|under|across|after|before|and|cleanly|successfully|including|too|as|when|while|at|against|unchanged|here|there|fine|for|either|throughout|so|but|because|since|except|out|of|overall|everywhere|consistently|reliably|on(?! to\\b)|in(?! (?:(?:a|an|the)\\b|‹|[\\w -]{1,40} (?:instead|rather)\\b))|by|via|even|if|unless|once|today|apart|aside|though|although|however)\\b))";
const GREEN =
  "complet(?:es?|ed) (?:successfully|cleanly)|(?:is|are|was|were) successful|(?:is|are|was|were|all|still|stays?|remains?|now|back to)\\s+(?:\\w+\\s+)?green";
const PASS = `(?:pass(?:es|ed|ing)?${PASS_END}|succeed(?:s|ed|ing)?|${GREEN})`;
const CLEAN =
  "(?:clean(?:ly)?\\b|(?:with |has |have |shows? |reports? |found |produces? )?(?:no|zero|0) (?!(?:new|additional|further|extra|added)\\b)(?:\\w+ ){0,2}(?:issues?|errors?|warnings?|problems?|violations?|findings?|offen[cs]es?)|without (?:any )?(?:errors?|issues?|warnings?|problems?|offen[cs]es?)|(?:is|are) (?:now |all )?happy\\b)";
const VERDICT = `(?:${PASS}|${CLEAN}|✅|✓|✔️?)`;

/** Of every part of the project, under no condition: "all packages pass". */
const ALL_PARTS_PASS = `^(?!.*\\b(?:once|if|when|until|unless|whether|soon|provided|assuming|so that)\\b).*?\\b(?:all|every) (?:(?:of|the|our|workspace|go|rust|npm|\\d+|three|four|five) )*(?:packages?|crates?|workspaces?|modules)(?: in the (?:workspace|monorepo|repo))? (?:now |still |all |also |again )*(?:pass(?:es)? (?:their|its|all) tests\\b|${PASS})`;
/** A whole sentence, but for how it opens. */
const ALL_GREEN =
  "^\\W*(?:(?:all )?(?:done|fixed|finished|ready|summary|status|result)\\W+(?:and )?)?(?:now )?all (?:is )?green(?=\\s*(?:$|[.!✅🎉]|(?:now|again|here)\\s*(?:$|[.!✅🎉])|(?:across|in|over) (?:the|all) (?:whole |entire )?(?:workspaces?|monorepo|repo|packages|crates|board)\\b))";

/** That they were run is said of them, as a clause of its own, and in the same breath how that went. */
const RUN_WELL = `(?:^[^\\w:‹]*|; |\\band )(?:(?:all|the|our|of|existing|full|complete|whole|entire|unit|integration|regression|e2e|new|relevant|\\d+) )*${TESTS} (?:(?:was|were|ha(?:s|ve) been) (?:all |also |then |re-?)*(?:run|rerun|executed)|(?:all |also |then |re-?)*(?:ran|executed)) (?:all )?(?:successfully|cleanly|green|with(?:out(?: any)?| no| zero| 0) (?:errors?|failures?|issues?|problems?))(?=\\s*(?:$|[.;!)✅🎉]|, (?:and|with|all)\\b|(?:and|after|again|now|too|locally|as well)\\b))`;

const SUITES = ["test", "spec", "suite"];
/** Shared, because a sieve has room for few lists. */
const WHOLE = [" ci ", " pipelin", " everyth", "package", "crate", "workspac", "modules", "all "];
const MADE = [" creat", " wrote", " written", " generat", " scaffol", " added", " new "];

const claim = (type: ClaimPattern["type"], words: readonly string[], source: string): ClaimPattern => ({
  type,
  words,
  pattern: new RegExp(source, "i"),
});
/** A tick beside "tests" may also mean that they were written. */
const ticked = (source: string): ClaimPattern => ({
  ...claim("tests-pass", ["✅", "✓", "✔"], source),
  weak: true,
  unless:
    /\b(?:add(?:ed|s)?|writ(?:ten|e|es|ing)|wrote|creat\w+|updat\w+|extend\w+|includ\w+|cover\w*|new|plan\w*|review\w*|adjust\w*|refactor\w*|migrat\w*|ported)\b/i,
});

export const ENGLISH_CLAIMS: readonly ClaimPattern[] = [
  claim("tests-pass", ["pass", "suc", "complete", "green"], `\\b${TESTS}\\b${TESTS_GAP}\\b${PASS}`),
  claim(
    "tests-pass",
    ["pass", "suc", "complete", "green"],
    `\\b${RUNNER} (?:now |still |all |also |again |then )*(?:(?:pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?)(?=${RUNNER_END})|${GREEN})(?! only\\b)`,
  ),
  claim(
    "tests-pass",
    ["green", "ok"],
    `(?:✅|✓|✔️?)\\s*(?:\\w+[- ]){0,4}${TESTS}\\b\\s*(?:\\([^)]*\\))?\\s*(?:green|ok)\\b`,
  ),
  claim(
    "tests-pass",
    [" pass"],
    `(?<!\\b(?:${DATA}) (?:that|which|who) )\\bpass(?:es|ed|ing)? (?:all|every|the (?:full|entire|whole|existing)|\\d+)\\b${PASSED_GAP}\\b${TESTS}\\b`,
  ),
  claim("tests-pass", [" pass"], `\\b\\d+(?:\\s*/\\s*\\d+)? pass(?:ed|ing)?${PASS_END}`),
  claim(
    "tests-pass",
    ["fai", "regressi"],
    "(?:^|[,;:(|–—]\\s*|\\band )(?:with )?(?:no|zero|0) (?:(?:test )?failures|failing tests|regressions in the tests)(?=\\s*(?:$|[.,;:!)|]))",
  ),
  claim("tests-pass", SUITES, "\\b(?:tests|specs|suites?)\\b:? (?:all )?(?:green\\b|ok(?=\\s*(?:$|[.,;!)])))"),
  {
    ...claim("tests-pass", SUITES, RUN_WELL),
    unless:
      /\b(?:that|how|which|what|you|your|they|their|his|her|checks?|asserts?|confirms?|shows?|says?|reads?|logs?|prints?|reports?|tells?|counts?|counter|waits?|last|yesterday|ago|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day|banner|column|badge|log|main|master)\b/i,
  },
  ticked(`\\b${TESTS}\\b${TESTS_GAP}(?:✅|✓|✔)`),
  ticked(`(?:✅|✓|✔️?)\\s*(?:\\w+[- ]){0,4}${TESTS}\\b\\s*(?:\\([^)]*\\))?\\s*(?:$|[:|,])`),
  claim(
    "lint-clean",
    [
      "lint",
      "actionli",
      "stylelin",
      "swiftlin",
      "biome",
      "ruff",
      "clippy",
      "golangci",
      "rubocop",
      "shellche",
      "flake8",
      "detekt",
      "checksty",
      "clang",
      "pre ",
      "credo",
      "vet",
      "staticch",
      "phpcs",
      "analyzer",
    ],
    `\\b${LINT}\\b${GAP}${VERDICT}`,
  ),
  claim(
    "lint-clean",
    [" lint", "linted", " fre", " clean"],
    `\\b(?:(?:code|it|everything|all files?) (?:is|are) (?:\\w+ )?(?:linted|lint[- ]free)|lint[- ]clean|clean lint|no lint(?:er|ing)? (?:errors?|issues?|warnings?))\\b`,
  ),
  claim(
    "types-clean",
    [" type", " tsc", " mypy", " pyright", " phpstan", " psalm", " sorbet", " dialyze"],
    `\\b${TYPES}\\b${GAP}${VERDICT}`,
  ),
  claim("types-clean", [" type", " zero"], "\\b(?:no|zero|0) type ?(?:script )?errors?\\b"),
  claim("build-clean", [" build", " compil"], `\\b${BUILD}\\b${BUILD_GAP}${VERDICT}`),
  claim(
    "build-clean",
    ["builds", "compiles"],
    "\\b(?:it|everything|project|code|package|app|crate|module|solution|apk|image|firmware|binary|library|site|bundle|workspace|extension|plugin|program|executable)\\b (?:\\w+ ){0,2}(?:compiles|builds)(?=\\s*(?:$|[.,;:!)]|(?:cleanly|successfully|without|fine|again|now|and|with|too)\\b|on (?:all|every|both|linux|mac\\w*|windows)\\b))",
  ),
  claim("build-clean", [" buil"], "\\bbuil(?:t|ds) (?:successfully|cleanly|without errors)\\b"),
  claim("format-clean", [" format", " fmt", " gofmt", " prettie"], `\\b${FORMAT}\\b${GAP}${VERDICT}`),
  claim(
    "checks-pass",
    [" check", " ci ", " pipelin", " validat", " everyth", " quality", " verific"],
    `\\b(?:all|every|full|entire|whole)\\b${GAP}\\b${CHECKS}\\b${GAP}\\b${PASS}`,
  ),
  claim(
    "checks-pass",
    WHOLE,
    `\\b(?:ci|pipeline|everything(?! (?:in|of|on|under|that|which|i|we)\\b))\\b${GAP}\\b${PASS}`,
  ),
  claim("checks-pass", WHOLE, [ALL_PARTS_PASS, ALL_GREEN].join("|")),
  claim(
    "verified",
    [" verifie", " validat", " confirm", " tested", " manual", " also ", " end ", " double"],
    "\\b(?:verified|validated|confirmed|(?:manually |also |end-to-end )tested|double-checked|tested (?:it|that|the|this|both|end))\\b",
  ),
  claim("verified", [" work"], "\\bworks? (?:correctly|as expected|as intended|end[- ]to[- ]end|now|fine|properly)\\b"),
  claim(
    "deployed",
    [" deploye", " release", " publish", " rolled", " live", " shipped"],
    "\\b(?:deployed|released|published|rolled out|is live|shipped)\\b",
  ),
  claim(
    "migrated",
    ["migrat"],
    "\\b(?:(?:database|db|schema) (?:is|was|has been) (?:(?:now|fully|successfully) )*migrated|(?:applied|ran|executed) (?:(?:the|all|both|pending|new|database|db|this) ){0,4}migrations?|migrations? (?:(?:was|were|is|are|has|have|been|now|successfully|created|generated|written|added|and) ){1,4}(?:applied|(?<=\\b(?:was|were|been|and|successfully) )(?:run|executed)))\\b(?! (?:by (?!me\\b|us\\b)|there\\b|automatically\\b|(?:on|at|during|in|with|before|after) (?:\\w+ ){0,2}(?:deploy\\w*|boot|start\\w*|releases?|ci|pipeline|launch|rollout)\\b))",
  ),
  claim("pushed", [" pushed"], "\\b(?:pushed)\\b"),
  claim(
    "opened-pull-request",
    [" opened", " created", " raised", " submit"],
    "\\b(?:opened|created|raised|submitted) (?:an? |the |my |new |draft )*(?:pull request|merge request|pr|mr)\\b",
  ),
  claim("git-history", [" tagged", " rebased", " cherry", " merged"], "\\b(?:tagged|rebased|cherry-picked|merged)\\b"),
  claim("committed", [" commit"], "\\b(?:committed|commit (?:is )?(?:done|made|created))\\b"),
  claim(
    "created",
    MADE,
    "\\b(?:created|wrote|written|generated|scaffolded|added (?:a )?(?:new )?(?:file|script|module|test file|doc(?:ument)?|migration|component|config(?:uration)? file|workflow)|new (?:files?|tests? files?|scripts?|modules?|components?|documents?|migrations?))\\b",
  ),
  claim("created", MADE, "^‹\\d+›\\s*(?:\\((?:new|created|added)\\)|[-–—:|]\\s*(?:new|created)\\b)"),
  claim(
    "updated",
    [
      " updated",
      " modifie",
      " changed",
      " edited",
      " rewrote",
      " refacto",
      " extende",
      " replace",
      " renamed",
      " moved",
      " added",
      " adjuste",
      " wired",
      " extract",
      " raised",
      " bumped",
      " lowered",
      " increas",
      " reduced",
      " switche",
      " convert",
      " patched",
    ],
    "\\b(?:updated|modified|changed|edited|rewrote|refactored|extended|replaced|renamed|moved|added|adjusted|wired|extracted|raised|bumped|lowered|increased|reduced|switched|converted|patched)\\b",
  ),
  claim("deleted", [" deleted", " removed", " dropped"], "\\b(?:deleted|removed|dropped)\\b"),
  claim(
    "fixed",
    [" fixed", " solved", " resolve", " address", " correct"],
    "\\b(?:fixed|resolved|solved|addressed|corrected)\\b",
  ),
  claim(
    "ran",
    ["pass", "succe", "complete", "finish", "clean", "green", "fine", "happy", "without", "come", "report"],
    `‹\\d+›\\s+(?:now |still |also |all |both )*(?:pass(?:es|ed)?${PASS_END}|succeed(?:s|ed)?|(?:complet|finish)(?:es|ed) (?:successfully|cleanly|fine|without (?:any )?(?:errors?|failures?|issues?|problems?)|with no (?:errors?|failures?|issues?|problems?))|(?:is|are|was|were|runs?|ran|renders?) (?:now )?(?:clean(?:ly)?|green|successful(?:ly)?|fine|happy|without (?:any )?(?:errors?|failures?|issues?|problems?))|comes? back (?:all )?(?:clean|green|ok)|reports? (?:no|zero|0))\\b`,
  ),
  claim("ran", [" execute", " ran ", " reran"], "\\b(?:ran|executed|re-ran|reran)\\b"),
  claim(
    "done",
    ["done", "complete", "finished", "implemen", "ready", "set", "place"],
    "\\b(?:all )?(?:done|complete[d]?|finished|implemented|ready(?: for| to)?|all set|in place)\\b",
  ),
];

/** What a person may report, and an agent mend. Of some of it, or of the first of it, the rest may be left. */
const TROUBLE =
  "(?:crash(?:es)?|errors?|failures?|panics?|exceptions?|regressions?|time-?outs?|warnings?|(?:failing|broken) [\\w‹›-]+|flaky (?:tests?|specs?|suites?))";
const SOME =
  "(?:but|except|not|no|one|two|three|four|five|some|most|many|half|other|remaining|rest|first|last|of|\\d+)";
const MENDED = "(?:fixed|resolved|solved|corrected|eliminated|repaired|gone)";

export const ENGLISH_MODALITY: Modality = {
  hedge:
    /\b(?:most(?:ly)?|many|some|several|nearly|almost|just about|half|(?:the )?majority|must|ha(?:ve|s) to|should|might|may|likely|probably|presumably|expect(?:ed|s)? (?:to|that)|expect (?:all|every|the|\d+)|appears?|seems?|in theory|i (?:think|believe|assume|expect|hope|guess)|my guess|(?<=: )unknown|(?:in|by) my (?:head|mind|reading|reasoning)|on paper|hopefully|could|would|'d|supposed(?:ly)? to|perhaps|possibly|in principle|designed to|intended to|meant to|ideally|apart from|aside from|other than|excluding|(?:one|two|three|four|five|six|seven|eight|nine|ten) (?:out )?of (?:the )?(?:\d+|\w+)|(?:that|which) can (?:be )?run)\b/i,
  contrast:
    /\b(?:(?:do|does|did)(?: not|n't)(?=\s*(?:$|[.,;:!]|yet|pass|work|run|compile))|(?:is|are)(?: not|n't)(?: here)?(?=\s*(?:$|[.;:!)]))|at least (?:they|it) did|if you (?:leave out|skip|exclude)|fail\w*|but|however|except|although|though|unfortunately|only (?:the|partially)|apart from|aside|other than|exclud(?:ed|ing)|excepting|notwithstanding|modulo|minus|save for|barring|bar (?:the|one|two)|(?<=[;,:–—] )here,? (?:the )?‹\d+› (?!pass|is green|works)|(?<=[;,:–—] )(?:here|(?:in|on) (?:this|my) (?:sandbox|container|environment|machine|session|box|shell|setup|checkout)|locally|without (?:it|one|them)),? (?:the |these |those |only |just )?(?:one|two|three|four|five|[1-9]\d*|some|they)(?: tests?| of \w+)? (?:gets?|sees?|stops?|answers?|hits?|reach(?:es)?|wants?|lacks?|times? out|runs? into|do(?=\s*(?:$|[.;,]))|are (?:refused|rejected|denied|stopped)))\b/i,
  negation:
    /(?:\b(?:not|never|cannot|unable|neither|nor|none|no longer|nothing|no|without|fail\w*|skip(?:ped|s|ping)?|untested|unverified|still (?:broken|red|open|need\w*))\b|n't\b|❌|✗|⚠|⛔|🔴|🚫)/i,
  harmless:
    /\b(?:no|zero|0|without(?: any)?)\s+(?:(?:new|test|lint|type|typescript|eslint|build|compile\w*|analy[sz]er|static analysis|other|more|remaining|known)\s+)*(?:fail\w*|issues?|errors?|warnings?|problems?|regressions?|violations?|findings?|offen[cs]es?|conflicts?|vulnerabilit(?:y|ies)|leaks?|fixes applied|diagnostics)\b|\b(?:none|nothing) (?:(?:is|was|were|are) )?(?:skipped|failed|failing)\b|\b(?:the |previously |formerly |two |three |four |five |\d+ ){0,5}fail(?:ing|ed) (?:tests?|checks?|cases?|builds?)\b|\bnot only\b|\bnothing (?:else )?(?:broke|broken|regressed)\b|\bno (?:behaviou?r|functional|breaking|code|other) changes?\b|\bskipped?:? 0\b|\b0 skipped\b|\b(?:add|set|rais|increas|bump|lower|reduc|extend|doubl|chang|adjust|configur)\w* (?:\w+ ){0,3}time-?outs?\b|\btime-?outs? (?:handling|options?|settings?|values?|config\w*|parameters?|arguments?|flags?|support|(?:is|are) (?:now )?(?:configurable|\d))|\bpass\w* with (?:the|a) (?:new|longer|higher|larger|raised|increased) time-?outs?\b/gi,
  mended: new RegExp(
    [
      `\\b(?:fix(?:ed|es)|resolve[ds]|solved|corrected|eliminated|repaired|replaced) (?:the|an?|this|that|these|those|both|all|your) (?:(?!${SOME}\\b)[\\w'‹›-]+ ){0,4}?${TROUBLE}(?![\\w-])`,
      `(?<!\\b${SOME} )\\b${TROUBLE} (?:(?:is|are|was|were|has been|have been) )?(?:(?:now|also|all|both) )*${MENDED}(?=\\s*(?:$|[.,;:!)—–✅✓✔]|(?:and|now|too|as well)\\b|in ‹))`,
      `\\b(?:${TROUBLE} )?no longer (?:crash(?:es)?|fails?|panics?|breaks?|throws?|errors?|times? out|occurs?|happens?|appears?)\\b`,
      "\\binstead of (?:failing|crashing|panicking|breaking|throwing|timing out)\\b",
      "\\bincluding (?:the|those) (?:\\w+ ){0,3}(?:that|which) (?:was|were|had been) (?:failing|broken|red|crashing)(?=\\s*(?:$|[.,;:!)]|(?:and|before|earlier)\\b))",
    ].join("|"),
    "gi",
  ),
  conditional:
    /\b(?:an?|each|any) (?:\w+ )?(?:test|spec|suite|build|check|run)\b[^.]*\b(?:when|if|once|unless)\b|\b(?:if|once|unless|until|whenever|as long as|assuming|provided(?: that)?|in case|as soon as|when (?:you|the user|they|it|we|run|executed)|in isolation|individually|after you|before you|wherever|from (?:[a-z]+ ){0,3}(?:passing|succeeding|clean|green)|machines with|with \S+ running)\b|^with (?!th|all|my|our|no|tests|\d)/i,
  future:
    /\b(?:will|going to|i'll|we'll|let me|let's|next(?!est\b|\.?js\b)(?: steps?)?|todo|to-do|to do:|plan(?:s|ned|ning)? to|need(?:s|ed)? to|pending|to be (?:confirmed|checked|verified|seen|tested|run)|tb[cd]|unconfirmed|want me to|remains? to|yet to|so that|in order to|waiting|about to|now (?:to|for)|(?:(?<!managed )to get|stands? between)\b|to (?:verify|check|confirm|ensure|see|make sure)|mak(?:e|es|ing) |lets? |allow(?:s|ing)? |help(?:s|ing)? |ensur(?:es?|ing) |whether |regardless |required? )/i,
  intention:
    /\b(?:will be|going to|i'll|we'll|let me|let's|todo|to-do|plan(?:s|ning)? to|need(?:s|ed)? to|pending|want me to|remains? to|yet to|about to|can be|to be)\b/i,
  instruction:
    /(?:^\s*(?:run|try|check|verify|ensure|make sure|confirm|test(?! (?:suites?|cases?|files?|runs?|results?|coverage)\b)|see|use|open|restart|rerun|re-run|remember|consider|note)\s(?!that all|✅)|\b(?:you (?:can|could|should|may|might|will|need|must|have to|want)|you'll|please|feel free|make sure|be sure to|let me know|recommend|suggest|acceptance|success criteria|definition of done)\b|^\s*(?:expected\b|(?:for (?:you|the reviewers?)|your turn|left for you|on your (?:side|machine))\s*[:–—-])|\b(?:expected(?: result| output)?|(?:example|sample)(?: (?:output|run|line))?|(?:target|goal|aim|objective)(?: (?:is|was|remains|stays)(?=: (?:all|every|the|both|no|green|tests?|an?)\b))?):)/i,
  attribution:
    /\b(?:you (?:said|mentioned|reported|noted|asked|wanted|told)|according to|as (?:you|the user) (?:said|noted|mentioned|saw|ran|reported|confirmed|showed|wrote)|(?:in|by|on) your (?:own |last )?run|the (?:docs?|documentation|issue|ticket|reviewer|bot|readme|article|spec) (?:says?|states?|claims?|mentions?)|claims? that|says that|(?:author|user|team|colleagues?|maintainers?|reviewer|someone|they|he|she) (?:says?|said|reports?|reported|claims?|told|wrote)|(?:your|their) (?:machine|laptop|side|end)|your (?:\w+ )?(?:logs?|output|trace|paste|screenshot|report|run|build|job|pipeline) (?:shows?|says?|has|have|tells?|reports?|lists?|ends?)|upstream|on (?:main|master)\b|(?:release|base|stable|target|default|production|main|master) branch|on the (?:old|original|untouched|unchanged|previous) (?:code|version|state)|(?:clean|fresh) checkout|before (?:my|this|these|the) change|pre-?existing|previously|originally|used to|earlier|in the previous|last (?:session|time))/i,
  attributed:
    /^(?:as (?:you|the \w+|they) (?!can\b|see\b)\w+|according to|per (?:your|the)|in your|from your|on (?:your|their)|you (?:said|mentioned|reported|noted)|before (?:i|we) (?:touched|changed|edited|started|began|did|made|upgraded)|before (?:any|my|the|these|this|our) (?:changes?|edits?|work|upgrade|refactor\w*|fix)|baseline|(?:at|from|in) the (?:start|beginning|outset)|(?:i )?start(?:ed|ing) (?:from|on|with)|(?:on|in|with) (?:a|the) (?:clean|fresh|untouched|unchanged|old|original|previous) (?:checkout|clone|copy|tree|code|version))\b/i,
  conditionBefore:
    /(?:\b(?:when(?:ever)?|after|until|unless|if|once|before|while|whether|as soon as|as long as|(?:in|for|of|on|with) which|whose)|^\W*(?:(?:start|set|give|add|install|export|use)\b[^.;!?]{1,80} and|with [^.;!?]{1,60} (?:installed|running|available),))\s+(?:(?:all|the|every|your|its|these|those|any|both|unit|integration|e2e|new|existing)\s+)*$/i,
  conditionOver:
    /\b(?:when(?:ever)?|until|unless|if|once|whether|as soon as|as long as|provided(?: that)?|(?:requires?|demands?|ensures?|means?|counts?|stores?|stands? for:?)(?: that)?|(?:notes?|page|badge|bot|mail|mock|server|comment|template|text|banner|message|title|label|description|ticket|log)s?(?: [\w']+){0,5}? (?:say|read|state|claim|show|is now|are now)s?(?: that)?:?)\s+(?:(?:all|the|every|your|its|any|both|no|unit|integration|e2e|new|existing)\s+)*(?:tests?|specs?|suites?|lint\w*|builds?|types?|type ?checks?|checks?|ci|pipeline)\b[^;—–]*$/i,
  conditionLeadIn:
    /\b(?:when(?:ever)?|if|once|unless|until|whether|as soon as|as long as|provided|means?|requires?|demands?|wants?|needs?)(?: that)?\s*:\s*$|\b(?:conditions|rules|criteria|requirements|states|outcomes)\b[^.!?]*:\s*$/i,
  expectedColumn:
    /^(?!.*\b(?:actual\w*|results?|status|state|got|outcome|observed|seen)\b).*\b(?:expect\w*|you (?:should|will|ought|see|get)|should (?:see|be|give)|wanted|acceptance)\b/i,
  listsWanted:
    /\b(?:under|has|needs?|wants?) (?:\w+ ){0,3}(?:conditions?|checklist|criteria|rules)(?! (?:is|are|was|were|all|now) )[^.!?:]{0,40}:/i,
  stateLabel:
    /^(green|red|yellow|amber|gr[ae]y|orange|blue|pass(?:ed|ing)?|fail(?:ed|ing|ure)?|success|ok|error|skipped|pending|running|unknown|0|1|2|✅|❌|⚠️?|🟢|🔴|🟡|⚪)\s*(?:[-–—:=→]|means\b)/i,
  bareCount:
    /^[^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*(?:all )?\d+(?:\s*\/\s*\d+)? pass(?:ed|ing)?(?:[\s,;]+(?:\d+|no|zero) (?:fail\w*|skip\w*|error\w*|pending|warnings?))*(?: in [\d.]+ ?m?s)?[^a-z\d\u00c0-\u1fff\u3040-\ud7ff]*$/i,
  testRunner:
    /\b(?:pytest|vitest|jest|mocha|ava|tap|rspec|phpunit|pest|junit|nunit|xunit|ctest|gtest|bats|karma|cypress|playwright|unittest|tox|nox|go test|cargo)\b/i,
  typeChecker: /\b(?:tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer)\b/i,
  probeTest:
    /\b(?:smoke|sanity|statistical|stationarity|normality|adf|kpss|t|overfit\S*|benchmark|load|import|manual|connection|connectivity|curl|endpoint|health|ping|restore|browser|live|ad-?hoc)[- ](?:\w+ ){0,2}(?:tests?|suite|run)\b|\btest(?:s|ed|ing)? (?:by hand|with curl|manually)\b|\b(?:throw-?away|scratch|temporary|temp|ad-?hoc|inline|one-off|quick|small|little) (?:\w+ )?(?:scripts?|snippets?|program|one-liner)\b/i,
  openHeading:
    /\b(?:next|remaining|todo|to do|follow[- ]?ups?|not (?:done|yet|included|covered|verified|tested|run|checked)|un(?:verified|tested)|open|pending|left|how to|usage|manual|you (?:can|should|need)|to (?:test|verify|run|try|use|reproduce)|test plan|testing instructions|recommend\w*|suggest\w*|propos\w*|ideas?|optional|future|known|limitations?|caveats?|previous\w*|risks?|out of scope|verification steps|acceptance|expected|examples?|scenarios?|options?|questions?|plan|what (?:to|it|this) (?:do|does|test|shows?|means?)|why|exit (?:codes?|status\w*)|criteri(?:a|on)|conditions?|requirements?|definition of done|legend|meanings?|before (?:merging|the merge|you merge|releas\w+|deploy\w+|shipping)|what (?:i|we) (?:did not|didn't|have not|haven't|could not|couldn't)|(?<=^|(?:checklist|notes?|steps?|left|tasks?) )for (?:you|the reviewers?)|your turn|on your (?:machine|side|end|laptop)|gaps?)\b/i,
};
