import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { ToolResult } from "../../thread/message.ts";
import type { Ended } from "./check-run.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { formatsGo, showsLater } from "./shown-commands.ts";

type ChainEnd = Pick<ToolResult, "status" | "output">;

const NOT_REACHED: Ended = { end: "nothing-ran", counts: {}, notReached: true };

/** The end of one check, with what the others of its chain (`a && b`) show of it. */
export function byItsChain(
  index: number,
  own: Ended,
  checks: readonly PlacedCheck[],
  commands: readonly ShellCommand[],
  ended: readonly Ended[],
  end: ChainEnd | undefined,
): Ended {
  if (isBehindAFailure(index, checks, commands, ended) || isBehindBadSyntax(checks[index], commands, end))
    return NOT_REACHED;
  const isFollowed =
    isBeforeAnother(index, checks, commands, ended) || isShownPassed(own, checks[index], commands, end);
  return isFollowed ? { end: "passed", counts: {} } : own;
}

/** True where a later command that waits for this one (`a && b`) ran: then this one passed. */
function isBeforeAnother(
  index: number,
  checks: readonly PlacedCheck[],
  commands: readonly ShellCommand[],
  ended: readonly Ended[],
): boolean {
  const [own, placed] = [ended[index], checks[index]];
  const command = placed && commands[placed.index];
  if (own?.end !== "unknown" || !placed || !command) return false;
  if (own.why === "exit code and output disagree" || own.why === "on other code") return false;
  return checks.some((other, at) => {
    const later = ended[at];
    const ran = later?.end === "failed" || later?.end === "passed";
    // A pipe hides the exit code from what follows, but not within the body of one task.
    const isHidden = command.pipedInto.length > 0 && commands[other.index]?.text !== command.text;
    return at > index && ran && !isHidden && !later.notReached && isOneChain(commands, placed.index, other.index);
  });
}

/** True where what a later command of the chain printed shows that this one passed. */
function isShownPassed(
  own: Ended,
  placed: PlacedCheck | undefined,
  commands: readonly ShellCommand[],
  end: ChainEnd | undefined,
): boolean {
  if (!placed || !end || own.end !== "unknown" || own.why === "exit code and output disagree") return false;
  return showsLater(placed.index, commands, end.output);
}

/** True where a command that this one waits for (`a && b`) failed, and this one itself shows nothing. */
function isBehindAFailure(
  index: number,
  checks: readonly PlacedCheck[],
  commands: readonly ShellCommand[],
  ended: readonly Ended[],
): boolean {
  const [own, placed] = [ended[index], checks[index]];
  if (!own || !placed || own.exitCode !== undefined || own.end === "passed") return false;
  const shows = own.counts.passed !== undefined || own.counts.failed !== undefined;
  if (shows || commands[placed.index]?.join !== "&&") return false;
  return checks.some(
    (other, at) => at < index && ended[at]?.end === "failed" && isOneChain(commands, other.index, placed.index),
  );
}

/** `gofmt -w . && go test ./...`: the formatter found no Go in a file, and `go test` would have said more than that. */
function isBehindBadSyntax(
  placed: PlacedCheck | undefined,
  commands: readonly ShellCommand[],
  end: ChainEnd | undefined,
): boolean {
  if (!placed || end?.status !== "error" || !placed.check.runner.startsWith("go ")) return false;
  const formatter = commands.findIndex(formatsGo);
  if (formatter === -1 || formatter >= placed.index || !isOneChain(commands, formatter, placed.index)) return false;
  const lines = end.output.split("\n").filter((line) => line.trim() !== "" && !EXIT_NOTE.test(line));
  return lines.length > 0 && lines.every((line) => GO_POSITION.test(line));
}

const EXIT_NOTE = /^Exit code \d+$/;
const GO_POSITION = /^\S{1,300}\.go:\d+:\d+: /;

/** True where only `&&` and pipes stand between two commands. */
function isOneChain(commands: readonly ShellCommand[], from: number, to: number): boolean {
  return commands.slice(from + 1, to + 1).every(({ join }) => join === "&&" || join === "|");
}
