import type { Step } from "../../thread/thread.ts";
import type { Finding } from "../../verdict.ts";
import type { FileChange } from "../changes/changes.ts";
import type { Facts } from "../facts.ts";
import { baseName, samePath } from "../changes/paths.ts";
import { WELL_PROVEN } from "../confidence.ts";
import { type FindingRule, inRoles } from "./finding-rule.ts";
import { quote, shownFile } from "../quote.ts";

export const editUndone: FindingRule = {
  id: "edit-undone",
  title: "Edit undone by a command",
  meaning: "A command had already undone the agent's edit once; it ran again after the last edit, and nobody looked.",
  category: "stale-verification",
  editIsGone: true,
  whateverIsSaid: true,
  find,
};

function find(facts: Facts): Finding[] {
  const rewriters = rewritingSteps(facts);
  if (rewriters.length < 2) return [];
  const returns = facts.steps.filter(takesBack).map((step) => step.number);
  const clean = facts.steps.filter(isCleanTree).map((step) => step.number);
  const byPath = Map.groupBy(
    facts.changes.filter((change) => change.role !== "scratch"),
    (change) => change.path,
  );
  return [...byPath.values()].flatMap((changes) => {
    for (const [index, change] of changes.slice(0, MAX_CHANGES).entries()) {
      const proof = undone(change, changes.slice(index + 1, index + MAX_CHANGES), returns, clean);
      const finding = proof === undefined ? undefined : ranAgain(facts, change, proof, rewriters);
      if (finding) return [finding];
    }
    return [];
  });
}

/** When one file is edited more often than this in a turn, the later edits are not followed. */
const MAX_CHANGES = 40;

/** The steps that ran linters or formatters, which can rewrite files while they check them. */
function rewritingSteps(facts: Facts): Step[] {
  const numbers = new Set(
    facts.receipts
      .filter((receipt) => receipt.kind === "lint" || receipt.kind === "format")
      .map((receipt) => receipt.step),
  );
  return facts.steps.filter((step) => numbers.has(step.number));
}

function ranAgain(facts: Facts, change: FileChange, proof: number, rewriters: readonly Step[]): Finding | undefined {
  const { path } = change;
  const suspects = rewriters.filter((step) => step.number > change.step && step.number < proof);
  const last = facts.changes.findLast((other) => samePath(other.path, path));
  if (!last || last.step < proof) return undefined;
  const again = rewriters.find(
    (step) => step.number > last.step && suspects.some((suspect) => sameProgram(suspect, step)),
  );
  if (!again || facts.steps.some((step) => step.number > again.number && looksAt(step, path))) return undefined;
  return {
    id: editUndone.id,
    confidence: WELL_PROVEN,
    message: `${quote(shortCommand(again), 50)} undid your edit of ${shownFile(baseName(path))} before, and you ran it again after making the edit once more; check the file, your edit is probably gone.`,
    ...inRoles(
      [change.step, "the edit"],
      [suspects.findLast((suspect) => sameProgram(suspect, again))?.number, "took it out"],
      [last.step, "put it back"],
      [proof, "it was gone"],
      [again.number, "ran again"],
    ),
    subject: path,
  };
}

/** True when the step looks at the file, or at the whole working tree. */
function looksAt(step: Step, path: string): boolean {
  const { kind, command, paths } = step.action;
  if (kind === "read" || kind === "search") {
    return (
      paths.some((candidate) => samePath(candidate, path)) || (step.result?.output.includes(baseName(path)) ?? false)
    );
  }
  if (command === undefined) return false;
  return /\bgit\s+(?:-C\s+\S+\s+)?(?:diff|status|show)\b/.test(command) || command.includes(baseName(path));
}

/** The step that shows the edit is gone: its old text was there to be replaced again, or git found nothing changed. */
function undone(
  change: FileChange,
  later: readonly FileChange[],
  returns: readonly number[],
  clean: readonly number[],
): number | undefined {
  if (change.shell) return undefined;
  const end = returns.find((step) => step > change.step) ?? Number.POSITIVE_INFINITY;
  const tree = clean.find((step) => step > change.step && step < end);
  for (const next of later) {
    if (next.step >= Math.min(end, tree ?? end)) break;
    if (replacesAgain(change, next)) return next.step;
    if (next.meaning === "unknown" || next.type !== "edit" || next.newText?.includes(change.oldText ?? "\0"))
      return undefined;
  }
  return tree;
}

function replacesAgain(change: FileChange, later: FileChange): boolean {
  if (!change.oldText || change.newText === undefined || !later.oldText) return false;
  const replaced = isTellingText(change.oldText) && !change.newText.includes(change.oldText);
  return replaced && later.oldText.includes(change.oldText) && !later.oldText.includes(change.newText || "\0");
}

/** True when the text is long enough to stand in a file only once; a short line may stand in several places. */
function isTellingText(text: string): boolean {
  return text.trim().includes("\n") || text.trim().length >= 60;
}

/** True when the agent itself may have put the old state back, or the changes left the working tree (a commit). */
function takesBack(step: Step): boolean {
  return /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|restore|reset|stash|revert|commit|switch|merge|rebase|apply|clean)\b/.test(
    step.action.command ?? "",
  );
}

function isCleanTree(step: Step): boolean {
  return (
    /\bgit\s+(?:-C\s+\S+\s+)?status\b/.test(step.action.command ?? "") &&
    /nothing to commit, working tree clean/.test(step.result?.output ?? "")
  );
}

function sameProgram(suspect: Step, step: Step): boolean {
  if (step.action.command === undefined) return false;
  const wanted = programs(suspect);
  return programs(step).some((program) => wanted.includes(program));
}

/** The first words of each part of a command line, without redirections: enough to know the same tool again. */
function programs(step: Step): string[] {
  return (step.action.command ?? "")
    .split(/&&|\|\||;|\||\n/)
    .map((part) =>
      part
        .replaceAll(/\d?>&?\d?\S*/g, "")
        .trim()
        .split(/\s+/)
        .slice(0, 3)
        .join(" "),
    )
    .filter((part) => part !== "" && !/^(?:git|cd|echo|tail|head|grep|cat|ls)\b/.test(part));
}

function shortCommand(step: Step): string {
  return programs(step)[0] ?? step.action.command ?? step.tool;
}
