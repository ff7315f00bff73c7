import { endsWith, hasSign } from "../evidence/closing/closing.ts";
import { type Evidence, evidenceOf } from "../evidence/evidence.ts";
import { findingsOf } from "../evidence/judge.ts";
import { LEAD_FROM } from "../evidence/proofs/proof.ts";
import { receiptLines } from "../evidence/receipt/receipt-line.ts";
import { receiptOf } from "../evidence/receipt/receipt.ts";
import { baseName, samePath, placedPath } from "../evidence/record/paths.ts";
import type { Step, Thread, Turn } from "../thread/thread.ts";
import type { Finding } from "../verdict.ts";
import { nameLiterally, shortened, squeezed } from "../text/strings.ts";
import { isScratchPath } from "../thread/shell-changes.ts";
import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { valuesOf } from "../thread/shell/shell-command.ts";
import { closingText, requestText } from "../thread/turns.ts";

/** What the record holds of a turn, as lines for an observer: leads, the receipt, and how the turn ended. */
export function evidenceLedger(thread: Thread, turn: Turn): string[] {
  const evidence = evidenceOf(thread, turn);
  const leads = findingsOf(evidence).filter(({ confidence }) => confidence >= LEAD_FROM);
  return [
    ...(isStopped(turn) ? [STOPPED] : leads.slice(0, MOST_LEADS).map(leadLine)),
    ...receiptLines(receiptOf(evidence)),
    ...failedEditLines(turn),
    ...deletionLines(thread, turn),
    ...endingLines(evidence),
  ];
}

const MOST_LEADS = 4;

/** An agent that was stopped has not said that it is done, so missing work is no lead. */
const STOPPED = "stopped: the agent did not end this turn itself, so what is missing may only be unfinished";

function isStopped({ outcome }: Turn): boolean {
  return outcome !== "ended" && outcome !== "open";
}

/** Ends at which the person may have the next move: the observer is asked all the same, and told. */
function endingLines({ turn, closing, record }: Evidence): string[] {
  if (turn.outcome !== "ended") return [];
  const endings: readonly (readonly [isSo: boolean, what: string])[] = [
    [closing.text.trim() === "", "the agent said nothing at the end"],
    [endsWith(closing, "question") || endsWith(closing, "choice"), "the agent asks the user something"],
    [endsWith(closing, "waiting", 3), "the agent says that it waits for something"],
    [hasSign(closing, "blocked"), "the agent says what keeps it from going on"],
    [record.running.length > 0, "something that was started in the background still runs"],
  ];
  return endings.flatMap(([isSo, what]) => (isSo ? [`ending: ${what}`] : []));
}

function leadLine({ id, message, steps, confidence }: Finding): string {
  const where = steps.length > 0 ? `, step ${steps.join(", ")}` : "";
  return `lead (${id}, ${confidence.toFixed(2)}${where}): ${message}`;
}

const MAX_EDITS = 2;

/** Edits that failed, if no later step is seen to change or name their file. */
export function failedEditLines({ steps }: Turn): string[] {
  return steps
    .flatMap((step) => {
      const path = failedEditOf(step);
      return path !== undefined && !steps.some((later) => later.number > step.number && touches(later, path))
        ? [`edit failed in step ${step.number} and was not repeated: ${short(path)}`]
        : [];
    })
    .slice(-MAX_EDITS);
}

function failedEditOf({ action, result }: Step): string | undefined {
  if (result?.status !== "error" || (action.kind !== "edit" && action.kind !== "create")) return undefined;
  return action.paths[0];
}

function touches({ action }: Step, path: string): boolean {
  if (action.kind === "read" || action.kind === "search") return false;
  const name = baseName(path);
  return action.paths.some((other) => samePath(other, path)) || (action.command?.includes(name) ?? false);
}

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

function short(text: string): string {
  return shortened(squeezed(text), 140);
}
