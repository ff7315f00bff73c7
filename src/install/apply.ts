import { rmSync } from "node:fs";
import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import { type FilePlan, type InstallPlan, originalOf } from "./plan.ts";
import { readState, removeDirectories, writeState } from "./settings-file.ts";

/** Files that have to change; none of them is written where it already says the same. */
export function changesOf({ files }: InstallPlan): readonly FilePlan[] {
  return files.filter((plan) => plan.current?.bytes.toString("utf8") !== plan.text);
}

/** Carries a plan out. What a file was is kept and written down before the file is touched. */
export function applyInstall(plan: InstallPlan, scope: InstallPlace["scope"], manifest: Manifest): void {
  for (const file of changesOf(plan)) applyFile(file, scope, manifest);
}

/** As the person's own programs would make it. */
const newFileMode = () => 0o666 & ~process.umask();

function applyFile(plan: FilePlan, scope: InstallPlace["scope"], manifest: Manifest): void {
  const { file, original, host, keys } = plan;
  const known = manifest.files.find((each) => each.file === file);
  const bytes = Buffer.from(plan.text);
  const mode = original?.mode ?? plan.current?.mode ?? newFileMode();
  const backup = original && manifest.keep(file, original);
  const installed: InstalledFile = {
    host,
    scope,
    file,
    after: fingerprintOf(bytes),
    ...(backup === undefined ? {} : { backup }),
    mode,
    directories: known?.directories ?? [],
    ...(keys ? { keys } : {}),
  };
  manifest.note(file, installed);
  const directories = writeState(file, { bytes, mode });
  if (directories.length > 0) manifest.note(file, { ...installed, directories });
}

export interface Undone {
  readonly file: string;
  /** `restored`: as it was, byte for byte. `cleaned`: somebody changed it since, so only our part was taken out. */
  readonly how: "restored" | "removed" | "cleaned";
}

/** Takes a host's installation back. */
export function undoInstall(installer: Installer, place: InstallPlace, manifest: Manifest): Undone[] {
  const noted = manifest.files.filter(({ host, scope }) => host === installer.name && scope === place.scope);
  const usual = installer.placements(place).flatMap((each) => (each.type === "codex-trust" ? [] : [each.file]));
  // The last first: a directory that was made for the first file goes when all others are out of it.
  const files = [...new Set([...noted.map(({ file }) => file), ...usual])].toReversed();
  return files.flatMap((file) => undoFile(file, manifest) ?? []);
}

function undoFile(file: string, manifest: Manifest): Undone | undefined {
  const known = manifest.files.find((each) => each.file === file);
  const current = readState(file);
  if (!current) {
    if (known) manifest.note(file, undefined);
    return undefined;
  }
  const untouched = known !== undefined && fingerprintOf(current.bytes) === known.after;
  const original = originalOf(file, current, known, manifest);
  const changed = !original?.bytes.equals(current.bytes);
  if (!original) rmSync(file, { force: true });
  else if (changed) writeState(file, original);
  if (known) {
    if (!original) removeDirectories(known.directories);
    manifest.note(file, undefined);
  }
  return changed ? { file, how: !original ? "removed" : untouched ? "restored" : "cleaned" } : undefined;
}
