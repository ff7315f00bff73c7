import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { bannerOf, bannersIn, lacksNext, nextThatPrints } from "./shown-commands.ts";

/** The part of the output that is this check's, where the line prints marks between its commands (`echo "== lint"`). */
export function outputOf(
  placed: PlacedCheck,
  checks: readonly PlacedCheck[],
  commands: readonly ShellCommand[],
  output: string,
): string {
  const own = segmentOf(commands, placed.index, output);
  if (own !== undefined || (checks.length < 2 && !placed.check.silent)) return own ?? output;
  const before = markNear(commands, placed.index, -1);
  const after = markNear(commands, placed.index, 1);
  const start = before === undefined ? -1 : positionOf(output, before, 0);
  const end = after === undefined ? -1 : positionOf(output, after, Math.max(start, 0));
  if (before !== undefined && start === -1) return output;
  const previous = checks.some(({ index }) => index < placed.index);
  if (before === undefined && previous) return output;
  if (after !== undefined && end === -1) return output;
  if (after === undefined && checks.some(({ index }) => index > placed.index)) return output;
  return output.slice(start === -1 ? 0 : start, end === -1 ? undefined : end);
}

/** What stands between its own banner and the next; nothing where the next command that prints has none. */
function segmentOf(commands: readonly ShellCommand[], index: number, output: string): string | undefined {
  const banners = bannersIn(output);
  const own = commands[index];
  const start = own && bannerOf(own, commands, banners);
  if (!start) return undefined;
  const next = nextThatPrints(commands, index);
  const end = next && bannerOf(next, commands, banners);
  if (end) return end.at > start.at ? output.slice(start.to, end.at) : undefined;
  return !next || lacksNext(commands, index, output) ? output.slice(start.to) : undefined;
}

/** The text that the nearest `echo` before or after a command prints, with nothing between that prints as well. */
function markNear(commands: readonly ShellCommand[], index: number, direction: 1 | -1): string | undefined {
  for (let at = index + direction; at >= 0 && at < commands.length; at += direction) {
    const command = commands[at];
    if (!command) return undefined;
    const mark = markOf(command);
    if (mark !== undefined) return mark;
    const isOfPipe = direction === 1 && command.join === "|";
    if (!isOfPipe && !SAYS_NOTHING.has(command.name)) return undefined;
  }
  return undefined;
}

const SAYS_NOTHING = new Set(["cd", "set", "export", "source", "true", "echo", "printf", "sleep", ""]);

const ECHO_FLAGS = new Set(["-n", "-e", "-E", "-ne", "-en"]);

/** What an `echo` prints, where that is fixed and long enough to be found. */
function markOf({ name, args }: ShellCommand): string | undefined {
  if (name !== "echo" && name !== "printf") return undefined;
  const words = args.filter(({ text }) => !ECHO_FLAGS.has(text));
  if (words.some(({ dynamic }) => dynamic)) return undefined;
  const text = words
    .map((word) => word.text)
    .join(" ")
    .replaceAll("\\n", "")
    .trim();
  return text.length >= 3 ? text : undefined;
}

function positionOf(output: string, mark: string, from: number): number {
  for (let at = output.indexOf(mark, from); at !== -1; at = output.indexOf(mark, at + 1))
    if (at === 0 || output[at - 1] === "\n" || output[at - 1] === "\r") return at;
  return -1;
}

export function isShown(command: ShellCommand, commands: readonly ShellCommand[]): boolean {
  const file = writtenTo(command);
  if (file === undefined)
    return !command.redirects.some(
      ({ operator, target, descriptor }) =>
        operator.startsWith("&>") || (operator === ">" && descriptor !== 2 && target?.text === "/dev/null"),
    );
  const index = commands.indexOf(command);
  return commands
    .slice(index + 1)
    .some(
      ({ args, redirects }) =>
        args.some(({ text }) => text === file) ||
        redirects.some(({ operator, target }) => operator === "<" && target?.text === file),
    );
}

const INTO_FILE = new Set([">", ">>", ">|", "&>", "&>>"]);

export function writtenTo({ redirects }: ShellCommand): string | undefined {
  const found = redirects.find(({ operator, descriptor }) => INTO_FILE.has(operator) && descriptor !== 2)?.target;
  return found && !found.text.startsWith("/dev/") ? found.text : undefined;
}

/** True where lines may be missing at other places than the beginning. `head -50` cuts nothing off thirty lines. */
export function isCut({ pipedInto }: ShellCommand, output: string, line: string): boolean {
  const cuts = pipedInto.filter((name) => CUTS.has(name));
  if (cuts.length === 0) return false;
  if (cuts.some((name) => name !== "head")) return true;
  const most = Number(/\bhead\s+(?:-n\s*|-|--lines[= ])(\d{1,6})/.exec(line)?.[1] ?? 10);
  return output.trimEnd().split("\n", most + 1).length >= most;
}

/** Programs that leave out lines at any place. After `tail`, the end is there, and with it the word for the whole. */
const CUTS = new Set(["head", "grep", "rg", "egrep", "awk", "sed", "cut"]);
