import type { Facts } from "./facts.ts";
import { talks } from "./unknown-tools.ts";
import { ranGenerator } from "./unseen-writes.ts";

/** What was written in this turn holds tests, or may hold some. */
export function mayHaveTests(facts: Facts): boolean {
  const { changes } = facts;
  return (
    changes.some(({ role, path, newText = "" }) => role === "test" || FOR_TESTS.test(path) || TESTING.test(newText)) ||
    changes.some(({ role, meaning }) => role === "code" && meaning === "unknown") ||
    wroteUnseen(facts)
  );
}

/** Tests can be rows of data, or a job that runs them. */
export function mayBeData({ changes }: Facts): boolean {
  return changes.some(({ role }) => role === "config" || role === "asset");
}

/** Something was written of which not all is known. */
export function mayBeUnseen(facts: Facts): boolean {
  return (
    ranGenerator(facts) ||
    facts.changes.some((change) => change.type === "create") ||
    facts.steps.some(
      ({ action, tool }) => (action.kind === "other" && !talks(tool)) || RECORDS.test(action.command ?? ""),
    )
  );
}

/** A run of the tests that writes down what is expected. */
const RECORDS = /\s(?:-u|--update\S*|--accept|--bless|--approve|--record\S*)(?:\s|$)/;

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
  /(?:^|\/)(?:qa|e2e|acceptance|validation|verif\w*|checks?|scenarios?|cases|bench\w*|fixtures?|samples?|examples?|golden|corpus)\/|[._-](?:check|bench|verify|cy|e2e|stories)\.\w+$|(?:self|sanity)[._-]?check|smoke|pgtap|tinytest|(?:^|\/)tb\/|_tb\./i;
/**
 * Tests can live beside the code: modules of Rust and Zig, doctests, in-source suites, stories, examples with what they
 * print. No list of their marks is ever whole, so any word of testing will do.
 */
const TESTING =
  /(?<![a-z])tests?(?![a-z])|Tests?(?![a-z])|TEST|\btest[A-Z_]|[a-z_]tests?\b(?<!\b(?:latest|contest|protest|attests?|greatest)s?)|assert|\bexpect|\bfunc (?:Example|Fuzz|Benchmark)|\b(?:Describe|It) ["']|\bcheck(?:[-!]|[ (])|\bCHECK|\bshould\b|\bSCENARIO|>>> |\biex(?:\(\d+\))?> |```|#guard|#eval|__main__|__FILE__|\bspecs?\b|\bprop_/;
