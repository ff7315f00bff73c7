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

/** May go to another directory, in any shell: those of Windows mind no case. */
export function mayMove(name: string): boolean {
  return MOVES.has(name.toLowerCase());
}

/** Goes to another directory. `sl` is PowerShell's, and also a program for versions, whose first word is no place. */
export function isMove(name: string, args: readonly ShellWord[]): boolean {
  if (!mayMove(name)) return false;
  return name.toLowerCase() !== "sl" || PLACE.test(targetOfMove(args)?.text ?? "");
}

const PLACE = /^(?:[^-].*)?[\\/]|^(?:\.{1,2}|~|[A-Za-z]:)$/;

/** Where it goes; nothing where that is home. */
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

/** Thousands of `cd` in a line would else make a path of thousands of folders, over and over. */
const LONGEST_PATH = 1000;

/** A path as seen from where the line starts. */
export function joinPath(directory: string | undefined, path: string): string {
  if (directory === undefined || ANEW.includes(path.charAt(0)) || isOnDrive(path)) return posix.normalize(path);
  if (directory !== "." && leadsOnward(path)) return `${directory}${directory.endsWith("/") ? "" : "/"}${path}`;
  return posix.join(directory, path);
}

/** What a path begins with that does not go on from a directory. */
const ANEW = ["/", "~", "$"];

function isOnDrive(path: string): boolean {
  return path[1] === ":" && /^[A-Za-z]:[\\/]/.test(path);
}

/** Only further down: then a directory that was joined before need not be taken apart again. */
function leadsOnward(path: string): boolean {
  return path !== "" && !path.startsWith(".") && !path.endsWith("/") && !path.includes("//") && !path.includes("/.");
}
