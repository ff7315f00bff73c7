import { describe, expect, it } from "vitest";
import type { AuditRun } from "./audit.ts";
import { NO_ACCOUNT } from "../session/account.ts";
import type { Look, ModelTokens, SessionRecord, TurnRecord } from "../session/record.ts";
import { mostSuspiciousFirst, summarise, type SummaryOptions, weekOf, surestFirst } from "./summary.ts";

type Told = Partial<TurnRecord> & { readonly at: string };

const on = (month: number, day: number) => new Date(Date.UTC(2026, month - 1, day)).toISOString();
const used = (model: string, inputTokens: number): ModelTokens => ({
  model,
  inputTokens,
  outputTokens: 2,
  cachedInputTokens: 3,
  cacheWriteTokens: 0,
});

const fine: Look = { verdict: "ok", findings: [{ id: "lead", confidence: 0.5 }], request: "" };
const proved = (...confidences: readonly (readonly [id: string, confidence: number])[]): Look => ({
  verdict: "correct",
  findings: confidences.map(([id, confidence]) => ({ id, confidence })),
  request: "",
});
const thought: Look = { verdict: "correct", findings: [{ id: "lead", confidence: 0.9 }], request: "", opinion: true };

function file(path: string, about: Partial<SessionRecord>, ...told: readonly Told[]) {
  const turns = told.map((turn, index) => ({
    turn: index + 1,
    key: `${path} ${index}`,
    line: 1,
    steps: 1,
    tokens: [],
    ...turn,
  }));
  const record = { host: "codex", threadId: path, turns, malformed: 0, unfinished: false, ...about };
  return { path, mtimeMs: 0, record };
}

function sum(sessions: AuditRun["sessions"], options: Partial<SummaryOptions> = {}) {
  const read = { files: 0, bytes: 0 };
  const run: AuditRun = { sessions, read, known: 0, foreign: [], begun: [], failed: [], left: 0 };
  const costOf = ({ model }: ModelTokens) => (model === "dear" ? 0.5 : undefined);
  return summarise(run, { threshold: 0.8, costOf, ...options });
}

const FILES = [
  file(
    "a",
    { cwd: "/a" },
    { at: on(11, 9), model: "dear", look: proved(["never-ran", 0.9], ["lead", 0.7]), tokens: [used("dear", 10)] },
    { at: on(11, 2), model: "dear", look: fine, tokens: [used("dear", 100), used("odd", 1000)] },
    { at: on(11, 3) },
  ),
  file(
    "b",
    { host: "pi", cwd: "/b" },
    { at: on(11, 10), look: thought, tokens: [used("dear", 10_000)] },
    { at: on(11, 16), look: { ...fine, verdict: "unchecked" } },
    { at: on(11, 17), look: proved(["never-ran", 0.8], ["never-ran", 0.8], ["also", 0.95]), tokens: [used("any", 1)] },
  ),
  file("c", { host: "pi", subagent: true }),
];

describe("an audit as a whole", () => {
  it("counts what was looked at, what is proven, what a model thinks and what could not be checked", () => {
    expect(sum(FILES).summary).toMatchObject({
      files: 3,
      sessions: 2,
      subagents: 1,
      copies: { files: 0, turns: 0 },
      turns: 6,
      looked: 5,
      corrected: 3,
      opinions: 1,
      unchecked: 1,
    });
  });

  it("names each finding once for a turn, and neither leads nor what a model thinks", () => {
    expect(sum(FILES).summary.byFinding).toEqual([
      { name: "never-ran", corrected: 2 },
      { name: "also", corrected: 1 },
    ]);
  });

  it("puts the commonest finding first, then by name, and none of a turn that was let be", () => {
    const looks: readonly Look[] = [
      proved(["z", 1]),
      proved(["b", 1]),
      proved(["b", 1], ["a", 1]),
      { ...proved(["c", 1]), verdict: "ok" },
    ];
    const told = looks.map((look) => ({ at: on(11, 2), look }));
    expect(sum([file("a", {}, ...told)]).summary.byFinding.map(({ name }) => name)).toEqual(["b", "a", "z"]);
  });

  it("tells agents, models, repositories and weeks apart", () => {
    const { byAgent, byModel, byProject, byWeek } = sum(FILES).summary;
    expect(byAgent).toMatchObject([
      { name: "pi", turns: 3, looked: 3, corrected: 2, opinions: 1 },
      { name: "codex", turns: 3, looked: 2, corrected: 1, opinions: 0 },
    ]);
    expect(byProject.map(({ name, turns }) => [name, turns])).toEqual([
      ["b", 3],
      ["a", 3],
    ]);
    expect(byModel.map(({ name, turns }) => [name, turns])).toEqual([
      ["unknown", 4],
      ["dear", 2],
    ]);
    expect(byWeek.map(({ name, turns }) => [name, turns])).toEqual([
      ["2026-W45", 2],
      ["2026-W46", 2],
      ["2026-W47", 2],
    ]);
  });

  it("adds up what is claimed, and puts first what is most worth a look", () => {
    const claims = { ...NO_ACCOUNT, proven: 2, bare: 1 };
    const look = (p: number, ...reasons: readonly string[]): Look => ({
      verdict: "ok",
      findings: [],
      request: "",
      worth: { p, reasons },
      account: { ...claims, untested: p > 0.3 ? 1 : 0 },
    });
    const told = [look(0.4, "silent"), look(0.1), look(0.7, "a claimed check failed"), fine].map((each, index) => ({
      at: on(11, index + 1),
      look: each,
    }));
    const { summary, turns } = sum([file("a", {}, ...told)]);
    expect(summary.account).toEqual({ ...NO_ACCOUNT, proven: 6, bare: 3, untested: 2 });
    expect(mostSuspiciousFirst(turns).map(({ turn }) => turn.turn)).toEqual([3, 1, 2, 4]);
    expect(summary.leads).toBe(3);
  });

  it("puts first who has most that is proven, then most opinions, then most that was looked at, then most turns", () => {
    const agent = (host: string, ...looks: readonly (Look | undefined)[]) =>
      file(host, { host }, ...looks.map((look) => ({ at: on(11, 2), ...(look ? { look } : {}) })));
    const files = [
      agent("fewest", fine),
      agent("turns", fine, undefined),
      agent("looked", fine, fine),
      agent("opinions", thought, fine),
      agent("proven", proved(["a", 1])),
    ];
    const names = sum(files).summary.byAgent.map(({ name }) => name);
    expect(names).toEqual(["proven", "opinions", "looked", "turns", "fewest"]);
  });

  it("adds up what agents used, in all and where the record speaks against them", () => {
    const { spent, spentOnFalse } = sum(FILES).summary;
    expect(spent).toEqual({
      inputTokens: 11_111,
      outputTokens: 10,
      cachedInputTokens: 15,
      cost: 1.5,
      unpriced: ["any", "odd"],
    });
    expect(spentOnFalse).toEqual({
      inputTokens: 11,
      outputTokens: 4,
      cachedInputTokens: 6,
      cost: 0.5,
      unpriced: ["any"],
    });
  });

  it.each<[string, Partial<SummaryOptions>, number]>([
    ["from a time on", { since: on(11, 10) }, 3],
    ["in a directory", { isAbout: (cwd) => cwd === "/a" }, 3],
    ["in any directory", { isAbout: () => true }, 6],
    ["in no directory that is named", { isAbout: () => false }, 0],
  ])("counts only turns %s, where that is asked for", (_, options, turns) => {
    const counted = sum([...FILES, file("nowhere", {}, { at: on(11, 1) })], options);
    expect([counted.summary.turns, counted.turns.length]).toEqual([turns, turns]);
  });
});

it("shows the surest first, then more proof, then the newest, and what a model thinks after all that", () => {
  const told = file(
    "a",
    {},
    { at: on(11, 9), look: thought },
    { at: on(11, 1), look: proved(["older", 0.9]) },
    { at: on(11, 2), look: proved(["newer", 0.9]) },
    { at: on(11, 1), look: proved(["with more", 0.9], ["a", 0.8]) },
    { at: on(10, 9), look: proved(["with leads", 0.9], ["a", 0.5], ["b", 0.5]) },
    { at: on(11, 1), look: proved(["surest", 0.95]) },
    { at: on(11, 9), look: fine },
  );
  const shown = surestFirst(sum([told]).turns, 0.8).map(({ turn }) => turn.look?.findings[0]?.id);
  expect(shown).toEqual(["surest", "with more", "newer", "older", "with leads", "lead"]);
});

it.each([
  ["2026-11-09", "2026-W46"],
  ["2026-11-15", "2026-W46"],
  ["2026-01-01", "2026-W01"],
  ["2027-01-01", "2026-W53"],
  ["2024-12-30", "2025-W01"],
])("counts weeks as ISO 8601 does: %s", (day, week) => {
  expect(weekOf(`${day}T12:00:00.000Z`)).toBe(week);
});

it("counts a turn once, as the gravest that is proven of it; what a model thinks is of no kind", () => {
  const turn = (...findings: readonly (readonly [string, number])[]) => ({ at: on(11, 9), look: proved(...findings) });
  const announced = ["stopped-on-announced-step", 0.9] as const;
  const { summary } = sum([
    file(
      "k",
      {},
      turn(announced),
      turn(announced, ["claimed-check-failed", 0.9]),
      turn(announced, ["claimed-check-failed", 0.5]),
      turn(["forbidden-action-done", 0.9]),
      { at: on(11, 9), look: thought },
    ),
  ]);
  expect(summary.byKind).toEqual({ untrue: 1, "half-way": 2, neither: 1 });
});
