import { inlineCode } from "../../thread/shell/inline-code.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { commandChanges } from "../../thread/shell-changes.ts";
import type { FileChange } from "../changes/changes.ts";
import { pathsIn, roleOf, samePath } from "../changes/paths.ts";
import type { Facts } from "../facts.ts";
import type { Step } from "../../thread/thread.ts";
import { stepAt } from "../steps.ts";
import { spelled } from "../receipts/check.ts";
import { unseenWrites, writesAreKnown } from "./known-writes.ts";
import { expression } from "../../patterns/expression.ts";
import { talks } from "./unknown-tools.ts";

/** True when what was written in this turn holds tests, or may hold some. */
export function mayHaveTests(facts: Facts): boolean {
  const { changes } = facts;
  return (
    changes.some(mayBeTest) ||
    changes.some((change) => isUnreadCode(change) && !isSpelledOut(facts, change)) ||
    wroteUnseen(facts)
  );
}

/** True when code was written, and the record does not show what. */
export function isUnreadCode({ role, meaning }: FileChange): boolean {
  return role === "code" && meaning === "unknown";
}

/** True when the line itself shows all that it wrote, and no test: `sed -i`, or a script that reads no other file. */
function isSpelledOut(facts: Facts, { step: number, shell }: FileChange): boolean {
  const step = shell ? stepAt(facts, number) : undefined;
  const { command = "", changes } = step?.action ?? { changes: [] };
  if (!step || TESTING.test(command) || !writesAreKnown(step)) return false;
  return parseCommandLine(command).every((each) => {
    const code = inlineCode(each);
    if (code === undefined && commandChanges([each]).length === 0) return true;
    const text = code ?? (each.name === "sed" ? spelled(each) : undefined);
    return text !== undefined && pathsIn(text).every((path) => changes.some(({ path: to = "" }) => samePath(to, path)));
  });
}

/** True when the file is one of tests, or what was written into it may be a test. */
export function mayBeTest(change: FileChange): boolean {
  if (change.role === "test" || FOR_TESTS.test(change.path)) return true;
  return (change.path.endsWith(".go") ? TESTING_GO : TESTING).test(addedText(change));
}

/** The new text without the lines that were there before: those were not written now. */
function addedText({ oldText, newText = "" }: FileChange): string {
  if (oldText === undefined) return newText;
  const old = new Set(oldText.split("\n"));
  return newText
    .split("\n")
    .filter((line) => !old.has(line))
    .join("\n");
}

/** True when tests may be in the changes as rows of data, a job that runs them, or examples in a document. */
export function mayBeData({ changes }: Facts): boolean {
  return changes.some(
    ({ role, path, newText = "" }) =>
      role === "config" ||
      role === "asset" ||
      /\.(?:sql|html?)$/.test(path) ||
      (role === "docs" && (path.endsWith(".txt") || EXAMPLE.test(newText))),
  );
}

/** A line of code or of a session, or a row of a table, as documents have them. */
const EXAMPLE = /^(?: {4}|\t|~~~|```|\|.*\||[ >]{0,3}(?:\$|>>>|\.\.) )/m;

/** True when something was written, and not all of it is known. */
export function mayBeUnseen({ changes, steps }: Facts): boolean {
  return (
    changes.some((change) => change.type === "create" || change.type === "move") ||
    unseenWrites(steps).source ||
    steps.some((step) => RECORDED.test(step.result?.output ?? "") || showsTests(step))
  );
}

/** True when git names tests: perhaps the person wrote them, and the closing may tell what is committed. */
function showsTests({ action, result }: Step): boolean {
  if (!/\bgit\b/.test(action.command ?? "")) return false;
  return pathsIn(result?.output.slice(0, LONGEST_SHOWN) ?? "").some((path) => roleOf(path) === "test");
}

const LONGEST_SHOWN = 8000;

/** True when an earlier turn may have written tests, which this closing may tell of again. */
export function mayBeToldAgain({ before: { unseen }, language, request, thread }: Facts): boolean {
  if (language.closing.written.goesOn.test(request)) return true;
  return thread.compactions > 0 || unseen.tests || unseen.source;
}

/** What a runner prints when it wrote files by itself. */
const RECORDED =
  /\bsnapshots?\b.{0,40}\b(?:written|created|added|recorded)\b|\b(?:wrote|created|recorded|generated) \d{0,6} ?(?:new )?(?:snapshots?|cassettes?|golden)/i;

/** True when a tool that we do not know may have written files. */
export function wroteUnseen(facts: Facts): boolean {
  return facts.steps.some(
    (step) =>
      step.action.kind === "other" &&
      !talks(step.tool) &&
      /write|edit|create|patch|replace|insert|update/i.test(step.tool),
  );
}

/** Places where projects keep what tests them, or what their tests read. */
const FOR_TESTS = expression("i")`
  (?:^|\/)(?:
    qa|e2e|acceptance|validation|verif\w*|checks?|scenarios?|cases|bench\w*|fixtures?|samples?|examples?|golden
    |corpus|testdata|regress\w*|(?:__)?snapshots?(?:__)?|features|contracts|pacts?|cassettes|stories|doctests?
    |evals?
  )\/|(?:^|\/)(?:bench\w*|laws?|invariants?|properties)\.\w+$|[._-](?:check|bench|verify|cy|e2e|stories)\.\w+$
  |(?:self|sanity)[._-]?check|smoke|pgtap|tinytest|(?:^|\/)tb\/|_tb\.
`;
/** Go runs only functions with these names, and only from files for tests. */
const TESTING_GO = /\bfunc (?:Test|Example|Fuzz|Benchmark)|\btesting\./;
/**
 * Tests can live beside the code: modules of Rust and Zig, doctests, in-source suites, stories, examples with what they
 * print. No list of their marks is ever whole, so any word of testing will do.
 */
const TESTING = expression()`
  (?<![a-z])tests?(?![a-z])|Tests?(?![a-z])|TEST|\btest[A-Z_]
  |[a-z_]tests?\b(?<!\b(?:latest|contest|protest|attests?|greatest)s?)
  |assert|\bexpect|\bfunc (?:Example|Fuzz|Benchmark)|\b(?:Describe|It) ["']|\bcheck(?:[-!]|[ (])|\bCHECK|\bshould\b
  |\bSCENARIO|>>> |\biex(?:\(\d+\))?> |\`\`\`|\b\w*(?:[cC]ases|CASES)\b|\b[lL]aws?(?:\b|[A-Z_])|[iI]nvariant
  |[qQ]uickCheck|forAll|#guard|#eval|__main__|__FILE__|\bspecs?\b|\bprop_
`;
