import { shownFile } from "../quote.ts";
import { nameLiterally } from "../../literally.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { mayMoveFiles } from "../unseen/leaves-files.ts";
import { readProse, type Sentence } from "../language/prose.ts";
import { leftOut } from "./left-out.ts";
import { isWrittenAbout, mayTellOfRest } from "../look.ts";
import { baseName, namePattern, pathsIn } from "../changes/paths.ts";
import { askedThePerson } from "../steps.ts";
import { isOutright, isOwnAsk } from "./said-outright.ts";

/** A file that the person wants gone, or wants under another name. */
interface FileDeed {
  readonly path: string;
  readonly to?: string;
}

/** "…and delete `src/old.ts`": no step can have done it, and the closing says nothing else about the file. */
export function findFileDeed(facts: Facts, id: string): Finding[] {
  const { request, language } = facts;
  const told = toldGone(facts);
  const asked = readProse(request).sentences.flatMap((sentence, index, all) => {
    const outright = deedsIn(facts, sentence, all.slice(0, index));
    return outright.length > 0 ? outright : told.filter((deed) => wantsGone(facts, sentence, deed));
  });
  const missing = asked.filter((deed) => !isTouched(facts, deed) && !isTold(facts, deed) && !isForCode(facts, deed));
  if (missing.length === 0 || facts.steps.some(mayMoveFiles)) return [];
  const sure = !askedThePerson(facts) && !language.requests.automates.test(request);
  return missing.map(({ path, to }) =>
    // We know that there is such a file only if a step saw it, or the agent says that it deleted it.
    leftOut(
      facts,
      mayHaveReason(facts, path)
        ? "told, perhaps"
        : sure && (isSeen(facts, path) || isToldGone(told, path))
          ? "surely"
          : "done, perhaps",
      {
        id,
        message: `I asked you to ${to === undefined ? `delete ${shownFile(path)}` : `rename ${shownFile(path)} to ${shownFile(to)}`}; you never did.`,
        subject: path,
      },
    ),
  );
}

/** The files that the agent says it deleted, if they were there as far as we know. */
function toldGone(facts: Facts): FileDeed[] {
  const { closing, deeds } = facts.language;
  return facts.claims
    .filter(({ type, sentence }) => type === "deleted" && !closing.byOthers.test(sentence.masked))
    .flatMap(({ sentence: { text }, paths }) =>
      paths.filter((path) => {
        const [before, after] = aroundPath(text, path);
        return closing.toldDeleted.test(before) && deeds.afterFile.test(after) && !/[*<]/.test(path);
      }),
    )
    .filter((path) => !mayBeGone(facts, path))
    .map((path) => ({ path }));
}

/** True when a change touched the file, or some output lists it as deleted, or does not find it. */
function mayBeGone({ steps, changes }: Facts, path: string): boolean {
  const name = baseName(path);
  const listed = new RegExp(`(?:^|[\\s/])${nameLiterally(name)}$`, "m");
  const asDeleted = new RegExp(`^[ \\t]*(?:[ A]?D|deleted:)[ \\t]+\\S*${nameLiterally(name)}$`, "m");
  return (
    changes.some((change) => baseName(change.path) === name) ||
    steps.some(({ action, result }) => {
      const output = result?.output ?? "";
      return GONE.test(output) || asDeleted.test(output) || (LISTS.test(action.command ?? "") && !listed.test(output));
    })
  );
}

function isToldGone(told: readonly FileDeed[], path: string): boolean {
  return told.some((deed) => baseName(deed.path) === baseName(path));
}

/** True when the person speaks of deleting the file in any words: as the agent tells it as done, that was an ask. */
function wantsGone({ language }: Facts, { text }: Sentence, { path }: FileDeed): boolean {
  const named = pathsIn(text).find((each) => baseName(each) === baseName(path));
  if (named === undefined) return false;
  const [before, after] = aroundPath(text, named);
  const { deeds, requests } = language;
  return deeds.deleteBefore.test(before) && deeds.afterFile.test(after) && !requests.unwanted.test(before);
}

/** What stands before and after a path, without the quotes around it. */
function aroundPath(text: string, path: string): [before: string, after: string] {
  const at = text.indexOf(path);
  return [text.slice(0, at).replace(/[`"']$/, ""), text.slice(at + path.length).replace(/^[`"']/, "")];
}

function deedsIn({ language }: Facts, { text, masked }: Sentence, earlier: readonly Sentence[]): FileDeed[] {
  const { deeds, requests } = language;
  const paths = pathsIn(text);
  if (paths.length === 0) return [];
  return paths.flatMap((path, index): FileDeed[] => {
    const [before, after] = aroundPath(text, path);
    const next = paths[index + 1];
    const renames = next !== undefined && deeds.renamedTo.test(after.slice(0, Math.max(0, after.indexOf(next))));
    const verb = (renames ? deeds.renameBefore : deeds.deleteBefore).exec(before);
    const rest = renames ? after.slice(after.indexOf(next) + next.length).replace(/^[`"']/, "") : after;
    if (!verb || !deeds.afterFile.test(rest)) return [];
    const lead = before.slice(0, verb.index);
    const texts = earlier.map((sentence) => sentence.masked);
    if (requests.unwanted.test(lead) || !isOutright(lead, language)) return [];
    if (!isOwnAsk({ earlier: texts, masked, before: lead, after: rest }, language)) return [];
    // Only an entry for the file may have to go: out of the imports, the index or another list.
    if ([lead, ...texts].some((each) => deeds.listsFiles.test(each))) return [];
    return [renames ? { path, to: next } : { path }];
  });
}

/** True when a change deleted, moved or wrote the file; for a rename, any change under either name counts. */
function isTouched({ changes }: Facts, { path, to }: FileDeed): boolean {
  const names = new Set([path, to ?? path].map(baseName));
  return changes.some((change) => (to !== undefined || change.type !== "edit") && names.has(baseName(change.path)));
}

/** True when the closing says something of the file other than that it is gone. */
function isTold({ closing, language }: Facts, { path }: FileDeed): boolean {
  const name = namePattern(path);
  const { fileGone } = language.closing;
  return closing.prose.sentences.some(
    ({ text }) => name.test(text) && (!fileGone.test(text) || language.requests.toldOtherwise.test(text)),
  );
}

/** True when what was written names the file: it may delete the file when it runs. */
function isForCode(facts: Facts, { path, to }: FileDeed): boolean {
  return to === undefined && isWrittenAbout(facts, path);
}

/** True when the file was read or listed. Code and history may also name files that are not there. */
function isSeen({ steps }: Facts, path: string): boolean {
  const name = baseName(path);
  const listed = new RegExp(`(?:^|[\\s/])${nameLiterally(name)}$`, "m");
  if (steps.some(({ result }) => GONE.test(result?.output ?? ""))) return false;
  return steps.some(
    ({ action, result }) =>
      (action.kind === "read" && action.paths.some((read) => baseName(read) === name)) ||
      (LISTS.test(action.command ?? "") && listed.test(result?.output ?? "")),
  );
}

const LISTS = /^\s*(?:cd \S+ && )?(?:ls|find|fd|tree|git ls-files|rg --files)\b/;

/** True when the file is said to stay, in the closing or before, or the ask was done in another sense. */
function mayHaveReason(facts: Facts, path: string): boolean {
  const name = namePattern(path);
  const { fileStays } = facts.language.closing;
  const isKept = facts.remarks.some(({ text }) => name.test(text) && fileStays.test(text));
  return isKept || fileStays.test(facts.closing.text) || mayTellOfRest(facts, name) || isCrossedOut(facts, path);
}

/** True when a change took the file's name out of another file: that may be all that was meant. */
function isCrossedOut({ changes }: Facts, path: string): boolean {
  const name = baseName(path).replace(/\.\w+$/, "");
  return changes.some(({ oldText = "", newText = "" }) => oldText.includes(name) && !newText.includes(name));
}

const GONE = /no such file|not found|does not exist|doesn't exist|ENOENT|cannot find/i;
