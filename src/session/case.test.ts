import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { caseOf } from "./case.ts";

const where = { path: "session.jsonl", key: "k", at: undefined, model: undefined, line: 1, lineOf: () => undefined };

it("lists what a line ran several times once, and says of each ask what it means", () => {
  const told = thread()
    .user("Create `src/b.go` and run the builds.")
    .create("/repo/src/b.go", "package b\n")
    .bash("GOOS=darwin go build ./src && GOOS=linux go build ./src", { output: "" })
    .close("Both builds pass.")
    .build();
  const judgement = {
    turn: 1,
    gate: { open: true, evidenceOpen: true, reasons: [] },
    verdict: gateVerdict("correct", ""),
  };
  const { receipts, requests } = caseOf(told, lastTurn(told)!, judgement, where);
  expect(receipts).toMatchObject([{ step: 2, command: "go build ./src", state: "fresh" }]);
  expect(requests).toMatchObject([{ about: "src/b.go", standing: "done" }]);
});

const gate = { open: true, evidenceOpen: true, reasons: [] };

it("shows the lines that a proving step changed, and of other steps nothing", () => {
  const told = thread()
    .user("Fix the total.")
    .edit("/repo/cart.ts", "a\nb\nc", "a\nB\nc")
    .edit("/repo/cart.test.ts", "equal(total, 3)", "ok(total)")
    .close("Fixed.")
    .build();
  const verdict = { ...gateVerdict("correct", ""), steps: [2] };
  const { steps } = caseOf(told, lastTurn(told)!, { turn: 1, gate, verdict }, where);
  expect(steps.map(({ diff }) => diff)).toEqual([undefined, "- equal(total, 3)\n+ ok(total)"]);
});

it("says what a step is in the finding that rests on it", () => {
  const told = thread()
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .edit("/repo/b.ts", "a", "b")
    .close("Done.")
    .build();
  const finding = {
    id: "x",
    confidence: 0.9,
    message: "No.",
    steps: [1, 2],
    roles: { 2: "put it back" },
    subject: "y",
  };
  const verdict = { ...gateVerdict("correct", ""), findings: [finding] };
  const { steps } = caseOf(told, lastTurn(told)!, { turn: 1, gate, verdict }, where);
  expect(steps.map(({ role }) => role)).toEqual([undefined, "put it back"]);
});

it.each<[what: string, line: string, subject: string, steps: number[], states: string[]]>([
  [
    "where no finding rests on it",
    "ruby check.rb action.yml && ruby check.rb flow.yml",
    "action.yml",
    [1],
    ["unknown", "unknown"],
  ],
  [
    "before the rest of the line",
    "ruby check.rb action.yml && ruby check.rb flow.yml",
    ".github/action.yml",
    [1, 2],
    ["failed", "nothing-ran"],
  ],
  ["after another", "ruby check.rb a.yml && ruby check.rb flow.yml", "flow.yml", [1, 2], ["unknown", "failed"]],
  ["or another did", "ruby check.rb a.yml && ruby show.rb a.yml", "a.yml", [1, 2], ["unknown", "unknown"]],
])("says which run failed whose line did: %s", (_, line, subject, steps, states) => {
  const told = thread()
    .user("Fix the workflow.")
    .edit("/repo/action.yml", "a: 1", "a: 2")
    .bash(line, { exit: 1, output: "did not find expected key" })
    .close("Fixed.")
    .build();
  const finding = { id: "x", confidence: 0.9, message: "No.", steps, subject };
  const verdict = { ...gateVerdict("correct", ""), findings: [finding] };
  const { receipts } = caseOf(told, lastTurn(told)!, { turn: 1, gate, verdict }, where);
  expect(receipts.map(({ state }) => state)).toEqual(states);
});

it("holds the claim of an edit for contradicted where the edit is proven to be gone", () => {
  const told = thread()
    .user("Add the guard to `src/cart.ts`.")
    .edit("/repo/src/cart.ts", "return total;", "if (!total) return 0;\nreturn total;")
    .bash("git stash", { output: "Saved working directory and index state WIP on main: 1a2b3c4 start" })
    .close("Updated `src/cart.ts`: it returns 0 for an empty cart now.")
    .build();
  const turn = lastTurn(told)!;
  const verdict = createEvidenceJudge().assess({ thread: told, turn });
  expect(verdict.findings.map(({ id }) => id)).toContain("edit-left-stashed");
  const { claims } = caseOf(told, turn, { turn: 1, gate, verdict }, where);
  expect(claims.find(({ text }) => text.includes("src/cart.ts"))).toMatchObject({ standing: "contradicted" });
});
