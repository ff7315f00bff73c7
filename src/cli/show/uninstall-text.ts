import { describeError } from "../../errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import type { InstalledFile } from "../../install/manifest.ts";
import type { UndoOutcome, UndoPlan } from "../../install/undo.ts";
import { styleFor } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import { NOTHING_CHANGED, changeRows, changedLines } from "./change-rows.ts";

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
  /** What was searched, for the message that nothing was found. */
  readonly searched: string;
  readonly failed: boolean;
  /** True when something is still installed in any host. */
  readonly isLeft: boolean;
}

export function uninstallText(report: UninstallReport, { searched, failed, isLeft }: Search, io: Io): string {
  const { scope, dryRun, undone, settings, elsewhere } = report;
  const found = undone.flatMap(({ installer, outcomes }) => {
    const plans = outcomes.flatMap((each) => (each.how === "failed" ? [] : [each]));
    return dryRun ? plansText(installer, plans, io) : plans.flatMap(sentence);
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

function plansText({ title }: Installer, plans: readonly UndoPlan[], io: Io): string[] {
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
