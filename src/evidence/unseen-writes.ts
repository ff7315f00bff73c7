import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../thread/shell/shell-command.ts";
import { checksOf } from "./checks.ts";
import type { Facts } from "./facts.ts";
import { taskCall } from "./runners/task-calls.ts";

/** A program ran that may have written files the record does not name: a generator, a copy of a folder, a script. */
export function ranGenerator(facts: Facts): boolean {
  return facts.steps.some(
    ({ action, result }) =>
      action.kind === "execute" &&
      result?.status === "done" &&
      action.command !== undefined &&
      (action.changes.some((change) => change.path === undefined) ||
        parseCommandLine(action.command).some(mayWriteUnseen)),
  );
}

function mayWriteUnseen(command: ShellCommand): boolean {
  if (command.unparsed) return true;
  const task = taskCall(command);
  if (task) return checksOf(command).every((check) => check.kind === "run" || check.kind === "build");
  if (command.name === "" || LOOKING.has(command.name.toLowerCase()) || command.name === "git") return false;
  const checks = checksOf(command);
  return checks.length === 0 || checks.some((check) => check.kind === "run" || check.kind === "build");
}

/** Programs that write nothing, or only what their own words name. */
const LOOKING = new Set(
  (
    "cat ls grep egrep fgrep rg ag head tail sed find fd wc echo pwd cd which sort uniq cut awk tr diff file stat nl less jq yq " +
    "du df ps printf mkdir rmdir touch mv rm ln chmod chown gh date sleep true false export basename dirname realpath readlink " +
    "type test [ read wait kill pkill lsof tee env source . set curl wget ping psql sqlite3 redis-cli docker kubectl " +
    "open tree xargs seq time clear uname whoami npm pnpm yarn pip pip3 apt apt-get brew"
  ).split(" "),
);
