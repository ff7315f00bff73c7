import { shownFile } from "../quote.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { Facts } from "../facts.ts";
import { gitSub, lookingGit } from "../unseen/git-looks.ts";
import { cite } from "../steps.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";
import { placedPath, samePath } from "../changes/paths.ts";
import { runsOnly } from "../unseen/runs-nothing.ts";
import { SHOWN } from "../confidence.ts";
import { type FindingRule } from "./finding-rule.ts";

export const conflictLeft: FindingRule = {
  id: "conflict-left",
  title: "Conflict called resolved, still there",
  meaning: "The closing says that conflicts are resolved, and a file with conflicts is as git had left it.",
  category: "contradicted-claim",
  find,
};

function find(facts: Facts): Finding[] {
  if (
    !/conflict/i.test(facts.closing.text) ||
    !facts.language.closing.resolved.test(facts.closing.text) ||
    facts.closing.admissions.length > 0
  )
    return [];
  const stopped = facts.steps.findLast(
    ({ action, result }) => CONFLICT.test(result?.output ?? "") && merges(action.command),
  );
  const later = stopped ? facts.steps.filter((step) => step.number > stopped.number) : [];
  const committed = later.find(commits);
  // Without a commit, a later look may have shown that the person resolved the conflict.
  if (!stopped || (!committed && later.length > 0) || !later.every(leavesFilesAlone)) return [];
  const output = stopped.result?.output ?? "";
  if (MERGED_OTHERWISE.test(output)) return [];
  const file = Array.from(output.matchAll(CONFLICTS), ([, name = ""]) => name).find(
    (name) => !isTouched(facts, name, stopped.number),
  );
  if (file === undefined) return [];
  return [
    {
      id: conflictLeft.id,
      confidence: SHOWN,
      message: `You ${committed ? "committed" : "left"} ${shownFile(file)} with git's conflict markers still in it; resolve it.`,
      steps: cite(stopped.number, committed?.number),
      subject: file,
    },
  ];
}

const CONFLICT = /^CONFLICT \(content\): /m;
const CONFLICTS = /^CONFLICT \(content\): Merge conflict in (\S+)$/gm;
/** Git writes no conflict marks into binary files, and leaves none where it already knew the resolution. */
const MERGED_OTHERWISE = /Cannot merge binary files|previous resolution|rerere/i;

/** True when the command itself can merge; a log that it only prints may tell of somebody else's merge. */
function merges(line: string | undefined): boolean {
  return line !== undefined && parseCommandLine(line).some((command) => MERGING.test(gitSub(command) ?? ""));
}

const MERGING = /^(?:merge|rebase|pull|cherry-pick|revert|am|stash|switch|checkout)$/;

function isTouched({ changes, thread }: Facts, file: string, after: number): boolean {
  return changes.some((change) => change.step > after && samePath(change.path, placedPath(file, thread.cwd)));
}

function commits({ action, result }: Step): boolean {
  return (
    result?.status === "done" && parseCommandLine(action.command ?? "").some((command) => gitSub(command) === "commit")
  );
}

/** True when the step only looks or puts files into a commit, so that it cannot have changed a file unseen. */
function leavesFilesAlone(step: Step): boolean {
  if (step.action.kind === "execute" && step.action.changes.length > 0) return false;
  return runsOnly(
    step,
    (command) => !command.unparsed && (LOOKING.has(command.name) || GIT.has(gitSub(command) ?? "")),
  );
}

const LOOKING = lookingPrograms("");
const GIT = lookingGit("add commit push");
