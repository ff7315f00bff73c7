import * as z from "zod/mini";
import { Branch, NO_BRANCH } from "../reading/branch.ts";
import { OpenCalls, LeftRunning } from "../reading/calls.ts";
import { storedAs } from "../reading/stored.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  /** How many entries were read: in the oldest version they have no ids. */
  entries: z.number(),
  /** How many records of a database were read, which gives all of them each time. */
  records: z.optional(z.number()),
  calls: OpenCalls,
  left: LeftRunning,
  branch: Branch,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { entries: 0, branch: NO_BRANCH });
