import * as z from "zod/mini";
import { Branch, NO_BRANCH } from "../reading/branch.ts";
import { OpenCalls } from "../reading/calls.ts";
import { storedAs } from "../reading/stored.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** Set when the whole file belongs to a subagent. */
  agentId: z.optional(z.string()),
  calls: OpenCalls,
  branch: Branch,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { branch: NO_BRANCH });
