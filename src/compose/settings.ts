import type { Config, Variables } from "../config.ts";

export interface Settings {
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
}
