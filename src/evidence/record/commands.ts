import { gitCall } from "../../thread/shell/git-changes.ts";
import { inlineCode } from "../../thread/shell/inline-code.ts";
import { parseCommandLine, rememberingLines } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { squeezed } from "../../text/strings.ts";
import type { Step, Turn } from "../../thread/thread.ts";
import { fieldsOf } from "../../thread/tool-input.ts";
import { checksOf, startedFile } from "./find-checks.ts";
import { rulesOf } from "./runners/rules.ts";
import { roleOf } from "./paths.ts";
import { isTaskTool, taskCall } from "./runners/task-calls.ts";

/** A command that failed, and that no later step repeated with success. */
export interface FailedCommand {
  readonly step: number;
  readonly command: string;
}

/** Something a step did that leaves the work tree: published, pushed by force, merged, deployed. */
export interface OutsideEffect {
  readonly step: number;
  readonly what: string;
  readonly command: string;
}

/** The commands that failed and were not made good, without those that only looked for something. */
export function failedCommands(steps: readonly Step[]): readonly FailedCommand[] {
  const failed = new Map<string, FailedCommand>();
  for (const { number, action, result } of steps) {
    const line = action.command;
    if (line === undefined || !result) continue;
    const key = squeezed(line.slice(0, LONGEST_LINE));
    if (result.status === "done") failed.delete(key);
    else if (result.status === "error" && !onlyLooks(line) && !foundNothing(line, result.exitCode))
      failed.set(key, { step: number, command: key });
  }
  return [...failed.values()];
}

const LONGEST_LINE = 2000;

/** `grep` that finds nothing, `test`, `diff`, `which` and `ls`: their "failure" is an answer. */
function onlyLooks(line: string): boolean {
  const commands = parseCommandLine(line);
  return commands.every(({ name, unparsed }) => unparsed !== true && LOOKING.has(name));
}

/** Ends with a command that says by its code what it found, and that code: the others may all have gone well. */
function foundNothing(line: string, exitCode: number | undefined): boolean {
  const last = exitCode === 1 ? parseCommandLine(line).at(-1) : undefined;
  if (!last || last.unparsed) return false;
  return ANSWERS.has(last.name) || (last.name === "git" && ANSWERS_OF_GIT.has(gitCall(last)?.sub ?? ""));
}

const ANSWERS = new Set("[ cmp diff egrep fgrep grep pgrep rg test".split(" "));
const ANSWERS_OF_GIT = new Set(["diff", "grep", "merge-base", "show-ref", "check-ignore", "config"]);

const LOOKING = new Set(
  (
    "[ awk basename cat cd command cut date df diff dirname du echo egrep env export false fd file find grep head id jq less " +
    "ls nl pgrep printf ps pwd read realpath rg sed sleep sort stat tail test tr tree true type uname uniq wait wc which cmp " +
    "xxd od strings md5sum sha256sum lsof"
  ).split(" "),
);

/** What the steps did outside of the work tree. */
export function outsideEffects(steps: readonly Step[]): readonly OutsideEffect[] {
  return steps.flatMap((step) => {
    const line = step.action.command;
    if (line === undefined || step.result?.status !== "done" || !MAY_LEAVE.test(line)) return [];
    return parseCommandLine(line).flatMap((command) => {
      const what = effectOf(command);
      return what === undefined ? [] : [{ step: step.number, what, command: squeezed(command.text).slice(0, 200) }];
    });
  });
}

const MAY_LEAVE = /\b(?:push|publish|deploy|apply|merge|release|upload|rollout|scp|rsync|destroy)\b/;

const FORCES = new Set(["-f", "--force", "--force-with-lease"]);
const ONLY_TELLS = new Set(["--dry-run", "--help", "--check"]);
const CLUSTER_DEEDS = new Set(["apply", "delete", "rollout", "upgrade", "install", "uninstall"]);

function effectOf(command: ShellCommand): string | undefined {
  const words = command.args.map(({ text }) => text);
  if (words.some((word) => ONLY_TELLS.has(word))) return undefined;
  const [first = "", second = ""] = words.filter((word) => !word.startsWith("-"));
  switch (command.name) {
    case "git":
      if (gitCall(command)?.sub !== "push") return undefined;
      return words.some((word) => FORCES.has(word.split("=", 1)[0] ?? "") || word.startsWith("+"))
        ? "pushed by force"
        : "pushed";
    case "gh":
    case "glab":
      if (second === "merge") return "merged";
      if (first === "release" && second === "create") return "released";
      return (first === "pr" || first === "mr") && second === "create" ? "opened a pull request" : undefined;
    case "npm":
    case "pnpm":
    case "yarn":
    case "cargo":
    case "gem":
      return first === "publish" || first === "push" ? "published" : undefined;
    case "twine":
      return first === "upload" ? "published" : undefined;
    case "terraform":
    case "tofu":
      return first === "apply" || first === "destroy" ? "changed infrastructure" : undefined;
    case "kubectl":
    case "helm":
      return CLUSTER_DEEDS.has(first) ? "changed a cluster" : undefined;
    case "wrangler":
    case "vercel":
    case "netlify":
    case "flyctl":
    case "fly":
      return first === "deploy" || words.includes("--prod") ? "deployed" : undefined;
    case "scp":
    case "rsync":
      return words.some((word) => /^[\w.@-]+:/.test(word)) ? "copied to another machine" : undefined;
    default:
      return undefined;
  }
}

/** True when a step started something that may have run a check without our knowing: a helper, a script, a tool. */
export function mayHideChecks(step: Step): boolean {
  const { kind, command } = step.action;
  if (kind === "subagent") return true;
  if (command === undefined) return isUnknownCall(step);
  if (step.result === undefined || step.result.status === "rejected") return false;
  return parseCommandLine(command).some(isUnknownProgram);
}

/** True for a call that may have run anything: its tool is not known, or its command is not told. */
function isUnknownCall({ action: { kind }, tool, input }: Step): boolean {
  if (kind !== "other" && kind !== "execute") return false;
  return !HARMLESS_TOOL.test(tool) && !onlyPolls(input);
}

/** True for a look at a session, in which nothing is typed. */
function onlyPolls(input: unknown): boolean {
  const fields = fieldsOf(input);
  if (fields["session_id"] === undefined && fields["sessionId"] === undefined) return false;
  const typed = fields["chars"] ?? fields["input"] ?? fields["text"] ?? fields["data"] ?? "";
  return typeof typed === "string" && typed.trim() === "";
}

const FEW_STEPS = 3;

/** How many steps are of unknown tools, where that is nearly all: what is not seen may well have happened. */
export function unreadSteps({ steps }: Turn): number {
  const unknown = steps.filter((step) => step.action.command === undefined && isUnknownCall(step)).length;
  return steps.length >= FEW_STEPS && unknown >= 0.8 * steps.length ? unknown : 0;
}

/** Tools of hosts that keep lists or talk to the person. */
const HARMLESS_TOOL =
  /todo|task|plan|question|ask|memory|think|note|title|toolsearch|skill|mode|sleep|wait|notify|schema|complete|BashOutput|KillShell/i;

/** True for a program of which nobody knows what it runs. */
function isUnknownProgram(command: ShellCommand): boolean {
  const { name, unparsed } = command;
  if (unparsed) return true;
  if (name === "" || LOOKING.has(name)) return false;
  const checks = checksOf(command);
  // Of a script nobody knows what else it checks.
  if (checks.length > 0) return startedFile(command) !== undefined && checks.every(({ maybe }) => maybe);
  const task = isTaskTool(name) ? taskCall(command) : undefined;
  if (task) return !task.names.every((each) => SERVES.test(each));
  if (KNOWN.has(name)) return false;
  // `node --check` reads a file and starts nothing.
  if (name === "node" && command.args.some(({ text }) => text === "--check" || text === "-c")) return false;
  const code = inlineCode(command);
  if (code !== undefined) return STARTS_OTHERS.test(code);
  const file = startedFile(command);
  if (file !== undefined) return roleOf(file) !== "scratch";
  return !isTaskTool(name) && rulesOf(name).length === 0;
}

/** Tasks that serve or clean, whatever they are called besides: they run no check. */
const SERVES = /^(?:dev|start|serve|preview|clean)(?![a-z])/;

const STARTS_OTHERS = /\b(?:subprocess|popen|child_process|exec\w*|spawn\w*|system|unittest|pytest|runpy)\b/i;
const KNOWN = new Set(
  (
    "git gh glab go cargo cp mv rm mkdir rmdir touch chmod chown ln tar zip unzip curl wget kill pkill set unset source . export pushd popd tee xargs " +
    "nohup timeout time trap sudo apt apt-get brew pip pip3 uv npm pnpm yarn bun node-gyp nvm fnm volta asdf code open pbcopy " +
    "ssh scp rsync docker-compose psql mysql sqlite3 redis-cli aws gcloud az kubectl helm terraform vercel flyctl fly : break " +
    "continue exit return local declare eval exec alias umask ulimit date seq yes clear history jobs fg bg disown let expr " +
    "base64 openssl gzip gunzip patch column paste split fold rev tac shuf mktemp install"
  ).split(" "),
);

/** Programs that look and never check; a line with nothing else need not be parsed. */
const ONLY_LOOK = new Set(
  (
    "[ awk basename cat cd chmod cut date diff dirname du echo egrep export file find gh grep head jq kill less ls mkdir mv nl " +
    "printf ps pwd read realpath rg rm sed sleep sort stat tail test touch tr tree true type uniq wait wc which df cp"
  ).split(" "),
);

const STARTS = ["$(", "`", "<(", "-exec", "xargs"];

/** True when a line may run a check, by a quick look at the first word of every part. Only wrong towards "maybe". */
export const mayStartPrograms = rememberingLines((line): boolean => {
  if (STARTS.some((sign) => line.includes(sign))) return true;
  return line.split(/&&|\|\||[;|\n&]/).some((part) => {
    const word = /^[\s({!]*(?:\w+=\S*\s+){0,20}([^\s()]*)/.exec(part)?.[1] ?? "";
    return word !== "" && !ONLY_LOOK.has(word);
  });
});
