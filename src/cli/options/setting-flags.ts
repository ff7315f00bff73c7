/** Flags that set a key for one call, in whichever command they stand: what is wrong with one is told by its name. */
export const SETTING_FLAGS = {
  mode: "--mode",
  "agent.model": "--model",
  "handoff.model": "--model",
  "observer.model": "--observer",
  "observer.rendering": "--rendering",
} as const;
