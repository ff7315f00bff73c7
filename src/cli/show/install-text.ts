import { countOf } from "../../text/amounts.ts";
import { type HostInstall, isWatched, changesOf } from "../../install/host-install.ts";
import type { Manifest, InstalledFile } from "../../install/manifest.ts";
import type { PlaceRequest } from "../../install/place.ts";
import type { FilePlan, InstallPlan } from "../../install/plan.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { styleFor, wrapAtSpaces } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import type { OwnSettings } from "../install-request.ts";
import { table } from "./table.ts";
import { describeError } from "../../text/errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import type { UndoOutcome, UndoPlan } from "../../install/undo.ts";
import { diffLines } from "../../thread/line-diff.ts";
import { beginning } from "../../show/step-row.ts";

export function plansText(plans: readonly InstallPlan[], { file, set }: OwnSettings, io: Io): string {
  const style = styleFor(io.color);
  const parts = plans.flatMap((plan) => {
    const changes = changesOf(plan);
    const title = style.bold(plan.installer.title);
    if (changes.length === 0) return [`${title}: installed already, nothing to change`];
    return [title, ...changes.flatMap((change) => fileRows(change, io))];
  });
  const settings = Object.entries(set).map(([key, value]) => `  ${key} = ${settingInWords(value)}`);
  const heading = `${style.bold("Coxswain's own settings")}, for all projects: ${file}`;
  return `${[...parts, ...(settings.length > 0 ? [heading, ...settings] : []), ...inShort(plans, io)].join("\n")}\n`;
}

function settingInWords(value: unknown): string {
  return typeof value === "object" && value !== null ? jsonLine(value).trimEnd() : String(value);
}

/** Of a file that is ours alone, the lines would tell nobody anything, and there are many. */
function fileRows(change: FilePlan, io: Io): readonly string[] {
  if (!change.isOurs) return [`  ${change.file}`, ...changeRows(change, io)];
  const lines = change.text.trimEnd().split("\n").length;
  return [`  ${change.file}`, `  ${change.current ? "changed" : "created"}, ours alone: ${countOf(lines, "line")}`];
}

/** Nothing for one file: it has just been shown. */
function inShort(plans: readonly InstallPlan[], { color, columns }: Io): readonly string[] {
  const rows = plans.flatMap((plan) =>
    changesOf(plan).map(({ file, current }) => [
      `  ${plan.installer.title}`,
      current ? "changed" : "created",
      neutralise(file),
    ]),
  );
  if (rows.length < 2) return [];
  const list = table(rows, { whole: [0, 1], middle: [2], columns: Math.max(40, columns) }).trimEnd();
  return ["", styleFor(color).bold(`In short, ${countOf(rows.length, "file")}:`), list, ""];
}

export function closingText(
  plans: readonly InstallPlan[],
  [begun, ...others]: readonly [string, ...string[]],
  { columns }: Io,
): string {
  const remarks = plans.flatMap((plan) => plan.remarks.map((remark) => `${plan.installer.title}: ${remark}`));
  return `${[begun, ...remarks, ...others].flatMap((line) => wrapAtSpaces(line, columns)).join("\n")}\n`;
}

interface InstallReport {
  readonly request: PlaceRequest;
  readonly dryRun: boolean;
  readonly manifest: Pick<Manifest, "known">;
  readonly settings: OwnSettings;
  readonly installs: readonly HostInstall[];
  readonly remarks: readonly string[];
  readonly warnings: readonly string[];
}

export function installJson({ request, dryRun, settings, installs, remarks, warnings, manifest }: InstallReport) {
  const { scope } = request;
  const hosts = installs.map(({ installer: { name, title }, plan, written, error }) => {
    const isDone = !dryRun && error === undefined;
    return {
      host: name,
      title,
      // Only after installing can it be seen whether the hook runs.
      ...(plan && isDone ? { watched: isWatched(plan, request) } : {}),
      files: (plan?.files ?? []).flatMap((each) => {
        const change = changeOf(each);
        // For a host that failed, only files that were written before the failure.
        if (change !== "none" && !dryRun && !written.includes(each)) return [];
        const backup = manifest.known(each.file)?.backup;
        return [{ file: each.file, change, ...changedLines(each), ...(backup === undefined ? {} : { backup }) }];
      }),
      remarks: error === undefined ? (plan?.remarks ?? []) : [],
      ...(error === undefined ? {} : { error }),
    };
  });
  return { scope, dryRun, hosts, settings, remarks, warnings };
}

function changeOf({ current, text }: FilePlan): "created" | "changed" | "none" {
  if (!current) return "created";
  return current.bytes.toString("utf8") === text ? "none" : "changed";
}

export interface HostUndo {
  readonly installer: Installer;
  readonly outcomes: readonly UndoOutcome[];
}

export interface UninstallReport {
  readonly scope: InstalledFile["scope"];
  readonly dryRun: boolean;
  readonly undone: readonly HostUndo[];
  /** Where the same hosts are still installed: in other directories, or for the user. */
  readonly elsewhere: readonly InstalledFile[];
  readonly settings?: string;
}

interface Search {
  readonly searched: string;
  readonly failed: boolean;
  readonly isLeft: boolean;
}

export function uninstallText(report: UninstallReport, { searched, failed, isLeft }: Search, io: Io): string {
  const { scope, dryRun, undone, settings, elsewhere } = report;
  const found = undone.flatMap(({ installer, outcomes }) => {
    const plans = outcomes.flatMap((each) => (each.how === "failed" ? [] : [each]));
    return dryRun ? undoRows(installer, plans, io) : plans.flatMap(sentence);
  });
  const isFound = found.length > 0;
  const nothing = failed ? [] : [`Nothing of Coxswain was found${searched}.`];
  const stays = settings === undefined ? [] : [whatStays(settings, isLeft)];
  const lines = [
    ...found,
    ...(isFound ? stays : nothing),
    ...(isFound && scope === "project" ? [] : elsewhere.map(stillIn)),
    ...(isFound && dryRun ? [NOTHING_CHANGED] : []),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function undoRows({ title }: Installer, plans: readonly UndoPlan[], io: Io): string[] {
  const rows = plans.flatMap((plan) => planText(plan, io));
  return rows.length === 0 ? [] : [styleFor(io.color).bold(title), ...rows];
}

function planText({ file, how, current, after }: UndoPlan, io: Io): string[] {
  if (how === "gone") return [];
  if (how === "forgotten") return [`  ${file} would be left alone: ${LINK}. It would no longer count as installed.`];
  const end = how === "removed" ? ", which is ours and would be gone" : "";
  return [`  ${file}${end}`, ...changeRows({ current, text: after?.bytes.toString("utf8") ?? "" }, io)];
}

/** Says that Coxswain's own settings stay: they apply in all projects, and to our own agent. */
function whatStays(settingsFile: string, isLeft: boolean): string {
  const use = isLeft ? ", and hold for what is still installed." : "; they can be deleted.";
  return `Coxswain's own settings stay in ${settingsFile}${use}`;
}

/** Says where something is still installed, so that nobody thinks everything was removed. */
function stillIn({ file, scope }: InstalledFile): string {
  const command = scope === "project" ? "cox uninstall --project in its directory" : "cox uninstall";
  return `${file} still holds what is installed there; ${command} takes it out.`;
}

function sentence({ file, how }: UndoPlan): string[] {
  switch (how) {
    case "restored":
      return [`${file} is as it was.`];
    case "removed":
      return [`${file} is gone; it was ours.`];
    case "cleaned":
      return [`${file} was changed since, or no copy of it is left, so only our part was taken out.`];
    case "shared":
      return [`${file} keeps what is installed elsewhere; the rest of ours was taken out.`];
    case "forgotten":
      return [`${file} was left alone: ${LINK}. It no longer counts as installed.`];
    case "gone":
      return [];
  }
}

const LINK = "a link took its place that leads to no file of this project";

/** What uninstalling did, or would do, as JSON for a program: only hosts in which something was found. */
export function uninstallJson({ scope, dryRun, undone, elsewhere, settings }: UninstallReport) {
  return {
    scope,
    dryRun,
    hosts: undone
      .filter(({ outcomes }) => outcomes.length > 0)
      .map(({ installer: { name, title }, outcomes }) => ({ host: name, title, files: outcomes.map(fileJson) })),
    elsewhere: elsewhere.map(({ host, scope: where, file }) => ({ host, scope: where, file })),
    ...(settings === undefined ? {} : { settings: { file: settings } }),
  };
}

function fileJson(outcome: UndoOutcome) {
  const { file, how } = outcome;
  if (how === "failed") return { file, how, error: describeError(outcome.error) };
  const { current, after } = outcome;
  const isTouched = after !== undefined || how === "removed";
  const lines = isTouched ? changedLines({ current, text: after?.bytes.toString("utf8") ?? "" }) : {};
  return { file, how, ...lines };
}

const MOST_ROWS = 40;
const LINE_END = /\r?\n/;

export const NOTHING_CHANGED = "Nothing was changed: this was a dry run.";

type Change = Pick<FilePlan, "current" | "text">;

export function changeRows(change: Change, { color }: Pick<Io, "color">): readonly string[] {
  const style = styleFor(color);
  const rows = replacements(change).flatMap(({ removed, added }) => [
    ...removed.map((line) => style.red(`  - ${neutralise(line)}`)),
    ...added.map((line) => style.green(`  + ${neutralise(line)}`)),
  ]);
  return beginning(rows, MOST_ROWS);
}

export function changedLines(change: Change): Replacement {
  const all = replacements(change);
  return { removed: all.flatMap(({ removed }) => removed), added: all.flatMap(({ added }) => added) };
}

interface Replacement {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function replacements({ current, text }: Change): Replacement[] {
  const before = (current?.bytes.toString("utf8") ?? "").split(LINE_END);
  const after = text.split(LINE_END);
  return diffLines(before, after).map((change) => ({
    removed: before.slice(change.before, change.before + change.removed),
    added: after.slice(change.after, change.after + change.inserted),
  }));
}
