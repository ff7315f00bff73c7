import { countOf, dollars } from "../../text/amounts.ts";
import type { Config } from "../../config.ts";
import { askedAccount, usageNotTold } from "../../decisions/asked-account.ts";
import { countedOnce } from "../../decisions/last-word.ts";
import { jsonLine } from "../../text/json.ts";
import { cost, tokens, uncounted } from "../../show/usage-line.ts";
import { visibleWidth, wrap } from "../../show/wrap.ts";
import { totalUsage, type UsageRow } from "../../store/usage-row.ts";
import { isCounted, type UsageTotals } from "../../thread/usage.ts";
import { EXIT_DONE, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { findThread, withStoreToRead, settingsToLook } from "../open-store.ts";
import { sinceOption, sinceText } from "../options/parse-options.ts";
import { askedLine } from "../show/stats-text.ts";
import { table } from "../show/table.ts";

export const command = defineCommand({
  name: "usage",
  usage: ["usage [--since 30d] [--thread THREAD] [--json]"],
  options: [
    ["--since AGE|DATE", "only since then: 7d, 4w, 12h, 2026-11-01 (UTC; default: 30d)", { default: "30d" }],
    ["--thread THREAD", "only this thread: its id, the start of it, or last"],
    ["--json", "the rows as JSON"],
  ],
  words: 0,
  examples: ["cox usage", "cox usage --since 7d", "cox usage --thread last --json"],
  async run({ values }, io) {
    const since = sinceOption("--since", values.since, new Date());
    const { config } = settingsToLook(io);
    return withStoreToRead(config, async (store) => {
      const threadId = values.thread === undefined ? undefined : (await findThread(store, values.thread)).id;
      const records = await store.listVerdicts({ since, threadId });
      const rows = merged([...(await store.usage({ since, threadId })), ...usageNotTold(records)]);
      const asked = askedAccount(countedOnce(records));
      const { parallel, budgets } = config;
      if (values.json) io.out(jsonLine({ since, rows, asked, limits: { parallel, budgets } }));
      else io.out(`${report(rows, since, io)}${limits(config, askedLine(asked), io)}`);
      return EXIT_DONE;
    });
  },
});

function merged(rows: readonly UsageRow[]): readonly UsageRow[] {
  const alike = Map.groupBy(rows, ({ day, model, operationType }) => `${day} ${model} ${operationType}`);
  const sums = [...alike.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, ...totalUsage([first, ...rest]) }] : [],
  );
  return sums.toSorted((left, right) => left.day.localeCompare(right.day));
}

function report(rows: readonly UsageRow[], since: string, io: Io): string {
  if (rows.length === 0) return `No usage is on record since ${sinceText(since)}.\n`;
  const total = totalUsage(rows);
  const asTable = table(
    [
      ["day", "model", "for", "calls", "in", "cached", "out", "cost"],
      ...rows.map((row) => [row.day, row.model, row.operationType, ...numbers(row)]),
      ["total", "", "", ...numbers(total)],
    ],
    { right: [3, 4, 5, 6, 7], whole: [0], columns: io.columns },
  );
  const fits = asTable.split("\n").every((line) => visibleWidth(line) <= io.columns);
  return fits ? asTable : listed(rows, total, io);
}

/** The rows for a narrow terminal: the numbers stand below the text that they belong to. */
function listed(rows: readonly UsageRow[], total: UsageTotals, { columns }: Io): string {
  const entries = rows.map((row) => [`${row.day} ${row.model}, ${row.operationType}`, row] as const);
  const lines = [...entries, ["total", total] as const].flatMap(([head, totals]) => [
    ...wrap(head, columns),
    ...wrap(inWords(totals), columns - 2).map((line) => `  ${line}`),
  ]);
  return `${lines.join("\n")}\n`;
}

function inWords(totals: UsageTotals): string {
  const [, given, cached, made, price] = numbers(totals);
  if (!isCounted(totals)) return uncounted(totals.calls);
  return `${countOf(totals.calls, "call")}, ${given} in (${cached} cached), ${made} out, cost ${price}`;
}

function numbers(totals: UsageTotals): string[] {
  const { calls, inputTokens, cachedInputTokens, outputTokens } = totals;
  const told = isCounted(totals) ? [inputTokens, cachedInputTokens, outputTokens].map(tokens) : ["–", "–", "–"];
  return [String(calls), ...told, cost(totals).trim() || "–"];
}

function limits({ parallel, budgets }: Config, asked: string | undefined, { columns }: Io): string {
  const { tokensPerThread, costPerThread, tokensPerDay, costPerDay } = budgets;
  const lines = [
    ...(asked === undefined ? [] : [asked]),
    `Observer: ${atMost(tokensPerThread, costPerThread)} a thread, ${atMost(tokensPerDay, costPerDay)} a day.`,
    `In parallel mode: one look every ${parallel.minToolCallsBetween} tool calls, at most ${Math.round(parallel.maxCostShare * 100)}% of the agent's own cost.`,
  ];
  return `\n${lines.flatMap((line) => wrap(line, columns)).join("\n")}\n`;
}

function atMost(most: number | null, price: number | null): string {
  const limits = [...(most === null ? [] : [`${tokens(most)} tokens`]), ...(price === null ? [] : [dollars(price)])];
  return limits.length === 0 ? "no limit" : `at most ${limits.join(" and ")}`;
}
