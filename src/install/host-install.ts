import { describeError } from "../text/errors.ts";
import type { Installer, InstallPlace } from "../hosts/installer.ts";
import { hookFacts } from "./facts.ts";
import { PROGRAM, dependingProject, installPlace, isPassing, type PlaceRequest, isThere } from "./place.ts";
import { type Manifest, fingerprintOf, type InstalledFile } from "./manifest.ts";
import type { FilePlan, InstallPlan } from "./plan.ts";
import { writeState } from "./settings-file.ts";

export interface HostInstall {
  readonly installer: Installer;
  readonly plan?: InstallPlan;
  readonly written: readonly FilePlan[];
  readonly error?: string;
}

/** An error is kept as a value, so that one host's broken settings do not keep others from being watched. */
export async function planHost(installer: Installer, plan: () => Promise<InstallPlan>): Promise<HostInstall> {
  try {
    return { installer, plan: await plan(), written: [] };
  } catch (error) {
    return { installer, written: [], error: describeError(error) };
  }
}

export function installHost(
  planned: HostInstall,
  plan: InstallPlan,
  scope: PlaceRequest["scope"],
  manifest: Manifest,
): HostInstall {
  const written: FilePlan[] = [];
  try {
    applyInstall(plan, scope, manifest, (file) => written.push(file));
    return { ...planned, written };
  } catch (error) {
    return { ...planned, written, error: describeError(error) };
  }
}

export function isWatched({ installer, hooksOff }: InstallPlan, request: PlaceRequest): boolean {
  if (hindrance(request) !== undefined) return false;
  const facts = hookFacts(installer, installPlace(installer, request));
  return !hooksOff && !facts.some(({ type }) => type === "untrusted" || type === "distrusted");
}

/** What a person must know after the installation of any host; the result comes first. */
export function generalRemarks(plans: readonly InstallPlan[], request: PlaceRequest): [string, ...string[]] {
  const back = request.scope === "project" ? "cox uninstall --project in this directory" : "cox uninstall";
  return [begun(plans, request), `Take it back with ${back}; see what it did with cox why.`];
}

/** What keeps the hook from working: said also before it is installed, because it may be a reason not to. */
export function forecast(request: PlaceRequest): string[] {
  const idle = hindrance(request);
  return idle === undefined ? [] : [`The hook will do nothing ${idle}`];
}

/** Why the program that the hook starts may be gone one day. It is said before anything is changed. */
export function passing({ root, scope }: PlaceRequest): string[] {
  if (isPassing(root))
    return ["This program lies in npx's cache, which may be emptied: npm install -g coxswain keeps it."];
  const project = scope === "user" ? dependingProject(root) : undefined;
  return project === undefined
    ? []
    : [`The hook ends with the packages of ${project}, where this program lies: npm install -g coxswain keeps it.`];
}

function begun(plans: readonly InstallPlan[], request: PlaceRequest): string {
  const names = plans.map((plan) => plan.installer.title).join(", ");
  const idle = hindrance(request);
  if (idle !== undefined) return `The hook is in ${names}, but does nothing ${idle}`;
  const watched = plans.filter((plan) => isWatched(plan, request)).map((plan) => plan.installer.title);
  if (watched.length === 0) return `The hook is in ${names}, but does nothing yet.`;
  return `Watching ${watched.join(", ")}. Sessions that are open now notice it once they are started again.`;
}

function hindrance({ scope, env, config }: PlaceRequest): string | undefined {
  if (config.mode === "off") return "while mode is off; cox config mode says where that is set.";
  if (scope === "project" && !isThere(PROGRAM, env))
    return `here: ${PROGRAM} is not on the PATH. npm install -g coxswain puts it there.`;
  return undefined;
}

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
