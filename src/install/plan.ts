import { CoxError, describeError } from "../text/errors.ts";
import type { InstallPlace, Installer, Placement } from "../hosts/installer.ts";
import { fromJson, isRecord } from "../text/json.ts";
import { isOurEntry } from "./place.ts";
import { isSetting, type Setting, withoutSettings, withSetting } from "./host-settings.ts";
import { trustedHash, type FileState, liesWithin, readState, refuseBrokenLink } from "./settings-file.ts";
import { hooksOffIn, distrustOf } from "./hooks-off.ts";
import { addItem, removeItems } from "./json-edit.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import { isTrustOf, removeTrust, setTrust } from "./toml-edit.ts";

export interface FilePlan {
  readonly host: string;
  readonly file: string;
  readonly current: FileState | undefined;
  readonly original: FileState | undefined;
  readonly text: string;
  /** True for a file that is ours alone, such as a plugin: nothing of the person stands in it. */
  readonly isOurs: boolean;
  /** Our sections in it, if it is Codex's configuration. */
  readonly keys?: readonly string[];
}

export interface InstallPlan {
  readonly installer: Installer;
  readonly files: readonly FilePlan[];
  /** True when the host runs no hooks in any place that this installation is for. */
  readonly hooksOff: boolean;
  readonly remarks: readonly string[];
}

export interface Planning {
  readonly place: InstallPlace;
  readonly manifest: Pick<Manifest, "known" | "read">;
  /** Codex's hashes for the hooks of this text, by their place; undefined when Codex cannot be asked. */
  readonly codexHashes: (hooks: string) => Promise<ReadonlyMap<string, string> | undefined>;
}

/** Everything that installing for a host would change, without changing it. */
export async function planInstall(installer: Installer, planning: Planning): Promise<InstallPlan> {
  const { place } = planning;
  if (place.scope === "project" && installer.userOnly !== undefined)
    throw new CoxError("usage", installer.userOnly, { hint: `cox install ${installer.name}` });
  const placements = installer.placements(place);
  const own = [...byFile(placements)].map(([file, entries]) => planFile(installer.name, file, entries, planning));
  const trust = placements.find((each) => each.type === "codex-trust");
  const trusted = trust && (await planTrust(installer.name, trust, own, planning));
  const hooksOff = hooksOffWhere(installer, place);
  const remarks = [
    installer.remark,
    place.scope === "project" ? installer.projectRemark : undefined,
    hooksOff?.remark,
    place.scope === "project" ? distrustRemark(installer, place) : undefined,
    trust && !trusted
      ? "A hook runs only after you trust it: start codex, type /hooks and trust coxswain's."
      : undefined,
  ];
  return {
    installer,
    files: trusted ? [...own, trusted] : own,
    hooksOff: hooksOff?.isWhole === true,
    remarks: remarks.filter((remark) => remark !== undefined),
  };
}

export function whyRefused(installer: Installer, place: InstallPlace): CoxError | undefined {
  const planning = { place, manifest: { known: () => undefined, read: () => undefined } };
  try {
    for (const [file, entries] of byFile(installer.placements(place)))
      planFile(installer.name, file, entries, planning);
    return undefined;
  } catch (error) {
    if (error instanceof CoxError) return error;
    throw error;
  }
}

function planFile(
  host: string,
  file: string,
  placements: readonly OwnPlacement[],
  planning: Omit<Planning, "codexHashes">,
): FilePlan {
  refuseBrokenLink(file);
  refuseForeign(file, planning.place);
  const { current, original } = standing(file, planning.manifest, placements.filter(isSetting));
  const isOurs = placements.every(({ type }) => type === "file");
  return { host, file, current, original, isOurs, text: withEntries(file, textOf(original, file), placements) };
}

export type CodexTrust = Extract<Placement, { type: "codex-trust" }>;
export type OwnPlacement = Exclude<Placement, CodexTrust>;

/** The plan for Codex's trust; undefined when Codex cannot be asked: then the person must trust the hooks there. */
async function planTrust(
  host: string,
  trust: CodexTrust,
  own: readonly FilePlan[],
  { manifest, codexHashes }: Planning,
): Promise<FilePlan | undefined> {
  const hashes = await codexHashes(own.find((each) => each.file === trust.hooks)?.text ?? "");
  if (!hashes || hashes.size === 0) return undefined;
  const file = trust.config;
  refuseBrokenLink(file);
  const { current, original } = standing(file, manifest);
  const trusted = trustedThen(trust, hashes, manifest);
  const text = [...trusted].reduce((config, [key, hash]) => setTrust(config, key, hash), textOf(original, file) ?? "");
  return { host, file, current, original, isOurs: false, text, keys: [...trusted.keys()] };
}

function distrustRemark(installer: Installer, place: InstallPlace): string | undefined {
  const distrust = distrustOf(installer, place);
  return distrust && `It reads nothing of this directory until you trust it: ${distrust.file} does not say so.`;
}

/** Which setting turns hooks off. If only this directory has one, the user's hook still runs elsewhere. */
function hooksOffWhere(installer: Installer, place: InstallPlace) {
  const whole = hooksOffIn(installer, place, place.scope === "user" ? "all directories" : "this directory");
  const off = whole ?? hooksOffIn(installer, place, "this directory");
  if (!off) return undefined;
  const where = whole ? "It" : "In this directory it";
  const what = off.sparesManaged ? "only an administrator's hooks" : "no hooks";
  const remark = `${where} runs ${what} while ${off.key} in ${off.file} says so, so nothing is checked.`;
  return { isWhole: whole !== undefined, remark };
}

/** Throws when a symlink in a project leads out of it: we would write to the person's own files. */
function refuseForeign(file: string, { scope, project }: InstallPlace): void {
  if (scope === "user" || liesWithin(file, project)) return;
  throw new CoxError("config.unreadable", `${file} was left alone: it is a link that leads out of this project.`, {
    hint: "Install it for yourself instead: cox install.",
  });
}

function byFile(placements: readonly Placement[]) {
  const own = placements.filter((each) => each.type !== "codex-trust");
  return Map.groupBy(own, ({ file }) => file);
}

/** Codex has one list for all directories, so our trusted hooks of other directories, or of the user, stay in it. */
function trustedThen(
  { config, hooks }: CodexTrust,
  hashes: ReadonlyMap<string, string>,
  manifest: Planning["manifest"],
): Map<string, string> {
  const own = new Map([...hashes].map(([label, hash]) => [`${hooks}:${label}`, hash]));
  const known = manifest.known(config)?.keys ?? [];
  const kept = known.flatMap((key) => {
    const hash = isTrustOf(hooks, key) ? own.get(key) : trustedHash(config, key);
    return hash === undefined ? [] : [[key, hash] as const];
  });
  return new Map([...kept, ...own]);
}

/** A file unchanged since our last write starts from its backup; any other is first cleared of our parts. */
function standing(file: string, manifest: Planning["manifest"], settings: readonly Setting[] = []) {
  const current = readState(file);
  return {
    current,
    original: current && originalOf({ file, current, known: manifest.known(file), settings }, manifest),
  };
}

interface Standing {
  readonly file: string;
  readonly current: FileState;
  readonly known: InstalledFile | undefined;
  /** What of ours may stand in it as single values. */
  readonly settings: readonly Setting[];
}

export function originalOf(standing: Standing, manifest: Pick<Manifest, "read">): FileState | undefined {
  const { current, known } = standing;
  const backup = known?.backup === undefined ? undefined : manifest.read(known.backup);
  if (known && fingerprintOf(current.bytes) === known.after) {
    if (known.backup === undefined) return undefined;
    if (backup) return { bytes: backup, mode: current.mode };
  }
  const freed = withoutOurs(standing, known && { before: backup?.toString("utf8") ?? "" });
  return freed === undefined ? undefined : { bytes: Buffer.from(freed), mode: current.mode };
}

function withoutOurs(
  { file, current, known, settings }: Standing,
  was: { readonly before: string } | undefined,
): string | undefined {
  const text = textOf(current, file);
  if (file.endsWith(".toml")) return (known?.keys ?? []).reduce(removeTrust, text);
  if (settings.length > 0) return orLeftAlone(file, () => withoutSettings(text, settings, was));
  if (isOurFile(text)) return undefined;
  return file.endsWith(".json") ? orLeftAlone(file, () => removeItems(text, ["hooks"], isOurEntry)) : text;
}

function isOurFile(text: string): boolean {
  if (/^\/\/ Coxswain\b/.test(text)) return true;
  const file = fromJson(text);
  if (!isRecord(file)) return false;
  if (file["id"] === "coxswain" || file["name"] === "coxswain-openclaw") return true;
  const { hooks, ...rest } = file;
  const entries = isRecord(hooks) ? Object.values(hooks).flat() : [];
  return Object.keys(rest).every((key) => key === "version") && entries.length > 0 && entries.every(isOurEntry);
}

function withEntries(file: string, original: string | undefined, placements: readonly OwnPlacement[]): string {
  return placements.reduce((text, placement) => {
    if (placement.type === "file") return placement.text;
    if (isSetting(placement)) return orLeftAlone(file, () => withSetting(text || "{}\n", placement));
    const start = text === "" ? `${JSON.stringify(placement.base ?? {}, undefined, 2)}\n` : text;
    return orLeftAlone(file, () => addItem(start, placement.path, placement.entry));
  }, original ?? "");
}

export function textOf(state: FileState, file: string): string;
export function textOf(state: FileState | undefined, file: string): string | undefined;
export function textOf(state: FileState | undefined, file: string): string | undefined {
  if (!state) return undefined;
  const text = state.bytes.toString("utf8");
  if (Buffer.from(text).equals(state.bytes)) return text;
  throw new CoxError("config.unreadable", `${file} is not UTF-8 text, so it was left alone.`, {
    hint: "Save it as UTF-8, and try again.",
  });
}

function orLeftAlone<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const hint = "Mend it there, and try again.";
    throw new CoxError("config.unreadable", `${file} was left alone: ${describeError(error)}.`, { cause: error, hint });
  }
}
