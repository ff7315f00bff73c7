import { isMove, targetOfMove } from "../../thread/shell/builtins.ts";
import { hasWord } from "../../thread/shell/file-programs.ts";
import { gitCall } from "../../thread/shell/git-changes.ts";
import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import type { Facts } from "../facts.ts";
import { isOutside, placedPath } from "../changes/paths.ts";
import type { Request } from "../requests/requests.ts";
import { inputTexts } from "../unseen/unknown-tools.ts";
import type { Breach } from "./breach.ts";
import { wasRun } from "./forbidden-command.ts";

/** A commit or a push that the person ruled out for this turn, made in the project itself and still there. */
export function gitDone(facts: Facts, request: Request): Breach | undefined {
  for (const forbidden of request.commands) {
    const [deed = "", branch] = forbidden.split(" ");
    const step = facts.steps.find((candidate) => does(candidate, deed, branch));
    const sub = deed === "commit" ? "commit" : "push";
    if (!step || isElsewhere(facts, step) || isTakenBack(facts, step, sub)) continue;
    const what = `ran git ${sub}${deed === "force" ? " --force" : ""}${branch === undefined ? "" : ` to ${branch}`}`;
    return { what, steps: [step.number], subject: forbidden, remedy: remedy(facts, deed, step) };
  }
  return undefined;
}

/** What to do about it. What others have seen is not taken back: that takes force. Nor is a commit that was amended. */
function remedy(facts: Facts, deed: string, done: Step): string {
  const isOut =
    deed !== "commit" ||
    /--amend\b/.test(done.action.command ?? "") ||
    facts.steps.some((step) => does(step, "push", undefined));
  return isOut ? "tell me, and force nothing to take it back" : "take the commit back and keep the changes";
}

function does(step: Step, deed: string, branch: string | undefined): boolean {
  const { command } = step.action;
  if (step.action.kind === "other" && branch === undefined) return isDoneByTool(step, deed);
  if (command === undefined || !command.includes("git") || !wasRun(step) || step.result?.status !== "done")
    return false;
  const { output } = step.result;
  return parseCommandLine(command).some((call) =>
    deed === "commit" ? isCommit(call, output, branch) : isPush(call, output, deed === "force", branch),
  );
}

/** True when a third-party tool for git did the deed, and says so. */
function isDoneByTool({ tool, result }: Step, deed: string): boolean {
  const said = deed === "commit" ? /\bcommitted\b[^\n]{0,60}\b[0-9a-f]{7,40}\b/i : /\bpushed\b[^\n]{0,20}\bsuccess/i;
  return deed !== "force" && tool.endsWith(`__git_${deed}`) && result?.status === "done" && said.test(result.output);
}

/** True when git printed the commit, or was silent and a failure would have failed the line. */
function isCommit(command: ShellCommand, output: string, branch: string | undefined): boolean {
  if (!isCall(command, "commit", /^--dry-run$/)) return false;
  const made = /^\[(\S+)(?: \([^)]*\))? [0-9a-f]{7,40}\]/m.exec(output);
  if (branch !== undefined) return made?.[1] === branch;
  return made !== null || (isCertain(command) && (output.trim() === "" || hasWord(command, /^(?:-\w*q\w*|--quiet)$/)));
}

function isPush(command: ShellCommand, output: string, forced: boolean, branch: string | undefined): boolean {
  if (!isCall(command, "push", /^(?:--dry-run|-n|--delete|-d)$/) || isToAPlace(command)) return false;
  if (forced && !hasWord(command, /^(?:--force|-\w*f\w*)$/)) return false;
  const went = [...output.matchAll(WENT)].map((match) => match[1]);
  if (branch !== undefined) return went.includes(branch) || (isCertain(command) && isNamed(command, branch, output));
  return went.length > 0 || (isCertain(command) && output.trim() === "");
}

const WENT = /^ (?: |\*|\+) ?(?:\[new (?:branch|tag)\]|[0-9a-f]{7,}\.{2,3}[0-9a-f]{7,})\s+\S+ -> (\S+)/gm;

function isCall(command: ShellCommand, sub: string, onlyTelling: RegExp): boolean {
  if (command.name !== "git" || command.env.length > 0) return false;
  const call = gitCall(command);
  return call?.sub === sub && call.directory === undefined && !hasWord(command, onlyTelling) && isOwnRun(command);
}

/** True when git surely ran here: not in a container, on another machine, or in a part of the line that may not run. */
function isOwnRun({ wrappers, scopes, args }: ShellCommand): boolean {
  return (
    wrappers.length === 0 && scopes.length === 0 && !args.some(({ text }) => /^--(?:git-dir|work-tree)/.test(text))
  );
}

/** True when the command must have gone well if the line did. */
function isCertain({ mask, negated }: ShellCommand): boolean {
  return mask === undefined && !negated;
}

/** True for a push to an address or a folder, not to a remote of the project. */
function isToAPlace({ args }: ShellCommand): boolean {
  return args.some(({ text, dynamic }) => dynamic || /^[./~\\]|^[A-Za-z]:[\\/]|:\/\/|^[^@]*@.*:/.test(text));
}

function isNamed({ args }: ShellCommand, branch: string, output: string): boolean {
  return output.trim() === "" && args.some(({ text }) => text === branch || text.endsWith(`:${branch}`));
}

/** True when the step worked in another repository, entered or made before to try something out. */
export function isElsewhere({ steps, thread }: Facts, step: Step): boolean {
  if (
    inputTexts(step.input).some((text) => ONE_PLACE.test(text) && isOutside(placedPath(text, thread.cwd), thread.cwd))
  )
    return true;
  return steps.some(({ number, action }) => {
    if (number > step.number || action.command === undefined) return false;
    return parseCommandLine(action.command).some((call) => leaves(call, thread.cwd));
  });
}

/** An absolute path of a directory, and nothing else. */
const ONE_PLACE = /^(?:[\\/]\S*|[A-Za-z]:[\\/][^\n"|;&]*)$/;

function leaves(command: ShellCommand, workspace: string | undefined): boolean {
  if (command.name === "mktemp") return true;
  if (command.name === "git")
    return /\bgit (?:init|clone|worktree add|remote (?:add|set-url|rename))\b/.test(command.text);
  if (!isMove(command.name, command.args)) return false;
  const to = targetOfMove(command.args);
  return !to || to.dynamic || isOutside(placedPath(to.text, workspace), workspace);
}

/** True when the agent afterwards moved or deleted the branch, or reverted: then the deed is dealt with. */
function isTakenBack({ steps }: Facts, { number }: Step, sub: string): boolean {
  return steps.some((later) => {
    const { command = "" } = later.action;
    if (later.number < number) return false;
    return TAKES_BACK.test(later.number > number ? command : command.slice(command.indexOf(`git ${sub}`) + 4));
  });
}

const TAKES_BACK =
  /\bgit\b[^|;&\n]{0,200}\b(?:reset|revert|rebase|update-ref|filter-branch|branch\s+(?:-\w+\s+)*-D|push\b[^|;&\n]{0,200}(?:--delete|\s-d\b|\s:\w))/;
