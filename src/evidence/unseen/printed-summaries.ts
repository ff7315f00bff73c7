import { expression } from "../../patterns/expression.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";

/** How much of an output, at its end or its start, tells what it was. */
export const END_OF_OUTPUT = 4000;

/** What a runner says at its end, whoever started it. */
export const SUMMARY = expression("im")`
  (?:\b|\\n)[1-9]\d* (?:tests?|specs?|examples?|assertions?)\b(?! (?:collected|found|discovered))
  |\b[1-9]\d* (?:passed|passing|failed)\b|^[ \t]{0,9}[1-9]\d{0,9} pass$|\b[1-9]\d{0,9} pass,? \d+ fail\b
  |\b(?:tests?|suites?):? +(?:passed|ok)\b|\b(?:Tests (?:run|passed)|Passed|Succeeded): *[1-9]
  |\btests? (?:succeeded|successful)\b|"(?:passed|failed)": ?\d|\bpassed=\d|^ ?ok \d+ - |^pass [1-9]\d{0,9} of \d+$
  |^PASS: [1-9]\d{0,9}\/\d+$|^Test Summary: +\||^\*\*\* No errors detected$|\bSuccess\/Total: \d
  |^(?:ok\s+\S+\s+(?:[\d.]+s|\(cached\))|PASS|--- PASS: .*)$
`;

/** True when the output ends with a summary. Only the end is read: there a runner sums up, and outputs are long. */
export function saysSummary(output: string): boolean {
  return SUMMARY.test(output.slice(-END_OF_OUTPUT));
}

/** True when the output may prove a claim: its last summary tells of no failures, whatever stands before. */
export function saysPassed(output: string): boolean {
  if (!saysSummary(output)) return false;
  if (readOutcome("task", "test", output)?.status !== "failed") return true;
  return !FAILS.test(
    output
      .slice(-END_OF_OUTPUT)
      .split("\n")
      .findLast((line) => COUNTS.test(line)) ?? "fail",
  );
}

const COUNTS = /\b\d+ (?:tests? )?(?:passed|passing|failed|failing|failures?)\b|\btest result:|\bPassed: *\d/i;
const FAILS = /\b[1-9]\d* (?:tests? )?fail|\bFAILED\b|\bFailed: *[1-9]/;
