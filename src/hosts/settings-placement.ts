import type { InstallPlace, Placement } from "./installer.ts";

/** When a hook for an event is wanted: always, in parallel mode, or when subagents are watched. */
export type Wanted = "always" | "parallel" | "subagents";

export function wantedEvents(events: Readonly<Record<string, Wanted>>, place: InstallPlace): string[] {
  return Object.entries(events).flatMap(([event, wanted]) =>
    wanted === "always" || (wanted === "parallel" ? place.parallel : place.subagents) ? [event] : [],
  );
}

/** What a host shows while our hook runs at the end of a turn, where it shows such a line. */
const CHECKING = { statusMessage: "Coxswain compares the claim with the record" };

/** A hook, as it is for an event of this name. */
type HookFor = (event: string) => object;

/** The hook, with a line for the person where it makes them wait. */
export function tellingStatus(hook: object): HookFor {
  return (event) => (event === "Stop" || event === "SubagentStop" ? { ...hook, ...CHECKING } : hook);
}

/** One entry per event in a settings file that has Claude Code's `hooks` form; `around` is what else stands in each. */
export function settingsPlacements(
  file: string,
  events: Readonly<Record<string, Wanted>>,
  hookFor: HookFor,
  place: InstallPlace,
  around: object = {},
): Placement[] {
  return wantedEvents(events, place).map((event) => ({
    type: "entry",
    file,
    path: ["hooks", event],
    entry: { ...around, hooks: [hookFor(event)] },
  }));
}
