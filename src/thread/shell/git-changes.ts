import type { Change } from "../action.ts";
import { each, hasWord, patched, transfer } from "./file-programs.ts";
import { type ShellCommand, type ShellWord, operands } from "./shell-command.ts";

const UNKNOWN_EDIT: readonly Change[] = [{ type: "edit" }];
const SOURCES = new Set(["-s", "--source", "--pathspec-from-file"]);

export interface GitCall {
  readonly sub: string;
  readonly args: readonly ShellWord[];
  readonly directory?: string;
}

export function gitCall(command: ShellCommand): GitCall | undefined {
  let directory: string | undefined;
  for (let index = 0; index < command.args.length; index++) {
    const text = command.args[index]?.text ?? "";
    if (text === "-C") directory = command.args[index + 1]?.text;
    if (text === "-C" || text === "-c" || text === "--git-dir" || text === "--work-tree") index++;
    else if (!text.startsWith("-"))
      return { sub: text, args: command.args.slice(index + 1), ...(directory !== undefined && { directory }) };
  }
  return undefined;
}

/** What a git command does to files of the work tree. Switching branches does not count as a change by the agent. */
export function gitChanges(command: ShellCommand): readonly Change[] {
  const call = gitCall(command);
  if (!call) return [];
  switch (call.sub) {
    case "rm":
      return hasWord(command, /^--cached$|^--dry-run$|^-[fqr]*n/) ? [] : each("delete", operands(call.args));
    case "mv":
      if (hasWord(command, /^--dry-run$|^-[fkv]*n/)) return [];
      return transfer(command, call.args, (path, from) => ({ type: "move", path, from }));
    case "apply":
      return hasWord(command, /^--(?:check|stat|numstat|summary|cached)$/) ? [] : patched(command);
    case "am":
    case "revert":
    case "cherry-pick":
      return hasWord(command, /^--abort$|^--quit$/) ? [] : UNKNOWN_EDIT;
    case "reset":
      return hasWord(command, /^--(?:hard|merge|keep)$/) ? UNKNOWN_EDIT : [];
    case "clean":
      return hasWord(command, /^-[a-zA-Z]*f|^--force$/) && !hasWord(command, /^-[a-zA-Z]*n|^--dry-run$/)
        ? [{ type: "delete" }]
        : [];
    case "stash":
      return stashes(operands(call.args)[0]?.text) ? UNKNOWN_EDIT : [];
    case "restore":
      if (hasWord(command, /^(?:--staged|-S)$/) && !hasWord(command, /^(?:--worktree|-W)$/)) return [];
      return each("edit", operands(call.args, SOURCES)).map(withoutDot);
    case "checkout":
      return checkedOut(call.args);
    default:
      return [];
  }
}

function stashes(sub: string | undefined): boolean {
  return sub === undefined || sub === "push" || sub === "save" || sub === "pop" || sub === "apply";
}

/** `git checkout -- f`, `checkout ref -- f`, `checkout .`. Without `--` only what looks like a file is one. */
function checkedOut(args: readonly ShellWord[]): readonly Change[] {
  const dashes = args.findIndex((word) => word.text === "--");
  if (dashes !== -1) return each("edit", args.slice(dashes + 1)).map(withoutDot);
  if (args.some((word) => /^-[bBt]$|^--(?:track|orphan|detach)$/.test(word.text))) return [];
  const files = operands(args).filter(({ text }) => text === "." || (FILE.test(text) && !REFERENCE.test(text)));
  return each("edit", files).map(withoutDot);
}

const FILE = /^[\w@./-]+\.[A-Za-z]\w{0,5}$/;
/** Branch or tag names (`v1.2.x`, `origin/main.dev`). For other names with a dot, only git knows what they are. */
const REFERENCE = /\d\.x$|^(?:origin|upstream|remotes|refs|tags|heads)\//;

function withoutDot(change: Change): Change {
  return change.path === "." ? { type: change.type } : change;
}

export function startsHooks(command: ShellCommand): boolean {
  const sub = command.name === "git" ? gitCall(command)?.sub : undefined;
  return sub === "commit" || sub === "push";
}

/** The short flag `-n` skips hooks only for a commit; for a push it means a dry run. */
export function runsNoHooks(command: ShellCommand): boolean {
  const { sub = "", args = [] } = gitCall(command) ?? {};
  return args.some(({ text }) => text === "--no-verify" || (sub === "commit" && /^-[aeiopqsvz]*n/.test(text)));
}
