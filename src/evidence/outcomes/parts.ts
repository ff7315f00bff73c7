import type { CheckKind } from "../receipts/receipt.ts";
import { mayBeFor } from "../runners/sessions.ts";
import { kindOfName } from "../runners/task-names.ts";
import { failedTasks } from "./builds.ts";
import { expression } from "../../patterns/expression.ts";
import { failedEnvironments, mayRunTests } from "./python-tests.ts";

/** True when all tasks or environments that failed are, by their names, for something other than this kind. */
export function isOfOthers(kind: CheckKind, text: string): boolean {
  const isOther = (name: string): boolean => {
    const named = kindOfName(name);
    return named !== undefined && named.kind !== kind && !named.also.includes(kind);
  };
  const [tasks, environments] = [failedTasks(text), failedEnvironments(text)];
  if (tasks.length > 0) return tasks.every(isOther) && !environments.some(mayRunTests);
  // A tox or nox run for tests counts as failed, whatever failed in it: other code looks at what is claimed about it.
  if (kind === "test" || environments.length === 0) return false;
  return !environments.some((name) => mayBeFor(kind, name));
}

/** True when some part says in its own words that tests went well, though another part had none. */
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
/** Lines of a linter, compiler or installer that went well, without a word for tests. */
const OF_OTHER_WORK = expression("i")`
  ^(?!.*\b(?:tests?|specs?)\b).*\b(?:
    buil[dt]|bundl|compil|transform|lint|eslint|ruff|format|prettier|type-?(?:check|s\b)|tsc\b|mypy|generat|install
    |download|deploy|migrat
  )
`;
