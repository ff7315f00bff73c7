import type { Loose } from "../../loose.ts";

export interface Line {
  readonly record: Loose;
  readonly id: string;
  readonly at: string | undefined;
}
