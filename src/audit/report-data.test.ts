import { expect, it } from "vitest";
import { gateVerdict } from "../verdict.ts";
import { NO_ACCOUNT } from "../session/account.ts";
import type { Case, CaseStep } from "../session/record.ts";
import { drawnCase } from "./report-data.ts";

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
