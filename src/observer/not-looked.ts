import { gateVerdict, type Verdict } from "../verdict.ts";
import { type Gate, MODEL_ONLY } from "./gate.ts";

/** The verdict on a turn whose gate is closed, and why. */
export function notLooked({ reasons }: Gate): Verdict {
  const all = reasons.filter(({ passed }) => !passed);
  // What only keeps a model away is no reason where something else keeps everybody away.
  const hard = all.filter(({ name }) => !MODEL_ONLY.has(name));
  const closed = hard.length > 0 ? hard : all;
  return gateVerdict("ok", `not looked at: ${closed.map(({ detail }) => detail).join("; ")}`);
}
