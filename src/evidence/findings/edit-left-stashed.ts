import { hasWord } from "../../thread/shell/file-programs.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { operands } from "../../thread/shell/operands.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit } from "../unseen/git-looks.ts";
import { remarked, wasCreatedHere } from "../look.ts";
import { cite } from "../steps.ts";
import { baseName } from "../changes/paths.ts";
import { mayHaveBeenWrittenAfter } from "../unseen/unseen-writes.ts";
import { WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const editLeftStashed: FindingRule = {
  id: "edit-left-stashed",
  title: "Change left in a stash",
  meaning:
    "The closing says that something was fixed or changed, and git put the edits into a stash where they still are.",
  category: "contradicted-claim",
  editIsGone: true,
  find,
};

function find(facts: Facts): Finding[] {
  const stash = facts.steps.find(({ action }) => action.command?.includes("stash"));
  if (!stash || !putsAllAway(stash)) return [];
  const edit = facts.changes.find((change) => isTaken(facts, change, stash));
  const claim = facts.claims.find(({ type }) => type === "fixed" || type === "updated");
  if (!edit || !claim || isTold(facts, stash) || mayBeBack(facts, edit, stash)) return [];
  return [
    {
      id: editLeftStashed.id,
      confidence: WELL_PROVEN,
      message: `You say ${quote(claim.sentence.text, 60)}, but ${quote(stash.action.command ?? "", 50)} put your edit of ${shownFile(baseName(edit.path))} away and no step brought it back; take it out of the stash and check again.`,
      steps: cite(edit.step, stash.number),
      subject: edit.path,
    },
  ];
}

/** True when the line is a plain `git stash` in this folder, and any other git command on it only looks. */
function putsAllAway({ action, result }: Step): boolean {
  if (result?.output.includes("Saved working directory") !== true) return false;
  const [command, ...others] = parseCommandLine(action.command ?? "").filter(({ name }) => name === "git");
  const call = command && gitCall(command);
  if (!call || call.sub !== "stash" || call.directory !== undefined || command.cwd !== undefined) return false;
  const [sub = "push", ...names] = operands(call.args, WITH_TEXT).map((word) => word.text);
  if ((sub !== "push" && sub !== "save") || (sub === "push" && names.length > 0)) return false;
  return !hasWord(command, /^(?:-[pkS]|--patch|--keep-index|--staged|--)$/) && others.every(looks);
}

const WITH_TEXT = new Set(["-m", "--message"]);

/** True when the stash took this edit: made before it, in a file git knows. New files stay where they are. */
function isTaken(facts: Facts, change: FileChange, stash: Step): boolean {
  if (change.type !== "edit" || change.role === "scratch" || change.step >= stash.number) return false;
  return !wasCreatedHere(facts, change.path) && !facts.before.names.has(baseName(change.path));
}

function isTold(facts: Facts, stash: Step): boolean {
  const { closing, request, language } = facts;
  const { takenBack } = language.closing;
  if (closing.admissions.length > 0 || STASH.test(closing.text) || remarked(facts, STASH, stash.number)) return true;
  return takenBack.test(closing.text) || takenBack.test(request) || STASH.test(request);
}

const STASH = /stash/i;

/** True when the edit may be back: files were written after the stash, or git did more than look since the edit. */
function mayBeBack(facts: Facts, edit: FileChange, stash: Step): boolean {
  if (facts.changes.some((change) => change.step > stash.number)) return true;
  if (mayHaveBeenWrittenAfter(facts, edit.path, stash.number)) return true;
  return facts.steps.some(
    ({ number, action }) =>
      number > edit.step &&
      number !== stash.number &&
      (action.kind === "other" || !parseCommandLine(action.command ?? "").every(looks)),
  );
}

function looks(command: ShellCommand): boolean {
  const sub = gitSub(command);
  return !command.unparsed && (sub === undefined || GIT.has(sub));
}

const GIT = lookingGit("");
