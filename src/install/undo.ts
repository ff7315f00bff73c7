import { basename } from "node:path";
import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { namesOurProgram } from "./place.ts";
import { isSetting, type Setting } from "./host-settings.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import { originalOf, textOf } from "./plan.ts";
import {
  type FileState,
  ifPossible,
  leftBeside,
  liesWithin,
  readState,
  removeDirectories,
  removeFile,
  tidyBeside,
  writeState,
} from "./settings-file.ts";
import { isTrustOf, removeTrust } from "./toml-edit.ts";

export interface UndoPlan {
  readonly file: string;
  /** `restored`: byte for byte; `cleaned`: without us; `shared`: others need it; `forgotten`: a symlink; `gone`. */
  readonly how: "restored" | "removed" | "cleaned" | "shared" | "forgotten" | "gone";
  readonly current?: FileState;
  readonly after?: FileState;
  readonly known?: InstalledFile | undefined;
  /** What still counts as installed. */
  readonly stays?: InstalledFile;
}

interface UndoFailure {
  readonly file?: string | undefined;
  readonly how: "failed";
  readonly error: unknown;
}

export type UndoOutcome = UndoPlan | UndoFailure;

/** Removes a host's installation in one place, file by file; a failure does not keep the others from being restored. */
export function undoInstall(installer: Installer, place: InstallPlace, manifest: Manifest): UndoOutcome[] {
  return eachFile(installer, place, manifest, (plan) => [plan, ...applyUndo(plan, manifest)]);
}

/** Everything that removing would change, without changing it. */
export function planUndo(installer: Installer, place: InstallPlace, manifest: Manifest): UndoOutcome[] {
  return eachFile(installer, place, manifest, (plan) => [plan]);
}

function eachFile(
  installer: Installer,
  place: InstallPlace,
  manifest: Manifest,
  work: (plan: UndoPlan) => UndoOutcome[],
): UndoOutcome[] {
  return tried(() => {
    const own = ownFiles(installer, place, manifest);
    const trusting = manifest.files().filter(({ keys }) => keys?.some((key) => isTrustIn(own, key)));
    // The trust first: the directory that was created for the hooks is removed when nothing else is in it.
    return [
      ...trusting.flatMap((known) => tried(() => planTrust(known, own, manifest).flatMap(work), known.file)),
      ...own.flatMap((file) => tried(() => planOwn(file, installer, place, manifest).flatMap(work), file)),
    ];
  });
}

function tried(work: () => UndoOutcome[], file?: string): UndoOutcome[] {
  try {
    return work();
  } catch (error) {
    return [{ file, how: "failed", error }];
  }
}

/** The files that contain, or would contain, a host's installation in one place. */
function ownFiles(installer: Installer, place: InstallPlace, manifest: Manifest): string[] {
  const usual = installer
    .placements(place)
    .flatMap((each) => (each.type === "codex-trust" ? [] : [each.file]))
    .filter((file) => isNoted(file, place, manifest) || ifPossible(() => isOfPlace(file, place)));
  // The last first: whichever came first brought the directory that they lie in.
  return [...new Set([...elsewhere(installer, place, manifest), ...usual])].toReversed();
}

/** If only the record cannot be written, the file still counts as restored, and the failure is added. */
function applyUndo({ file, how, after, known, stays }: UndoPlan, manifest: Manifest): UndoOutcome[] {
  if (after) writeState(file, after);
  else if (how === "removed") removeFile(file);
  if (how !== "forgotten") tidyBeside(file);
  if (!known) return [];
  if (how === "removed") removeDirectories(known.directories);
  return tried(() => {
    manifest.note(file, stays);
    return [];
  });
}

function isNoted(file: string, { scope }: InstallPlace, manifest: Manifest): boolean {
  return manifest.known(file)?.scope === scope;
}

/** False for a project's symlink that leads out of it, even if a file of ours was there before. */
function isOfPlace(file: string, { scope, project }: InstallPlace): boolean {
  return scope === "user" || liesWithin(file, project);
}

/** Recorded user files of the host: another home may have been set then. Project files lie in the project. */
function elsewhere(installer: Installer, place: InstallPlace, manifest: Manifest): string[] {
  if (place.scope === "project") return [];
  return manifest
    .files()
    .flatMap(({ host, scope, keys, file }) => (host === installer.name && scope === "user" && !keys ? [file] : []));
}

function isTrustIn(files: readonly string[], key: string): boolean {
  return files.some((file) => isTrustOf(file, key));
}

function planTrust(known: InstalledFile, own: readonly string[], manifest: Manifest): UndoPlan[] {
  const { file, keys = [] } = known;
  const others = keys.filter((key) => !isTrustIn(own, key));
  const current = readState(file);
  if (others.length === 0 || !current) return planFile(file, manifest);
  const untouched = fingerprintOf(current.bytes) === known.after;
  const text = keys.filter((key) => isTrustIn(own, key)).reduce(removeTrust, textOf(current, file));
  const bytes = Buffer.from(text);
  const stays = { ...known, keys: others, ...(untouched ? { after: fingerprintOf(bytes) } : {}) };
  return [{ file, how: "shared", current, after: { bytes, mode: current.mode }, known, stays }];
}

function planOwn(file: string, installer: Installer, place: InstallPlace, manifest: Manifest): UndoPlan[] {
  const settings = installer
    .placements(place)
    .filter(isSetting)
    .filter((each) => basename(each.file) === basename(file));
  if (isOfPlace(file, place)) return planFile(file, manifest, settings);
  return [{ file, how: "forgotten", known: manifest.known(file) }];
}

function planFile(file: string, manifest: Manifest, settings: readonly Setting[] = []): UndoPlan[] {
  const known = manifest.known(file);
  // An unreadable file that was never installed is no failure.
  const current = known ? readState(file) : ifPossible(() => readState(file));
  const gone = known ? [{ file, how: "gone", known } as const] : planDrafts(file);
  if (!current) return gone;
  const isLeft = known !== undefined && fingerprintOf(current.bytes) === known.after;
  if (!isLeft && !known?.keys && settings.length === 0 && !namesOurProgram(current.bytes)) return gone;
  const untouched = isLeft && hasBackup(known, manifest);
  const after = originalOf({ file, current, known, settings }, manifest);
  if (!after) return [{ file, how: "removed", current, known }];
  if (after.bytes.equals(current.bytes)) return gone;
  return [{ file, how: untouched ? "restored" : "cleaned", current, after, known }];
}

function planDrafts(file: string): UndoPlan[] {
  return leftBeside(file).flatMap((draft) => {
    const current = ifPossible(() => readState(draft));
    return current ? [{ file: draft, how: "removed", current }] : [];
  });
}

function hasBackup({ backup }: InstalledFile, manifest: Manifest): boolean {
  return backup === undefined || manifest.read(backup) !== undefined;
}
