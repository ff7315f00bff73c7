import type { InstallPlace } from "../hosts/installer.ts";
import { fingerprintOf, type InstalledFile, type Manifest } from "./manifest.ts";
import type { FilePlan, InstallPlan } from "./plan.ts";
import { writeState } from "./settings-file.ts";

/** The files that must change; one with the same text already is not written. */
export function changesOf({ files }: InstallPlan): readonly FilePlan[] {
  return files.filter((plan) => plan.current?.bytes.toString("utf8") !== plan.text);
}

/** What a file was is saved before it is changed. After a failure those before are written: hence `onWritten`. */
export function applyInstall(
  plan: InstallPlan,
  scope: InstallPlace["scope"],
  manifest: Manifest,
  onWritten?: (file: FilePlan) => void,
): void {
  for (const file of changesOf(plan)) {
    applyFile(file, scope, manifest);
    onWritten?.(file);
  }
}

/** The mode that the person's own programs would give a new file. */
const newFileMode = () => 0o666 & ~process.umask();

function applyFile(plan: FilePlan, scope: InstallPlace["scope"], manifest: Manifest): void {
  const { file, original, host, keys } = plan;
  const known = manifest.known(file);
  const bytes = Buffer.from(plan.text);
  const mode = plan.current?.mode ?? newFileMode();
  const backup = original && manifest.keep(file, original);
  const installed: InstalledFile = {
    host,
    scope,
    file,
    after: fingerprintOf(bytes),
    ...(backup === undefined ? {} : { backup }),
    directories: known?.directories ?? [],
    ...(keys ? { keys } : {}),
  };
  manifest.note(file, installed);
  const directories = writeState(file, { bytes, mode });
  if (directories.length > 0) manifest.note(file, { ...installed, directories });
}
