import { baseName, placedPath } from "../evidence/record/paths.ts";
import { nameLiterally, shortened } from "../text/strings.ts";
import { isScratchPath } from "../thread/shell-changes.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { valuesOf } from "../thread/shell/shell-command.ts";
import { squeezed } from "../thread/squeezed.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import { closingText, requestText } from "../thread/turns.ts";

const MAX_DELETIONS = 2;

const MAX_CANDIDATES = 20;

/** Whole folders that were removed, although no step is known to have made them and neither side mentions them. */
export function deletionLines(thread: Thread, turn: Turn): string[] {
  const said = `${requestText(thread, turn)}\n${closingText(thread, turn)}`;
  return turn.steps
    .flatMap((step) => foldersRemovedBy(step).map((path) => ({ step, path })))
    .slice(-MAX_CANDIDATES)
    .filter(({ step, path }) => {
      const name = naming(placedPath(path, thread.cwd));
      return !name.test(said) && !mayHaveMade(thread, step, name);
    })
    .slice(0, MAX_DELETIONS)
    .map(
      ({ step, path }) =>
        `deleted in step ${step.number}: ${short(path)} (no step is seen to make it, neither the user nor the closing names it)`,
    );
}

function foldersRemovedBy({ action, result }: Step): string[] {
  if (result?.status !== "done" || !/\brm\s+-/.test(action.command ?? "")) return [];
  const given = new Set(
    parseCommandLine(action.command ?? "")
      .filter(({ name, args }) => name === "rm" && args.some(({ text }) => RECURSIVE.test(text)))
      .flatMap(({ args }) => args.flatMap(valuesOf).map(baseName)),
  );
  const removed = action.changes.flatMap(({ type, path }) => (type === "delete" && path !== undefined ? [path] : []));
  return removed.filter(
    (path) => given.has(baseName(path)) && !isScratchPath(path) && !/[*?$`]/.test(path) && !MADE_AGAIN.test(path),
  );
}

const RECURSIVE = /^(?:-[a-zA-Z]*[rR]|--recursive$)/;

/** Folders that tools create, and create again when they are missing. */
const MADE_AGAIN =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|\.?venv|__pycache__|vendor|[\w.-]*cache|\.(?:next|nuxt|output|svelte-kit|astro|angular|vercel|netlify|turbo|nx|parcel-\w+|vite|vitest|docusaurus|expo|gradle|kotlin|dart_tool|build|tox|nox|eggs|nyc_output|coverage|terraform|serverless|bundle|te?mp|playwright-mcp)|[\w-]*\.egg-info|bin|obj|te?mp)\/*$/i;

/** Matches the folder's name in a text. The root and similar places have no name, so nothing matches. */
function naming(path: string): RegExp {
  const names = [baseName(path), ...parentsOf(path)].filter((name) => /\w/.test(name)).map(nameLiterally);
  if (names.length === 0) return NEVER;
  const git = baseName(path) === ".git" ? "|\\bgit (?:init|clone)\\b" : "";
  return new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])${git}`, "i");
}

/** The parent's name, for a hidden folder: it was created together with the folder around it (`.git`). */
function parentsOf(path: string): readonly string[] {
  const [name = "", parent = ""] = path.replace(/\/+$/, "").split("/").toReversed();
  return name.startsWith(".") ? [parent] : [];
}

const NEVER = /(?!)/;

/** True when a change put something there, or a program that does more than look got the folder's name. */
function mayHaveMade(thread: Thread, deletion: Step, name: RegExp): boolean {
  return thread.turns.some(({ steps }) =>
    steps.some(({ number, action }) => {
      if (number > deletion.number) return false;
      if (number < deletion.number && action.changes.some(({ path = "" }) => name.test(path))) return true;
      return (
        name.test(action.command ?? "") &&
        parseCommandLine(action.command ?? "").some((command) => !LOOKING.has(command.name) && name.test(command.text))
      );
    }),
  );
}

const LOOKING = new Set("ls cat cd du echo file find grep head rg rm stat tail tree wc".split(" "));

export function short(text: string): string {
  return shortened(squeezed(text), 140);
}
