import type { Directories } from "./environment.ts";
import { pathsOf } from "./files.ts";
import { KEYS, type PlacedKey } from "./keys.ts";
import { isRecord } from "./kind.ts";
import { type Layer, type Origin, pathOf, type Setting } from "./layer.ts";
import type { Config } from "./schema.ts";

interface Assembled {
  readonly config: Config;
  readonly origins: Map<string, Origin>;
}

/** Lays the layers over the defaults, later ones over earlier ones, and remembers who set what. */
export function assemble(layers: readonly Layer[], directories: Directories, platform: NodeJS.Platform): Assembled {
  const settings = layers.flatMap((layer) => layer.settings);
  const root: Record<string, unknown> = {};
  const origins = new Map<string, Origin>();
  for (const key of KEYS.values()) {
    const set = settings.filter((setting) => setting.key.path === key.path);
    if (key.kind.entry) place(root, key, tableOf(key, set, origins));
    else {
      const last = set.at(-1) ?? { value: defaultOf(key, directories, platform), origin: DEFAULT };
      origins.set(key.path, last.origin);
      place(root, key, key.isPath ? withHome(last.value, directories.home) : last.value);
    }
  }
  // Every value has passed its key's kind, and every key has one: this is where a tree of values becomes a Config.
  return { config: root as Config, origins };
}

const DEFAULT: Origin = { source: "default" };

/** A table without entries has one origin, its own. */
function tableOf(key: PlacedKey, set: readonly Setting[], origins: Map<string, Origin>): Record<string, unknown> {
  const entries = new Map(Object.entries(Object(key.fallback)));
  for (const name of entries.keys()) origins.set(`${key.path}.${name}`, DEFAULT);
  for (const setting of set) {
    entries.set(setting.entry ?? "", setting.value);
    origins.set(pathOf(setting), setting.origin);
  }
  if (entries.size === 0) origins.set(key.path, DEFAULT);
  return Object.fromEntries(entries);
}

/**
 * What holds in tolerant mode when the person's own settings have an error: they may have said "off" or "send
 * nothing" in the very line that cannot be read. So nothing leaves the machine, nothing runs and nothing is injected.
 */
export function safetyLayer(config: Config): Layer {
  const values: Record<string, unknown> = {
    mode: config.mode === "off" ? "off" : "shadow",
    "observer.model": "none",
    "observer.fallback": [],
    "verification.enabled": false,
    "checks.enabled": false,
  };
  const settings = Object.entries(values).flatMap(([path, value]): Setting[] => {
    const key = KEYS.get(path);
    return key ? [{ key, value, origin: { source: "safety" } }] : [];
  });
  return { settings, problems: [] };
}

function defaultOf(key: PlacedKey, directories: Directories, platform: NodeJS.Platform): unknown {
  if (key.path !== "store.path" || directories.state === undefined) return key.fallback;
  return pathsOf(platform).join(directories.state, "coxswain.db");
}

function place(root: Record<string, unknown>, key: PlacedKey, value: unknown): void {
  const names = key.path.split(".");
  const last = names.pop() ?? "";
  let group = root;
  for (const name of names) {
    const below = group[name];
    group = isRecord(below) ? below : (group[name] = {});
  }
  group[last] = value;
}

function withHome(value: unknown, home: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withHome(item, home));
  if (typeof value !== "string" || home === undefined || !/^~($|[\\/])/.test(value)) return value;
  return home + value.slice(1);
}
