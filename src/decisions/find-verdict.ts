import type { AuditCache } from "../audit/cache.ts";
import { CASE_ID_PREFIX } from "../audit/case.ts";
import { isOpinion } from "../audit/case-lines.ts";
import { type Telling, tellsMore } from "../audit/count-once.ts";
import type { Case } from "../audit/record.ts";
import { CoxError } from "../errors.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { countedOnce, WATCHED_ID_PREFIX } from "./counted-once.ts";

/** A decision that a person means: one that was kept when it was made, or one that an audit found. */
export type FoundVerdict =
  | { readonly type: "kept"; readonly record: VerdictRecord }
  | { readonly type: "audited"; readonly found: Case; readonly record: VerdictRecord | undefined };

/** By its id or the start of it; `last` is the newest about a live session: a case is kept too once somebody marks it. */
export async function findVerdict(
  store: Pick<Store, "listVerdicts" | "getVerdict">,
  cache: Pick<AuditCache, "casesNamed"> | undefined,
  name: string,
): Promise<FoundVerdict> {
  if (name === "") throw noDecision(name);
  const kept = name === "last" ? await newest(store) : await store.listVerdicts({ idPrefix: name, limit: 2 });
  const audited = name === "last" ? [] : distinct(cache?.casesNamed(name) ?? []);
  if (new Set([...kept, ...audited].map(({ id }) => id)).size > 1) {
    throw new CoxError("usage", `More than one decision starts with "${name}".`, { hint: "Give more of its id." });
  }
  const [found] = audited;
  if (found) return { type: "audited", found, record: kept[0] };
  const [record] = kept;
  if (record) return { type: "kept", record };
  throw name === "last"
    ? new CoxError("store.empty", "No live session has been decided about yet.", {
        hint: "Turns with little work are let go (cox config gate). cox audit finds decisions in old transcripts, each with an id that can be named here.",
      })
    : noDecision(name);
}

/** Beside a hook a watch comes last, but what was said was said by the hook. */
async function newest(store: Pick<Store, "listVerdicts">): Promise<readonly VerdictRecord[]> {
  const live = { notIdPrefix: CASE_ID_PREFIX };
  const [last] = await store.listVerdicts({ ...live, limit: 1 });
  if (!last?.id.startsWith(WATCHED_ID_PREFIX)) return last ? [last] : [];
  return countedOnce(await store.listVerdicts({ ...live, threadId: last.threadId })).slice(0, 1);
}

/**
 * The id of the correction that the same turn got before this decision. Whoever has seen a correction means that one,
 * but the look at what the agent made of it is newer.
 */
export async function correctionBefore(
  store: Pick<Store, "listVerdicts">,
  { id, threadId, turn }: VerdictRecord,
): Promise<string | undefined> {
  const records = await store.listVerdicts({ threadId, notIdPrefix: CASE_ID_PREFIX });
  return records
    .slice(records.findIndex((record) => record.id === id) + 1)
    .find((record) => record.turn === turn && record.verdict.verdict === "correct" && record.injected === true)?.id;
}

/** Every id starts with nothing: whoever names nothing has likely a variable that is not set. */
function noDecision(name: string): CoxError {
  return new CoxError("usage", `There is no decision "${name}".`, {
    hint: '"last" names the newest of a live session; cox audit lists those of old ones.',
  });
}

/** Copies of one turn are one case: that of the copy which audits count, and what is proven before what a model thinks. */
function distinct(cases: readonly Case[]): Case[] {
  const best = new Map<string, Case>();
  for (const found of cases) {
    const other = best.get(found.id);
    if (!other || comesBefore(found, other)) best.set(found.id, found);
  }
  return [...best.values()];
}

function comesBefore(found: Case, other: Case): boolean {
  if (isOpinion(found) !== isOpinion(other)) return isOpinion(other);
  return tellsMore(tellingOf(found), tellingOf(other));
}

function tellingOf({ steps, omitted, at = "", path }: Case): Telling {
  return { steps: steps.length + omitted, at, path };
}
