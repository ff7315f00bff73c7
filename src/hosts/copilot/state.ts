import * as z from "zod/mini";
import { Usage } from "../../thread/usage.ts";
import { OpenCalls, LeftRunning } from "../reading/calls.ts";
import { storedAs } from "../reading/stored.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  model: z.optional(z.string()),
  /** What a hook objected at the end of the turn: it comes back as the next user message. */
  objection: z.optional(z.string()),
  /** The usage of the next message: it is written before that message. */
  usage: z.optional(Usage),
  calls: OpenCalls,
  left: LeftRunning,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, {});
