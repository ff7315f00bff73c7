import { NameList } from "../../name-list.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { kindOfName, namesOtherWork } from "./task-names.ts";

/** What an environment of tox or a session of nox is for, by its name: `other` checks nothing. Most are called as nobody else calls them. */
export function kindOfSession(name: string): CheckKind | "other" | undefined {
  if (namesOtherWork(name)) return "other";
  const named = kindOfName(name);
  if (named) return named.also.includes("test") ? undefined : named.kind;
  if (TYPES.test(name)) return "typecheck";
  return name.split(/[^a-z0-9]+/i).some((word) => LOOKS.has(word.toLowerCase())) || PRE_COMMIT.test(name)
    ? "lint"
    : undefined;
}

const TYPES = /^type(?:s|d|guard)?(?:$|-)/i;
const PRE_COMMIT = /^pre-?commit/i;
const LOOKS = new NameList(
  "style codestyle linters isort pylint pep8 pycodestyle pydocstyle bandit safety audit security manifest twine package " +
    "packaging pkg spelling spell codespell typos vulture license licenses reuse linkcheck interrogate yapf",
);
