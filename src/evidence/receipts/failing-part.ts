import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { isPlainPass, type Outcome } from "../outcomes/outcome.ts";
import { readOutcome } from "../outcomes/read-outcome.ts";
import type { LineEnd, LineRun } from "./line-run.ts";
import type { PlacedCheck } from "./line-summary.ts";
import { NameList } from "../../name-list.ts";

const NEVER_FAILS = new NameList(
  "cd echo printf export true : set pwd sleep mkdir source . pushd popd unset date local exit wait clear tail head " +
    "cat tee trap umask ulimit nvm conda module",
);

/** The commands of a line do not change, and every check of it asks. */
const known = new WeakMap<readonly ShellCommand[], readonly number[]>();

/** The commands whose failure would be the failure of the line. */
export function mayFail(commands: readonly ShellCommand[]): readonly number[] {
  const told = known.get(commands);
  if (told) return told;
  const found = commands.flatMap((command, index) =>
    command.mask || NEVER_FAILS.has(command.name) || command.name === "" ? [] : [index],
  );
  known.set(commands, found);
  return found;
}

/** In `lint && test` that failed: did this one pass? A later one that ran proves it, and so does its own summary. */
export function standingInChain({ placed, line, commands, end }: LineRun): boolean | undefined {
  const saysOf = ({ check }: PlacedCheck): Outcome["status"] | undefined =>
    readOutcome(check.reads, check.kind, end.output)?.status;
  const readsAlike = (other: PlacedCheck): boolean =>
    other.check.reads === placed.check.reads && other.check.kind === placed.check.kind;
  const others = line.filter((other) => other.index !== placed.index);
  const own = others.some(readsAlike) ? undefined : clearlySays(placed, end);
  if (own === "failed") return false;
  if (others.some((other) => other.index > placed.index && !readsAlike(other) && saysOf(other) !== undefined))
    return true;
  if (own !== undefined) return own === "unknown" ? undefined : true;
  if (mayFail(commands).at(-1) !== placed.index) return undefined;
  const at = Map.groupBy(others, ({ index }) => index);
  const restPassed = mayFail(commands)
    .slice(0, -1)
    .every((index) => at.get(index)?.some((other) => saysOf(other) === "passed"));
  return restPassed ? false : undefined;
}

/** What the check's own summary says, when it is clear enough to stand against the exit code of the line. */
function clearlySays({ check }: PlacedCheck, end: LineEnd): Outcome["status"] | undefined {
  const summary = readOutcome(check.reads, check.kind, end.output);
  return summary && !isPlainPass(summary) ? summary.status : undefined;
}

/** True for the test of a failed `build && test | tail`: `tail` never fails, so the build did, and no test ran. */
export function isUnreached({ placed, commands, end }: LineRun): boolean {
  const command = commands[placed.index];
  if (end.status !== "error" || command?.mask?.kind !== "pipe") return false;
  if (command.join !== "&&" || !NEVER_FAILS.has(command.pipedInto.at(-1) ?? "")) return false;
  return mayFail(commands).some((index) => index < placed.index);
}
