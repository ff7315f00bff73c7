import { NameList } from "../../name-list.ts";
import type { ShellCommand, ShellWord } from "../../thread/shell/shell-command.ts";

/**
 * True when the command runs files that the line does not name, from a loop, a search or a list:
 * `for f in test/*.js; do node $f`, `find . -name '*.test.js' -exec node {} +`, `ls build/*_test | parallel`.
 */
export function runsWhatIsFound(command: ShellCommand): boolean {
  const { name, args } = command;
  if (name === "parallel") return args.every((word) => word.text.startsWith("-"));
  if (!READS_PROGRAMS.has(name) || args.some((word) => ONLY_LOOKS.has(word.text))) return false;
  const at = args.findIndex((word) => word.text === "-" || !word.text.startsWith("-"));
  const file = args[at];
  if (!file) return isGivenFiles(command);
  if (!SHELLS.has(name) && TAKES_CODE.test(args[at - 1]?.text ?? "")) return false;
  return file.dynamic && !isNamed(file, command);
}

function isGivenFiles({ wrappers }: ShellCommand): boolean {
  return GIVES_FILES.has(wrappers.at(-1) ?? "");
}

/** True for `$PWD/scripts/seed.py`: only the folder is unknown, and no loop or search goes over several files. */
function isNamed({ text }: ShellWord, command: ShellCommand): boolean {
  if (command.scopes.includes("loop") || isGivenFiles(command)) return false;
  return /^[\w.-]+$/.test(text.slice(text.lastIndexOf("/") + 1));
}

const READS_PROGRAMS = new NameList(
  "node bun deno tsx ts-node python python2 python3 ruby php perl lua luajit Rscript julia bash sh zsh",
);
/** Flags with which an interpreter only looks at a file, or runs code or a module instead of a file. */
const ONLY_LOOKS = new NameList("--check -c -n -l -m -wc --syntax-check");
/** Flags that code follows. To a shell they mean something else, and a file follows. */
const TAKES_CODE = /^(?:-[a-z]{0,4}[er]|-p|--eval|--print)$/;
export const SHELLS = new Set(["bash", "sh", "zsh"]);
const GIVES_FILES = new Set(["xargs", "parallel", "find"]);
