import type { Config, Variables } from "../config.ts";

/** What everything in this folder is composed from. */
export interface Settings {
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
}
