import type { CheckKind } from "../receipts/receipt.ts";
import { mayBeFor } from "../runners/sessions.ts";
import { kindOfName } from "../runners/task-names.ts";
import { failedTasks } from "./builds.ts";
import { expression } from "../../patterns/expression.ts";
import { failedEnvironments, mayRunTests } from "./python-tests.ts";

/** What failed are tasks or environments for something else than this kind, by their names. */
export function isOfOthers(kind: CheckKind, text: string): boolean {
  const isOther = (name: string): boolean => {
    const named = kindOfName(name);
    return named !== undefined && named.kind !== kind && !named.also.includes(kind);
  };
  const [tasks, environments] = [failedTasks(text), failedEnvironments(text)];
  if (tasks.length > 0) return tasks.every(isOther) && !environments.some(mayRunTests);
  // A run of tox or nox that was to test failed, whatever failed in it: what is claimed decides whether that is denied.
  if (kind === "test" || environments.length === 0) return false;
  return !environments.some((name) => mayBeFor(kind, name));
}

/** Of several parts one had no tests, and another says in words of its own that some went well. */
export function ranInPart(text: string): boolean {
  return text
    .split("\n")
    .some(
      (line) => !OF_NONE.test(line) && (COUNTS_SOME.test(line) || (SAYS_WELL.test(line) && !OF_OTHER_WORK.test(line))),
    );
}

const OF_NONE = /\bno tests?\b|\b0 (?:\w{1,20} )?(?:passed|passing|ok)\b|\bpass(?:ed)?:? +0\b|^[>$] /i;
const COUNTS_SOME =
  /(?<![@\w.-])[1-9]\d{0,9} (?:of [1-9]\d{0,9} )?(?:tests?|specs?|examples?|cases|passed|passing|ok)\b/i;
const SAYS_WELL = /[✓✔√]|\b(?:PASS|pass(?! +-)|PASSED|passed|ok|success|successful|successfully)\b/;
/** A linter, a compiler or an installer that is content, and no word for tests. */
const OF_OTHER_WORK = expression("i")`
  ^(?!.*\b(?:tests?|specs?)\b).*\b(?:
    buil[dt]|bundl|compil|transform|lint|eslint|ruff|format|prettier|type-?(?:check|s\b)|tsc\b|mypy|generat|install
    |download|deploy|migrat
  )
`;
