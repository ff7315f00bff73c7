import { CoxError, describeError } from "../errors.ts";
import type { InstallPlace, Installer, Placement } from "../hosts/installer.ts";
import { fromJson, isRecord } from "../json.ts";
import { distrustOf } from "./folder-trust.ts";
import { isOurEntry } from "./hook-entry.ts";
import { trustedHash } from "./host-settings.ts";
import { hooksOffIn } from "./hooks-off.ts";
import { addItem, removeItems } from "./json-edit.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import { type FileState, liesWithin, readState, refuseBrokenLink } from "./settings-file.ts";
import { isTrustOf, removeTrust, setTrust } from "./toml-edit.ts";

/** What will happen to one file. */
export interface FilePlan {
  readonly host: string;
  readonly file: string;
  /** As it stands now. */
  readonly current: FileState | undefined;
  /** As it stood before we ever came, as far as that is known. */
  readonly original: FileState | undefined;
  readonly text: string;
  /** Sections of ours in it, where it is Codex's configuration. */
  readonly keys?: readonly string[];
}

export interface InstallPlan {
  readonly installer: Installer;
  readonly files: readonly FilePlan[];
  /** The host runs no hooks anywhere that this is for, whatever is put in. */
  readonly hooksOff: boolean;
  /** What a person has to do or know themselves. */
  readonly remarks: readonly string[];
}

export interface Planning {
  readonly place: InstallPlace;
  readonly manifest: Pick<Manifest, "known" | "read">;
  /** What Codex would call the hooks of this text, by their place in it; undefined where it cannot be asked. */
  readonly codexHashes: (hooks: string) => Promise<ReadonlyMap<string, string> | undefined>;
}

/** Everything that installing for a host would change, without changing anything. */
export async function planInstall(installer: Installer, planning: Planning): Promise<InstallPlan> {
  const placements = installer.placements(planning.place);
  const { remark, projectRemark } = installer;
  const remarks = [remark, planning.place.scope === "project" ? projectRemark : undefined].filter(
    (text) => text !== undefined,
  );
  const files: FilePlan[] = [];
  for (const [file, own] of byFile(placements)) {
    refuseBrokenLink(file);
    refuseForeign(file, planning.place);
    const { current, original } = standing(file, planning.manifest);
    const text = withEntries(file, textOf(original, file), own);
    files.push({ host: installer.name, file, current, original, text });
  }
  const hooksOff = hooksOffWhere(installer, planning.place);
  if (hooksOff) remarks.push(hooksOff.remark);
  const distrust = planning.place.scope === "project" ? distrustOf(installer, planning.place) : undefined;
  if (distrust)
    remarks.push(`It reads nothing of this directory until you trust it: ${distrust.file} does not say so.`);
  for (const placement of placements) {
    if (placement.type !== "codex-trust") continue;
    const hooks = files.find((each) => each.file === placement.hooks)?.text ?? "";
    const hashes = await planning.codexHashes(hooks);
    if (!hashes || hashes.size === 0) {
      remarks.push("A hook runs only after you trust it: start codex, type /hooks and trust coxswain's.");
      continue;
    }
    refuseBrokenLink(placement.config);
    const { current, original } = standing(placement.config, planning.manifest);
    const trusted = trustedThen(placement, hashes, planning.manifest);
    const text = [...trusted].reduce(
      (config, [key, hash]) => setTrust(config, key, hash),
      textOf(original, placement.config) ?? "",
    );
    const keys = [...trusted.keys()];
    files.push({ host: installer.name, file: placement.config, current, original, text, keys });
  }
  return { installer, files, hooksOff: hooksOff?.isWhole === true, remarks };
}

/** What is installed for oneself still runs in other directories where only this one has switched it off. */
function hooksOffWhere(
  installer: Installer,
  place: InstallPlace,
): { readonly isWhole: boolean; readonly remark: string } | undefined {
  const whole = hooksOffIn(installer, place, place.scope === "user" ? "all directories" : "this directory");
  const off = whole ?? hooksOffIn(installer, place, "this directory");
  if (!off) return undefined;
  const where = whole ? "It" : "In this directory it";
  const what = off.sparesManaged ? "only an administrator's hooks" : "no hooks";
  const remark = `${where} runs ${what} while ${off.key} in ${off.file} says so, so nothing is checked.`;
  return { isWhole: whole !== undefined, remark };
}

/** In a project others may have put a link where our file goes: then the person's own files would be written to. */
function refuseForeign(file: string, { scope, project }: InstallPlace): void {
  if (scope === "user" || liesWithin(file, project)) return;
  throw new CoxError("config.unreadable", `${file} was left alone: it is a link that leads out of this project.`, {
    hint: "Install it for yourself instead: cox install.",
  });
}

function byFile(placements: readonly Placement[]): Map<string, Placement[]> {
  const files = new Map<string, Placement[]>();
  for (const placement of placements) {
    if (placement.type === "codex-trust") continue;
    files.set(placement.file, [...(files.get(placement.file) ?? []), placement]);
  }
  return files;
}

/** Codex has one list for all directories: what we had trusted for another one, or for oneself, stays in it. */
function trustedThen(
  { config, hooks }: Extract<Placement, { type: "codex-trust" }>,
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

/** A file that nobody touched since us goes back to its backup first; any other is freed of what is ours in it. */
function standing(
  file: string,
  manifest: Planning["manifest"],
): { readonly current: FileState | undefined; readonly original: FileState | undefined } {
  const current = readState(file);
  return { current, original: current && originalOf(file, current, manifest.known(file), manifest) };
}

/** What a file would be without us; undefined where it would not be there at all. */
export function originalOf(
  file: string,
  current: FileState,
  known: InstalledFile | undefined,
  manifest: Pick<Manifest, "read">,
): FileState | undefined {
  if (known && fingerprintOf(current.bytes) === known.after) {
    if (known.backup === undefined) return undefined;
    const bytes = manifest.read(known.backup);
    if (bytes) return { bytes, mode: current.mode };
  }
  const freed = withoutOurs(textOf(current, file), file, known?.keys ?? []);
  return freed === undefined ? undefined : { bytes: Buffer.from(freed), mode: current.mode };
}

/** The text without anything that we wrote into it; undefined where nothing is left of it. */
function withoutOurs(text: string, file: string, keys: readonly string[]): string | undefined {
  if (file.endsWith(".toml")) return keys.reduce(removeTrust, text);
  if (isOurFile(text)) return undefined;
  return file.endsWith(".json") ? told(file, () => removeItems(text, ["hooks"], isOurEntry)) : text;
}

/** A file of our own names the program and holds nothing that is not ours. */
function isOurFile(text: string): boolean {
  if (/^\/\/ Coxswain\b/.test(text)) return true;
  const file = fromJson(text);
  if (!isRecord(file)) return false;
  const { hooks, ...rest } = file;
  const entries = isRecord(hooks) ? Object.values(hooks).flat() : [];
  return Object.keys(rest).every((key) => key === "version") && entries.length > 0 && entries.every(isOurEntry);
}

function withEntries(file: string, original: string | undefined, placements: readonly Placement[]): string {
  return placements.reduce((text, placement) => {
    if (placement.type === "file") return placement.text;
    if (placement.type === "codex-trust") return text;
    const start = text === "" ? `${JSON.stringify(placement.base ?? {}, undefined, 2)}\n` : text;
    return told(file, () => addItem(start, placement.path, placement.entry));
  }, original ?? "");
}

export function textOf(state: FileState, file: string): string;
export function textOf(state: FileState | undefined, file: string): string | undefined;
export function textOf(state: FileState | undefined, file: string): string | undefined {
  if (!state) return undefined;
  const text = state.bytes.toString("utf8");
  if (Buffer.from(text).equals(state.bytes)) return text;
  throw new CoxError("config.unreadable", `${file} is not UTF-8 text, so it was left alone.`);
}

function told<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const hint = "Mend it there, and try again.";
    throw new CoxError("config.unreadable", `${file} was left alone: ${describeError(error)}.`, { cause: error, hint });
  }
}
