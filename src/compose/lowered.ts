import type { Config } from "../config.ts";
import { readLowered } from "../decisions/lowered.ts";
import type { LoweredFinding } from "../evidence/lowering.ts";
import { askStore } from "./ask-store.ts";

/** What people said about findings, as far as it lowers them. */
export function loweredIn(config: Config): Promise<readonly LoweredFinding[]> {
  return askStore<readonly LoweredFinding[]>(config, [], readLowered);
}
