import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { filesToldChanged } from "../claims/told-changes.ts";
import { admits, hadWriters, isNamed, isWrittenAbout } from "../look.ts";
import { baseName, isOutside, namePattern, pathsIn, placedPath, roleOf, withoutPaths } from "../changes/paths.ts";
import { cite } from "../steps.ts";
import type { Request } from "../requests/requests.ts";
import { mayTidyFiles, mendsFiles } from "../unseen/known-writes.ts";
import { areOneModule, isSurelyFile, isUntouched, unseenOf } from "../unseen/untouched.ts";
import { mayHaveBeenWrittenAfter, ranGenerator } from "../unseen/unseen-writes.ts";
import { LEAD, PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const fileClaimedNotChanged: FindingRule = {
  id: "file-claimed-not-changed",
  title: "File claimed changed, never touched",
  meaning: "The closing says in so many words that a file was changed, and no step did that.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  if (hadWriters(facts)) return [];
  const asked = askedAndTold(facts);
  return [...asked, ...toldOutright(facts).filter(({ subject }) => !asked.some((other) => other.subject === subject))];
}

/** The person asked for the change, and the closing tells of it as done. */
function askedAndTold(facts: Facts): Finding[] {
  const { requests, turn, changes } = facts;
  const asked = requests.filter(({ turn: number }) => number === turn.number).flatMap(fileToChange);
  if (asked.length === 0 || changes.length === 0) return [];
  return asked.flatMap((path) => {
    const claim = facts.claims.find((each) => tellsOfChange(facts, each, path));
    if (!claim || !isUnknown(facts, path)) return [];
    return [notTouched(facts, path, claim.sentence.text, mayBeChanged(facts, path) ? LEAD : PROVEN)];
  });
}

/** Nobody asked for the change, but the closing plainly tells of it. What a program may have done unseen is no lie. */
function toldOutright(facts: Facts): Finding[] {
  return filesToldChanged(facts).flatMap(({ path, sentence, tellsWhat }) => {
    if (roleOf(path) === "lock" || !isSurelyFile(facts, path) || !isUntouched(facts, path)) return [];
    if (isOfServer(facts, path)) return [];
    if (admits(facts, namePattern(path)) || isWrittenBesides(facts, path)) return [];
    const unseen = unseenOf(facts, roleOf(path));
    if (unseen === "now" || facts.steps.some(mendsFiles) || facts.steps.some(changesAny)) return [];
    const isTidied = mayBeTidied(facts, path);
    if (isTidied && !tellsWhat) return [];
    return [notTouched(facts, path, sentence.text, unseen === "before" || isTidied || !tellsWhat ? LEAD : PROVEN)];
  });
}

/** True when the file is neither docs nor settings, and a script ran that may format or repair code. */
function mayBeTidied({ steps }: Facts, path: string): boolean {
  return !/^(?:docs|config)$/.test(roleOf(path)) && steps.some(mayTidyFiles);
}

/** True when the path is what one asks a server for (`/api/tax.json`): as far as we know, no place on the disk. */
function isOfServer({ thread: { cwd } }: Facts, path: string): boolean {
  return path.startsWith("/") && isOutside(placedPath(path, cwd), cwd);
}

/** True when the step changed files without naming them, as a formatter over all files does. */
function changesAny({ action }: Step): boolean {
  return action.changes.some(({ path }) => path === undefined);
}

function notTouched(facts: Facts, path: string, told: string, confidence: number): Finding {
  return {
    id: fileClaimedNotChanged.id,
    confidence,
    message: `You say ${quote(told, 60)}, but no step changed ${shownFile(path)}; change it, or say that you did not.`,
    steps: cite(facts.steps.at(-1)?.number),
    subject: path,
  };
}

/** The file that the person asked to change, or the document in which something is to be said. */
function fileToChange({ kind, paths, text }: Request): readonly string[] {
  if (kind === "change-file") return paths.slice(0, 1);
  const named = kind === "update-docs" ? pathsIn(text) : [];
  return kind !== "update-docs" || named.length > 0
    ? named
    : (text.match(DOCUMENT)?.map((name) => `${name.toUpperCase()}.md`) ?? []);
}

/** Documents whose file names everybody knows. */
const DOCUMENT = /\b(?:changelog|readme)\b/gi;

/** True when the agent says it changed this file now: "Updated CHANGELOG.md", "CHANGELOG.md updated". */
function tellsOfChange({ language }: Facts, { type, paths, sentence: { text } }: Claim, path: string): boolean {
  const named = type === "updated" ? paths.find((each) => baseName(each) === baseName(path)) : undefined;
  if (named === undefined) return false;
  const at = text.indexOf(named);
  const { changedOutright, changedAfter, byOthers, needless } = language.closing;
  if (needless.test(text) || byOthers.test(withoutPaths(text))) return false;
  return (
    changedOutright.test(withoutPaths(text.slice(0, at))) ||
    changedAfter.test(text.slice(at + named.length, at + named.length + MOST_AFTER))
  );
}

const MOST_AFTER = 60;

/** True when no step of this or an earlier turn names the file, and the closing does not take the claim back. */
function isUnknown(facts: Facts, path: string): boolean {
  const name = baseName(path);
  if (roleOf(path) === "scratch" || facts.before.names.has(name) || facts.thread.compactions > 0) return false;
  if (facts.changes.some((change) => areOneModule(change.path, path)) || isNamed(facts.steps, path)) return false;
  return !admits(facts, namePattern(path));
}

/** True when a program may have changed the file unseen: a script, a commit hook, a release tool. */
function mayBeChanged(facts: Facts, path: string): boolean {
  return (
    ranGenerator(facts) ||
    isWrittenAbout(facts, path) ||
    mayHaveBeenWrittenAfter(facts, path, 0) ||
    ranBesides(facts) ||
    unseenOf(facts, roleOf(path)) === "now" ||
    mayBeTidied(facts, path)
  );
}

/** True when releases, commit hooks or package managers write such a file by themselves, and one of them ran. */
function isWrittenBesides(facts: Facts, path: string): boolean {
  return KEPT_BY_PROGRAMS.test(baseName(path)) && ranBesides(facts);
}

const KEPT_BY_PROGRAMS =
  /^(?:change-?log.*|package\.json|go\.mod|Cargo\.toml|pyproject\.toml|requirements.*\.txt|composer\.json|version.*)$/i;

function ranBesides({ steps }: Facts): boolean {
  return steps.some(({ action: { command = "" } }) => WRITES_BESIDES.test(command));
}

const WRITES_BESIDES = /\b(?:commit|version|release|changesets?|bump\w*|cliff|towncrier|install|add|update|upgrade)\b/;
