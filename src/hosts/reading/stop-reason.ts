import type { StopReason } from "../../thread/message.ts";
import * as z from "./shape.ts";

/** The stop reason in the stored state of readers. */
export const StoredStopReason: z.Shape<StopReason> = z.enum([
  "end_turn",
  "tool_use",
  "max_tokens",
  "refusal",
  "aborted",
  "error",
]);
