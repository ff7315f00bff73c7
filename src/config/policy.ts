import { isDeepStrictEqual } from "node:util";
import { fromJson, isRecord } from "../text/json.ts";
import { childOf } from "../text/places.ts";
import type { Assembled } from "./assemble.ts";
import { type Files, pathsOf } from "./files.ts";
import { allKeys, quoted } from "./keys.ts";
import type { Layer } from "./layer.ts";
import type { Config } from "./schema.ts";
import { valueAt } from "./trust.ts";

/** What a team asks of its machines: values by key, and `content`. Only `parsePolicy` makes one. */
export type Policy = Readonly<Record<string, unknown>>;

/**
 * How a team's value and the machine's own come together. What decides what leaves the machine, or what it costs, counts
 * by the stricter of both: the larger, the smaller, all entries, or one of the values named here. Of what is only said,
 * a person's own word counts. No key that runs something, names a place or an address, or holds a pattern stands here.
 */
export const POLICY_RULES: Readonly<Record<string, "larger" | "smaller" | "all" | "yours" | readonly unknown[]>> = {
  "gate.minToolCalls": "larger",
  "gate.minEdits": "larger",
  "gate.skipModes": "all",
  "evidence.threshold": "yours",
  "observer.model": ["none", "team"],
  "observer.when": ["suspicious"],
  "observer.maxOutputTokens": "smaller",
  "observer.timeoutSeconds": "smaller",
  "observer.confidence": "yours",
  "observer.budgetCharacters": "smaller",
  "observer.closerLook.from": "larger",
  "observer.closerLook.confidence": "yours",
  "parallel.minToolCallsBetween": "larger",
  "parallel.maxCostShare": "smaller",
  "privacy.emails": [true],
  "telemetry.content": [false],
  "budgets.tokensPerThread": "smaller",
  "budgets.tokensPerDay": "smaller",
  "budgets.costPerThread": "smaller",
  "budgets.costPerDay": "smaller",
};
/** Nobody's setting: whether the team wants the words of decisions. A machine has to have joined with them. */
export const CONTENT = "content";
const MODEL = "observer.model";
const LARGEST = 4000;

/** Undefined for what is no policy at all; what is wrong in one is left out, and named. */
export function parsePolicy(
  given: unknown,
): { readonly policy: Policy; readonly problems: readonly string[] } | undefined {
  if (!isRecord(given) || JSON.stringify(given).length > LARGEST) return undefined;
  const problems = Object.entries(given).flatMap(([path, value]) => problemOf(path, value) ?? []);
  const right = Object.keys(POLICY_RULES).filter(
    (path) => Object.hasOwn(given, path) && problemOf(path, given[path]) === undefined,
  );
  const policy = {
    [CONTENT]: given[CONTENT] === true,
    ...Object.fromEntries(right.map((path) => [path, given[path]])),
  };
  return { policy, problems };
}

function problemOf(path: string, value: unknown): string | undefined {
  if (path === CONTENT) return typeof value === "boolean" ? undefined : `"${CONTENT}" must be true or false.`;
  const key = allKeys().get(path);
  if (!key) return `${quoted(path)} is not a key.`;
  const rule = Object.hasOwn(POLICY_RULES, path) ? POLICY_RULES[path] : undefined;
  if (rule === undefined) return `${quoted(path)} is no team's affair: each machine takes it from its own settings.`;
  if (Array.isArray(rule))
    return rule.includes(value) ? undefined : `${quoted(path)} must be ${rule.join(" or ")} in a policy.`;
  return key.kind.accepts(value) ? undefined : `${quoted(path)} must be ${key.kind.allowed}.`;
}

/** Where a machine that joined a team keeps what that asks. */
export function policyFile(state: string, platform: NodeJS.Platform = process.platform): string {
  const paths = pathsOf(platform);
  return childOf(childOf(state, "team", paths), "policy.json", paths);
}

/** A machine in no team has no such file. What cannot be read asks for nothing, and allows nothing either. */
export function readPolicy(file: string, files: Pick<Files, "read">): Policy | undefined {
  try {
    const kept = fromJson(files.read(file) ?? "");
    if (!isRecord(kept)) return undefined;
    const { [MODEL]: model, ...policy } = parsePolicy(kept["values"])?.policy ?? {};
    // Whoever joined without words asks nobody else about them either.
    const isTaken = model !== undefined && (model !== "team" || kept["words"] === true);
    return isTaken ? { ...policy, [MODEL]: model } : policy;
  } catch {
    return undefined;
  }
}

/** Puts a policy under the layers of a machine where a person's own word counts, and over them where it is stricter. */
export function withPolicy(
  policy: Policy | undefined,
  layers: readonly Layer[],
  assembled: (layers: readonly Layer[]) => Assembled,
): Assembled {
  if (!policy) return assembled(layers);
  const layerOf = (values: readonly (readonly [string, unknown])[]): Layer => ({
    settings: values.map(([path, value]) => ({ path, value, origin: { source: "team policy" } })),
    problems: [],
  });
  const asked = Object.entries(policy).filter(([path]) => path !== CONTENT);
  const all = [layerOf(asked.filter(([path, value]) => isBelow(path, value))), ...layers];
  const own = assembled(all);
  const stricter = asked.flatMap(([path, value]) => {
    const here = valueAt(own.config, path);
    const both = isBelow(path, value) ? here : stricterOf(path, value, here);
    return isDeepStrictEqual(both, here) ? [] : [[path, both] as const];
  });
  return stricter.length === 0 ? own : assembled([...all, layerOf(stricter)]);
}

/** Whom to ask instead of nobody is a default: no team sends a person's questions elsewhere. */
function isBelow(path: string, value: unknown): boolean {
  return POLICY_RULES[path] === "yours" || (path === MODEL && value === "team");
}

function stricterOf(path: string, asked: unknown, here: unknown): unknown {
  const rule = POLICY_RULES[path];
  if (rule === "all") return [...new Set([here, asked].flat())];
  if (Array.isArray(rule) || here === null) return asked;
  if (typeof asked !== "number" || typeof here !== "number") return here;
  return rule === "larger" ? Math.max(asked, here) : Math.min(asked, here);
}

/** What holds here in place of what the team asks, by key: because the machine is stricter, or by a person's own word. */
export function otherThanAsked(policy: Policy, config: Config, letsWordsOut: boolean) {
  const others = Object.entries(policy).flatMap(([path, asked]) => {
    const here = path === CONTENT ? asked === true && letsWordsOut : valueAt(config, path);
    return isDeepStrictEqual(asked, here)
      ? []
      : [{ path, here, isOwn: isBelow(path, asked) && (path !== MODEL || (letsWordsOut && here !== "none")) }];
  });
  const some = (own: boolean) =>
    Object.fromEntries(others.filter(({ isOwn }) => isOwn === own).map(({ path, here }) => [path, here]));
  return { stricter: some(false), own: some(true) };
}
