import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { caseOf } from "./case.ts";

const where = { path: "session.jsonl", key: "k", at: undefined, model: undefined, line: 1, lineOf: () => undefined };

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

it("keeps the account of the turn, how much it is worth a look, and every step that a claim is held against", () => {
  const told = Array.from({ length: 210 }, (_, index) => index)
    .reduce(
      (builder, index) =>
        index === 45
          ? builder.bash("npm test", { exit: 1, output: "Tests: 1 failed, 2 passed" })
          : builder.read(`/repo/${index}.ts`),
      thread().user("Fix the total in `src/cart.ts`.").edit("/repo/src/cart.ts", "a", "const b = 1;"),
    )
    .close("Fixed. All tests pass.")
    .build();
  const verdict = gateVerdict("ok", "");
  const { receipt, worth, steps, omitted } = caseOf(told, lastTurn(told)!, { turn: 1, gate, verdict }, where);
  expect(receipt.map(({ part, about, state }) => [part, about, state])).toEqual([
    ["checks", '"npm test"', undefined],
    ["asked", "src/cart.ts", "shown"],
    ["claims", "All tests pass.", "contradicted"],
    ["changed", "1 file edited", undefined],
  ]);
  expect(worth.p).toBeGreaterThan(0);
  expect(steps.find(({ number }) => number === 47)).toMatchObject({ ok: false, outcome: "exit 1" });
  expect(steps.length + omitted).toBe(211);
  expect(omitted).toBeGreaterThan(0);
});
