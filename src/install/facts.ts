import { describeError } from "../text/errors.ts";
import type { InstallPlace, Installer, Placement } from "../hosts/installer.ts";
import { asList, asRecord } from "../text/loose.ts";
import { isOurEntry, namesOurProgram, missingProgram } from "./place.ts";
import { isSet, isSetting, type Setting } from "./host-settings.ts";
import { saidIn, trustedHash, ifPossible, readState } from "./settings-file.ts";
import { type HooksOff, hooksOffIn, type Distrust, distrustOf } from "./hooks-off.ts";
import type { CodexTrust, OwnPlacement } from "./plan.ts";

export type HookFact =
  | { readonly type: "installed"; readonly files: readonly string[] }
  | { readonly type: "missing" }
  | { readonly type: "dead"; readonly file: string; readonly program: string }
  /** Neither we nor the host can read the settings; `installed` tells whether they contain our hook. */
  | { readonly type: "unreadable"; readonly reason: string; readonly installed: boolean }
  /** The settings start another program path, or other events, than installing now would. */
  | { readonly type: "outdated"; readonly file: string }
  /** The host does not let the plugin in, or not as far as it must go. */
  | { readonly type: "not-let-in"; readonly file: string; readonly key: string }
  /** The host runs no hooks, everywhere or in this directory. */
  | ({ readonly type: "switched-off" } & HooksOff)
  /** The host reads nothing from this directory, so not our hook either. */
  | ({ readonly type: "distrusted" } & Distrust)
  | { readonly type: "disabled"; readonly file: string }
  /** Codex will not run it until somebody trusts it. */
  | { readonly type: "untrusted" };

export function hookFacts(installer: Installer, place: InstallPlace): HookFact[] {
  const placements = installer.placements(place);
  const own = placements.filter((each) => each.type !== "codex-trust" && !isSetting(each)) as HookPlacement[];
  const unset = placements.filter(isSetting).find((each) => !isSet(each));
  const files = [...new Set(own.map(({ file }) => file))];
  const wrong = files.map((file) => faultOf(file, place)).find((fault) => fault !== undefined);
  if (wrong) return [wrong];
  const found = files.filter((file) => namesOurProgram(read(file)));
  if (found.length === 0 || !own.slice(0, 1).every(isIn)) return [{ type: "missing" }];
  const off = hooksOffIn(installer, place, "this directory");
  const distrust = place.scope === "project" ? distrustOf(installer, place) : undefined;
  const outdated = own.find((each) => !isCurrent(each, place) || hasStaleEvent(each, own));
  return [
    { type: "installed", files: found },
    ...(outdated ? [{ type: "outdated", file: outdated.file } as const] : []),
    ...(unset ? [{ type: "not-let-in", file: unset.file, key: unset.path.join(".") } as const] : []),
    ...(off ? [{ type: "switched-off", ...off } as const] : []),
    ...(distrust ? [{ type: "distrusted", ...distrust } as const] : []),
    ...placements.filter(isDisabled).map(({ config }) => ({ type: "disabled", file: config }) as const),
    ...(placements.some(isUntrusted) ? [{ type: "untrusted" } as const] : []),
  ];
}

function faultOf(file: string, { env }: InstallPlace): HookFact | undefined {
  let text: string | undefined;
  try {
    text = readState(file)?.bytes.toString("utf8") ?? "";
    const program = missingProgram(file, text, env);
    return program === undefined ? undefined : { type: "dead", file, program };
  } catch (error) {
    const reason = describeError(error);
    if (text === undefined) return { type: "unreadable", reason, installed: false };
    return { type: "unreadable", reason: `${file} cannot be read: ${reason}`, installed: namesOurProgram(text) };
  }
}

type HookPlacement = Exclude<OwnPlacement, Setting>;

/** True when this placement starts our program. Needed for the end of a turn, not only for other events. */
function isIn(placement: HookPlacement): boolean {
  return namesOurProgram(placement.type === "file" ? read(placement.file) : listAt(placement));
}

function isCurrent(placement: HookPlacement, { command }: InstallPlace): boolean {
  if (placement.type === "file") return read(placement.file) === placement.text;
  return listAt(placement).includes(JSON.stringify(command));
}

/** True when our program is also started at an event at which it is not wanted any more. */
function hasStaleEvent({ file, type }: HookPlacement, own: readonly HookPlacement[]): boolean {
  if (type === "file") return false;
  const wanted = own.flatMap((each) => (each.type === "entry" && each.file === file ? [each.path.at(-1)] : []));
  const events = Object.entries(asRecord(saidIn(file, ["hooks"])) ?? {});
  return events.some(([event, hooks]) => !wanted.includes(event) && asList(hooks).some(isOurEntry));
}

/** All hooks of one event, also those of others: a host may have put them into one of our entries. */
function listAt({ file, path }: { readonly file: string; readonly path: readonly string[] }): string {
  return JSON.stringify(saidIn(file, path)) ?? "";
}

/** True when the stop hook is not trusted; without that hook there is nothing to run. */
function isUntrusted(placement: Placement): boolean {
  if (placement.type !== "codex-trust") return false;
  const key = stopKey(placement);
  return key !== undefined && trustedHash(placement.config, key) === undefined;
}

/** True when somebody turned the hook off under /hooks; Codex stores that beside its trust. */
function isDisabled(placement: Placement): placement is CodexTrust {
  if (placement.type !== "codex-trust") return false;
  const key = stopKey(placement);
  return key !== undefined && saidIn(placement.config, ["hooks", "state", key, "enabled"]) === false;
}

/** Codex identifies a hook by its place in its file: the entry of the event, and the hook in that entry. */
function stopKey({ hooks }: CodexTrust): string | undefined {
  const entries = asList(saidIn(hooks, ["hooks", "Stop"]));
  const places = entries.map((entry) => asList(asRecord(entry)?.["hooks"]));
  const index = places.findIndex((those) => those.some(isOurEntry));
  return index === -1 ? undefined : `${hooks}:stop:${index}:${places[index]?.findIndex(isOurEntry)}`;
}

function read(file: string): string {
  return ifPossible(() => readState(file))?.bytes.toString("utf8") ?? "";
}
