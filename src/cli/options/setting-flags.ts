/** Flags that set a key for one call; used by all commands to name the flag in an error. */
export const SETTING_FLAGS = {
  mode: "--mode",
  "agent.model": "--model",
  "handoff.model": "--model",
  "observer.model": "--observer",
  "observer.rendering": "--rendering",
} as const;
