import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { namesOurProgram } from "./hook-entry.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import { type FilePlan, type InstallPlan, originalOf, textOf } from "./plan.ts";
import { liesWithin, readState, removeDirectories, removeFile, writeState } from "./settings-file.ts";
import { isTrustOf, removeTrust } from "./toml-edit.ts";

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
  /**
   * `restored`: as it was, byte for byte. `cleaned`: somebody changed it since, so only our part was taken out.
   * `shared`: what is installed elsewhere stays in it. `forgotten`: a link took its place, so nothing was touched.
   */
  readonly how: "restored" | "removed" | "cleaned" | "shared" | "forgotten";
}

/** Takes a host's installation in one place back. */
export function undoInstall(installer: Installer, place: InstallPlace, manifest: Manifest): Undone[] {
  const usual = installer
    .placements(place)
    .flatMap((each) => (each.type === "codex-trust" ? [] : [each.file]))
    .filter((file) => isNoted(file, place, manifest) || ifPossible(() => isOfPlace(file, place)));
  const own = [...new Set([...elsewhere(installer, place, manifest), ...usual])];
  const trusting = manifest.files.filter(({ keys }) => keys?.some((key) => isTrustIn(own, key)));
  // The last first: a directory that was made for the first file goes when all others are out of it.
  return [
    ...trusting.toReversed().flatMap((known) => undoTrust(known, own, manifest) ?? []),
    ...own.toReversed().flatMap((file) => undoOwn(file, place, manifest) ?? []),
  ];
}

function isNoted(file: string, { scope }: InstallPlace, manifest: Manifest): boolean {
  return manifest.files.some((known) => known.file === file && known.scope === scope);
}

/** A link of a project that leads out of it is none of ours, also where a file of ours was before. */
function isOfPlace(file: string, { scope, project }: InstallPlace): boolean {
  return scope === "user" || liesWithin(file, project);
}

/** The environment may have named another home for the host when it was installed; those of a project are below it. */
function elsewhere(installer: Installer, place: InstallPlace, manifest: Manifest): string[] {
  if (place.scope === "project") return [];
  return manifest.files.flatMap(({ host, scope, keys, file }) =>
    host === installer.name && scope === "user" && !keys ? [file] : [],
  );
}

function isTrustIn(files: readonly string[], key: string): boolean {
  return files.some((file) => isTrustOf(file, key));
}

function undoTrust(known: InstalledFile, own: readonly string[], manifest: Manifest): Undone | undefined {
  const { file, keys = [] } = known;
  const others = keys.filter((key) => !isTrustIn(own, key));
  const current = readState(file);
  if (others.length === 0 || !current) return undoFile(file, manifest);
  const untouched = fingerprintOf(current.bytes) === known.after;
  const text = keys.filter((key) => isTrustIn(own, key)).reduce(removeTrust, textOf(current, file));
  const bytes = Buffer.from(text);
  writeState(file, { bytes, mode: current.mode });
  manifest.note(file, { ...known, keys: others, ...(untouched ? { after: fingerprintOf(bytes) } : {}) });
  return { file, how: "shared" };
}

function undoOwn(file: string, place: InstallPlace, manifest: Manifest): Undone | undefined {
  if (isOfPlace(file, place)) return undoFile(file, manifest);
  manifest.note(file, undefined);
  return { file, how: "forgotten" };
}

function undoFile(file: string, manifest: Manifest): Undone | undefined {
  const known = manifest.files.find((each) => each.file === file);
  const current = known ? readState(file) : ifPossible(() => readState(file));
  if (!current || (!known?.keys && !namesOurProgram(current.bytes))) {
    if (known) manifest.note(file, undefined);
    return undefined;
  }
  const untouched = known !== undefined && fingerprintOf(current.bytes) === known.after;
  const original = originalOf(file, current, known, manifest);
  const changed = !original?.bytes.equals(current.bytes);
  if (!original) removeFile(file);
  else if (changed) writeState(file, original);
  if (known) {
    if (!original) removeDirectories(known.directories);
    manifest.note(file, undefined);
  }
  return changed ? { file, how: !original ? "removed" : untouched ? "restored" : "cleaned" } : undefined;
}

/** What nobody can read, and was never installed, is no reason to fail. */
function ifPossible<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
