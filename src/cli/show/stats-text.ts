import { countOf, grouped, dollars } from "../../text/amounts.ts";
import { cost, tokens } from "../../show/usage-line.ts";
import { styleFor, wrap } from "../../show/wrap.ts";
import { isCounted, type UsageTotals } from "../../thread/usage.ts";
import type { Io } from "../command.ts";
import type { Stats } from "../../decisions/read-stats.ts";
import { sinceText } from "../options/parse-options.ts";
import { findingTable, findingInWords, percent } from "./finding-words.ts";
import { FOLLOWED } from "./why-words.ts";
import type { AskedAccount, Spent } from "../../decisions/asked-account.ts";

export function statsText(stats: Stats, since: string, here: boolean, io: Io): string {
  const rows = (text: string) => wrap(text, io.columns).join("\n");
  const lowered = stats.lowered.map(
    ({ finding, repository, wrong, marked: times }) =>
      `Counts for less in ${repository}, where it was marked wrong ${wrong} of ${times} times: ${findingInWords(finding)}`,
  );
  const closing = lowered.length > 0 ? `\n${lowered.map(rows).join("\n")}\n` : "";
  if (stats.looked === 0) {
    const none = `Nothing was decided${here ? " in this directory" : ""} since ${sinceText(since)}`;
    return `${rows(`${none}${olderOrNext(stats, here)}`)}\n${closing}`;
  }
  const { marked, usage } = stats;
  const judged = marked.right + marked.wrong;
  const lines = [
    `Since ${sinceText(since)}: ${countOf(stats.looked, "decision")}, ${grouped(stats.corrected)} corrected${some(stats.handed, "handed to the agent and not seen to arrive")}${some(stats.shadow, "would have been (shadow, cox watch or an audit)")}${some(stats.heldBack, "held back")}, ${grouped(stats.blocked)} honestly blocked, ${grouped(stats.unchecked)} could not be checked.`,
    ...(stats.corrected > 0 ? [`What came of them: ${whatCame(stats)}`] : []),
    judged === 0
      ? "Nobody has marked a decision yet: cox feedback ID right|wrong."
      : `Marked by people: ${grouped(marked.right)} right, ${grouped(marked.wrong)} wrong (${percent(marked.wrong, judged)} wrong).`,
    ...older(stats),
    ...sameFamily(stats),
    usage.calls === 0
      ? stats.askedModel === 0
        ? "No model was asked."
        : `A model was asked for ${grouped(stats.askedModel)} of them and told no cost.`
      : `Asking ${whom(stats.models)}${here ? " in all directories" : ""} cost ${countOf(usage.calls, "call")}, ${spent(usage)}.`,
    ...[askedLine(stats.asked) ?? []].flat(),
  ];
  const counts = stats.byFinding.map(({ finding, raised, right, wrong }) => ({
    id: finding,
    counts: [raised, right, wrong],
  }));
  const findings =
    counts.length === 0
      ? ""
      : `\n${findingTable(["raised", "right", "wrong"], counts, { columns: io.columns, style: styleFor(io.color) })}\n`;
  return `${lines.map(rows).join("\n")}\n${findings}${closing}`;
}

/** Such a model shares the agent's blind spots, so what it saw is to be taken for less. */
function sameFamily({ sameFamily: count, askedModel }: Stats): string[] {
  if (count === 0) return [];
  return [
    `Of ${countOf(askedModel, "decision")} by a model, ${grouped(count)} by one of the same family as the agent's.`,
  ];
}

const MOST_MODELS = 3;

function whom(models: readonly string[]): string {
  return models.length > MOST_MODELS ? countOf(models.length, "model") : models.join(", ");
}

function spent(usage: UsageTotals): string {
  if (!isCounted(usage)) return "whose tokens nobody told";
  return `${tokens(usage.inputTokens)} in, ${tokens(usage.outputTokens)} out${cost(usage)}`;
}

/** Older marked decisions: what an audit found counts on the day of its turn, whenever it was marked. */
function older({ olderMarks: { count, from } }: Stats): string[] {
  if (from === null) return [];
  const are = count === 1 ? "is" : "are";
  const since = `--since ${from.slice(0, 10)}`;
  return [`${countOf(count, "decision")} from before ${are} marked and not counted here; ${since} counts from there.`];
}

/** How to go on where nothing was decided: who has marked something wants to see that counted. */
function olderOrNext({ olderMarks: { count, from } }: Stats, here: boolean): string {
  if (from === null)
    return ". cox install connects your agents, cox audit looks at what they did before; what it finds counts on the day of its turn, once you mark it (cox feedback).";
  const command = `cox stats --since ${from.slice(0, 10)}${here ? " --here" : ""}`;
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  return `, but ${countOf(count, "decision")} from before ${are} marked: ${command} counts ${them}.`;
}

function whatCame({ aftermath, unmet }: Stats): string {
  const { unknown, ...known } = aftermath;
  const ways = (["acted", "answered", "refused", "nothing"] as const).map((way): [count: number, what: string] => [
    known[way],
    FOLLOWED[way],
  ]);
  const told = [...ways, [unknown, "not known"] as const].flatMap(([count, what]) =>
    count > 0 ? [`${what} (${grouped(count)})`] : [],
  );
  const open = unmet === 0 ? "" : ` ${countOf(unmet, "objection")} ${unmet === 1 ? "was" : "were"} not met.`;
  return `${told.join(", ")}.${open}`;
}

function some(count: number, what: string): string {
  return count > 0 ? `, ${grouped(count)} ${what}` : "";
}

/** What a judged turn and a catch took; undefined where no model told. */
export function askedLine({ turns, catches, perTurn, perCatch, usage }: AskedAccount): string | undefined {
  if (!perTurn) return undefined;
  const isPartial = usage.unpriced > 0;
  const caught = perCatch
    ? `, a catch ${spentInWords(perCatch, isPartial)} (${countOf(turns, "turn")}, ${catches === 1 ? "1 catch" : `${catches} catches`})`
    : ` (${countOf(turns, "turn")}, no catch yet)`;
  return `On average a turn judged by a model took ${spentInWords(perTurn, isPartial)}${caught}.`;
}

function spentInWords({ tokens: count, cost }: Spent, isPartial: boolean): string {
  return `${tokens(count)} tokens${cost === undefined ? "" : ` and ${dollars(cost)}${isPartial ? "+" : ""}`}`;
}
