import type { Step } from "../thread/thread.ts";

/** One finished part of a conversation. It is printed once, and then belongs to the terminal's scrollback. */
export type Entry =
  | { readonly type: "person"; readonly text: string }
  /** Whole lines of the agent. `continues`: it forms one text with the entry before. */
  | { readonly type: "text" | "thinking"; readonly text: string; readonly continues: boolean }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "correction"; readonly message: string }
  | { readonly type: "notice"; readonly tone: Tone; readonly text: string };

export type Tone = "quiet" | "warning" | "error";

export function notice(text: string, tone: Tone = "quiet"): Entry {
  return { type: "notice", tone, text };
}
