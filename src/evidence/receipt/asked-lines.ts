import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { squeezed } from "../../text/strings.ts";
import type { Step } from "../../thread/thread.ts";
import type { Evidence } from "../evidence.ts";
import { broken } from "../proofs/forbidden-done.ts";
import { quote, shownFile } from "../quote.ts";
import type { CheckRun } from "../record/check-run.ts";
import { spelled } from "../record/find-checks.ts";
import { baseName, placedPath, samePath } from "../record/paths.ts";
import type { ReceiptLine, ReceiptState } from "./receipt-line.ts";

export function askedLines(evidence: Evidence): readonly ReceiptLine[] {
  const { asked, turn } = evidence;
  const commands = asked.commands.map(({ line }): ReceiptLine => ({
    part: "asked",
    about: quote(line, 70),
    ...howItRan(evidence, line),
  }));
  const texts = asked.files.length === 0 ? [] : turn.steps.map(({ action, input }) => action.command ?? textOf(input));
  const files = withoutShorter(asked.files).flatMap((file) => fileLine(evidence, file, texts));
  const bans = asked.bans.flatMap((ban): readonly ReceiptLine[] => {
    const breach = broken(evidence, ban);
    if (!breach) return [];
    const says = `the agent ${breach.what}`;
    return [{ part: "asked", about: quote(ban.text, 70), says, steps: breach.steps, state: "broken", tone: "bad" }];
  });
  return [...bans, ...commands, ...files];
}

/** Nothing is said of a bare name that nobody touched: it is as often a key or an example as a file. */
function fileLine({ record, turn, thread }: Evidence, file: string, texts: readonly string[]): readonly ReceiptLine[] {
  const line = (says: string, steps: readonly number[], state: ReceiptState, tone: ReceiptLine["tone"]) => [
    { part: "asked" as const, about: shownFile(file), says, steps, state, tone },
  ];
  const isIt = (path: string): boolean => meansFile(path, file, thread.cwd);
  const changed = record.changes.filter(({ path }) => isIt(path));
  const deletions = record.changes.filter(({ type }) => type === "delete");
  const gone =
    deletions.findLast(({ path }) => isIt(path)) ??
    deletions.findLast(({ path }) => placedPath(file, thread.cwd).startsWith(`${path}/`));
  if (gone && !changed.some(({ type, step }) => type !== "delete" && step > gone.step))
    return line("deleted", [gone.step], "shown", "good");
  const moved = record.changes.findLast(({ from }) => from !== undefined && isIt(from));
  if (moved) return line(`moved to ${shownFile(moved.path)}`, [moved.step], "shown", "good");
  const sure = changed.filter(({ shell }) => !shell);
  const steps = (sure.length > 0 ? sure : changed).map(({ step }) => step);
  if (steps.length > 0) return line(sure.length > 0 ? "changed" : "written by a command", steps, "shown", "good");
  const seen = turn.steps.find(({ action }) => action.paths.some(isIt));
  if (seen) return line("looked at", [seen.number], "shown", "plain");
  const told = turn.steps[texts.findIndex((text) => text.includes(file))];
  if (told) return line("named in a step", [told.number], "unknown", "open");
  // With a directory went what nobody named.
  const hidden = deletions.some(({ path, shell }) => shell && !baseName(path).includes("."));
  return file.includes("/") && !hidden ? line("no step seen", [], "no step seen", "open") : [];
}

/** A name is the end of a path; a whole path is only itself. */
function meansFile(path: string, named: string, workspace: string | undefined): boolean {
  const placed = placedPath(named, workspace);
  return path === placed || placedPath(path, workspace) === placed || (!named.startsWith("/") && samePath(path, named));
}

const LONGEST_INPUT = 200_000;

function textOf(input: unknown): string {
  return typeof input === "string" ? input : (JSON.stringify(input) ?? "").slice(0, LONGEST_INPUT);
}

/** One file is often named twice, by its path and by its name alone. */
function withoutShorter(files: readonly string[]): readonly string[] {
  return files.filter((file) => !files.some((other) => other.length > file.length && samePath(other, file)));
}

/** `cd DIR && …` may have run in that directory without saying so itself. */
function howItRan({ turn, record }: Evidence, line: string): Pick<ReceiptLine, "says" | "steps" | "state" | "tone"> {
  const [change, ...parts] = parseCommandLine(line);
  const place = change?.name === "cd" && parts.length > 0 ? change.args[0]?.text.replace(/\/$/, "") : undefined;
  const there = place === undefined ? [] : stepsThere(record.runs, place, parts);
  const ran = there.length > 0 ? there : stepsThatRan(turn.steps, line);
  if (ran.length > 0) return { says: "run", steps: ran, state: "shown", tone: "good" };
  const elsewhere = place === undefined ? [] : stepsThatRan(turn.steps, parts.map(({ text }) => text).join(" && "));
  return elsewhere.length > 0
    ? { says: "run, where is not shown", steps: elsewhere, state: "unknown", tone: "open" }
    : { says: "no step seen", steps: [], state: "no step seen", tone: "open" };
}

/** The last step that ran a command line, or the last ones that ran its parts. */
function stepsThatRan(steps: readonly Step[], line: string): readonly number[] {
  const whole = stepThatRan(steps, line);
  if (whole) return [whole.number];
  const parts = parseCommandLine(line);
  const ran = parts.flatMap(({ text }) => stepThatRan(steps, text)?.number ?? []);
  return parts.length > 1 && ran.length === parts.length ? inOrder(ran) : [];
}

/** The last runs of these checks in that directory, where all of them ran there. */
function stepsThere(runs: readonly CheckRun[], place: string, parts: readonly ShellCommand[]): readonly number[] {
  const ran = parts.flatMap(
    (part) =>
      runs.findLast(({ command, cwd }) => command === spelled(part) && `/${cwd}`.endsWith(`/${place}`))?.step ?? [],
  );
  return ran.length === parts.length ? inOrder(ran) : [];
}

function inOrder(steps: readonly number[]): readonly number[] {
  return [...new Set(steps)].toSorted((left, right) => left - right);
}

/** The last step that ran a command line that somebody wrote down. */
export function stepThatRan(steps: readonly Step[], line: string): Step | undefined {
  const wanted = parseCommandLine(line).map(spelled);
  const plain = squeezed(line);
  return steps.findLast(({ action, result }) => {
    if (action.command === undefined || !result || result.status === "rejected") return false;
    const commands = parseCommandLine(action.command);
    if (commands.some(({ text }) => `${squeezed(text)} `.startsWith(`${plain} `))) return true;
    const ran = new Set(commands.map(spelled));
    return wanted.length > 0 && wanted.every((each) => ran.has(each));
  });
}
