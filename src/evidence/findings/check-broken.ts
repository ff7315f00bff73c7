import type { CheckRun } from "../../thread/witnessed.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import type { Topics } from "../language/language.ts";
import { tellsFailure } from "../look.ts";
import { cite } from "../steps.ts";
import { expression } from "../../patterns/expression.ts";
import { LEAD, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote } from "../quote.ts";

export const checkBroken: FindingRule = {
  id: "check-broken",
  title: "The project's own check fails",
  meaning:
    "A check of the project that Coxswain ran when the turn had ended fails, and is not known to have failed before it.",
  category: "visible-bug",
  find,
};

const PROVEN = 0.95;
/** The confidence when we do not know how the check ended before, or whose change since the last commit broke it. */
const UNSURE = STRONG_LEAD;
/** The confidence when the agent says itself that the check fails. */
const TOLD = LEAD;

function find(facts: Facts): Finding[] {
  const last = facts.turn.witnessed.at(-1);
  const changed = facts.changes.filter((change) => change.role !== "docs").map((change) => change.step);
  if (!last || changed.some((step) => step > last.after)) return [];
  return last.checks.filter(isBroken).map((run) => {
    const told = tellsFailure(facts, facts.language.topics[TOPICS[run.kind]]);
    return {
      id: checkBroken.id,
      confidence: told ? TOLD : brokeInTurn(run) ? PROVEN : UNSURE,
      message: messageOf(run),
      steps: cite(...changed),
      subject: run.command,
    };
  });
}

/** True when the check fails now and was not already failing before the turn. */
function isBroken({ outcome, before }: CheckRun): boolean {
  return outcome === "failed" && before !== "failed";
}

function brokeInTurn({ before, comparedWith }: CheckRun): boolean {
  return before === "passed" && comparedWith !== "commit";
}

const TOPICS: Record<CheckRun["kind"], keyof Topics> = {
  test: "tests",
  lint: "lint",
  typecheck: "types",
  build: "build",
};

function messageOf(run: CheckRun): string {
  const { command, before, tail } = run;
  const line = tellingLine(tail);
  const shown = line === undefined ? "" : `: ${quote(line, 160)}`;
  const since = brokeInTurn(run)
    ? " and passed before your changes"
    : before === "passed"
      ? " and passes with these files as they were committed"
      : "";
  return `${quote(command)} fails now${since}${shown}; fix it.`;
}

/** The line of an output that says most about a failure. */
function tellingLine(tail: string): string | undefined {
  const lines = tail.split("\n").map((line) => line.trim());
  return lines.find((line) => TELLING.test(line)) ?? lines.findLast((line) => line !== "");
}

const TELLING = expression()`
  ^(?:
    not ok \d|FAILED?\b.*[:.]{1,2}\w|E {2,}\S|\S{0,200}(?:Error|Exception)\b.{0,400}:|error(?:\[\w+\])?:|✗|✖|×
    |panicked at|--- FAIL
  )|:\d+:\d+:? (?:error|- error)|AssertionError
`;
