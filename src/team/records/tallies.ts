import type { Report } from "../report.ts";
import type { Query, Value } from "./database.ts";
import { DAILY_COUNTS, USAGE_COUNTS } from "./schema.ts";

/** A report as it is counted: with the team of its token, and a day that its machine's clock cannot make up. */
export interface Counted {
  readonly team: string;
  readonly day: string;
  readonly mark: "right" | "wrong" | null;
  readonly report: Report;
}

/** Adds what these reports count to the sums of their days; with `sign` -1 takes it away again. */
export async function addToTallies(query: Query, all: readonly Counted[], sign: 1 | -1 = 1): Promise<void> {
  const daily = tallyOf(PLACE, DAILY_COUNTS);
  const findings = tallyOf([...PLACE, "finding"], ["raised", "marked_right", "marked_wrong"]);
  const usage = tallyOf([...PLACE, "observer", "operation"], [...USAGE_COUNTS, "cost"]);
  for (const counted of all) {
    const { report, mark } = counted;
    const place = placeOf(counted);
    daily.add(place, dailyCounts(report, mark));
    const marks = { marked_right: mark === "right" ? 1 : 0, marked_wrong: mark === "wrong" ? 1 : 0 };
    for (const finding of raisedIn(report)) findings.add([...place, finding], { raised: 1, ...marks });
    for (const call of report.usage)
      usage.add([...place, call.model, call.operationType], {
        calls: 1,
        input_tokens: call.inputTokens,
        output_tokens: call.outputTokens,
        cached_tokens: call.cachedInputTokens,
        unpriced: call.cost === undefined ? 1 : 0,
        cost: call.cost ?? 0,
      });
  }
  await daily.write(query, "daily", sign);
  await findings.write(query, "daily_findings", sign);
  await usage.write(query, "daily_usage", sign);
}

const PLACE = ["day", "team", "repository", "agent", "model"];

function placeOf({ day, team, report }: Counted): string[] {
  return [day, team, report.repository ?? "", report.agent, report.agentModel ?? ""];
}

/** What the correction said; the observer's own category where no finding spoke. */
export function raisedIn({ verdict, findings, category }: Report): readonly string[] {
  if (verdict !== "correct") return [];
  const spoken = [...new Set(findings.filter((finding) => finding.spoken).map(({ id }) => id))];
  return spoken.length > 0 ? spoken : [category ?? "observer"];
}

function dailyCounts(report: Report, mark: Counted["mark"]): Record<(typeof DAILY_COUNTS)[number], number> {
  const { verdict, injected, claims, changed, answered } = report;
  const isCorrection = verdict === "correct";
  return {
    stops: 1,
    corrections: one(isCorrection),
    spoken: one(isCorrection && injected === true),
    shadow: one(isCorrection && injected === "shadow"),
    blocked: one(verdict === "blocked"),
    unchecked: one(verdict === "unchecked"),
    asked_model: one(report.judge === "model" || report.usage.length > 0),
    claims_shown: claims.shown,
    claims_contradicted: claims.contradicted,
    claims_open: claims.open,
    code_turns: one(changed.code),
    no_check: one(changed.unchecked),
    met: one(answered === "met"),
    unmet: one(answered === "unmet"),
    marked_right: one(mark === "right"),
    marked_wrong: one(mark === "wrong"),
    duration_ms: report.durationMs,
  };
}

function one(is: boolean): number {
  return is ? 1 : 0;
}

/** Sums by key, to be added to those of a table. */
export function tallyOf<Name extends string>(keys: readonly string[], names: readonly Name[]) {
  const rows = new Map<string, { readonly key: readonly string[]; readonly sums: Record<Name, number> }>();
  return {
    add(key: readonly string[], counts: Readonly<Record<Name, number>>): void {
      const text = JSON.stringify(key);
      const row = rows.get(text);
      if (!row) rows.set(text, { key, sums: { ...counts } });
      else for (const name of names) row.sums[name] += counts[name];
    },
    /** In the order of the keys, so that two servers never wait for each other in a circle. */
    async write(query: Query, table: string, sign: 1 | -1): Promise<void> {
      const inOrder = [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));
      const values = inOrder.map(([, { key, sums }]) => [...key, ...names.map((name) => sign * sums[name])]);
      const sums = names.map((name) => `${name} = ${table}.${name} + excluded.${name}`);
      const behind = `ON CONFLICT (${keys.join(", ")}) DO UPDATE SET ${sums.join(", ")}`;
      await insertRows(query, table, [...keys, ...names], values, behind);
    },
  };
}

const ROWS_AT_ONCE = 50;

/** Gives what `RETURNING` in the last part asks for. */
export async function insertRows(
  query: Query,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  behind: string,
  between = "",
): Promise<Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  const marks = `(${columns.map(() => "?").join(", ")})`;
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const part = rows.slice(start, start + ROWS_AT_ONCE);
    const sql = `INSERT INTO ${table} (${columns.join(", ")}) ${between} VALUES ${part.map(() => marks).join(", ")} ${behind}`;
    found.push(...(await query(sql, part.flat())));
  }
  return found;
}
