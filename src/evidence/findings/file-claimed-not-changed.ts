import type { Finding } from "../../verdict.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { admits, cite, hadHelpers, isNamed, isWrittenAbout, namePattern } from "../look.ts";
import { baseName, pathsIn, roleOf, withoutPaths } from "../changes/paths.ts";
import type { Request } from "../requests/requests.ts";
import { mayHaveBeenWrittenAfter, ranGenerator } from "../unseen/unseen-writes.ts";
import { type FindingRule, quote } from "./finding-rule.ts";

export const fileClaimedNotChanged: FindingRule = {
  id: "file-claimed-not-changed",
  meaning: "The closing says a file was changed as the person asked, and no step so much as names that file.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const { requests, turn, changes } = facts;
  const asked = requests.filter(({ turn: number }) => number === turn.number).flatMap(fileToChange);
  if (asked.length === 0 || changes.length === 0 || hadHelpers(facts)) return [];
  return asked.flatMap((path) => {
    const claim = facts.claims.find((each) => tellsOfChange(facts, each, path));
    if (!claim || !isUnknown(facts, path)) return [];
    return [
      {
        id: fileClaimedNotChanged.id,
        confidence: mayBeChanged(facts, path) ? 0.5 : 0.8,
        message: `You say ${quote(claim.sentence.text, 60)}, but no step touched ${path}; change it, or say that you did not.`,
        steps: cite(facts.steps.at(-1)?.number),
        subject: path,
      },
    ];
  });
}

/** The file that was asked to be changed, or to have something said in it. */
function fileToChange({ kind, paths, text }: Request): readonly string[] {
  if (kind === "change-file") return paths.slice(0, 1);
  const named = kind === "update-docs" ? pathsIn(text) : [];
  return kind !== "update-docs" || named.length > 0
    ? named
    : (text.match(DOCUMENT)?.map((name) => `${name.toUpperCase()}.md`) ?? []);
}

/** Everybody knows what they are called. */
const DOCUMENT = /\b(?:changelog|readme)\b/gi;

/** "Updated CHANGELOG.md", "CHANGELOG.md updated", and nobody else is said to have done it, or at another time. */
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

/** No step of this turn or of an earlier one names it, and no sentence takes it back. */
function isUnknown(facts: Facts, path: string): boolean {
  const name = baseName(path);
  if (roleOf(path) === "scratch" || facts.before.names.has(name) || facts.thread.compactions > 0) return false;
  if (facts.changes.some((change) => stemOf(change.path) === stemOf(path)) || isNamed(facts.steps, path)) return false;
  return !admits(facts, namePattern(path));
}

/** People name a file without caring for case and ending. */
function stemOf(path: string): string {
  return baseName(path).toLowerCase().replace(/\..*$/s, "");
}

/** A program that nobody saw write may have done it: a script, a hook of a commit, what makes a release. */
function mayBeChanged(facts: Facts, path: string): boolean {
  return (
    ranGenerator(facts) ||
    isWrittenAbout(facts, path) ||
    mayHaveBeenWrittenAfter(facts, path, 0) ||
    facts.steps.some(({ action: { command = "" } }) => WRITES_BESIDES.test(command))
  );
}

const WRITES_BESIDES = /\b(?:commit|version|release|changesets?|bump\w*|cliff|towncrier|install|add|update|upgrade)\b/;
