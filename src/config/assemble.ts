import { defaultStore, type Directories } from "./environment.ts";
import { pathsOf } from "./files.ts";
import type { Key, KeyTree, Placed } from "./key.ts";
import { isKey } from "./keys.ts";
import type { Layer, Origin, Setting } from "./layer.ts";
import { Config } from "./schema.ts";

export interface Assembled {
  readonly config: Config;
  readonly origins: Map<string, Origin>;
}

/** Puts the layers over the defaults, later ones over earlier ones, and remembers which source set what. */
export function assemble(layers: readonly Layer[], directories: Directories, platform: NodeJS.Platform): Assembled {
  const settings = new Map<string, Setting[]>();
  for (const setting of layers.flatMap((layer) => layer.settings)) {
    settings.set(setting.path, [...(settings.get(setting.path) ?? []), setting]);
  }
  const origins = new Map<string, Origin>();
  // Safe cast: every value was checked by its key's kind, and every key has a value.
  return { config: fill(Config, "") as Config, origins };

  function fill(tree: KeyTree, prefix: string): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, below] of Object.entries(tree)) {
      const path = prefix + name;
      values[name] = isKey(below) ? valueOf(below, path, settings.get(path) ?? []) : fill(below, `${path}.`);
    }
    return values;
  }

  function valueOf(key: Key, path: string, set: readonly Setting[]): unknown {
    if (key.kind.entry) return tableOf(key, path, set);
    if (key.kind.item) return rulesOf(path, set);
    const last = set.at(-1);
    origins.set(path, last?.origin ?? DEFAULT);
    if (!last) return path === "store.path" ? defaultStore(directories, platform) : key.fallback;
    return key.isPath ? withHome(last.value, directories.home) : last.value;
  }

  /** In the order of the sources. None without entries has an origin of its own. */
  function rulesOf(path: string, set: readonly Setting[]): readonly Placed<unknown>[] {
    if (set.length === 0) origins.set(path, DEFAULT);
    return set.map(({ value, origin }, index) => {
      origins.set(`${path}.${index + 1}`, origin);
      const isProject = origin.source === "project" && origin.file !== undefined;
      return isProject
        ? { rule: value, from: "project", root: pathsOf(platform).dirname(origin.file) }
        : { rule: value, from: "person" };
    });
  }

  /** A table without entries has one origin: its own. */
  function tableOf(key: Key, path: string, set: readonly Setting[]): unknown {
    const entries = new Map(Object.entries(Object(key.fallback)));
    for (const name of entries.keys()) origins.set(`${path}.${name}`, DEFAULT);
    for (const { entry = "", value, origin } of set) {
      entries.set(entry, value);
      origins.set(`${path}.${entry}`, origin);
    }
    if (entries.size === 0) origins.set(path, DEFAULT);
    return Object.fromEntries(entries);
  }
}

const DEFAULT: Origin = { source: "default" };

/** Where the person's own settings have an error, the line may have said "off": nothing leaves, runs or is injected. */
export function safetyLayer(config: Config): Layer {
  const values: Record<string, unknown> = {
    mode: config.mode === "off" ? "off" : "shadow",
    "observer.model": "none",
    "observer.fallback": [],
    "telemetry.otlp": null,
    "verification.enabled": false,
    "checks.enabled": false,
    "checks.watched": [],
  };
  const origin: Origin = { source: "safety" };
  return { settings: Object.entries(values).map(([path, value]) => ({ path, value, origin })), problems: [] };
}

export function withHome(value: unknown, home: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withHome(item, home));
  if (typeof value !== "string" || home === undefined || !/^~($|[\\/])/.test(value)) return value;
  return home + value.slice(1);
}
