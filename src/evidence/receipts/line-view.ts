import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { NameList } from "../../name-list.ts";

/** How much of what a check printed can be seen in the output of its line. */
export interface View {
  /** The output went to a file that the line does not show. */
  readonly hidden: boolean;
  /** A filter let only some lines through; `errors` when those are the lines that tell of failures. */
  readonly filtered: "no" | "errors" | "other";
  /** The end may be missing: after `head`. */
  readonly cut: boolean;
  /** Some of the output may be missing, at any place: after `head`, `tail` or a filter. */
  readonly partial: boolean;
  /** Only one line of the output is left, and it may be a blank one: after `tail -1`. */
  readonly single: boolean;
  /** Standard error is part of the output. */
  readonly errorsShown: boolean;
}

const FILTERS = new NameList("grep egrep fgrep rg ag awk sed cut jq wc sort uniq tr python3 python node xargs");

/** Follows the output of the command at `index` through its pipe, its redirects and what shows the file that it went to. */
export function viewOf(commands: readonly ShellCommand[], index: number, output: string): View {
  const command = commands[index];
  if (!command) return { hidden: true, filtered: "no", cut: false, partial: true, single: false, errorsShown: false };
  let filtered: View["filtered"] = "no";
  let cut = false;
  let partial = false;
  let single = false;
  const showing = showingFile(commands, index);
  for (const next of [...pipedThrough(commands, index), ...(showing ?? [])]) {
    const short = (next.name === "head" || next.name === "tail") && lineCount(output) >= shownLength(next);
    if (next.name === "head") cut ||= short;
    single ||= short && shownLength(next) === 1;
    partial ||= short || (FILTERS.has(next.name) && !KEEPS_ALL.has(next.name));
    if (!FILTERS.has(next.name) || keepsMost(next)) continue;
    const pattern = next.args.map((word) => word.text).join(" ");
    filtered =
      filtered !== "other" && /grep|rg/.test(next.name) && /err|fail|✗|✖|✘/i.test(pattern) ? "errors" : "other";
  }
  const errorsShown = command.redirects.some((redirect) => redirect.operator === ">&" && redirect.descriptor === 2);
  return { hidden: showing?.length === 0, filtered, cut, partial, single, errorsShown };
}

/** The commands of the same pipe that come after one. */
function pipedThrough(commands: readonly ShellCommand[], index: number): readonly ShellCommand[] {
  let end = index + 1;
  while (commands[end]?.join === "|") end += 1;
  return commands.slice(index + 1, end);
}

/** True for filters that leave out little: `grep -v`, `sed` without `-n`, `sort`, `uniq`. */
function keepsMost(command: ShellCommand): boolean {
  if (/grep|rg/.test(command.name)) return command.args.some((word) => /^-\w*v/.test(word.text));
  if (command.name === "sed") return !command.args.some((word) => /^-\w*n/.test(word.text));
  return command.name === "sort" || command.name === "uniq";
}

/** Programs that change or sort lines and drop none. */
const KEEPS_ALL = new Set(["sed", "sort", "tr"]);

function shownLength(command: ShellCommand): number {
  const texts = command.args.map((word) => word.text);
  const flagged = /(?:^| )-(?:n ?|-lines[= ])?(\d+)(?= |$)/.exec(texts.join(" "));
  return flagged?.[1] === undefined ? 10 : Number(flagged[1]);
}

function lineCount(output: string): number {
  return output.split("\n", 2000).length;
}

/** If standard output goes to a file: the later commands on the line that read the file, each with its pipe. */
function showingFile(commands: readonly ShellCommand[], index: number): readonly ShellCommand[] | undefined {
  const target = commands[index]?.redirects.find(
    (redirect) => /^&?>>?\|?$/.test(redirect.operator) && redirect.descriptor !== 2 && redirect.target,
  )?.target?.text;
  if (target === undefined) return undefined;
  return commands.flatMap((later, at) =>
    at > index && later.args.some((word) => word.text === target) ? [later, ...pipedThrough(commands, at)] : [],
  );
}

/** The file a check's output went to, by itself or through `tee`. */
export function outputFile(command: ShellCommand, commands: readonly ShellCommand[]): string | undefined {
  const redirect = command.redirects.find(
    (candidate) => /^&?>>?\|?$/.test(candidate.operator) && candidate.descriptor !== 2,
  );
  const tee = command.pipedInto.includes("tee")
    ? pipedThrough(commands, commands.indexOf(command)).find(({ name }) => name === "tee")
    : undefined;
  const target = redirect?.target ?? tee?.args.find(({ text }) => !text.startsWith("-"));
  return target && !target.dynamic && !target.text.startsWith("/dev/") ? target.text : undefined;
}
