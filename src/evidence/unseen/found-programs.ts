import { NameList } from "../../name-list.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";

/**
 * It runs what the line does not name: the files of a loop, of a search or of a list. `for f in test/*.js; do node $f`,
 * `find . -name '*.test.js' -exec node {} +`, `ls build/*_test | parallel`.
 */
export function runsWhatIsFound({ name, args, wrappers }: ShellCommand): boolean {
  if (name === "parallel") return args.every((word) => word.text.startsWith("-"));
  if (!READS_PROGRAMS.has(name) || args.some((word) => ONLY_LOOKS.has(word.text))) return false;
  const file = args.find((word) => !word.text.startsWith("-"));
  return file ? file.dynamic : GIVES_FILES.has(wrappers.at(-1) ?? "");
}

const READS_PROGRAMS = new NameList(
  "node bun deno tsx ts-node python python2 python3 ruby php perl lua luajit Rscript julia bash sh zsh",
);
/** Flags with which it only looks at a file, or runs a module instead of one. */
const ONLY_LOOKS = new NameList("--check -c -n -l -m -wc --syntax-check");
const GIVES_FILES = new Set(["xargs", "parallel", "find"]);
