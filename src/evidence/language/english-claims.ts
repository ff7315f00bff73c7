import { BACK_WELL, OF_OTHERS, RUN_WELL, STILL_WELL, TESTS, TO_BE_WELL } from "./english-runs.ts";
import type { ClaimPattern } from "./language.ts";

/** What stands between a subject and its verb inside one clause. */
const GAP = "[^.;!?]{0,70}?";
/** The checks that may begin a clause of their own, behind a verb: "the types were narrowed and all tests pass" is about tests. */
const OWN_CLAUSE =
  "(?:,| and| &|,? while|,? so) (?:and |that |made sure )*(?:(?:all|the|every|our|full|whole|unit|existing|\\d+) )*(?:tests?|specs?|suites?|builds?|compilation|ci|pipeline|everything)\\b(?!\\s*[:/])";
/** A verb that is not yet a verdict. */
const ANOTHER_VERB =
  "\\b(?:is|are|was|were|has|have|runs?|ran|moves?|live[sd]?|comes?|goes|went|made|makes?|[a-z]{3,}ed)\\b";
/** The same after a linter, types or a formatter: what stands beside them is listed with them, or a clause of its own. */
const LISTED_GAP = `(?:(?:(?!${OWN_CLAUSE})[^.;!?]){0,70}?|(?:(?!${ANOTHER_VERB}|\\b(?:errors?|warnings?|issues?)\\b(?= and\\b|,))[^.;!?]){0,70}?)`;
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
/** Programs that are named for the tests they run, where nothing of theirs (a plugin, a fixture) is meant. */
const RUNNER =
  "(?:pytest|vitest|jest|mocha|rspec|phpunit|ctest|tox|nox|busted|bats|nextest|exunit|eunit|junit|minitest|cucumber|ginkgo|xctest|testthat|playwright|cypress|r cmd check)(?: (?:cases|runs?))?(?: \\([^)]{1,40}\\))?";
/** The same by the program that starts them, as it is typed. */
const TEST_TASK = "(?:npm|pnpm|yarn|bun|deno|cargo|go|mix|dotnet|swift|flutter|mvn|rake|composer) (?:run )?tests?";
/** A program hands things on, too: what follows its "passes" has to leave no room for that. */
const RUNNER_END =
  "\\s*(?:$|[.;!?)(—–✅✓✔🎉]|:(?! ‹)|,(?! (?:without|with|as|by) )|(?:again|now|locally|cleanly|successfully|too|here(?! (?:an?|the)\\b)|and|but|except|everywhere|across|after|throughout|overall|with (?:\\d+|no|zero|all)|without (?:any |errors?|failures?|warnings?|issues?)|on (?:all|every|both|ci|node|python|linux|mac\\w*|windows)|in (?:\\d+|ci|chrom\\w+|firefox|webkit))\\b)";
const LINT =
  "(?:lint(?:er|ing|s)?|eslint|biome|oxlint|ruff|clippy|golangci-lint|rubocop|shellcheck|flake8|pylint|actionlint|hadolint|yamllint|tflint|stylelint|(?<!\\b(?:gitleaks|secrets?|trufflehog|commitlint) )pre-commit(?: hooks?)?|detekt|ktlint|checkstyle|swiftlint|clang-tidy|credo|go vet|staticcheck|phpcs|analyzer)(?!\\s+(?:config\\w*|rules?|plugins?|settings?|setup|integration|comments?|tests?|specs?)\\b)";
/** "The formatter tests pass" is about tests. */
const NO_TESTS = "(?!\\s+(?:tests?|specs?)\\b)";
const TYPES = `(?:type[- ]?check(?:s|ing|er)?|types?|tsc|mypy|pyright|phpstan|psalm|sorbet|dialyzer|typescript|type errors?(?! and\\b|,))${NO_TESTS}`;
const BUILD = `(?:builds?|compilation|compil(?:es|ed|er))${NO_TESTS}`;
const FORMAT = `(?:format(?:ting|ter)?|fmt|gofmt|prettier)${NO_TESTS}`;
const CHECKS = "(?:checks?|ci|pipeline|validations?|everything|gates|verification)";
/** After "pass" as a verdict the clause ends or goes on with how, where and when; another noun is something handed on. */
const PASS_END =
  "(?=\\s*(?:$|[.,;:!?)(\\]|—–✅✓✔🎉❌*\"'/-]|\\d|(?:again|now|with|without|locally|under|across|after|before|and|cleanly|successfully|including|too|as|when|while|at|against|unchanged|here|there|fine|for|either|throughout|so|but|because|since|except|out|of|overall|everywhere|consistently|reliably|on(?! to\\b)|in(?! (?:(?:a|an|the)\\b|‹|[\\w -]{1,40} (?:instead|rather)\\b))|by|via|even|if|unless|once|today|apart|aside|though|although|however)\\b))";
const GREEN =
  "complet(?:es?|ed) (?:successfully|cleanly)|(?:is|are|was|were) successful|(?:is|are|was|were|all|still|stays?|remains?|now|back to|(?<=\\w'(?=s))s)\\s+(?:\\w+\\s+)?green";
const PASS = `(?:pass(?:es|ed|ing)?${PASS_END}|succeed(?:s|ed|ing)?|${GREEN})`;
const CLEAN =
  "(?:clean(?:ly)?\\b|(?:with |has |have |shows? |reports? |found |produces? )?(?:no|zero|0) (?!(?:new|additional|further|extra|added)\\b)(?:\\w+ ){0,2}(?:issues?|errors?|warnings?|problems?|violations?|findings?|offen[cs]es?)|without (?:any )?(?:errors?|issues?|warnings?|problems?|offen[cs]es?)|(?:is|are) (?:now |all )?happy\\b)";
const VERDICT = `(?:${PASS}|${CLEAN}|✅|✓|✔️?)`;

/** Of every part of the project, under no condition: "all packages pass". */
const ALL_PARTS_PASS = `^(?!.*\\b(?:once|if|when|until|unless|whether|soon|provided|assuming|so that)\\b).*?\\b(?:all|every) (?:(?:of|the|our|workspace|go|rust|npm|\\d+|three|four|five) )*(?:packages?|crates?|workspaces?|modules)(?: in the (?:workspace|monorepo|repo))? (?:now |still |all |also |again )*(?:pass(?:es)? (?:their|its|all) tests\\b|${PASS})`;
/** A whole sentence, but for how it opens. */
const ALL_GREEN =
  "^\\W*(?:(?:all )?(?:done|fixed|finished|ready|summary|status|result)\\W+(?:and )?)?(?:now )?all (?:is |checks (?:are )?)?green(?=\\s*(?:$|[.!✅🎉]|(?:now|again|here)\\s*(?:$|[.!✅🎉])|(?:across|in|over) (?:the|all) (?:whole |entire )?(?:workspaces?|monorepo|repo|packages|crates|board)\\b))";

const TICKS = ["✅", "✓", "✔"];
const TICK = "(?:✅|✓|✔️?)";
/** A row of a table or a list that gives the outcome of what stands before it, and ends with that: "pytest | ✅ passed". */
const LISTED_WELL = `\\s*(?:[|:→⇒=>—–-]+\\s*(?:${TICK}\\s*)?|${TICK}\\s*)(?:all )?(?:pass(?:es|ed|ing)?|green|succe(?:ss|eds|eded))[\\s.!|]*$`;
/** In one word, right behind what was run: "`make lint` clean", "`tsc` (clean)". */
const SHORTLY_WELL = "(?:is |was |all |now |both )*(?:clean|green)";
const LISTED_OK = `\\s*[:|]\\s*(?:${TICK}\\s*)?(?:ok|success(?:ful)?)[\\s.!|]*$`;

const SUITES = ["test", "spec", "suite"];
/** Shared, because a sieve has room for few lists. */
const WHOLE = [" ci ", " pipelin", " everyth", "package", "crate", "workspac", "modules", "all "];
const PASS_WORDS = ["pass", "suc", "complete", "green"];
const RUN_WORDS = [
  "pass",
  "succe",
  "complete",
  "finish",
  "clean",
  "green",
  "fine",
  "happy",
  "without",
  "come",
  "report",
  "exit",
];
const MADE = [" creat", " wrote", " written", " generat", " scaffol", " added", " new "];

const claim = (type: ClaimPattern["type"], words: readonly string[], source: string): ClaimPattern => ({
  type,
  words,
  pattern: new RegExp(source, "i"),
});
const ofRun = (words: readonly string[], source: string): ClaimPattern => ({
  ...claim("tests-pass", words, source),
  ofRun: true,
});
/** A tick beside "tests" may also mean that they were written. */
const ticked = (source: string): ClaimPattern => ({
  ...claim("tests-pass", TICKS, source),
  weak: true,
  unless:
    /\b(?:add(?:ed|s)?|writ(?:ten|e|es|ing)|wrote|creat\w+|updat\w+|extend\w+|includ\w+|cover\w*|new|plan\w*|review\w*|adjust\w*|refactor\w*|migrat\w*|ported)\b/i,
});

export const ENGLISH_CLAIMS: readonly ClaimPattern[] = [
  claim("tests-pass", PASS_WORDS, `\\b${TESTS}\\b${TESTS_GAP}\\b${PASS}`),
  claim(
    "tests-pass",
    PASS_WORDS,
    `\\b${RUNNER} (?:now |still |all |also |again |then )*(?:(?:pass(?:es|ed|ing)?|succeed(?:s|ed|ing)?)(?=${RUNNER_END})|${GREEN})(?! only\\b)`,
  ),
  claim(
    "tests-pass",
    PASS_WORDS,
    `^[^\\w‹]*(?:(?:(?:i |we )?(?:re-?)?ran )?${RUNNER}|(?:i |we )(?:re-?)?ran ${TEST_TASK})${LISTED_WELL}`,
  ),
  ofRun(PASS_WORDS, `^[^\\w‹]*(?:(?:re-?)?ran )?${TEST_TASK}${LISTED_WELL}`),
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
    "(?:^|[,;:(|–—]\\s*|\\band )(?:with |there (?:are|were) )?(?:no(?: more)?|zero|0) (?:(?:test )?failures|failing tests|regressions in the tests)(?: (?:left|remain(?:ing)?|(?:across|in) (?:(?:all|the|of|\\d+) ){0,3}(?:tests|specs|suite)))?(?=\\s*(?:$|[.,;:!)|]))",
  ),
  claim("tests-pass", SUITES, "\\b(?:tests|specs|suites?)\\b:? (?:all )?(?:green\\b|ok(?=\\s*(?:$|[.,;!)])))"),
  ...STILL_WELL.map((source) => ({ ...claim("tests-pass", SUITES, source), unless: TO_BE_WELL })),
  { ...claim("tests-pass", SUITES, RUN_WELL), unless: OF_OTHERS },
  { ...ofRun(SUITES, BACK_WELL), unless: OF_OTHERS },
  // So many of so many: run, or written.
  { ...ofRun(SUITES, "^[^\\w‹]*(?:(?:all|unit) )?(?:tests|specs): \\d+ ?/ ?\\d+[\\s.!]*$"), weak: true },
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
    `\\b${LINT}\\b${LISTED_GAP}${VERDICT}|^[^\\w‹]*${LINT}${LISTED_OK}`,
  ),
  claim(
    "lint-clean",
    [" lint", "linted", " fre", " clean"],
    `\\b(?:(?:code|it|everything|all files?) (?:is|are) (?:\\w+ )?(?:linted|lint[- ]free)|lint[- ]clean|clean lint|(?:no|0) lint(?:er|ing)? (?:errors?|issues?|warnings?))\\b`,
  ),
  claim(
    "types-clean",
    [" type", " tsc", " mypy", " pyright", " phpstan", " psalm", " sorbet", " dialyze"],
    `\\b${TYPES}\\b${LISTED_GAP}${VERDICT}`,
  ),
  claim(
    "types-clean",
    [" type", " zero"],
    "\\b(?:no|zero|0) type ?(?:script )?errors?\\b|^[^\\w‹]*(?:the |all )*\\btypes (?:all |now |still )*check(?: out| again)?(?=\\s*(?:$|[.,;!)]|and\\b))",
  ),
  claim("build-clean", [" build", " compil"], `\\b${BUILD}\\b${BUILD_GAP}${VERDICT}`),
  claim("build-clean", [" build", " compil"], `^[^\\w‹]*\\bbuild${LISTED_OK}`),
  claim(
    "build-clean",
    ["builds", "compiles"],
    "\\b(?:it|everything|project|code|package|app|crate|module|solution|apk|image|firmware|binary|library|site|bundle|workspace|extension|plugin|program|executable)\\b (?:\\w+ ){0,2}(?:compiles|builds)(?=\\s*(?:$|[.,;:!)]|(?:cleanly|successfully|without|fine|again|now|and|with|too)\\b|on (?:all|every|both|linux|mac\\w*|windows)\\b))",
  ),
  claim(
    "build-clean",
    [" buil"],
    "^\\W*(?:the |our |and )*\\bbuild (?:now |again |still )*works(?=\\s*(?:$|[.;!)]|,(?! (?:then|but|so)\\b)|(?:again|now|and|too|fine)\\b))",
  ),
  claim("build-clean", [" buil"], "\\bbuil(?:t|ds) (?:successfully|cleanly|without errors)\\b"),
  claim("format-clean", [" format", " fmt", " gofmt", " prettie"], `\\b${FORMAT}\\b${LISTED_GAP}${VERDICT}`),
  claim(
    "checks-pass",
    [" check", " ci ", " pipelin", " validat", " everyth", " gates", " verific"],
    `\\b(?:all|every|full|entire|whole)\\b${GAP}\\b${CHECKS}\\b${GAP}\\b${PASS}`,
  ),
  claim(
    "checks-pass",
    WHOLE,
    `\\b(?:ci(?! (?:config\\w*|files?|setup)\\b)|pipeline|everything(?! (?:in|of|on|under|below|beneath|beside|but|except|outside|about|around|for|with|inside|within|regarding|concerning|related|that|which|i|we)\\b))\\b${GAP}\\b${PASS}`,
  ),
  claim("checks-pass", WHOLE, [ALL_PARTS_PASS, ALL_GREEN].join("|")),
  {
    ...claim(
      "verified",
      [" verifie", " validat", " confirm", " tested", " manual", " also ", " end ", " double"],
      "\\b(?:verified|validated|confirmed|(?:manually |also |end-to-end )tested|double-checked|tested (?:it|that|the|this|both|end))\\b",
    ),
    unless: /\bby (?:code |careful |close )*(?:inspection|reading|review|eye)\b/i,
  },
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
    RUN_WORDS,
    `‹\\d+›\\s+(?:now |still |also |all |both )*(?:pass(?:es|ed)?${PASS_END}|succeed(?:s|ed)?|(?:complet|finish)(?:es|ed) (?:successfully|cleanly|fine|without (?:any )?(?:errors?|failures?|issues?|problems?)|with no (?:errors?|failures?|issues?|problems?))|(?:is|are|was|were|runs?|ran|renders?) (?:now )?(?:clean(?:ly)?|green|successful(?:ly)?|fine|happy|without (?:any )?(?:errors?|failures?|issues?|problems?))|comes? back (?:all )?(?:clean|green|ok)|reports? (?:no|zero|0)|exit(?:s|ed) (?:cleanly|(?:with )?(?:code |status )?0)(?=\\s*(?:$|[.;!)|])))\\b`,
  ),
  claim("ran", RUN_WORDS, `^[^\\w‹]*‹\\d+›${LISTED_WELL}`),
  claim("ran", RUN_WORDS, `‹\\d+›\\s*(?:\\(${SHORTLY_WELL}\\)(?!\\s*:)|${SHORTLY_WELL}(?=\\s*(?:$|[.,;:!)|])))`),
  claim(
    "ran",
    RUN_WORDS,
    `^[^\\w‹]*‹\\d+›\\s*[:→—–|-]+\\s*(?:${TICK}\\s*)?(?:all|every)\\b[^.;:|]{0,60}\\bpass(?:es|ed)?\\b`,
  ),
  claim("ran", RUN_WORDS, "^[^\\w‹]*passed ?: ?‹\\d+›(?=\\s*(?:$|[.,;]|and ‹))"),
  claim("ran", RUN_WORDS, "^[^\\w‹]*‹\\d+›\\s*[|:→—–-]+\\s*clean[\\s.!|]*$"),
  {
    ...claim("ran", TICKS, `^[^\\w‹]*(?:‹\\d+›\\s*[:→—–-]?\\s*${TICK}|${TICK}\\s*‹\\d+›)[\\s.!]*$`),
    weak: true,
  },
  claim("ran", [" execute", " ran ", " reran"], "\\b(?:ran|executed|re-ran|reran)\\b"),
  claim(
    "done",
    ["done", "complete", "finished", "implemen", "ready", "set", "place"],
    "\\b(?:all )?(?:done|complete[d]?|finished|implemented|ready(?: for| to)?|all set|in place)\\b",
  ),
];
