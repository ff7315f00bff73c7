import { describeError } from "../../errors.ts";
import type { UndoOutcome } from "../../install/undo.ts";
import { changedLines } from "./change-rows.ts";
import type { UninstallReport } from "./uninstall-text.ts";

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
