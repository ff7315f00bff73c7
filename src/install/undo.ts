import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { namesOurProgram } from "./hook-entry.ts";
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

/** What happens to one file when an installation is taken back. */
export interface UndoPlan {
  readonly file: string;
  /**
   * `restored`: as it was, byte for byte. `cleaned`: somebody changed it since, or what it was is not kept any more, so
   * only our part is taken out.
   * `shared`: what is installed elsewhere stays in it. `forgotten`: a link took its place, so nothing is touched.
   * `gone`: nothing of ours is in it any more.
   */
  readonly how: "restored" | "removed" | "cleaned" | "shared" | "forgotten" | "gone";
  readonly current?: FileState;
  /** As it will be; undefined where nothing is left of it, or nothing is touched. */
  readonly after?: FileState;
  readonly known?: InstalledFile | undefined;
  /** What of it still counts as installed. */
  readonly stays?: InstalledFile;
}

/** What stands as it was, because it could not be looked at or taken back. */
interface UndoFailure {
  /** None where it was not even found out which files there are. */
  readonly file?: string | undefined;
  readonly how: "failed";
  readonly error: unknown;
}

export type UndoOutcome = UndoPlan | UndoFailure;

/** Takes a host's installation in one place back, file by file: one that fails keeps no other from being taken back. */
export function undoInstall(installer: Installer, place: InstallPlace, manifest: Manifest): UndoOutcome[] {
  return eachFile(installer, place, manifest, (plan) => [plan, ...applyUndo(plan, manifest)]);
}

/** Everything that taking it back would change, without changing anything. */
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
    // The trust first: the directory that was made for the hooks goes when nothing else is in it.
    return [
      ...trusting.flatMap((known) => tried(() => planTrust(known, own, manifest).flatMap(work), known.file)),
      ...own.flatMap((file) => tried(() => planOwn(file, place, manifest).flatMap(work), file)),
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

/** The files that hold, or would hold, a host's installation in one place. */
function ownFiles(installer: Installer, place: InstallPlace, manifest: Manifest): string[] {
  const usual = installer
    .placements(place)
    .flatMap((each) => (each.type === "codex-trust" ? [] : [each.file]))
    .filter((file) => isNoted(file, place, manifest) || ifPossible(() => isOfPlace(file, place)));
  return [...new Set([...elsewhere(installer, place, manifest), ...usual])];
}

/** A file that is out is told as out, also where that cannot be written down. */
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

/** A link of a project that leads out of it is none of ours, also where a file of ours was before. */
function isOfPlace(file: string, { scope, project }: InstallPlace): boolean {
  return scope === "user" || liesWithin(file, project);
}

/** The environment may have named another home for the host when it was installed; those of a project are below it. */
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

function planOwn(file: string, place: InstallPlace, manifest: Manifest): UndoPlan[] {
  if (isOfPlace(file, place)) return planFile(file, manifest);
  return [{ file, how: "forgotten", known: manifest.known(file) }];
}

function planFile(file: string, manifest: Manifest): UndoPlan[] {
  const known = manifest.known(file);
  // What nobody can read, and was never installed, is no reason to fail.
  const current = known ? readState(file) : ifPossible(() => readState(file));
  const gone = known ? [{ file, how: "gone", known } as const] : planDrafts(file);
  if (!current || (!known?.keys && !namesOurProgram(current.bytes))) return gone;
  const untouched = known !== undefined && fingerprintOf(current.bytes) === known.after && hasBackup(known, manifest);
  const after = originalOf(file, current, known, manifest);
  if (!after) return [{ file, how: "removed", current, known }];
  if (after.bytes.equals(current.bytes)) return gone;
  return [{ file, how: untouched ? "restored" : "cleaned", current, after, known }];
}

/** Beside a file that counts as installed they go with it; an earlier uninstall may have had to leave them. */
function planDrafts(file: string): UndoPlan[] {
  return leftBeside(file).flatMap((draft) => {
    const current = ifPossible(() => readState(draft));
    return current ? [{ file: draft, how: "removed", current }] : [];
  });
}

function hasBackup({ backup }: InstalledFile, manifest: Manifest): boolean {
  return backup === undefined || manifest.read(backup) !== undefined;
}
