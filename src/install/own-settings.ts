import { CoxError } from "../text/errors.ts";
import { removeValue, setValue } from "./json-edit.ts";
import { type FileState, readState, refuseBrokenLink, writeState } from "./settings-file.ts";

export interface OwnChange {
  /** The names on the way to it; the last one may hold dots. */
  readonly path: readonly string[];
  readonly value?: unknown;
}

export interface OwnPlan {
  readonly file: string;
  readonly current: FileState | undefined;
  readonly text: string;
}

const NEW_FILE = "// Your settings of Coxswain. cox config shows and explains them all.\n{}\n";

/** What these changes make of the file. What they are not about stays, comments and layout included. */
export function planOwnSettings(file: string, changes: readonly OwnChange[], fresh: string = NEW_FILE): OwnPlan {
  refuseBrokenLink(file);
  const current = readState(file);
  const before = current?.bytes.toString("utf8");
  try {
    const text = changes.reduce(
      (settings, { path, value }) =>
        value === undefined ? removeValue(settings, path) : setValue(settings, path, value),
      before ?? fresh,
    );
    return { file, current, text: text === fresh && before === undefined ? "" : text };
  } catch (cause) {
    if (!(cause instanceof CoxError)) throw cause;
    throw new CoxError(cause.code, `${file} was left alone: ${cause.message}.`, { cause, hint: "Mend it by hand." });
  }
}

export function changesOwnSettings({ current, text }: OwnPlan): boolean {
  return text !== (current?.bytes.toString("utf8") ?? "");
}

/** A new file is for its owner alone, unless it is a project's. */
export function writeOwnSettings(plan: OwnPlan, mode = 0o600): void {
  if (!changesOwnSettings(plan)) return;
  writeState(plan.file, { bytes: Buffer.from(plan.text), mode: plan.current?.mode ?? mode });
}
