import { isWithin } from "../text/places.ts";
import { withHome } from "./assemble.ts";
import { type Files, pathsOf, realOr } from "./files.ts";
import { type Layer, report, isFull, type Setting, warn } from "./layer.ts";
import { isRecord } from "../text/json.ts";
import { allKeys, type PlacedKey, quoted, printable } from "./keys.ts";
import type { Config } from "./schema.ts";

interface Project {
  readonly directory: string;
  readonly trusted: boolean;
  readonly own: Config;
  readonly userFile: string | undefined;
}

/** Removes from a project's layer what a stranger's repository must not decide, and warns about each key. */
export function distrust(layer: Layer, project: Project): Layer {
  const kept: Layer = { settings: [], problems: [...layer.problems] };
  for (const setting of layer.settings) {
    const key = allKeys().get(setting.path);
    if (!key) continue;
    if (mayDecide(key, setting.value, project)) kept.settings.push(withoutWords(key, setting, kept, project));
    else if (!isFull(kept)) warn(kept, setting.origin, refusal(key, setting, project), setting.path);
  }
  return kept;
}

/** A stranger's own words would reach the agent as the person's: of its rules only what they ask for is said. */
function withoutWords(key: PlacedKey, setting: Setting, kept: Layer, project: Project): Setting {
  if (project.trusted || !key.kind.item || !isRecord(setting.value) || !("say" in setting.value)) return setting;
  const { say: _, ...value } = setting.value;
  if (!isFull(kept)) warn(kept, setting.origin, wordsRefused(setting, project), setting.path);
  return { ...setting, value };
}

function wordsRefused({ path, entry = "" }: Setting, { directory }: Project): string {
  return `"say" in ${quoted(`${path}.${entry}`)} is ignored: no project's own words are said to an agent unless you trust it. To trust it, add ${quoted(directory)} to "trust.projects" in your own settings.`;
}

export function asCommitted(layer: Layer, committed: Layer, directory: string): Layer {
  const holdsAtOnce = ({ path }: Setting): boolean => allKeys().get(path)?.keepsIn ?? false;
  const settled = committed.settings.filter((setting) => !holdsAtOnce(setting));
  const kept: Layer = { settings: [...settled], problems: [...layer.problems] };
  for (const setting of layer.settings) {
    if (holdsAtOnce(setting)) kept.settings.push(setting);
    else if (!isFull(kept) && !settled.some((other) => isSame(setting, other)))
      warn(
        kept,
        setting.origin,
        `${quoted(setting.path)} counts for agents that are watched only once it is committed, from their next session on. To have it count at once, add ${quoted(directory)} to "trust.projects" in your own settings.`,
        setting.path,
      );
  }
  return kept;
}

function isSame(left: Setting, right: Setting): boolean {
  return (
    left.path === right.path && left.entry === right.entry && JSON.stringify(left.value) === JSON.stringify(right.value)
  );
}

function mayDecide(key: PlacedKey, value: unknown, { trusted, own }: Project): boolean {
  if (key.scope !== "trusted") return key.scope === "any";
  return trusted || (key.narrows?.(value, valueAt(own, key.path)) ?? false);
}

export function valueAt(config: Config, path: string): unknown {
  return path.split(".").reduce<unknown>((tree, name) => (isRecord(tree) ? tree[name] : undefined), config);
}

function refusal(key: PlacedKey, { path, entry }: Setting, { directory, userFile }: Project): string {
  const name = quoted(entry === undefined ? path : `${path}.${entry}`);
  if (key.scope === "own") return `${name} is ignored: only your own settings may set it.`;
  const may = key.narrows ? "may only make it stricter" : "may not set it";
  const place = userFile === undefined ? "your own settings" : printable(userFile);
  return `${name} is ignored: a project ${may} unless you trust it. To trust it, add ${quoted(directory)} to "trust.projects" in ${place}.`;
}

const WATCHED = "checks.watched";

/** Removes entries from a layer that would let checks run anywhere: a list with the whole home directory or machine. */
export function refuseTooWide(layer: Layer, home: string | undefined, files: Files, platform: NodeJS.Platform): Layer {
  const paths = pathsOf(platform);
  const place = (path: unknown) => realOr(paths.normalize(String(withHome(path, home))), files);
  const kept: Layer = { settings: [], problems: [...layer.problems] };
  for (const setting of layer.settings) {
    const entries: readonly unknown[] = setting.path === WATCHED && Array.isArray(setting.value) ? setting.value : [];
    const wide = entries.findIndex((entry) => isWithin(place(home ?? paths.sep), place(entry)));
    if (wide === -1) kept.settings.push(setting);
    else
      report(
        kept,
        setting.origin,
        `${quoted(WATCHED)} must name the repositories in which checks may run, each by itself; look at entry ${wide + 1}, which holds your whole home.`,
        WATCHED,
      );
  }
  return kept;
}
