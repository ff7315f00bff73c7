import * as z from "zod/mini";
import { Ledger } from "../reading/ledger.ts";
import { storedAs } from "../reading/stored.ts";

/** How many messages are remembered because they may be written again. */
export const REMEMBERED = 1024;

const State = z.object({
  threadId: z.optional(z.string()),
  mode: z.optional(z.string()),
  cwd: z.optional(z.string()),
  ledger: Ledger,
});
export type ReaderState = z.output<typeof State>;

export const STATE = storedAs(State, { ledger: [] });
