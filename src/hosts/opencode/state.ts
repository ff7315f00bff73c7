import * as z from "zod/mini";
import { Ledger } from "../reading/ledger.ts";
import { storedAs } from "../reading/stored.ts";

const State = z.object({
  threadId: z.optional(z.string()),
  cwd: z.optional(z.string()),
  /** The id of the newest message that stands for a command which the person ran. */
  shell: z.optional(z.string()),
  ledger: Ledger,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { ledger: [] });
