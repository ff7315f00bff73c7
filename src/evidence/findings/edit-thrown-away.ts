import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Claim } from "../claims/claims.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit } from "../unseen/git-looks.ts";
import type { Language } from "../language/language.ts";
import { cite } from "../steps.ts";
import { baseName, placedPath, samePath, withoutPaths } from "../changes/paths.ts";
import { mayHaveBeenWrittenAfter } from "../unseen/unseen-writes.ts";
import { WELL_PROVEN } from "../confidence.ts";
import type { FindingRule } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const editThrownAway: FindingRule = {
  id: "edit-thrown-away",
  title: "Change thrown away by git",
  meaning:
    "The closing says a file was changed, and git put the file back to how it was before every change of the turn.",
  category: "contradicted-claim",
  editIsGone: true,
  find,
};

function find(facts: Facts): Finding[] {
  if (!facts.changes.some((change) => change.restored)) return [];
  const own = facts.changes.filter((change) => change.role !== "scratch");
  const [first] = own;
  // Where another file was changed too, the claim may be about that one.
  if (!first || own.some((change) => !samePath(change.path, first.path))) return [];
  const edits = own.filter((change) => !change.restored);
  const back = facts.steps.findLast(({ number }) => own.some((change) => change.restored && change.step === number));
  const claim = facts.claims.find((candidate) => isAbout(facts, candidate, first));
  if (!back || !claim || edits.length === 0 || !isThrownAway(facts, edits, back)) return [];
  const { takenBack } = facts.language.closing;
  if (facts.closing.admissions.length > 0 || takenBack.test(facts.closing.text) || takenBack.test(facts.request))
    return [];
  return [
    {
      id: editThrownAway.id,
      confidence: WELL_PROVEN,
      message: `You say ${quote(claim.sentence.text, 60)}, but ${quote(back.action.command ?? "", 50)} put ${shownFile(baseName(first.path))} back to how it was before your edits; make them again.`,
      steps: cite(edits[0]?.step, back.number),
      subject: first.path,
    },
  ];
}

/** True when the claim says that this file was changed. */
function isAbout(
  { language, request }: Facts,
  { type, paths, sentence: { text } }: Claim,
  { path }: FileChange,
): boolean {
  if ((type !== "updated" && type !== "fixed") || isProbe(text, request, language)) return false;
  return paths.some(
    (named) =>
      baseName(named) === baseName(path) &&
      language.closing.changedBefore.test(withoutPaths(text.slice(0, text.indexOf(named)))),
  );
}

/** True when the edit was only a probe: "I added a log to src/cart.ts to see it". Nobody asked for it, so it may go. */
function isProbe(text: string, request: string, { closing }: Language): boolean {
  return closing.probe.test(text) && !closing.probe.test(request);
}

/** True when all edits came before `back`, git kept none of them, and nobody can have made them again. */
function isThrownAway(facts: Facts, edits: readonly FileChange[], back: Step): boolean {
  const [first] = edits;
  if (!first || edits.some((edit) => edit.shell || edit.step >= back.number)) return false;
  if (facts.before.names.has(baseName(first.path)) || !restores(back, first.path, facts.thread.cwd)) return false;
  if (mayHaveBeenWrittenAfter(facts, first.path, back.number)) return false;
  return facts.steps.every(
    ({ number, action }) =>
      number < first.step ||
      number === back.number ||
      (action.kind !== "subagent" &&
        action.kind !== "other" &&
        action.changes.every((change) => change.path !== undefined) &&
        !keeps(action.command)),
  );
}

/** True when the line is only `git checkout -- FILE` or `git restore FILE`: from the index, which has no edits yet. */
function restores({ action, result }: Step, path: string, workspace: string | undefined): boolean {
  const [command, ...others] = parseCommandLine(action.command ?? "");
  if (!command || others.length > 0 || result?.status !== "done" || command.name !== "git") return false;
  const call = gitCall(command);
  if (!call || call.directory !== undefined || command.cwd !== undefined) return false;
  const words = call.args.map((word) => word.text).filter((word) => word !== "--");
  const isPlain = words.every((word) => samePath(placedPath(word, workspace), path));
  return isPlain && (call.sub === "checkout" || call.sub === "restore");
}

/** True when the line may keep the edits somewhere: git does more than look, or a file is copied or written. */
function keeps(line: string | undefined): boolean {
  return line !== undefined && parseCommandLine(line).some((command) => command.unparsed || mayKeep(command));
}

function mayKeep(command: ShellCommand): boolean {
  const sub = gitSub(command);
  if (sub !== undefined) return !GIT.has(sub);
  return /^(?:cp|mv|rsync|tee|tar|zip|patch|jj|sl)$/.test(command.name) || command.redirects.length > 0;
}

const GIT = lookingGit("");
