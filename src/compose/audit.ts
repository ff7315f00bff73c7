import { dirname, join, parse } from "node:path";
import { type AuditCache, type Fingerprint, forgetfulCache, openAuditCache } from "../audit/cache.ts";
import { enduringCache } from "../audit/enduring-cache.ts";
import type { ProvingSettings } from "../audit/proving.ts";
import type { Config } from "../config.ts";
import { describeError } from "../text/errors.ts";
import { costOf } from "../models/prices.ts";
import { type Redactor, fingerprint } from "../text/strings.ts";
import type { Said } from "../session/load-thread.ts";
import type { ModelTokens } from "../session/record.ts";
import { isPostgres, mayBeThere } from "../store/private-file.ts";
import { definitionOf } from "./definition.ts";
import { FINDING_TITLES } from "./finding-titles.ts";
import { loweredIn } from "./lowered.ts";
import { saidIn } from "./said.ts";
import { type Settings, composeJudgingBasics } from "./settings.ts";

export interface AuditParts {
  readonly proving: ProvingSettings;
  readonly said: Said;
  readonly redact: Redactor;
  readonly costOf: (tokens: ModelTokens) => number | undefined;
  readonly cache: AuditCache;
  /** Why nothing, or not everything, is stored; undefined while all is well. */
  readonly notKept: () => NotKept | undefined;
}

export interface NotKept {
  readonly what: "nothing" | "not everything";
  readonly reason: string;
}

/** What an audit needs: how it judges, what models cost, and what it stores where. */
export async function composeAudit(
  settings: Settings,
  { version, fresh }: { readonly version: string; readonly fresh?: boolean },
): Promise<AuditParts> {
  const { config } = settings;
  const { proving, redact } = await provingSettings(settings);
  const nameOf = pricedNames(config);
  return {
    proving,
    said: await saidIn(config),
    redact,
    costOf: (tokens) => costOf(nameOf(tokens.model), { ...tokens, reasoningTokens: 0 }, config.prices),
    ...(await openCache(config, fingerprintOf(proving, config, version), fresh)),
  };
}

/** How turns are judged by proof alone, as plain data, and the redactor for what is stored or shown. */
export async function provingSettings(settings: Settings): Promise<Pick<AuditParts, "proving" | "redact">> {
  const { config } = settings;
  const { redact, ...basics } = composeJudgingBasics(settings);
  const { threshold } = config.evidence;
  const definition = definitionOf(config);
  const proving = { ...basics, threshold, lowered: await loweredIn(config), ...(definition && { definition }) };
  return { proving, redact };
}

export type KnownCases = Pick<AuditCache, "casesNamed" | "forget" | "close">;

/** The results of earlier audits, unchanged; undefined when there are none. */
export async function openKnownCases(config: Config): Promise<KnownCases | undefined> {
  const path = auditCachePath(config);
  if (path === undefined || !mayBeThere(path)) return undefined;
  return openAuditCache(path);
}

/** Beside the store: what this file contains may be lost without harm. */
export function auditCachePath({ store: { path } }: Config): string | undefined {
  return path === null || isPostgres(path) ? undefined : join(dirname(path), `${parse(path).name}-audit.db`);
}

async function openCache(
  config: Config,
  fingerprint: Fingerprint,
  fresh: boolean | undefined,
): Promise<Pick<AuditParts, "cache" | "notKept">> {
  const path = auditCachePath(config);
  if (path === undefined)
    return keepingNothing(config.store.path ? "the store is on Postgres" : "this machine has no home directory");
  try {
    const cache = enduringCache(await openAuditCache(path, fingerprint, fresh));
    return { cache, notKept: () => notEverything(cache.trouble()) };
  } catch (error) {
    return keepingNothing(describeError(error));
  }
}

function keepingNothing(reason: string): Pick<AuditParts, "cache" | "notKept"> {
  return { cache: forgetfulCache(), notKept: () => ({ what: "nothing", reason }) };
}

function notEverything(trouble: unknown): NotKept | undefined {
  return trouble === undefined ? undefined : { what: "not everything", reason: describeError(trouble) };
}

/** Everything that decides what is found in a file. Loading Node's hash takes a tenth of a repeated audit. */
function fingerprintOf(proving: ProvingSettings, { privacy }: Config, version: string): Fingerprint {
  const of = (...facts: readonly unknown[]) => fingerprint(JSON.stringify(facts)).toString(36);
  return { writing: `${version} ${of(FORMAT, privacy)}`, judging: of(Object.keys(FINDING_TITLES), proving) };
}

/** Increased when records or judging change between two versions. */
const FORMAT = 19;

/** Transcripts use the maker's name, sometimes with a date; prices use provider and model. */
function pricedNames({ prices }: Config): (model: string) => string {
  const known = new Map<string, string>();
  return (model) => {
    const before = known.get(model);
    if (before !== undefined) return before;
    const bare = model.replace(/-\d{8}$/, "");
    const name = Object.keys(prices).find((priced) => priced === model || priced.split("/")[1] === bare) ?? model;
    known.set(model, name);
    return name;
  };
}
