import { countOf } from "../../amounts.ts";
import { type HostInstall, isWatched, changesOf } from "../../install/host-install.ts";
import type { Manifest } from "../../install/manifest.ts";
import type { PlaceRequest } from "../../install/place.ts";
import type { FilePlan, InstallPlan } from "../../install/plan.ts";
import { jsonLine } from "../../json.ts";
import { neutralise } from "../../neutralise.ts";
import { styleFor, wrapAtSpaces } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import type { OwnSettings } from "../install-request.ts";
import { changeRows, changedLines } from "./change-rows.ts";
import { table } from "./table.ts";

/** What will change, file by file, and all files again in short, where somebody is asked about them. */
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
