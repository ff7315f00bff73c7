import { wrap } from "../../show/wrap.ts";
import { forLog } from "../escape.ts";
import type { Entry, Report } from "../entry.ts";
import { OUTCOME_WORDS } from "../outcome.ts";

const LABEL = 10;

/** For a person who reads the log of a job, or runs the command themselves. */
export function inText({ entries, unread }: Report, columns: number): string {
  const width = Math.max(40, Math.min(columns, 100)) - LABEL;
  const row = (label: string, text: string): string[] =>
    (text === "" ? [] : wrap(text, width)).map((line, at) => `${(at === 0 ? label : "").padEnd(LABEL)}${line}`);
  const blocks = [
    ...entries.map((entry) => entryInText(entry, row)),
    ...unread.map(({ file, message }) => [...row("unread", file), ...row("", message)]),
  ];
  return forLog(blocks.map((lines) => `${lines.join("\n")}\n\n`).join(""));
}

function entryInText(entry: Entry, row: (label: string, text: string) => string[]): string[] {
  const { title, file, outcome, words, reason, issues, claims } = entry;
  return [
    ...row(outcome === "proof" ? "✗" : outcome === "well" ? "✓" : "~", `${title}: ${OUTCOME_WORDS[outcome]}`),
    ...row("in", file),
    ...row("said", words),
    ...issues.flatMap(({ level, message }) => row(level === "worth-a-look" ? "lead" : level, message)),
    ...(issues.length === 0 ? row("because", reason) : []),
    ...claims.flatMap(({ claim, command, end, afterLastEdit }) => [
      ...row("claim", claim),
      ...row("", `${command === "" ? "" : `${command}: `}${end}`),
      ...row("", afterLastEdit === "" ? "" : `after the last edit: ${afterLastEdit}`),
    ]),
  ];
}
