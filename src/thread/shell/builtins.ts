import { posix } from "node:path";
import type { ShellWord } from "./shell-command.ts";
import type { Shell } from "./place.ts";

/** Applies what a builtin does to the shell it runs in: directory, options, variables. */
export function applyBuiltin(name: string, args: readonly ShellWord[], shell: Shell): void {
  if (isMove(name, args)) {
    changeDirectory(args, shell);
    return;
  }
  if (/^(?:popd|pop-location)$/i.test(name)) {
    shell.cwd = undefined;
    return;
  }
  switch (name) {
    case "set":
      setOptions(
        args.map((word) => word.text),
        shell,
      );
      return;
    case "export":
    case "local":
    case "declare":
    case "readonly":
      for (const word of args) setVariable(word, shell);
      return;
    case "unset":
      for (const word of args) shell.variables.delete(word.text);
      return;
    default:
  }
}

/** `set -e`, `set +e`, `set -euo pipefail`; also read from the flags of `bash -e -o pipefail -c …`. */
export function setOptions(flags: readonly string[], shell: Shell): void {
  for (const [index, flag] of flags.entries()) {
    const on = flag.startsWith("-");
    if (!on && !flag.startsWith("+")) continue;
    if (/^[-+][a-zA-Z]*e/.test(flag)) shell.errexit = on;
    if (!/^[-+][a-zA-Z]*o$/.test(flag)) continue;
    if (flags[index + 1] === "pipefail") shell.pipefail = on;
    if (flags[index + 1] === "errexit") shell.errexit = on;
  }
}

const MAX_VARIABLES = 64;

export function rememberVariable(name: string, value: ShellWord, shell: Shell): void {
  const values = value.values ?? (value.dynamic ? undefined : [value.text]);
  if (values && values.length > 0 && shell.variables.size < MAX_VARIABLES) shell.variables.set(name, values);
  else shell.variables.delete(name);
}

function setVariable(word: ShellWord, shell: Shell): void {
  const match = /^(\w+)=(.*)$/s.exec(word.text);
  if (match?.[1] !== undefined) rememberVariable(match[1], { text: match[2] ?? "", dynamic: word.dynamic }, shell);
}

const MOVES: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "sl", "set-location", "push-location"]);

/** True when a command of this name may change the directory, in any shell; the shells of Windows ignore case. */
export function mayMove(name: string): boolean {
  return MOVES.has(name.toLowerCase());
}

/** `sl` changes the directory in PowerShell, but is also another program, whose first word is no path. */
export function isMove(name: string, args: readonly ShellWord[]): boolean {
  if (!mayMove(name)) return false;
  return name.toLowerCase() !== "sl" || PLACE.test(targetOfMove(args)?.text ?? "");
}

const PLACE = /^(?:[^-].*)?[\\/]|^(?:\.{1,2}|~|[A-Za-z]:)$/;

/** The word that names the target directory; undefined when the target is the home directory. */
export function targetOfMove(args: readonly ShellWord[]): ShellWord | undefined {
  const [first, second] = args;
  if (second && first?.text.toLowerCase() === "/d") return second;
  return args.find(({ text }) => !/^-(?:[LPe@]*|(?:Literal)?Path)$/i.test(text) || text === "-");
}

function changeDirectory(args: readonly ShellWord[], shell: Shell): void {
  const target = targetOfMove(args);
  if (!target) shell.cwd = "~";
  else if (target.text === "-") shell.cwd = undefined;
  else {
    const cwd = joinPath(shell.cwd, target.text);
    shell.cwd = cwd.length > LONGEST_PATH ? undefined : cwd;
  }
}

const LONGEST_PATH = 1000;

export function joinPath(directory: string | undefined, path: string): string {
  if (directory === undefined || ANEW.includes(path.charAt(0)) || isOnDrive(path)) return posix.normalize(path);
  if (directory !== "." && leadsOnward(path)) return `${directory}${directory.endsWith("/") ? "" : "/"}${path}`;
  return posix.join(directory, path);
}

/** Characters that begin a path which does not depend on the directory. */
const ANEW = ["/", "~", "$"];

function isOnDrive(path: string): boolean {
  return path[1] === ":" && /^[A-Za-z]:[\\/]/.test(path);
}

/** True when the path only leads further down: then the joined path need not be normalised again. */
function leadsOnward(path: string): boolean {
  return path !== "" && !path.startsWith(".") && !path.endsWith("/") && !path.includes("//") && !path.includes("/.");
}
