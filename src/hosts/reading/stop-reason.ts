import type { StopReason } from "../../thread/message.ts";
import * as z from "./shape.ts";

/** As readers remember it. */
export const StoredStopReason: z.Shape<StopReason> = z.enum([
  "end_turn",
  "tool_use",
  "max_tokens",
  "refusal",
  "aborted",
  "error",
]);
