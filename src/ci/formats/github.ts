import { commandData, commandProperty } from "../escape.ts";
import { type Entry, type Report, outcomesOf } from "../entry.ts";
import { type Level, type Outcome, reaches } from "../outcome.ts";

type Command = "error" | "warning" | "notice";

/** A runner shows this many of each kind, and drops the others without a word. */
const MOST = 10;

/** Annotations for a run on GitHub, as commands on standard output. What is red fails the job, and nothing else is. */
export function annotations(report: Report, failOn: Level | undefined): string {
  const told = [
    ...report.entries.flatMap((entry) => ofEntry(entry, failOn)),
    ...report.unread.map(({ file, message }) => command("warning", "Coxswain: not checked", `${file}: ${message}`)),
  ];
  if (told.length === 0 && outcomesOf(report).length === 0)
    told.push(command("notice", "Coxswain: not checked", "There was nothing to look at."));
  return [...Map.groupBy(told, ({ kind }) => kind).values()]
    .flatMap((same) => same.slice(0, MOST).map(({ line }) => `${line}\n`))
    .join("");
}

function ofEntry(entry: Entry, failOn: Level | undefined): readonly Told[] {
  if (entry.outcome === "not-checked")
    return [command("warning", "Coxswain: not checked", `${entry.title}: ${entry.reason}`)];
  return entry.issues.map(({ level, title, message, file }) =>
    command(kindOf(level, failOn), `Coxswain: ${title}`, `${entry.title}: ${message}`, file),
  );
}

export function kindOf(outcome: Outcome, failOn: Level | undefined): Command {
  if (reaches([outcome], failOn)) return "error";
  return outcome === "worth-a-look" ? "notice" : "warning";
}

interface Told {
  readonly kind: Command;
  readonly line: string;
}

function command(kind: Command, title: string, message: string, file?: string): Told {
  const properties = [
    ...(file === undefined ? [] : [`file=${commandProperty(file)}`]),
    `title=${commandProperty(title)}`,
  ];
  return { kind, line: `::${kind} ${properties.join(",")}::${commandData(message)}` };
}
