import type { Delta } from "./delta.ts";
import type { StopReason } from "./message.ts";

/** What the person or the agent said, where nobody has written it down as a delta. */
export function said(role: "user" | "assistant", text: string, id: string, stopReason: StopReason = "end_turn"): Delta {
  const content = [{ type: "text" as const, text }];
  return role === "user"
    ? { v: 1, type: "user:message", message: { role, id, source: { type: "user" }, content } }
    : { v: 1, type: "inference:completed", message: { role, id, content, stopReason } };
}
