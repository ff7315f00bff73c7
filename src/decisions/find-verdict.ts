import type { AuditCache } from "../audit/cache.ts";
import { type Telling, tellsMore } from "../audit/count-once.ts";
import { CoxError } from "../text/errors.ts";
import { isOpinion } from "../session/case-lines.ts";
import { CASE_ID_PREFIX } from "../session/case.ts";
import type { Case } from "../session/record.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { wasLeftAlone } from "../verdict.ts";
import { countedOnce, WATCHED_ID_PREFIX } from "./last-word.ts";

/** The decision that a person means: a stored one, or one from an audit. */
export type FoundVerdict =
  | { readonly type: "kept"; readonly record: VerdictRecord }
  | { readonly type: "audited"; readonly found: Case; readonly record: VerdictRecord | undefined };

/** What audits found: undefined where that is nothing, or none of it can be meant. */
export type AuditedCases = Pick<AuditCache, "casesNamed"> | "unreadable" | undefined;

export interface LastMeant {
  readonly here?: {
    readonly directory: string;
    readonly holds: (cwd: string) => boolean;
    readonly isBelow: (cwd: string) => boolean;
  };
  /** Only one that somebody looked at: of what was left alone there is nothing to mark. */
  readonly looked?: boolean;
}

/** By the id or its start. `last` is the newest of a live session, because a marked audit case is stored, too. */
export async function findVerdict(
  store: Pick<Store, "listVerdicts" | "getVerdict">,
  cases: AuditedCases,
  name: string,
  last: LastMeant = {},
): Promise<FoundVerdict> {
  const cache = cases === "unreadable" ? undefined : cases;
  if (name === "") throw noDecision(name);
  const { kept, audited } = name === "last" ? { kept: await newestHere(store, last), audited: [] } : await named(name);
  const ids = [...new Set([...audited, ...kept].map(({ id }) => id))];
  if (ids.length > 1) throw ambiguous(name, ids);
  const [found] = audited;
  if (found) return { type: "audited", found, record: kept[0] };
  const [record] = kept;
  if (record) return { type: "kept", record };
  if (name === "last") throw await nothingLive(store, cache, last);
  throw cases === "unreadable" ? notKnown(name) : noDecision(name);

  async function named(prefix: string): Promise<Named> {
    const kept = await store.listVerdicts({ idPrefix: prefix, limit: MOST_CANDIDATES + 1 });
    const audited = distinct(cache?.casesNamed(prefix) ?? []);
    const small = prefix.toLowerCase();
    return kept.length + audited.length > 0 || small === prefix ? { kept, audited } : named(small);
  }
}

interface Named {
  readonly kept: readonly VerdictRecord[];
  readonly audited: readonly Case[];
}

const MOST_CANDIDATES = 5;

function ambiguous(name: string, ids: readonly string[]): CoxError {
  const more = ids.length > MOST_CANDIDATES ? ", …" : "";
  return new CoxError("usage", `More than one decision starts with "${name}".`, {
    hint: `Give more of its id: ${ids.slice(0, MOST_CANDIDATES).join(", ")}${more}`,
  });
}

/** What is not of this directory, or of an audit, is not taken for it, because a person might mark it; so it is named. */
async function nothingLive(
  store: Pick<Store, "listVerdicts">,
  cache: Pick<AuditCache, "casesNamed"> | undefined,
  { here, looked = false }: LastMeant,
): Promise<CoxError> {
  const [other] = await newest(store, looked);
  const cases = cache?.casesNamed(CASE_ID_PREFIX) ?? [];
  const [newestCase] = cases.toSorted((left, right) => (right.at ?? "").localeCompare(left.at ?? ""));
  const [what, found] = other
    ? [`The newest elsewhere (${other.cwd ?? "its directory is unknown"})`, other]
    : ["The newest that an audit found", newestCase];
  const isMarkable = found !== undefined && !wasLeftAlone(found.verdict);
  const hint =
    found === undefined
      ? "cox doctor shows which agents are watched. cox audit judges old transcripts and gives each decision an id, which cox why takes."
      : `${what}: cox why ${found.id} shows it${isMarkable ? `, cox feedback ${found.id} right|wrong marks it` : ""}.`;
  const where = here ? ` in ${here.directory}` : "";
  return new CoxError("store.empty", `No live session${where} has been decided about yet.`, { hint });
}

/** The newest in this directory or below; only where there is none, that of a session that began above it. */
async function newestHere(
  store: Pick<Store, "listVerdicts">,
  { here, looked = false }: LastMeant,
): Promise<readonly VerdictRecord[]> {
  const within = await newest(store, looked, here?.holds);
  return within.length > 0 || !here ? within : newest(store, looked, here.isBelow);
}

/** By its time: one written again keeps its place. A watch beside a hook decides later, but the hook spoke. */
async function newest(
  store: Pick<Store, "listVerdicts">,
  looked: boolean,
  isAbout?: (cwd: string) => boolean,
): Promise<readonly VerdictRecord[]> {
  const live = { notIdPrefix: CASE_ID_PREFIX, isAbout };
  const wanted = (records: readonly VerdictRecord[]) =>
    looked ? records.filter(({ verdict }) => !wasLeftAlone(verdict)) : records;
  const [last] = byTime(wanted(await store.listVerdicts(live)));
  if (!last?.id.startsWith(WATCHED_ID_PREFIX)) return last ? [last] : [];
  const beside = wanted(await store.listVerdicts({ ...live, threadId: last.threadId }));
  return byTime(countedOnce(beside)).slice(0, 1);
}

/** Newest first; of the same time, the one that was stored last. */
function byTime(records: readonly VerdictRecord[]): VerdictRecord[] {
  return records.toSorted((left, right) => (left.at < right.at ? 1 : left.at > right.at ? -1 : 0));
}

/** An earlier correction in the same turn: who saw a correction means that one, not what was made of it. */
export async function correctionBefore(
  store: Pick<Store, "listVerdicts">,
  decision: VerdictRecord,
): Promise<VerdictRecord | undefined> {
  const { earlier } = await inTheSameTurn(store, decision);
  return earlier.find(({ verdict, injected }) => verdict.verdict === "correct" && injected === true);
}

/** What was found to be still so when the agent had answered this correction; undefined where it was met. */
export async function unmetAfter(
  store: Pick<Store, "listVerdicts">,
  decision: VerdictRecord,
): Promise<string | undefined> {
  const { later } = await inTheSameTurn(store, decision);
  return later[0]?.unmet;
}

async function inTheSameTurn(store: Pick<Store, "listVerdicts">, { id, threadId, turn }: VerdictRecord) {
  const records = await store.listVerdicts({ threadId, notIdPrefix: CASE_ID_PREFIX });
  const place = records.findIndex((record) => record.id === id);
  const isOfTurn = (record: VerdictRecord): boolean => record.turn === turn && !record.id.startsWith(WATCHED_ID_PREFIX);
  return { earlier: records.slice(place + 1).filter(isOfTurn), later: records.slice(0, place).filter(isOfTurn) };
}

/** Every id starts with the empty text, so an empty name is refused: it is probably an unset variable. */
function noDecision(name: string): CoxError {
  return new CoxError("usage", `There is no decision "${name}".`, {
    hint: '"last" is the newest decision of a live session; cox audit lists those from old transcripts.',
  });
}

/** Nobody knows whether there is one as long as a part of them cannot be read. */
function notKnown(name: string): CoxError {
  return new CoxError("store.unavailable", `Whether there is a decision "${name}" cannot be told.`, {
    hint: "No live session has one; make readable what audits found, or delete it and audit again.",
  });
}

/** Copies of one turn are one case: the copy that audits count, and a proven case before an opinion. */
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
