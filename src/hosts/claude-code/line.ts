import type { Loose } from "../../loose.ts";

/** One parsed line, with the fields that every kind of line has. */
export interface Line {
  readonly record: Loose;
  readonly id: string;
  readonly at: string | undefined;
}
