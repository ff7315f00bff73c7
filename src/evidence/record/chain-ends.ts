import type { ToolResult } from "../../thread/message.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Ended } from "./check-run.ts";
import type { PlacedCheck } from "./line-checks.ts";
import { formatsGo, showsLater } from "./shown-commands.ts";
import { summariesIn } from "./summary.ts";

interface Chain {
  readonly commands: readonly ShellCommand[];
  readonly checks: readonly PlacedCheck[];
  readonly ended: readonly Ended[];
  readonly end: Pick<ToolResult, "status" | "output"> | undefined;
}

const NOT_REACHED: Ended = { end: "nothing-ran", counts: {}, notReached: true };

/** How each check ended, with what the others of its chain (`a && b`) show of it. */
export function endsInChain(chain: Chain): readonly Ended[] {
  const counted = endsByCount(chain);
  if (counted) return counted;
  return chain.ended.map((own, index) => {
    const placed = chain.checks[index];
    if (!placed) return own;
    if (isBehindAFailure(own, index, placed, chain) || isBehindBadSyntax(placed, chain)) return NOT_REACHED;
    const isFollowed = isBeforeAnother(own, index, placed, chain) || isShownPassed(own, placed, chain);
    return isFollowed ? { end: "passed", counts: {} } : own;
  });
}

/** `pytest a && pytest b` that failed: as many ran as sum up, and the last of those failed. */
function endsByCount({ commands, checks, ended, end }: Chain): readonly Ended[] | undefined {
  const [first, last] = [checks[0], checks.at(-1)];
  if (!first || !last || end?.status !== "error" || NO_TESTS.test(end.output)) return undefined;
  const { kind, runner } = first.check;
  const summary = summariesIn(end.output, kind).find(({ form }) => SUMS_UP_ONCE.has(form) && runner.includes(form));
  if (summary?.status !== "failed" || summary.times > checks.length) return undefined;
  const isAlike = checks.every(({ check }) => check.runner === runner);
  const isAlone = commands.every(({ name }, at) => name === "cd" || checks.some(({ index }) => index === at));
  const isUnknown = ended.every(({ why }) => why === "one exit code for several commands");
  if (!isAlike || !isAlone || !isUnknown || !isOneChain(commands, first.index, last.index)) return undefined;
  const failing = summary.times - 1;
  const failed: Ended = { end: "failed", counts: failing === 0 ? summary.counts : {} };
  return checks.map((_, at) => (at < failing ? { end: "passed", counts: {} } : at === failing ? failed : NOT_REACHED));
}

/** Programs that print one line for each of their runs, also for one that fails. */
const SUMS_UP_ONCE = new Set(["pytest", "jest", "vitest"]);
const NO_TESTS = /^no tests? (?:files? )?found/im;

/** True where a later command that waits for this one (`a && b`) ran: then this one passed. */
function isBeforeAnother(own: Ended, index: number, placed: PlacedCheck, { commands, checks, ended }: Chain): boolean {
  const command = commands[placed.index];
  if (own.end !== "unknown" || !command) return false;
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
function isShownPassed(own: Ended, placed: PlacedCheck, { commands, end }: Chain): boolean {
  if (!end || own.end !== "unknown" || own.why === "exit code and output disagree") return false;
  return showsLater(placed.index, commands, end.output);
}

/** True where a command that this one waits for (`a && b`) failed, and this one itself shows nothing. */
function isBehindAFailure(own: Ended, index: number, placed: PlacedCheck, { commands, checks, ended }: Chain): boolean {
  if (own.exitCode !== undefined || own.end === "passed") return false;
  const shows = own.counts.passed !== undefined || own.counts.failed !== undefined;
  if (shows || commands[placed.index]?.join !== "&&") return false;
  return checks.some(
    (other, at) => at < index && ended[at]?.end === "failed" && isOneChain(commands, other.index, placed.index),
  );
}

/** `gofmt -w . && go test ./...`: the formatter found no Go in a file, and `go test` would have said more than that. */
function isBehindBadSyntax({ check, index }: PlacedCheck, { commands, end }: Chain): boolean {
  if (end?.status !== "error" || !check.runner.startsWith("go ")) return false;
  const formatter = commands.findIndex(formatsGo);
  if (formatter === -1 || formatter >= index || !isOneChain(commands, formatter, index)) return false;
  const lines = end.output.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("Exit code "));
  return lines.length > 0 && lines.every((line) => GO_POSITION.test(line));
}

const GO_POSITION = /^\S{1,300}\.go:\d+:\d+: /;

function isOneChain(commands: readonly ShellCommand[], from: number, to: number): boolean {
  return commands.slice(from + 1, to + 1).every(({ join }) => join === "&&" || join === "|");
}
