import { neutralise } from "../../text/strings.ts";
import { countOf } from "../../text/amounts.ts";
import type { Proposal } from "../../propose/propose.ts";
import type { TryOut } from "../../propose/try-out.ts";
import { styleFor, wrap } from "../../show/wrap.ts";
import type { Io } from "../command.ts";

const MOST_SHOWN = 5;

/** What would be written, and why each rule of it. */
export function proposalText({ ran, never }: Proposal, root: string, io: Io): string {
  const style = styleFor(io.color);
  const row = (label: string, what: string, because: readonly string[]): string[] => [
    `  ${style.dim(label.padEnd(6))} ${neutralise(what)}`,
    ...because
      .flatMap((why) => wrap(neutralise(why), Math.max(30, io.columns) - 11))
      .map((line) => `           ${style.dim(line)}`),
  ];
  const rows = [
    ...ran.flatMap(({ rule, because }) =>
      row("ran", `${rule.command}${rule.when === undefined ? "" : `  after changes of ${rule.when}`}`, because),
    ),
    ...never.paths.flatMap(({ rule, because }) => row("never", `changes of ${rule}`, because)),
    ...never.commands.flatMap(({ rule, because }) => row("never", rule, because)),
  ];
  return `Proposed as what “done” means in ${neutralise(root)}:\n\n${rows.join("\n")}\n\n`;
}

/** What it would have said, so that nobody switches on what would be wrong. */
export function tryOutText({ turns, states, said }: TryOut, since: string, io: Io): string {
  if (turns === 0)
    return `No turn ${since} was about any of it, so nothing can be said of how it would have worked.\n\n`;
  const shown = said.slice(-MOST_SHOWN).flatMap(({ message }) => {
    const [first = "", ...rest] = wrap(neutralise(message), Math.max(30, io.columns) - 4);
    return [`  · ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  const left = said.length - Math.min(said.length, MOST_SHOWN);
  const counts = `${states.met} times a rule was met, ${states.broken} times broken, ${states.unknown} times the record did not show it.`;
  const head = `Of ${countOf(turns, "turn")} ${since} that it is about, it would have spoken in ${countOf(new Set(said.map(({ thread, turn }) => `${thread} ${turn}`)).size, "turn")}: ${counts}`;
  return `${[...wrap(head, Math.max(30, io.columns)), ...shown, ...(left > 0 ? [`  and ${left} more (--json shows all)`] : [])].join("\n")}\n\n`;
}
