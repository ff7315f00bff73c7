import type { InstallPlace, Installer, Placement } from "../hosts/installer.ts";
import { readState } from "./settings-file.ts";
import { trustedHash } from "./toml-edit.ts";

/** How Coxswain stands in one host. */
export type HookFact =
  | { readonly type: "installed"; readonly files: readonly string[] }
  | { readonly type: "missing" }
  /** The settings start a program in another place, or for other events, than they would now. */
  | { readonly type: "outdated"; readonly file: string }
  /** Codex will not run it before somebody trusts it. */
  | { readonly type: "untrusted" };

/** Looks into a host's settings, and changes nothing. */
export function hookFacts(installer: Installer, place: InstallPlace): HookFact[] {
  const placements = installer.placements(place);
  const own = placements.filter((each) => each.type !== "codex-trust");
  const found = own.filter((each) => read(each.file).includes("cox-hook"));
  if (found.length === 0) return [{ type: "missing" }];
  const outdated = own.find((each) => !isCurrent(each, place));
  return [
    { type: "installed", files: [...new Set(found.map((each) => each.file))] },
    ...(outdated ? [{ type: "outdated", file: outdated.file } as const] : []),
    ...(placements.some(isUntrusted) ? [{ type: "untrusted" } as const] : []),
  ];
}

function isCurrent(placement: Exclude<Placement, { type: "codex-trust" }>, { command }: InstallPlace): boolean {
  const text = read(placement.file);
  if (placement.type === "file") return text === placement.text;
  return text.includes(JSON.stringify(command)) && text.includes(`"${placement.path.at(-1)}"`);
}

/** Only the stop is asked for: without it there is nothing to run. */
function isUntrusted(placement: Placement): boolean {
  if (placement.type !== "codex-trust") return false;
  const config = read(placement.config);
  return !Array.from({ length: 20 }, (_, index) => `${placement.hooks}:stop:${index}:0`).some(
    (key) => trustedHash(config, key) !== undefined,
  );
}

function read(file: string): string {
  try {
    return readState(file)?.bytes.toString("utf8") ?? "";
  } catch {
    return "";
  }
}
