import { NameList } from "../../name-list.ts";
import type { CheckKind } from "../receipts/receipt.ts";
import { kindOfName, namesOtherWork } from "./task-names.ts";

/** What a tox environment or a nox session is for, by its name; `other` checks nothing. */
export function kindOfSession(name: string): CheckKind | "other" | undefined {
  if (namesOtherWork(name)) return "other";
  const named = kindOfName(name);
  if (named) return named.also.includes("test") ? undefined : named.kind;
  if (TYPES.test(name)) return "typecheck";
  const words = name.toLowerCase().split(/[^a-z0-9]+/);
  if (words.some((word) => PACKS.has(word))) return "build";
  return words.some((word) => LOOKS.has(word)) || PRE_COMMIT.test(name) ? "lint" : undefined;
}

/** True when the session is for this kind of check by its name, or may be. */
export function mayBeFor(kind: CheckKind, session: string): boolean {
  return (kindOfSession(session) ?? kind) === kind;
}

/** What a session of this kind may do as well: linting often formats and checks types, packing checks the package. */
export const ALSO_IN_SESSION: Partial<Record<CheckKind, readonly CheckKind[]>> = {
  lint: ["format", "typecheck"],
  build: ["lint"],
};

const TYPES = /^type(?:s|d|guard)?(?:$|-)/i;
const PRE_COMMIT = /^pre-?commit/i;
const PACKS = new NameList("package packaging pkg");
const LOOKS = new NameList(
  "style codestyle linters isort pylint pep8 pycodestyle pydocstyle bandit safety audit security manifest twine " +
    "spelling spell codespell typos vulture license licenses reuse linkcheck interrogate yapf",
);
