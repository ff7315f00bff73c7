import { shownFile } from "../quote.ts";
import { hasWord } from "../../thread/shell/file-programs.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { gitSub } from "../unseen/git-looks.ts";
import type { Sentence } from "../language/prose.ts";
import { isCheckLine } from "../unseen/unknown-commands.ts";
import { admits, hadWriters, isNamed, isWrittenAbout } from "../look.ts";
import { baseName, namePattern, pathsIn, placedPath, roleOf, samePath, withoutPaths } from "../changes/paths.ts";
import { cite } from "../steps.ts";
import { holds, mayBeOne, unseenOf } from "../unseen/untouched.ts";
import { mayHaveBeenWrittenAfter, ranGenerator, WRITTEN_UNSEEN } from "../unseen/unseen-writes.ts";
import { expression } from "../../patterns/expression.ts";
import { EXCUSED, PROVEN, STRONG_LEAD } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";

export const fileClaimedNotWritten: FindingRule = {
  id: "file-claimed-not-written",
  title: "File claimed, not there",
  meaning: "The closing says a file was created, and no step wrote it, or a later step removed it.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  const claimed = new Map<string, Sentence>();
  for (const claim of facts.claims) {
    const paths = claim.type === "created" ? createdPaths(facts, claim) : addedPaths(facts, claim);
    for (const path of paths) if (!claimed.has(path)) claimed.set(path, claim.sentence);
  }
  for (const [path, sentence] of listedPaths(facts)) if (!claimed.has(path)) claimed.set(path, sentence);
  return [...claimed].flatMap(([path, sentence]) => {
    const gone = findSwept(facts, path) ?? findGone(facts, path);
    return (gone && isToldGone(facts, path) ? [] : gone) ?? findMissing(facts, path, sentence) ?? [];
  });
}

/** True when the closing says the file is gone again: "I created `tmp.json` for this and removed it again". */
function isToldGone({ closing, language }: Facts, path: string): boolean {
  const name = namePattern(path);
  return closing.prose.sentences.some(({ text }) => name.test(text) && language.closing.goneAgain.test(text));
}

/** Files that begin an item of a list, where the heading says only that they are new, and at least one of them is. */
function listedPaths({ closing, language, changes }: Facts): (readonly [path: string, sentence: Sentence])[] {
  const listed = closing.prose.sentences.flatMap((sentence) => {
    const { kind, heading, text, ticked } = sentence;
    if (kind !== "item" || ticked === false || !language.closing.createdAbove.test(heading)) return [];
    const [path] = pathsIn(text);
    if (path === undefined || text.indexOf(path) > 2 || roleOf(path) === "scratch" || /[*<]/.test(path)) return [];
    return [[path, sentence] as const];
  });
  const isMade = ([path]: readonly [string, Sentence]): boolean =>
    changes.some((change) => change.type === "create" && samePath(change.path, path));
  return listed.some(isMade) ? listed : [];
}

/** The files a claim says are new: those named right after the word, or first in a line that says "(new)". */
export function createdPaths(facts: Facts, claim: Claim): string[] {
  const { text } = claim.sentence;
  const { createdBefore, createdAfter, notCreated } = facts.language.closing;
  return claim.paths.filter((path) => {
    if (roleOf(path) === "scratch" || path.includes("*") || path.includes("<")) return false;
    const at = text.indexOf(path);
    const before = withoutPaths(text.slice(0, at));
    const after = text.slice(at + path.length, at + path.length + MOST_AFTER);
    if (notCreated.test(after)) return false;
    if (createdBefore.test(before)) return true;
    // In tables of data, "new" and "created" are states; a file that was written here is named with its folder.
    return at <= 2 && createdAfter.test(after) && (path.includes("/") || !CELL.test(after));
  });
}

/** The files that are said to be added: "I added a `setup.cfg` that …", but not something inside or for the file. */
function addedPaths({ language }: Facts, { type, paths, sentence: { text } }: Claim): string[] {
  if (type !== "updated") return [];
  const { newFile, fileEnds } = language.closing.written;
  return paths.filter((path) => {
    const at = text.indexOf(path);
    return roleOf(path) !== "scratch" && newFile.test(text.slice(0, at)) && fileEnds.test(text.slice(at + path.length));
  });
}

const CELL = /^[`"'*\s]*\|/;
/** How many characters after the name are read to see what is said of the file. */
const MOST_AFTER = 60;

/** `git clean` lists the file among what it removed. */
function findSwept(facts: Facts, path: string): Finding[] | undefined {
  const written = facts.changes.findLast((change) => change.role !== "scratch" && samePath(change.path, path));
  if (!written || written.type === "delete") return undefined;
  const swept = facts.steps.find((step) => step.number > written.step && sweeps(step, written.path, facts.thread.cwd));
  return swept && [removedAgain(facts, path, written.step, swept.number, swept.number)];
}

function sweeps({ action, result }: Step, path: string, workspace: string | undefined): boolean {
  if (result?.status !== "done" || !CLEANS.test(action.command ?? "")) return false;
  return Array.from(result.output.matchAll(/^Removing (.+?)\/?$/gm), ([, removed = ""]) =>
    placedPath(removed, workspace),
  ).some((removed) => path === removed || path.startsWith(`${removed}/`));
}

/** `git clean` alone on its line: after a `cd` the names it prints lie elsewhere, and a later command may write. */
const CLEANS = /^\s*git\s+clean\b[^;&|\n]*$/;

function findGone(facts: Facts, path: string): Finding[] | undefined {
  const last = facts.changes.findLast(
    (change) =>
      change.role !== "scratch" && (samePath(change.path, path) || (change.from && samePath(change.from, path))),
  );
  if (!last) return undefined;
  const gone = last.type === "delete" || (last.type === "move" && last.from !== undefined && samePath(last.from, path));
  if (!gone || samePath(last.path, path) !== (last.type === "delete")) return [];
  const written = facts.changes.find((change) => change.step < last.step && samePath(change.path, path));
  if (!written) return [];
  return [removedAgain(facts, path, written.step, last.step, last.step - 1)];
}

/** Less sure when somebody may have written the file once more after the step `known`. */
function removedAgain(facts: Facts, path: string, written: number, removed: number, known: number): Finding {
  return {
    id: fileClaimedNotWritten.id,
    confidence: mayHaveBeenWrittenAfter(facts, path, known) ? WRITTEN_UNSEEN : PROVEN,
    message: `You say you created ${shownFile(baseName(path))}, but you removed it again afterwards.`,
    steps: cite(written, removed),
    subject: path,
  };
}

function findMissing(facts: Facts, path: string, sentence: Sentence): Finding[] | undefined {
  const isMeant = (name: string): boolean => mayBeOne(baseName(name), baseName(path));
  if (hadWriters(facts) || [...facts.before.names].some(isMeant)) return undefined;
  if (facts.changes.some((change) => isMeant(change.path) || holds(change.path, path))) return undefined;
  const found = facts.steps.filter((step) => !missed(step));
  if (isNamed(found, path) || admits(facts, namePattern(path))) return undefined;
  return [
    {
      id: fileClaimedNotWritten.id,
      confidence: confidence(facts, path, sentence),
      message: `You say you created ${shownFile(path)}, but no step wrote it; write it.`,
      steps: cite(facts.steps.at(-1)?.number),
      subject: path,
    },
  ];
}

/** True when the step looked for something and failed: such a look does not show that the file is there. */
function missed({ action, result }: Step): boolean {
  return (action.kind === "read" || action.kind === "search") && result?.status === "error";
}

function confidence(facts: Facts, path: string, sentence: Sentence): number {
  const unseen = ranGenerator(facts) && unseenOf(facts, roleOf(path)) !== undefined;
  if (!isOwnWork(facts, path, sentence) || unseen || ranHiddenWriter(facts, path)) return EXCUSED;
  return isDoubtful(facts, path) ? STRONG_LEAD : PROVEN;
}

/** True when the agent says it wrote the file itself; people, programs and older versions write files as well. */
function isOwnWork({ language }: Facts, path: string, { text }: Sentence): boolean {
  const at = text.indexOf(path);
  return at <= 2 || language.closing.ownCreation.test(withoutPaths(text.slice(0, at)));
}

/** True when a program that mostly looks was told to write, or one ran that writes such files by itself. */
function ranHiddenWriter({ steps }: Facts, path: string): boolean {
  return steps.some(
    ({ action: { command = "" }, result }) =>
      result?.status === "done" &&
      (writesUnseen(command) ||
        (PACKAGE_MANAGER.test(command) && OF_PACKAGES.test(path)) ||
        (RECORD.test(path) && OF_RUNS.test(path) && isCheckLine(command))),
  );
}

function writesUnseen(command: string): boolean {
  if (/\\copy\b|\bdocker\s+cp\b/.test(command)) return true;
  return HIDDEN_WRITERS.some(([program, writes]) =>
    [...command.matchAll(program)].some(([, rest = ""]) => writes(rest)),
  );
}

/** Programs, each with a test of the rest of its line: whether that makes it write. */
const HIDDEN_WRITERS: readonly (readonly [program: RegExp, writes: (rest: string) => boolean])[] = [
  [/\bawk\b(.*)/g, (rest) => /\bprintf?\b/.test(rest.slice(0, rest.lastIndexOf(">") + 1))],
  [/\bcurl\b(.*)/g, (rest) => /\s-\w*[OJ]/.test(rest)],
  [/\bsqlite3\b(.*)/g, (rest) => /\.(?:output|backup|dump|once)/.test(rest)],
];

/** Package managers write the files that describe, pin and pack packages, and nothing else of the project. */
const PACKAGE_MANAGER = /\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|ci|add|update|version|init|shrinkwrap|pack)\b/;
const OF_PACKAGES = /(?:package\.json|lock(?:\.\w+|b)?|\.lock|shrinkwrap\.json|\.tgz|\.npmrc|pnpm-workspace\.yaml)$/i;

/** Files that checks leave behind unasked, known by folder or name: reports, pictures, what to compare with. */
const OF_RUNS = expression("i")`
  (?:^|\/)(?:target|build|out|site|htmlcov|(?:test-?)?(?:results?|reports?|output))\/
  |(?:
    coverage|cobertura|jacoco|lcov|reports?|junit|snapshots?(?:__)?|goldens?|baselines?|expect(?:ed|ations?)?
    |verified|approved|received
  )[./-]
`;

/** True when the file may be from before a compaction, from a runner or from git, or when a change only names it. */
function isDoubtful(facts: Facts, path: string): boolean {
  return (
    facts.thread.compactions > 0 || isWrittenAbout(facts, path) || mayBeRecorded(facts, path) || mayBeBrought(facts)
  );
}

/** True when git brought files and did not say which. */
function mayBeBrought({ steps }: Facts): boolean {
  return steps.some(
    ({ action: { command = "" }, result }) =>
      result?.status === "done" && parseCommandLine(command).some(bringsFiles) && !LISTS_FILES.test(result.output),
  );
}

function bringsFiles(command: ShellCommand): boolean {
  const sub = gitSub(command) ?? "";
  if (hasWord(command, /^--(?:abort|quit|dry-run)$/)) return false;
  return (
    /^(?:merge|pull|rebase)$/.test(sub) ||
    (/^(?:checkout|switch)$/.test(sub) && hasWord(command, /^(?:origin|upstream)\//))
  );
}

const LISTS_FILES = /\| +(?:\d|Bin)|up[ -]to[ -]date/i;

/** True when a runner may have left the file behind: a step shows its folder, or asks for reports or recordings. */
function mayBeRecorded({ steps }: Facts, path: string): boolean {
  if (!RECORD.test(path)) return false;
  const folder = path
    .slice(0, path.lastIndexOf("/") + 1)
    .replace(/^\.?\//, "")
    .slice(0, -1);
  return steps.some(({ action, result }) => {
    if (action.kind !== "execute") return false;
    const shown = `${action.command ?? ""}\n${result?.output ?? ""}`;
    return (folder !== "" && shown.includes(folder)) || ASKS_FOR_RECORD.test(shown);
  });
}

const RECORD = /\.(?:html?|xml|json|ya?ml|lcov|info|png|jpe?g|svg|csv|txt|sarif|snap|pdf|har|webm|zip)$/i;
const ASKS_FOR_RECORD = /(?:^|\s)--?[\w-]*(?:record|report(?!er)|output(?!-format)|generate|junit|snapshot)/;
