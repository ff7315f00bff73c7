import { shortened } from "../shortened.ts";
import { squeezed } from "../thread/squeezed.ts";

/** A sentence in the length that the ledger quotes. */
export function short(text: string): string {
  return shortened(squeezed(text), 140);
}
