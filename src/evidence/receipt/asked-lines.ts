import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import { squeezed } from "../../thread/squeezed.ts";
import type { Step } from "../../thread/thread.ts";
import type { Evidence } from "../evidence.ts";
import { broken } from "../proofs/forbidden-done.ts";
import { quote, shownFile } from "../quote.ts";
import type { CheckRun } from "../record/check-run.ts";
import { spelled } from "../record/find-checks.ts";
import { samePath } from "../record/paths.ts";
import type { ReceiptLine } from "./receipt-line.ts";

export function askedLines(evidence: Evidence): readonly ReceiptLine[] {
  const { asked, turn, record } = evidence;
  const commands = asked.commands.map(({ line }): ReceiptLine => {
    const ran = stepsThatRan(turn.steps, line) ?? stepsThere(record.runs, line);
    return ran.length > 0
      ? { part: "asked", about: quote(line, 70), says: "run", steps: ran, state: "shown", tone: "good" }
      : { part: "asked", about: quote(line, 70), says: "no step seen", steps: [], state: "no step seen", tone: "open" };
  });
  const files = withoutShorter(asked.files).map((file): ReceiptLine => {
    const about = shownFile(file);
    const changed = record.changes.filter((change) => samePath(change.path, file)).map(({ step }) => step);
    if (changed.length > 0)
      return { part: "asked", about, says: "changed", steps: changed, state: "shown", tone: "good" };
    const seen = turn.steps.find(({ action }) => action.paths.some((path) => samePath(path, file)));
    return seen
      ? { part: "asked", about, says: "looked at, not changed", steps: [seen.number], state: "shown", tone: "plain" }
      : { part: "asked", about, says: "no step seen", steps: [], state: "no step seen", tone: "open" };
  });
  const bans = asked.bans.flatMap((ban): readonly ReceiptLine[] => {
    const breach = broken(evidence, ban);
    if (!breach) return [];
    return [
      {
        part: "asked",
        about: quote(ban.text, 70),
        says: `the agent ${breach.what}`,
        steps: breach.steps,
        state: "broken",
        tone: "bad",
      },
    ];
  });
  return [...bans, ...commands, ...files];
}

/** One file is often named twice, by its path and by its name alone. */
function withoutShorter(files: readonly string[]): readonly string[] {
  return files.filter((file) => !files.some((other) => other.length > file.length && samePath(other, file)));
}

/** The last step that ran a command line, or the last ones that ran its parts. */
function stepsThatRan(steps: readonly Step[], line: string): readonly number[] | undefined {
  const whole = stepThatRan(steps, line);
  if (whole) return [whole.number];
  const parts = parseCommandLine(line);
  const ran = parts.flatMap(({ text }) => stepThatRan(steps, text)?.number ?? []);
  return parts.length > 1 && ran.length === parts.length ? inOrder(ran) : undefined;
}

/** The last runs of the checks of `cd DIR && …`, where they ran in that directory without saying so themselves. */
function stepsThere(runs: readonly CheckRun[], line: string): readonly number[] {
  const [change, ...parts] = parseCommandLine(line);
  const place = change?.name === "cd" ? change.args[0]?.text.replace(/\/$/, "") : undefined;
  if (place === undefined || parts.length === 0) return [];
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
    if (squeezed(action.command).includes(plain)) return true;
    const ran = new Set(parseCommandLine(action.command).map(spelled));
    return wanted.length > 0 && wanted.every((each) => ran.has(each));
  });
}
