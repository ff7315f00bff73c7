import type { Delta } from "./delta-schema.ts";
import type { Usage } from "./usage.ts";
import type { StopReason } from "./message.ts";

/** The types are apart from the schema: who only reads transcripts need not load it. */
export type { Delta, GuidanceFile, VerdictNote } from "./delta-schema.ts";
export type DeltaType = Delta["type"];
export type DeltaOf<Type extends DeltaType> = Extract<Delta, { type: Type }>;

/** The usage of the model calls that a delta records. */
export function usageOf(delta: Delta): readonly Usage[] {
  if (delta.type === "inference:completed") return delta.message.usage ? [delta.message.usage] : [];
  return "usage" in delta ? (delta.usage ?? []) : [];
}

/** What the person or the agent said, where nobody has written it down as a delta. */
export function said(role: "user" | "assistant", text: string, id: string, stopReason: StopReason = "end_turn"): Delta {
  const content = [{ type: "text" as const, text }];
  return role === "user"
    ? { v: 1, type: "user:message", message: { role, id, source: { type: "user" }, content } }
    : { v: 1, type: "inference:completed", message: { role, id, content, stopReason } };
}
