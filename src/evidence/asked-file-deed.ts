import { NameList } from "../name-list.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../thread/shell/shell-command.ts";
import type { Step } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { checksOf } from "./checks.ts";
import type { Facts } from "./facts.ts";
import { gitSub, lookingGit } from "./git-looks.ts";
import { readProse, type Sentence } from "./language/prose.ts";
import { askedThePerson, cite, isNamed, isWrittenAbout, namePattern } from "./look.ts";
import { baseName, pathsIn } from "./paths.ts";
import { followsWork, isOutright, isSaidBriefly } from "./said-outright.ts";
import { isCheck } from "./unknown-commands.ts";
import { talks } from "./unknown-tools.ts";

/** A file that the person wants gone, or wants under another name. */
interface FileDeed {
  readonly path: string;
  readonly to?: string;
}

/** "…and delete `src/old.ts`": nothing ran that can have done it, and nothing else is said about the file. */
export function findFileDeed(facts: Facts, id: string): Finding[] {
  const { request, language, closing, turn } = facts;
  const { putOff, limited, reported } = language.requests;
  if (!isSaidBriefly(request) || turn.outcome !== "ended" || closing.text === "" || closing.admissions.length > 0)
    return [];
  if (putOff.test(request) || limited.test(request) || reported.test(request)) return [];
  const asked = readProse(request).sentences.flatMap((sentence) => deedsIn(facts, sentence));
  const missing = asked.filter((deed) => !isTouched(facts, deed) && !isTold(facts, deed) && !isForCode(facts, deed));
  if (missing.length === 0 || facts.steps.some(couldMoveFiles)) return [];
  const sure = !askedThePerson(facts) && !language.modality.negation.test(closing.text);
  return missing.map((deed) => ({
    id,
    // Whether there is such a file is known only where somebody saw it.
    confidence: sure && isSeen(facts, deed.path) ? 0.8 : 0.6,
    message: `I asked you to ${deed.to === undefined ? `delete ${deed.path}` : `rename ${deed.path} to ${deed.to}`}; no step of yours did.`,
    steps: cite(facts.steps.at(-1)?.number),
    subject: deed.path,
  }));
}

function deedsIn({ language }: Facts, { text, masked }: Sentence): FileDeed[] {
  const { deeds, requests } = language;
  const paths = pathsIn(text);
  if (paths.length === 0 || requests.depends.test(masked)) return [];
  return paths.flatMap((path, index): FileDeed[] => {
    const at = text.indexOf(path);
    const before = text.slice(0, at).replace(/[`"']$/, "");
    const after = text.slice(at + path.length).replace(/^[`"']/, "");
    const next = paths[index + 1];
    const renames = next !== undefined && deeds.renamedTo.test(after.slice(0, Math.max(0, after.indexOf(next))));
    const verb = (renames ? deeds.renameBefore : deeds.deleteBefore).exec(before);
    if (!verb || (!renames && !deeds.afterFile.test(after))) return [];
    const lead = before.slice(0, verb.index);
    if (requests.unwanted.test(lead) || !followsWork(lead, language) || !isOutright(lead, language)) return [];
    return [renames ? { path, to: next } : { path }];
  });
}

/** Some change deleted, moved or rewrote it, or made the new one. */
function isTouched({ changes }: Facts, { path, to }: FileDeed): boolean {
  const names = new Set([path, to ?? path].map(baseName));
  return changes.some((change) => (to !== undefined || change.type !== "edit") && names.has(baseName(change.path)));
}

/** The closing speaks of the file otherwise than to say that it is gone. */
function isTold({ closing, language }: Facts, { path }: FileDeed): boolean {
  const name = namePattern(path);
  const { removal } = language.topics;
  return closing.prose.sentences.some(({ text }) => name.test(text) && !removal.test(text));
}

/** What was written does it, or something with it, when it runs. */
function isForCode(facts: Facts, { path, to }: FileDeed): boolean {
  return to === undefined && isWrittenAbout(facts, path);
}

function isSeen({ steps }: Facts, path: string): boolean {
  return isNamed(steps, path) && !steps.some(({ result }) => GONE.test(result?.output ?? ""));
}

const GONE = /no such file|not found|does not exist|doesn't exist|ENOENT|cannot find/i;

/** Whatever is not known to leave files where they are may have moved or deleted any. */
function couldMoveFiles({ action, tool }: Step): boolean {
  if (action.kind === "subagent") return true;
  if (action.kind === "other") return !talks(tool);
  if (action.kind !== "execute") return false;
  return action.command === undefined || !parseCommandLine(action.command).every(leavesFiles);
}

function leavesFiles(command: ShellCommand): boolean {
  if (command.unparsed) return false;
  const sub = gitSub(command);
  if (sub !== undefined) return LEAVING_GIT.has(sub);
  return LEAVING.has(command.name) || checksOf(command).some(isCheck);
}

const LEAVING_GIT = lookingGit("add commit fetch push");
const LEAVING = new NameList(
  "[ awk basename cat cd cut date diff dirname du echo egrep export false file grep head jq less ls mkdir nl printf ps " +
    "pwd read realpath rg sleep sort stat tail test touch tr tree true type uniq wait wc which",
);
