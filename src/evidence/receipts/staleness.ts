import { formatterChanges } from "../../thread/shell/formatters.ts";
import { joinPath } from "../../thread/shell/builtins.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { commandChanges } from "../../thread/shell-changes.ts";
import type { Step } from "../../thread/thread.ts";
import { isBesideTheCode, speaksOf } from "./beside-the-code.ts";
import { changesOf, type FileChange } from "../changes/changes.ts";
import { baseName, extensionOf, fullPath, isOutside, samePath } from "../changes/paths.ts";
import type { Receipt, Staleness } from "./receipt.ts";
import { liesInPackage, packagesOf } from "./run-filters.ts";
import { extensionsReadBy } from "./run-languages.ts";
import { withStaleness } from "./unread-receipt.ts";

/** One change that can make an earlier check stale. */
export interface Alteration {
  readonly step: number;
  readonly path?: string;
  readonly change?: FileChange;
  /** Made by a formatter, or without saying what it changes. */
  readonly vague: boolean;
  readonly workspace?: string;
}

/** What a step altered. A step that failed altered nothing that is known. */
export function alterationsOf(
  step: Step,
  commands: readonly ShellCommand[] = [],
  workspace?: string,
): readonly Alteration[] {
  if (step.action.changes.length === 0 || step.result?.status !== "done") return [];
  const formatted = commands
    .filter((command) => formatterChanges(command))
    .flatMap((command) => commandChanges([command]))
    .flatMap((change) => change.path ?? []);
  const known = changesOf([step], workspace).map((change): Alteration => ({
    step: step.number,
    path: change.path,
    change,
    vague: formatted.some((path) => samePath(path, change.path)),
    ...(workspace !== undefined && { workspace }),
  }));
  const pathless = step.action.changes.some((change) => change.path === undefined);
  return pathless ? [...known, { step: step.number, vague: true }] : known;
}

/** The receipts after an alteration; the same list where it touches none of them. */
export function agedBy(receipts: readonly Receipt[], alteration: Alteration): readonly Receipt[] {
  let aged: Receipt[] | undefined;
  let touch: Touch | undefined;
  for (let index = 0; index < receipts.length; index += 1) {
    const receipt = receipts[index];
    if (!receipt || receipt.stale?.strength === "sure") continue;
    touch ??= touchOf(alteration);
    if (touch.reach === "none") break;
    if (receipt.stale && touch.reach === "weak") continue;
    const strength = strengthOf(receipt, touch);
    if (!strength || (strength === "weak" && receipt.stale)) continue;
    aged ??= [...receipts];
    aged[index] = withStaleness(receipt, markOf(alteration, strength));
  }
  return aged ?? receipts;
}

/** True when this change alone makes the receipt stale for sure. */
export function outdates(change: FileChange, receipt: Receipt, workspace: string | undefined): boolean {
  const { step, path } = change;
  const touch = touchOf({ step, path, change, vague: false, ...(workspace !== undefined && { workspace }) });
  return touch.reach !== "none" && strengthOf(receipt, touch) === "sure";
}

/** The mark that an alteration leaves on a receipt. See `agedBy`: a sure mark stays; a weak one may become sure. */
function markOf({ step, path }: Alteration, strength: Staleness["strength"]): Staleness {
  return { step, ...(path !== undefined && { path }), strength };
}

/** How far an alteration reaches, before a check is looked at: `layout` is weak for all but checks of the format. */
type Reach = "none" | "weak" | "layout" | "beside" | "sure";

/** An alteration, prepared once for comparison with many receipts. */
interface Touch {
  readonly reach: Reach;
  /** Absent where no file is named. */
  readonly place?: Place;
}

interface Place {
  readonly path: string;
  /** Absolute where the workspace is known. */
  readonly full: string;
  readonly workspace?: string | undefined;
  readonly extension: string;
  readonly folder: string;
  readonly stem: string;
}

function touchOf(alteration: Alteration): Touch {
  const { path, workspace } = alteration;
  if (path === undefined) return { reach: "weak" };
  const full = workspace === undefined ? path : fullPath(path, workspace);
  const place = { path, full, workspace, extension: extensionOf(path), folder: folderOf(full), stem: stem(path) };
  return { reach: reachOf(alteration, path), place };
}

function reachOf({ change, vague }: Alteration, path: string): Reach {
  if (!change) return "weak";
  if (change.role === "scratch" || change.role === "docs" || change.role === "asset" || isOwnSettings(path))
    return "none";
  if (vague || change.role === "lock" || change.meaning === "comment" || isGenerated(path)) return "weak";
  if (change.role === "config" && !decidesBehaviour(path)) return "weak";
  if (change.meaning === "layout") return "layout";
  return isBesideTheCode(path) ? "beside" : "sure";
}

function strengthOf(receipt: Receipt, { reach, place }: Touch): Staleness["strength"] | undefined {
  if (!place) return "weak";
  if (!speaksAbout(receipt, place) || isElsewhere(receipt, place)) return undefined;
  if (reach === "weak" || (reach === "layout" && receipt.kind !== "format")) return "weak";
  if (reach !== "sure" && isBesideTheCode(place.path) && !speaksOf(receipt, place.path)) return "weak";
  if (receipt.cwd !== undefined && !isUnder(place, receipt.cwd)) return "weak";
  return isOfPackage(receipt, place) && (receipt.scope === "whole" || isNear(receipt, place)) ? "sure" : "weak";
}

function speaksAbout(receipt: Receipt, { extension }: Place): boolean {
  const extensions = extensionsReadBy(receipt.runner);
  return !extensions || extension === "" || extensions.test(extension);
}

/** True for settings of editors, agents and hosted services: no check of the project reads them. */
function isOwnSettings(path: string): boolean {
  return /(?:^|\/)(?:\.github|\.gitlab|\.circleci|\.vscode|\.idea|\.claude|\.cursor|\.codex|\.gemini|\.husky|\.devcontainer)\/|(?:^|\/)\.(?:gitignore|gitattributes|editorconfig|dockerignore|env\.example|mailmap)$/.test(
    path,
  );
}

function isGenerated(path: string): boolean {
  return /(?:^|\/)(?:dist|build|out|target|coverage|node_modules|__pycache__|\.next|generated|__generated__|vendor|__snapshots__)\/|(?:\.generated|_generated|\.gen|_gen|\.pb|\.g|\.min)\.\w+$|\.snap$/.test(
    path,
  );
}

function decidesBehaviour(path: string): boolean {
  return /(?:^|\/)(?:package\.json|tsconfig[^/]*\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|Makefile|justfile|Gemfile|pom\.xml|[^/]*\.gradle(?:\.kts)?|[^/]*\.csproj|[^/]*config[^/]*|requirements[^/]*\.txt|Dockerfile)$|\.(?:json|ya?ml|toml)$/.test(
    path,
  );
}

/** True when the file lies outside the workspace, and the run was not in its folder: such a file changes nothing. */
function isElsewhere({ cwd }: Receipt, place: Place): boolean {
  const { path, workspace } = place;
  return isOutside(path, workspace) && (cwd === undefined || !isUnder(place, cwd));
}

function isUnder({ full: path, workspace }: Place, directory: string): boolean {
  const folder = workspace === undefined ? directory.replace(/(?<!\/)\/+$/, "") : fullPath(directory, workspace);
  if (path.startsWith("/") === folder.startsWith("/"))
    return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`) || folder === ".";
  const name = baseName(folder);
  return name.startsWith("$") || path.split("/").includes(name);
}

/** True unless the run was narrowed to other packages by name: such a run says little about this file. */
function isOfPackage(receipt: Receipt, { path, workspace }: Place): boolean {
  const { packages } = narrowingOf(receipt);
  return packages.length === 0 || liesInPackage(path, packages, workspace);
}

/** True when the file is beside a target, under it, or named like it: `vitest src/a.test.ts` covers `src/a.ts`. */
function isNear(receipt: Receipt, { full: path, folder, stem: name }: Place): boolean {
  const { targets } = narrowingOf(receipt);
  const wholeFile = receipt.kind === "lint" || receipt.kind === "format";
  if (targets.length === 0) return !wholeFile;
  return targets.some((target) => {
    if (endsWith(path, target.tail) || `/${path}`.includes(target.inside)) return true;
    if (wholeFile) return false;
    return (folder !== "" && endsWith(folder, target.folderTail)) || name === target.stem;
  });
}

/** A target, prepared for comparison with paths. */
interface Target {
  readonly tail: string;
  readonly inside: string;
  readonly folderTail: string;
  readonly stem: string;
}

/** What a run was narrowed to. */
interface Narrowing {
  readonly cwd: string | undefined;
  readonly targets: readonly Target[];
  readonly packages: readonly string[];
}

/** A check is asked about every later change, and the same check runs often: what it was narrowed to is read once. */
const known = new WeakMap<readonly string[], Narrowing>();

function narrowingOf({ targets, cwd, command }: Receipt): Narrowing {
  const before = known.get(targets);
  if (before && before.cwd === cwd) return before;
  const paths = targets.filter((target) => /[./]/.test(target)).map((target) => readTarget(target, cwd));
  const narrowing = { cwd, targets: paths, packages: packagesOf(command) };
  known.set(targets, narrowing);
  return narrowing;
}

function readTarget(target: string, cwd: string | undefined): Target {
  const clean = joinPath(
    cwd,
    target
      .replace(/(?:::.*|:\d.*)$/s, "")
      .replace(/\/?\.\.\.$/, "")
      .replace(/\/?\*.*$/s, ""),
  );
  const tail = withoutLead(clean);
  return {
    tail,
    inside: `/${tail.replace(/(?<!\/)\/+$/, "")}/`,
    folderTail: withoutLead(folderOf(clean)),
    stem: stem(clean),
  };
}

function withoutLead(path: string): string {
  return path.replace(/^[./]+/, "");
}

function endsWith(path: string, tail: string): boolean {
  return tail !== "" && `/${path}`.endsWith(`/${tail}`);
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function stem(path: string): string {
  return baseName(path)
    .replace(/\.\w+$/, "")
    .replace(/(?:^test_|[._-](?:test|tests|spec|e2e)$|_test$|Tests?$)/, "");
}
