import type { Delta } from "../thread/delta.ts";
import { outputOf } from "../thread/late-output.ts";

/** The rough size of an object with its surroundings. */
const OVERHEAD = 400;

/** Roughly how much memory these deltas take, in characters. */
export function weightOf(deltas: readonly Delta[]): number {
  let weight = 0;
  for (const delta of deltas) weight += OVERHEAD + textWeight(delta);
  return weight;
}

function textWeight(delta: Delta): number {
  switch (delta.type) {
    case "tool:data":
      return outputOf(delta).length;
    case "user:message":
      return delta.message.content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
    case "inference:completed":
      return delta.message.content.reduce(
        (sum, block) => sum + (block.type === "tool_use" ? inputWeight(block.input) : block.text.length),
        0,
      );
    default:
      return 0;
  }
}

function inputWeight(input: unknown): number {
  if (typeof input === "string") return input.length;
  if (typeof input !== "object" || input === null) return 0;
  let weight = 0;
  for (const value of Object.values(input)) if (typeof value === "string") weight += value.length;
  return weight;
}
