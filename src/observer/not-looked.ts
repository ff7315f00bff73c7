import { gateVerdict, type Verdict } from "../verdict.ts";
import type { Gate } from "./gate.ts";
import type { StandDown } from "./stand-down.ts";

/** The verdict on a turn whose gate is closed: why, in the words of the rule that stood down where it has better ones. */
export function notLooked({ reasons }: Gate, standing: StandDown | undefined): Verdict {
  if (standing?.isBlocked) return gateVerdict("blocked", standing.detail);
  const closed = reasons.filter(({ passed }) => !passed);
  const words = closed.map(({ name, detail }) => (name === "stand-down" && standing ? standing.inWords : detail));
  return gateVerdict("ok", `not looked at: ${words.join("; ")}`);
}
