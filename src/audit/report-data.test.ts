import { expect, it } from "vitest";
import { gateVerdict } from "../verdict.ts";
import { NO_ACCOUNT } from "../session/account.ts";
import type { Case, CaseStep } from "../session/record.ts";
import { drawnCase, reportData, type ReportFrame } from "./report-data.ts";

const log = Array.from({ length: 20 }, (_, line) => `INFO saved ${line}`).join("\n");
const step = (number: number, more: Partial<CaseStep>): CaseStep => ({
  number,
  text: "Bash go test ./...",
  outcome: "exit 1",
  ok: false,
  edits: false,
  ...more,
});

const CASE: Case = {
  id: "a-1",
  key: "1",
  path: "s.jsonl",
  host: "claude-code",
  threadId: "t",
  turn: 1,
  line: 3,
  request: "",
  closing: "",
  verdict: { ...gateVerdict("correct", ""), steps: [2, 3] },
  gate: [],
  steps: [],
  omitted: 0,
  receipt: [],
  account: NO_ACCOUNT,
  worth: { p: 0.1, reasons: [] },
};

it("carries the receipts of the hundred turns that are most worth a look", () => {
  const receipt = [{ part: "checks", about: "npm test", says: "failed", steps: [2], tone: "bad" }] as const;
  const turns = Array.from({ length: 150 }, (_, index) => {
    const look = { verdict: "ok" as const, findings: [], request: "", worth: { p: index / 150, reasons: [] }, receipt };
    const turn = { turn: index, key: `${index}`, line: 1, steps: 1, tokens: [], look };
    const record = { host: "codex", threadId: "t", turns: [turn], malformed: 0, unfinished: false };
    return { session: 1, file: { path: "s.jsonl", mtimeMs: 0, record }, turn, at: "2026-11-02T09:00:00.000Z" };
  });
  const { rows } = reportData(turns, { threshold: 0.8 } as ReportFrame);
  const carried = rows.flatMap((row) => (row[17].length > 0 ? [row[9]] : []));
  expect(carried).toEqual(Array.from({ length: 100 }, (_, index) => 149 - index));
});

it("gives the page of each step that is proof what the terminal shows of its output", () => {
  const output = `${log}\n--- FAIL: TestTotal\n    cart_test.go:1804: want 3, got 4\n${log}\nFAIL`;
  const edit = { ok: true, edits: true, outcome: "ok", diff: "- a\n+ b", output: "updated" };
  const { steps } = drawnCase({ ...CASE, steps: [step(1, { output }), step(2, { output }), step(3, edit)] });
  expect(steps.map(({ telling }) => telling?.split("\n").slice(0, 3))).toEqual([
    undefined,
    ["…", "--- FAIL: TestTotal", "    cart_test.go:1804: want 3, got 4"],
    undefined,
  ]);
});
