import { expect, it } from "vitest";
import type { HookEvent } from "../hosts/hook.ts";
import { boundedEvent } from "./run-hook.ts";

const USUAL: HookEvent = {
  kind: "stop",
  name: "Stop",
  session: "s-1",
  cwd: "/home/sam/shop",
  transcript: "/home/sam/.claude/projects/-home-sam-shop/s-1.jsonl",
  witness: '"timestamp":1790000000000',
  closing: "Done.",
  mode: "plan",
  model: "gpt-5.5",
};

it("leaves an event as hosts send it", () => {
  expect(boundedEvent(USUAL)).toEqual(USUAL);
});

it("leaves no text longer than a host has reason to send", () => {
  const long = "/a".repeat(2_000_000);
  const texts = Object.fromEntries(Object.keys(USUAL).map((name) => [name, long])) as unknown as HookEvent;
  const event = boundedEvent({ ...texts, kind: "stop", name: "Stop" });
  expect(event).toMatchObject({ cwd: undefined, transcript: undefined, witness: undefined });
  const lengths = Object.entries(event).map(([name, text]) => [name, String(text).length > 5000]);
  expect(lengths.filter(([, isLong]) => isLong).map(([name]) => name)).toEqual(["closing"]);
  expect(event.closing).toHaveLength(1_000_000);
});
