import type { Delta } from "./delta-schema.ts";
import type { Usage } from "./usage.ts";

/** The types are apart from the schema: who only reads transcripts need not load it. */
export type { Delta, GuidanceFile, VerdictNote } from "./delta-schema.ts";
export type DeltaType = Delta["type"];
export type DeltaOf<Type extends DeltaType> = Extract<Delta, { type: Type }>;

/** The usage of the model calls that a delta records. */
export function usageOf(delta: Delta): readonly Usage[] {
  if (delta.type === "inference:completed") return delta.message.usage ? [delta.message.usage] : [];
  return "usage" in delta ? (delta.usage ?? []) : [];
}
