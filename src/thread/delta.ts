import type { Delta } from "./delta-schema.ts";
import type { Usage } from "./usage.ts";

/**
 * The deltas from which a thread is folded. The types are kept apart from the schema, so that programs which only
 * read other people's transcripts need not load the schema.
 */
export type { Delta, GuidanceFile, VerdictNote } from "./delta-schema.ts";
export type DeltaType = Delta["type"];
export type DeltaOf<Type extends DeltaType> = Extract<Delta, { type: Type }>;

/** The usage of the model calls that a delta records. */
export function usageOf(delta: Delta): readonly Usage[] {
  if (delta.type === "inference:completed") return delta.message.usage ? [delta.message.usage] : [];
  return "usage" in delta ? (delta.usage ?? []) : [];
}
