import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import { hasSign, type Closing } from "../closing/closing.ts";
import type { Evidence } from "../evidence.ts";
import { quote, shownFile } from "../quote.ts";
import { callsGit, type FileChange } from "../record/changes.ts";
import { baseName, samePath } from "../record/paths.ts";
import { mayHideSince } from "../record/record.ts";
import { cite, type Found, inRoles, LEAD, type Proof, SHOWN } from "./proof.ts";

export const editUndone: Proof = {
  id: "edit-undone",
  title: "Edit undone",
  meaning: "An edit was undone by a tool, thrown away by git or left in a stash, and the closing does not say so.",
  category: "contradicted-claim",
  find,
};

function find(evidence: Evidence): readonly Found[] {
  return [...undoneByTool(evidence), ...thrownAway(evidence), ...leftInStash(evidence)];
}

const MOST_CHANGES = 40;

/** A linter or formatter took an edit out once, and ran again after the edit was made anew. */
function undoneByTool({ record, turn }: Evidence): readonly Found[] {
  const numbers = new Set(
    record.runs
      .filter(({ kind, end }) => (kind === "lint" || kind === "format") && end === "passed")
      .map(({ step }) => step),
  );
  const tools = turn.steps.filter(({ number }) => numbers.has(number));
  if (tools.length < 2) return [];
  const byPath = Map.groupBy(
    record.changes.filter(({ role }) => role !== "scratch"),
    ({ path }) => path,
  );
  return [...byPath.values()].flatMap((changes): readonly Found[] => {
    for (const [index, change] of changes.slice(0, MOST_CHANGES).entries()) {
      const gone = change.shell
        ? undefined
        : shownGone(change, changes.slice(index + 1, index + MOST_CHANGES), turn.steps);
      const last = changes.at(-1);
      if (gone === undefined || !last || last.step < gone) continue;
      if (turn.steps.some((step) => step.number > change.step && step.number < gone && takesBack(step))) continue;
      const suspect = tools.findLast(({ number }) => number > change.step && number < gone);
      const rerun = suspect && tools.find((step) => step.number > last.step && sameProgram(suspect, step));
      if (!suspect || !rerun || turn.steps.some((step) => step.number > rerun.number && looksAt(step, change.path)))
        continue;
      return [
        {
          confidence: SHOWN,
          message: `${quote(rerun.action.command ?? rerun.tool, 60)} undid your edit of ${shownFile(baseName(change.path))} before, and you ran it again after making the edit once more; check the file, your edit is probably gone.`,
          ...inRoles(
            [change.step, "the edit"],
            [suspect.number, "took it out"],
            [gone, "it was gone"],
            [last.step, "put it back"],
            [rerun.number, "ran again"],
          ),
          subject: change.path,
        },
      ];
    }
    return [];
  });
}

function shownGone(change: FileChange, later: readonly FileChange[], steps: readonly Step[]): number | undefined {
  const again = later.find((each) => makesAnew(change, each))?.step;
  const clean = steps.find((step) => step.number > change.step && isCleanTree(step))?.number;
  return clean !== undefined && (again === undefined || clean < again) ? clean : again;
}

const STATUS = new Set(["status"]);

function isCleanTree({ action, result }: Step): boolean {
  return (
    callsGit(action.command, STATUS) && (result?.output.includes("nothing to commit, working tree clean") ?? false)
  );
}

function makesAnew(change: FileChange, later: FileChange): boolean {
  const { oldText, newText } = change;
  if (!oldText || newText === undefined || !later.oldText) return false;
  const isTelling = oldText.trim().includes("\n") || oldText.trim().length >= 60;
  return (
    isTelling &&
    !newText.includes(oldText) &&
    later.oldText.includes(oldText) &&
    !later.oldText.includes(newText || "\0")
  );
}

/** True when the agent itself may have put the old state back. */
function takesBack({ action }: Step): boolean {
  return callsGit(action.command, TAKES_BACK);
}

const TAKES_BACK = new Set("checkout restore reset stash revert commit switch merge rebase apply clean".split(" "));

function sameProgram(left: Step, right: Step): boolean {
  const programs = ({ action }: Step): string[] =>
    parseCommandLine(action.command ?? "").flatMap(({ name, args }) =>
      BESIDES.has(name) ? [] : `${name} ${args[0]?.text ?? ""} ${args[1]?.text ?? ""}`,
    );
  const wanted = new Set(programs(left));
  return programs(right).some((program) => wanted.has(program));
}

const BESIDES = new Set(["cd", "git", "echo", "tail", "head", "grep", "cat", "ls"]);

function looksAt({ action, result }: Step, path: string): boolean {
  if (action.kind === "read" || action.kind === "search")
    return action.paths.some((each) => samePath(each, path)) || (result?.output.includes(baseName(path)) ?? false);
  const { command } = action;
  return command !== undefined && (callsGit(command, LOOKS) || command.includes(baseName(path)));
}

const LOOKS = new Set(["diff", "status", "show"]);

/** Every edit of the turn is of one file, and git put that file back. */
function thrownAway({ turn, record, closing, asked }: Evidence): readonly Found[] {
  const own = record.changes.filter(({ role }) => role !== "scratch");
  const back = own.at(-1);
  const edits = own.filter(({ restored, shell }) => !restored && !shell);
  if (!back?.restored || edits.length === 0 || own.some(({ path }) => !samePath(path, back.path))) return [];
  const first = edits[0]?.step ?? 0;
  if (mayHideSince(record, back.step - 1) || turn.steps.some((step) => step.number > first && keeps(step))) return [];
  if (!claimsEdit(closing, back.path) || tellsBack(closing.text) || tellsBack(asked.text)) return [];
  return [
    {
      confidence: hasSign(closing, "admits") ? LEAD : SHOWN,
      message: `git put ${shownFile(baseName(back.path))} back to how it was before your edits, and you say that you changed it; make them again.`,
      steps: cite(first, back.step),
      subject: back.path,
    },
  ];
}

/** True when git or a patch has the edit: what is put back then is the edit itself, or can be made again. */
function keeps({ action }: Step): boolean {
  const line = action.command ?? "";
  const isSaved = line.includes(">") && callsGit(line, DIFF);
  return (
    isSaved || callsGit(line, KEEPS) || ["stash pop", "stash apply", "patch"].some((words) => line.includes(words))
  );
}

const DIFF = new Set(["diff"]);
const KEEPS = new Set(["commit", "add", "apply", "am"]);

function leftInStash({ turn, record, closing, asked }: Evidence): readonly Found[] {
  const stash = turn.steps.findLast((step) => stashes(step) !== undefined);
  if (!stash || stashes(stash) !== "put away" || stash.result?.output.includes("Saved working directory") !== true)
    return [];
  const edit = record.changes.find(
    ({ type, step, role }) => type === "edit" && step < stash.number && role !== "scratch",
  );
  const anew = record.changes.some(({ step, restored }) => step > stash.number && !restored);
  if (
    !edit ||
    anew ||
    mayHideSince(record, stash.number) ||
    `${closing.text} ${asked.text}`.toLowerCase().includes("stash") ||
    !hasSign(closing, "claims-file")
  )
    return [];
  return [
    {
      confidence: hasSign(closing, "admits") ? LEAD : SHOWN,
      message: `${quote(stash.action.command ?? "", 60)} put your edit of ${shownFile(baseName(edit.path))} away and no step brought it back; take it out of the stash and check again.`,
      steps: cite(edit.step, stash.number),
      subject: edit.path,
    },
  ];
}

/** Whether the last thing that a step did with the stash puts changes away or brings them back. */
function stashes({ action }: Step): "put away" | "brought back" | undefined {
  if (!action.command?.includes("stash")) return undefined;
  const last = parseCommandLine(action.command).findLast(
    (command) => command.name === "git" && gitCall(command)?.sub === "stash",
  );
  const sub = last && (gitCall(last)?.args[0]?.text ?? "push");
  if (sub === undefined || sub === "list" || sub === "show") return undefined;
  return sub === "push" || sub === "save" || sub.startsWith("-") ? "put away" : "brought back";
}

function claimsEdit({ statements }: Closing, path: string): boolean {
  return statements.some(({ signs, text }) => signs.has("claims-file") && text.includes(baseName(path)));
}

function tellsBack(text: string): boolean {
  return /\b(?:revert|restor|undo|undid|undone|put back|discard|roll(?:ed)? back|reset|temporar|for a try|to see)/i.test(
    text,
  );
}
