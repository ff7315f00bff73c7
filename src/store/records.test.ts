import { expect, it } from "vitest";
import { usage, verdict } from "../../test/contracts/store-samples.ts";
import { createMemoryStore } from "./memory.ts";
import { decodeVerdict, encodeVerdict } from "./records.ts";
import type { Batch } from "./store.ts";

const CHECK = {
  kind: "test",
  command: "npm test",
  outcome: "passed",
  ended: "done",
  counts: {},
  durationMs: 1,
} as const;
const RECORD = { ...verdict("one"), at: "2026-11-01T00:00:00.000Z", checks: [CHECK] };
const FEEDBACK = { judgement: "right", note: "so it is", at: RECORD.at };

/** A copy in which what stands at this place is something else. */
function broken<Whole>(whole: Whole, place: string, value: unknown): Whole {
  const copy = structuredClone(whole);
  const names = place.split(".");
  const last = names.pop() ?? "";
  const holder = names.reduce<object>((tree, name) => Reflect.get(tree, name), Object(copy));
  Reflect.set(holder, last, value);
  return copy;
}

const TEXTS = ["id", "threadId", "host", "session", "at", "cwd", "gateReasons.0", "checks.0.command"];
const OF_VERDICT = ["category", "message", "reason", "findings.0.id", "findings.0.message", "findings.0.subject"];
const COUNTS = ["inputTokens", "outputTokens", "cachedInputTokens", "cacheWriteTokens", "reasoningTokens", "cost"];
const NUMBERS = ["turn", "checks.0.durationMs", "verdict.confidence", "verdict.durationMs", "verdict.steps.0"];
const OF_FINDING = ["verdict.findings.0.confidence", "verdict.findings.0.steps.0"];
const LISTS = [
  "gateReasons",
  "checks",
  "verdict.steps",
  "verdict.findings",
  "verdict.findings.0.steps",
  "verdict.usage",
];
const CHOICES = ["injected", "checks.0.outcome", "verdict.verdict", "verdict.judge", "verdict.usage.0.operationType"];
const OBJECTS = ["checks.0", "verdict", "verdict.findings.0", "verdict.usage.0"];

it.each<[string, unknown]>([
  ...[...TEXTS, ...OF_VERDICT.map((name) => `verdict.${name}`), "verdict.usage.0.model"].map(
    (place): [string, unknown] => [place, 1],
  ),
  ...[...NUMBERS, ...OF_FINDING].map((place): [string, unknown] => [place, "1"]),
  ...COUNTS.map((name): [string, unknown] => [`verdict.usage.0.${name}`, -1]),
  ...LISTS.map((place): [string, unknown] => [place, {}]),
  ...CHOICES.map((place): [string, unknown] => [place, "else"]),
  ...OBJECTS.map((place): [string, unknown] => [place, "text"]),
])("a decision is neither kept nor read where %s is %j", (place, value) => {
  const wrong = broken(RECORD, place, value);
  expect(() => encodeVerdict(wrong)).toThrow(TypeError);
  expect(() => decodeVerdict(JSON.stringify(wrong), null)).toThrow(TypeError);
});

it("a decision is read as it was kept, with what a later program adds, and without what may be missing", () => {
  const later = { ...RECORD, added: true, checks: undefined, cwd: undefined };
  const others = Object.entries({
    "verdict.message": [null],
    "checks.0.outcome": ["failed", "nothing-ran", "unknown"],
    "verdict.verdict": ["ok", "blocked", "unchecked"],
    "verdict.judge": ["gate", "model"],
    "verdict.usage.0.operationType": ["inference", "verification", "handoff"],
  }).flatMap(([place, values]) => values.map((value) => broken(RECORD, place, value)));
  for (const record of [RECORD, later, ...others])
    expect(decodeVerdict(encodeVerdict(record), null)).toEqual(JSON.parse(JSON.stringify(record)));
});

it.each(["judgement", "note", "at"])("a person's word is not read where its %s is something else", (name) => {
  const text = encodeVerdict(RECORD);
  expect(decodeVerdict(text, JSON.stringify(FEEDBACK)).feedback).toEqual(FEEDBACK);
  expect(() => decodeVerdict(text, JSON.stringify({ ...FEEDBACK, [name]: 1 }))).toThrow(TypeError);
});

const cursor = { host: "codex", session: "s", path: "/s", identity: "i", offset: 0, state: null };

it.each<[string, (name: string) => Batch]>([
  ["verdict", (id) => ({ verdicts: [verdict(id)] })],
  ["verdict's thread", (threadId) => ({ verdicts: [verdict("v", { threadId })] })],
  ["thread that was paid for", (threadId) => ({ usage: [{ threadId, usage: usage() }] })],
  ["cursor's host", (host) => ({ cursors: [{ ...cursor, host }] })],
  ["cursor's session", (session) => ({ cursors: [{ ...cursor, session }] })],
])("no store takes a %s whose name would be mixed up with others", async (_, named) => {
  const store = createMemoryStore();
  await store.write(named("a name"));
  for (const name of ["", "a\0b", "\ud800"]) await expect(store.write(named(name))).rejects.toThrow(TypeError);
});
