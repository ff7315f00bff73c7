import { changesOf } from "../../install/apply.ts";
import type { InstallPlan } from "../../install/plan.ts";
import { styleFor } from "../../show/style.ts";
import { wrapAtSpaces } from "../../show/wrap.ts";
import type { Io } from "../command.ts";
import type { OwnSettings } from "../install-request.ts";
import { changeRows } from "./change-rows.ts";

/** What will change, file by file. */
export function plansText(plans: readonly InstallPlan[], { file, set }: OwnSettings, io: Io): string {
  const style = styleFor(io.color);
  const parts = plans.flatMap((plan) => {
    const changes = changesOf(plan);
    const title = style.bold(plan.installer.title);
    if (changes.length === 0) return [`${title}: installed already, nothing to change`];
    return [title, ...changes.flatMap((change) => [`  ${change.file}`, ...changeRows(change, io)])];
  });
  const settings = Object.entries(set).map(([key, value]) => `  ${key} = ${value}`);
  const heading = `${style.bold("Coxswain's own settings")}, for all projects: ${file}`;
  return `${[...parts, ...(settings.length > 0 ? [heading, ...settings] : [])].join("\n")}\n`;
}

/** The result, and what the person still has to do. */
export function closingText(
  plans: readonly InstallPlan[],
  [begun, ...others]: readonly [string, ...string[]],
  { columns }: Io,
): string {
  const remarks = plans.flatMap((plan) => plan.remarks.map((remark) => `${plan.installer.title}: ${remark}`));
  return `${[begun, ...remarks, ...others].flatMap((line) => wrapAtSpaces(line, columns)).join("\n")}\n`;
}
