import * as z from "zod/mini";
import type { Query } from "../records/database.ts";
import { CaseFilter, cases, oneCase } from "./cases.ts";
import { type Period, ViewFilter, periodOf } from "./filter.ts";
import { cost, findings, grouped, overTime, summary } from "./groups.ts";
import { sessions } from "./sessions.ts";
import { aside, type ServiceFacts, health, machines } from "./health.ts";
import type { ViewTable } from "./table.ts";

/** What a view was asked for, with what the dashboard needs to draw it. */
export interface View extends ViewTable, Period {
  readonly view: string;
  readonly filter: Readonly<Record<string, string | number | undefined>>;
}

export interface ViewSource {
  readonly query: Query;
  readonly now: () => Date;
  readonly facts: () => Promise<ServiceFacts>;
}

type Filter = ViewFilter & CaseFilter;
type Show = (source: ViewSource, filter: Filter, period: Period) => Promise<ViewTable>;

/** Each is `GET /v1/views/<name>`; `?format=csv` gives the same as CSV. */
export const VIEWS = {
  summary: ({ query }, filter, period) => summary(query, filter, period),
  repositories: ({ query }, filter, period) => grouped(query, filter, period, "repository"),
  agents: ({ query }, filter, period) => grouped(query, filter, period, "agent"),
  models: ({ query }, filter, period) => grouped(query, filter, period, "model"),
  teams: ({ query }, filter, period) => grouped(query, filter, period, "team"),
  weeks: ({ query }, filter, period) => overTime(query, filter, period, "week"),
  days: ({ query }, filter, period) => overTime(query, filter, period, "day"),
  findings: ({ query }, filter, period) => findings(query, filter, period),
  cost: ({ query }, filter, period) => cost(query, filter, period),
  sessions: ({ query }, filter, period) => sessions(query, filter, period, ["agent", "model"]),
  "session-days": ({ query }, filter, period) => sessions(query, filter, period, ["day", "agent", "model"]),
  machines: ({ query, now }, filter) => machines(query, filter, now()),
  health: async ({ query, now, facts }, filter) => health(query, filter, await facts(), now()),
  aside: ({ query }, filter) => aside(query, filter),
  cases: ({ query }, filter, period) => cases(query, filter, period),
} satisfies Record<string, Show>;
export type ViewName = keyof typeof VIEWS;

const AnyFilter = z.extend(ViewFilter, CaseFilter.shape);

export type Asked =
  | { readonly type: "view"; readonly view: View }
  | { readonly type: "unknown" }
  | { readonly type: "bad"; readonly why: string };

/** `team` is the one to which the reader's token is bound, if it is. */
export async function readView(
  source: ViewSource,
  name: string,
  address: Readonly<Record<string, string>>,
  team: string | undefined,
): Promise<Asked> {
  const parsed = AnyFilter.safeParse(address);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { type: "bad", why: `${issue?.path.join(".") ?? "the address"}: ${issue?.message ?? "not understood"}` };
  }
  const filter = team === undefined ? parsed.data : { ...parsed.data, team };
  const period = periodOf(filter, source.now());
  const show = Object.hasOwn(VIEWS, name) ? VIEWS[name as ViewName] : undefined;
  const table = show ? await show(source, filter, period) : await ofOne(source, name, filter);
  return table ? { type: "view", view: { view: name, ...period, filter, ...table } } : { type: "unknown" };
}

/** `cases/17` is one case. */
async function ofOne({ query }: ViewSource, name: string, filter: Filter): Promise<ViewTable | undefined> {
  const key = name.startsWith("cases/") ? name.slice("cases/".length) : undefined;
  return key === undefined ? undefined : oneCase(query, key, filter);
}
