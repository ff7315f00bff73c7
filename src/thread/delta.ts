import type { Delta } from "./delta-schema.ts";
import type { Usage } from "./usage.ts";

/**
 * What a thread is folded from. The types stand apart from the schema they come from, so that programs which only read
 * other people's transcripts need not load it.
 */
export type { Delta, GuidanceFile, VerdictNote } from "./delta-schema.ts";
export type DeltaType = Delta["type"];
export type DeltaOf<Type extends DeltaType> = Extract<Delta, { type: Type }>;

/** The version every delta is written with. A reader meets an older one with a migration, a newer one with an error. */
export const DELTA_VERSION = 1;

/** The model calls a delta accounts for. */
export function usageOf(delta: Delta): readonly Usage[] {
  if (delta.type === "inference:completed") return delta.message.usage ? [delta.message.usage] : [];
  return "usage" in delta ? delta.usage : [];
}
