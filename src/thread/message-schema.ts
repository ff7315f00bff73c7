import * as z from "zod/mini";
import { Usage } from "./usage.ts";

/** What a provider wants back with a block when the conversation goes on (signatures, ids). Opaque to us. */
const ProviderData = z.optional(z.record(z.string(), z.unknown()));

export const TextBlock = z.object({ type: z.literal("text"), text: z.string(), providerData: ProviderData });
export type TextBlock = z.infer<typeof TextBlock>;

export const ImageBlock = z.object({ type: z.literal("image"), mediaType: z.string(), data: z.optional(z.string()) });
export type ImageBlock = z.infer<typeof ImageBlock>;

export const ThinkingBlock = z.object({ type: z.literal("thinking"), text: z.string(), providerData: ProviderData });
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

export const ToolUseBlock = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
  providerData: ProviderData,
});
export type ToolUseBlock = z.infer<typeof ToolUseBlock>;

/** `done` is the only success. `background`: left running; what is told of it later replaces this on its step. */
export const ToolStatus = z.enum(["running", "done", "error", "rejected", "interrupted", "timed-out", "background"]);
export type ToolStatus = z.infer<typeof ToolStatus>;

export const ToolResult = z.object({
  type: z.literal("tool_result"),
  toolUseId: z.string(),
  status: ToolStatus,
  output: z.string(),
  exitCode: z.optional(z.number()),
  endUntold: z.optional(z.literal(true)),
  /** Nor whether it ended: it may still have run when this was shown. */
  mayRun: z.optional(z.literal(true)),
});
export type ToolResult = z.infer<typeof ToolResult>;

/** Only `user` and `queue` are the person; `tool` carries results, `host` is what the host program added. */
export const SourceType = z.enum(["user", "queue", "course-correction", "verification", "hook", "tool", "host"]);
export type SourceType = z.infer<typeof SourceType>;

export const UserMessage = z.object({
  role: z.literal("user"),
  id: z.string(),
  source: z.object({ type: SourceType }),
  content: z.array(z.discriminatedUnion("type", [TextBlock, ImageBlock, ToolResult])),
});
/** A message in the user's role; its source says who wrote it. */
export type UserMessage = z.infer<typeof UserMessage>;

export const StopReason = z.enum(["end_turn", "tool_use", "max_tokens", "refusal", "aborted", "error"]);
export type StopReason = z.infer<typeof StopReason>;

export const AssistantMessage = z.object({
  role: z.literal("assistant"),
  id: z.string(),
  content: z.array(z.discriminatedUnion("type", [TextBlock, ThinkingBlock, ToolUseBlock])),
  stopReason: StopReason,
  model: z.optional(z.string()),
  usage: z.optional(Usage),
  /** Written by the host program in the agent's name (error notices, "No response requested."), not by the model. */
  synthetic: z.optional(z.boolean()),
});
/** A message of the agent: what it thought, said and called. */
export type AssistantMessage = z.infer<typeof AssistantMessage>;
