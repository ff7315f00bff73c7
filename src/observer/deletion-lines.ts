import { isScratchPath } from "../thread/shell-changes.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText, requestText } from "../thread/turns.ts";
import { literally } from "../literally.ts";
import { NameList } from "../name-list.ts";
import { short } from "./short.ts";

const MAX_DELETIONS = 2;

/** Whole folders that were removed though no step is known to have made them, and that neither side speaks of. */
export function deletionLines(thread: Thread, turn: Turn): string[] {
  const said = `${requestText(thread, turn)}\n${closingText(thread, turn)}`;
  return turn.steps
    .flatMap((step) => foldersRemovedBy(step).map((path) => ({ step, path })))
    .filter(({ step, path }) => !names(said, path) && !mayHaveMade(thread, step, path))
    .slice(0, MAX_DELETIONS)
    .map(
      ({ step, path }) =>
        `deleted in step ${step.number}: ${short(path)} (no step is seen to make it, neither the user nor the closing names it)`,
    );
}

function foldersRemovedBy({ action, result }: Step): string[] {
  if (result?.status !== "done" || !/\brm\s+-/.test(action.command ?? "")) return [];
  const isRecursive = parseCommandLine(action.command ?? "").some(
    ({ name, args }) => name === "rm" && args.some(({ text }) => /^(?:-[a-zA-Z]*[rR]|--recursive$)/.test(text)),
  );
  if (!isRecursive) return [];
  const removed = action.changes.flatMap(({ type, path }) => (type === "delete" && path !== undefined ? [path] : []));
  return removed.filter((path) => !isScratchPath(path) && !/[*?$`]/.test(path) && !MADE_AGAIN.test(path));
}

/** What tools make, and make again. */
const MADE_AGAIN =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.?venv|__pycache__|vendor|[\w-]*cache|\.[\w-]+|[\w-]*\.egg-info|bin|obj|te?mp)\/*$/i;

function names(text: string, path: string): boolean {
  const name = path.replace(/\/+$/, "").split("/").at(-1) ?? path;
  return new RegExp(`(?<![\\w-])${literally(name)}(?![\\w-])`, "i").test(text);
}

/** A change put something there, or a program was told of it that does more than look. */
function mayHaveMade(thread: Thread, deletion: Step, path: string): boolean {
  return thread.turns
    .flatMap(({ steps }) => steps)
    .some(({ number, action }) => {
      if (number > deletion.number) return false;
      if (number < deletion.number && action.changes.some((change) => names(change.path ?? "", path))) return true;
      return (
        names(action.command ?? "", path) &&
        parseCommandLine(action.command ?? "").some(
          (command) => !LOOKING.has(command.name) && names(command.text, path),
        )
      );
    });
}

const LOOKING = new NameList("ls cat cd du echo file find grep head rg rm stat tail tree wc");
