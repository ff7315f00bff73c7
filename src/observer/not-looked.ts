import { gateVerdict, type Verdict } from "../verdict.ts";
import type { Gate } from "./gate.ts";

/** The verdict on a turn whose gate is closed, and why. */
export function notLooked({ reasons }: Gate): Verdict {
  const closed = reasons.filter(({ passed }) => !passed);
  return gateVerdict("ok", `not looked at: ${closed.map(({ detail }) => detail).join("; ")}`);
}
