import * as z from "zod/mini";
import { mapOf, storedAs } from "../reading/stored.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  lines: z.number(),
  calls: z.number(),
  /** The calls of the last message: their ids and action kinds. */
  open: mapOf(z.string()),
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { lines: 0, calls: 0 });
