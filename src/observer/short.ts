import { shortened } from "../shortened.ts";
import { squeezed } from "../thread/squeezed.ts";

/** A sentence as it is quoted in a line of the ledger. */
export function short(text: string): string {
  return shortened(squeezed(text), 140);
}
