import type { InstallPlace, Placement } from "./installer.ts";

/** When a hook for an event is wanted: always, in parallel mode, or when subagents are watched. */
export type Wanted = "always" | "parallel" | "subagents";

export function wantedEvents(events: Readonly<Record<string, Wanted>>, place: InstallPlace): string[] {
  return Object.entries(events).flatMap(([event, wanted]) =>
    wanted === "always" || (wanted === "parallel" ? place.parallel : place.subagents) ? [event] : [],
  );
}

/** One entry per event in a settings file that has Claude Code's `hooks` form. */
export function settingsPlacements(
  file: string,
  events: Readonly<Record<string, Wanted>>,
  entry: object,
  place: InstallPlace,
): Placement[] {
  return wantedEvents(events, place).map((event) => ({ type: "entry", file, path: ["hooks", event], entry }));
}
