import type { Config } from "../config.ts";
import { readLowered } from "../decisions/lowered.ts";
import type { LoweredFinding } from "../evidence/lowering.ts";
import { askStore } from "./ask-store.ts";

/** The findings that feedback has lowered. */
export function loweredIn(config: Config): Promise<readonly LoweredFinding[]> {
  return askStore<readonly LoweredFinding[]>(config, [], readLowered);
}
