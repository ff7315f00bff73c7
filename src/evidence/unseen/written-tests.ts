import type { FileChange } from "../changes/changes.ts";
import type { Facts } from "../facts.ts";
import { talks } from "./unknown-tools.ts";
import { ranGenerator } from "./unseen-writes.ts";

/** What was written in this turn holds tests, or may hold some. */
export function mayHaveTests(facts: Facts): boolean {
  const { changes } = facts;
  return (
    changes.some(mayBeTest) ||
    changes.some(({ role, meaning }) => role === "code" && meaning === "unknown") ||
    wroteUnseen(facts)
  );
}

/** It is a file of tests, or what was written into it may be one. */
export function mayBeTest({ role, path, newText = "" }: FileChange): boolean {
  return role === "test" || FOR_TESTS.test(path) || TESTING.test(newText);
}

/** Tests can be rows of data, a job that runs them, or examples in a document that a runner reads. */
export function mayBeData({ changes }: Facts): boolean {
  return changes.some(
    ({ role, path, newText = "" }) =>
      role === "config" || role === "asset" || (role === "docs" && (path.endsWith(".txt") || EXAMPLE.test(newText))),
  );
}

/** A line of code or of a session, or a row of a table, as documents have them. */
const EXAMPLE = /^(?: {4}|\t|~~~|```|\|.*\||[ >]{0,3}(?:\$|>>>|\.\.) )/m;

/** Something was written of which not all is known. */
export function mayBeUnseen(facts: Facts): boolean {
  return (
    ranGenerator(facts) ||
    facts.changes.some((change) => change.type === "create") ||
    facts.steps.some(
      ({ action, tool, result }) =>
        (action.kind === "other" && !talks(tool)) ||
        RECORDS.test(action.command ?? "") ||
        RECORDED.test(result?.output ?? ""),
    )
  );
}

/** A run of the tests that writes down what is expected. */
const RECORDS = /\s(?:-u|--?update\S*|--accept|--bless|--approve|--?record\S*)(?:\s|$)/;
/** A runner says that it did so by itself. */
const RECORDED =
  /\bsnapshots?\b.{0,40}\b(?:written|created|added|recorded)\b|\b(?:wrote|created|recorded|generated) \d{0,6} ?(?:new )?(?:snapshots?|cassettes?|golden)/i;

/** A tool we do not know may have written files. */
export function wroteUnseen(facts: Facts): boolean {
  return facts.steps.some(
    (step) =>
      step.action.kind === "other" &&
      !talks(step.tool) &&
      /write|edit|create|patch|replace|insert|update/i.test(step.tool),
  );
}

/** Places where projects keep what tests them, or what their tests read. */
const FOR_TESTS =
  /(?:^|\/)(?:qa|e2e|acceptance|validation|verif\w*|checks?|scenarios?|cases|bench\w*|fixtures?|samples?|examples?|golden|corpus|testdata|regress\w*|(?:__)?snapshots?(?:__)?|features|contracts|pacts?|cassettes|stories|doctests?|evals?)\/|(?:^|\/)(?:laws?|invariants?|properties)\.\w+$|[._-](?:check|bench|verify|cy|e2e|stories)\.\w+$|(?:self|sanity)[._-]?check|smoke|pgtap|tinytest|(?:^|\/)tb\/|_tb\./i;
/**
 * Tests can live beside the code: modules of Rust and Zig, doctests, in-source suites, stories, examples with what they
 * print. No list of their marks is ever whole, so any word of testing will do.
 */
const TESTING =
  /(?<![a-z])tests?(?![a-z])|Tests?(?![a-z])|TEST|\btest[A-Z_]|[a-z_]tests?\b(?<!\b(?:latest|contest|protest|attests?|greatest)s?)|assert|\bexpect|\bfunc (?:Example|Fuzz|Benchmark)|\b(?:Describe|It) ["']|\bcheck(?:[-!]|[ (])|\bCHECK|\bshould\b|\bSCENARIO|>>> |\biex(?:\(\d+\))?> |```|\b\w*(?:[cC]ases|CASES)\b|\b[lL]aws?(?:\b|[A-Z_])|[iI]nvariant|[qQ]uickCheck|forAll|#guard|#eval|__main__|__FILE__|\bspecs?\b|\bprop_/;
