import type { Delta } from "../../thread/delta.ts";
import { toolDataLater, type AssistantContent } from "./deltas.ts";
import { mapOf, setNewest } from "./stored.ts";
import * as z from "zod/mini";
import type { ToolOutcome } from "./tool-outcome.ts";
import { jsonOrText } from "../../text/json.ts";
import { asList, asRecord, asText } from "../../text/loose.ts";
import { guidanceRead } from "./guidance.ts";

/** `guidance`: the guidance file that it reads. `approval`: the question whether it may run. */
export const OpenCall = z.object({
  name: z.string(),
  guidance: z.optional(z.string()),
  approval: z.optional(z.string()),
  about: z.optional(z.string()),
});
export type OpenCall = z.infer<typeof OpenCall>;

const MAX_CALLS = 1024;

export const OpenCalls = mapOf(OpenCall);
export type OpenCalls = z.output<typeof OpenCalls>;

/** Remembers a call. Some never get a result, so the oldest is forgotten. */
export function rememberCall(
  calls: OpenCalls,
  id: string,
  name: string,
  guidance: string | undefined,
  about?: string,
): void {
  const call = { name, ...(guidance !== undefined && { guidance }), ...(about !== undefined && { about }) };
  setNewest(calls, id, call, MAX_CALLS);
}

/** The block of a call, which is remembered until its result comes; empty without an id or a tool name. */
export function openCall(
  calls: OpenCalls,
  callId: unknown,
  tool: unknown,
  args: unknown,
  askedAbout?: (tool: string, input: unknown) => string | undefined,
): AssistantContent {
  const id = asText(callId);
  const name = asText(tool);
  if (id === undefined || name === undefined) return [];
  const input = callInput(args);
  rememberCall(calls, id, name, guidanceRead(name, input), askedAbout?.(name, input));
  return [{ type: "tool_use", id, name, input }];
}

export function takeCall(calls: OpenCalls, id: string): OpenCall | undefined {
  const call = calls.get(id);
  calls.delete(id);
  return call;
}

export function callInput(value: unknown): unknown {
  return typeof value === "string" && /^\s*[[{]/.test(value) ? jsonOrText(value) : value;
}

/** The names in a list of tools, for a result that consists only of such a list. */
export function namesIn(tools: unknown): string {
  return asList(tools)
    .flatMap((tool) => asText(asRecord(tool)?.["name"]) ?? [])
    .join("\n");
}

/** By the name that the host gave each: a call that asks about it tells how the first one went on. */
export const LeftRunning = mapOf(z.string());
export type LeftRunning = z.output<typeof LeftRunning>;

const MOST = 256;

export function noteLeft(left: LeftRunning, callId: string, name: string | undefined, { status }: ToolOutcome): void {
  if (status === "background" && name !== undefined) setNewest(left, name, callId, MOST);
}

/** To stand before the delta of that answer, whose place in the thread is its own. */
export function tellLeft(
  left: LeftRunning,
  name: string | undefined,
  outcome: ToolOutcome,
  at: string | undefined,
): Delta[] {
  const started = name === undefined ? undefined : left.get(name);
  if (started === undefined || (outcome.status === "background" && outcome.output === "")) return [];
  return [toolDataLater(started, outcome, at)];
}
