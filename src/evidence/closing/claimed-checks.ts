import type { CheckKind } from "../record/check-run.ts";
import type { Sentence } from "./sentences.ts";

export interface ClaimedCheck {
  readonly kind: CheckKind;
  /** "All tests", "the full suite": the whole of it is meant. */
  readonly all: boolean;
  /** Nothing narrows it, wishes it or puts it off: its words are those of the claim, and it stands among results. */
  readonly plain: boolean;
  /** A number of tests that it names. */
  readonly count?: number | undefined;
  readonly command?: string | undefined;
  readonly text: string;
}

const SUBJECTS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /\b(?:tests?(?: suites?| cases?)?|specs?|suite|pytest|vitest|jest|unit\/integration)\b/i],
  ["build", /\b(?:builds?|compiles?|compilation|bundle)\b/i],
  ["typecheck", /\b(?:type-?check(?:s|ing|er)?|type errors?|types|tsc|typescript|mypy|pyright)\b/i],
  ["lint", /\b(?:lint(?:s|er|ing|ers)?|eslint|ruff|clippy|golangci-lint|biome|shellcheck)\b/i],
];
/** What says that it went well, behind the subject. */
const WELL =
  /\b(?:pass(?:es|ed|ing(?! \w))?|passing (?:again|and|in|now|on|with)|green|succeed(?:s|ed)?|successful(?:ly)?|clean(?:ly)?|ok|no (?:errors|issues|failures|warnings)|0 (?:errors|failures|failed)|without (?:errors?|issues?|failures?))\b|[✅✓✔☑]/iu;
/** The same in front of it: "passing tests" alone says nothing, "no type errors" and "✅ Tests" do. */
const WELL_BEFORE = /(?:\b(?:no|zero|0)|[✅✓✔☑]) {0,3}(?:\w+ ){0,2}$/iu;
const CLEAN_SUBJECT = /^(?:type errors?|lint(?:er|ing)? (?:errors?|issues?|warnings?)|errors?)/i;
const TAKES_BACK =
  /\b(?:not|never|n't|fail\w*|except|but|however|should|would|could|may|might|will|once|until|unless|if|when|to (?:verify|ensure|make|check|confirm|see)|before|need|please|can|expect\w*|let me|let's|i'll|want|must|still|broke\w*|previously|earlier|was|were|had|only|some|most|remaining|pre-?existing|manually|make sure|ensure|wait\w*|running|now run|run the|whether|so that|todo|except)\b|n't\b|\?$/i;
/** "X tests passed" is told of the past, and a claim all the same. */
const TOLD = /\b(?:(?:were|was) (?:all )?(?:successful|green|clean)|had no)\b/i;
const ALL = /\b(?:all|every|full|entire|whole|complete)\b/i;

/** Longer sentences hold several statements, and whose the words are is anybody's guess. */
const LONGEST = 400;

export function claimedChecks({
  plain: bare,
  text,
  code,
  kind: sentenceKind,
  isOpen,
  heading,
}: Sentence): readonly ClaimedCheck[] {
  const plain = code.some((span) => CALLS.test(span)) ? text.replaceAll("`", "") : bare;
  if (
    plain.length > LONGEST ||
    sentenceKind === "heading" ||
    isOpen ||
    /\b(?:test plan|next steps?|todo|plan|how to|to test|verif\w+ steps)\b/i.test(heading)
  )
    return [];
  const named = code.find((span) => CALLS.test(span));
  const own = SUBJECTS.flatMap(([kind, subject]): readonly ClaimedCheck[] => {
    const found = subject.exec(plain);
    if (!found || !goesWell(plain, found)) return [];
    const count = kind === "test" ? countIn(plain) : undefined;
    const all = ALL.test(plain.slice(0, found.index + found[0].length + 12));
    return [
      {
        kind,
        all,
        plain: isPlain(clauseAround(plain, found.index, [...MARKS, " and "]), heading),
        count,
        command: named,
        text,
      },
    ];
  });
  return own;
}

/** A claim that holds a word which no plain claim has may be about a part, another place or another day. */
function isPlain(clause: string, heading: string): boolean {
  if (heading !== "" && !RESULTS.test(heading)) return false;
  const words = clause.toLowerCase().match(/[\p{L}'-]+|[^\p{L}\p{N}\s'.,:;!()*–—&/+|-]/gu) ?? [];
  return words.every((word) => PLAIN_WORDS.has(word));
}

/** What stands over lists of results. */
const RESULTS =
  /\b(?:summary|verif|result|test|check|status|validat|quality|done|complete|changes\b|what (?:i|was)|fix|implement)/i;
const PLAIN_WORDS = new Set(
  (
    "a again all also an and are as biome build builds built bundle cargo check checks clean cleanly clippy code compiled " +
    "compiles complete completed correctly done entire error errors eslint everything existing failed failing " +
    "failures final finally fine finished fixed full go great green has have i implemented indeed integration is " +
    "issues it jest lint lint-clean linter linting make mix mocha my mypy new no now npm of ok once our out pass passed " +
    "passes passing perfect perfectly phpunit pnpm project pyright pytest ran ready rspec ruff run running so spec " +
    "specs succeed succeeded succeeds successful successfully suite suites summed test tests that the they this " +
    "together too tsc type type-check type-checks typecheck typechecks types typescript unit verified vet vitest " +
    "warnings well whole with without working works yarn zero ‹› ✅ ✓ ✔ ☑ 🎉 🚀"
  ).split(" "),
);

function goesWell(plain: string, found: RegExpExecArray): boolean {
  const before = plain.slice(0, found.index);
  const behind = plain.slice(found.index + found[0].length, found.index + found[0].length + 80);
  const clause = clauseAround(plain, found.index);
  if ((TAKES_BACK.test(clause) && !TOLD.test(clause)) || isShare(clause)) return false;
  if (CLEAN_SUBJECT.test(found[0])) return WELL_BEFORE.test(before);
  const ticked = /[✅✓✔☑]\s{0,3}(?:\w+ ){0,3}$/u.test(before) && /^(?:s|es|ing)?\s{0,2}(?:[:(–—-]|$)/.test(behind);
  return ticked || WELL.test(behind) || /^\W{0,4}pass(?:ed)?\W{1,4}$/i.test(before);
}

/** "7 of 8 tests pass" says that one does not. */
function isShare(clause: string): boolean {
  const [, part, whole] =
    /(?<![\w.])(\d{1,7}|\w+) ?(?:\/|of|out of) ?(?:the )?(\d{1,7}|one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(
      clause,
    ) ?? [];
  return part !== undefined && /^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten)/i.test(part) && part !== whole;
}

/** The clause of a place: up to the next semicolon, dash or "but". */
function clauseAround(text: string, at: number, marks: readonly string[] = MARKS): string {
  const start = Math.max(...marks.map((mark) => text.lastIndexOf(mark, at)), 0);
  const ends = marks.map((mark) => text.indexOf(mark, at)).filter((end) => end !== -1);
  return text.slice(start, ends.length === 0 ? undefined : Math.min(...ends));
}

const MARKS: readonly string[] = [";", " — ", " – ", ". "];

function countIn(plain: string): number | undefined {
  const found =
    /(?<![\w.])(\d{1,3}(?:,\d{3})+|\d+)(?:\/\d+)? (?:\w+ ){0,2}?(?:tests?|specs?|passed|passing|pass)\b/i.exec(
      plain,
    )?.[1];
  return found === undefined ? undefined : Number(found.replaceAll(",", ""));
}

/** How checks are called: in a code span, such words are the subject. */
const CALLS =
  /^(?:npm|pnpm|yarn|bun|npx|cargo|go|g?make|mise|just|uv|poetry|pytest|tsc|vitest|jest|eslint|ruff|mypy|tox|(?:\.\/)?gradlew?|(?:\.\/)?mvnw?|dotnet|mix|rake|bundle|composer|phpunit|swift|flutter|biome|golangci-lint)\b[\w\s:./@=-]{0,80}$/;
