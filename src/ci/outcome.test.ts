import { expect, it } from "vitest";
import type { ReceiptLine } from "../evidence/receipt/receipt-line.ts";
import { type Finding, type Verdict, verdictOf } from "../verdict.ts";
import { conclusionOf, outcomeOf, reaches, worstOf } from "./outcome.ts";

const line = (tone: ReceiptLine["tone"]): ReceiptLine => ({
  part: "checks",
  about: "npm test",
  says: "",
  steps: [],
  tone,
});
const lead: Finding = { id: "edit-undone", confidence: 0.5, message: "m", steps: [], subject: "s" };
const ok = (more: Partial<Verdict> = {}) => verdictOf("evidence", "ok", "r", more);

it.each([
  ["a proof", verdictOf("evidence", "correct", "r", { message: "m" }), [line("good")], 0, "proof", "neutral"],
  ["an objection", verdictOf("model", "correct", "r", { message: "m" }), [line("good")], 0, "objection", "neutral"],
  ["a lead", ok({ findings: [lead] }), [line("good")], 0, "worth-a-look", "neutral"],
  ["a suspicion", ok(), [line("good")], 0.4, "worth-a-look", "neutral"],
  ["what nobody could check", verdictOf("model", "unchecked", "r"), [line("good")], 0, "not-checked", "neutral"],
  ["what the gate left alone", verdictOf("gate", "ok", "r"), [line("good")], 0, "not-checked", "neutral"],
  ["one that says it is blocked", verdictOf("evidence", "blocked", "r"), [line("good")], 0, "blocked", "neutral"],
  ["a failure that is told", ok(), [line("good"), line("bad")], 0, "see-what-failed", "neutral"],
  [
    "a claim that is out of date",
    ok(),
    [line("good"), { ...line("bad"), part: "claims" }],
    0,
    "worth-a-look",
    "neutral",
  ],
  ["nothing at all", ok(), [line("plain"), line("open")], 0, "nothing-found", "neutral"],
  ["a check that passed", ok(), [line("good")], 0, "well", "success"],
] as const)("%s", (_, verdict, receipt, p, outcome, conclusion) => {
  const came = outcomeOf({ verdict, receipt, worth: { p, reasons: [] } });
  expect([came, conclusionOf([came], undefined), conclusionOf([came, "well"], undefined)]).toEqual([
    outcome,
    conclusion,
    conclusion,
  ]);
});

it("fails from what was wished on, and never because nothing could be looked at", () => {
  expect(conclusionOf(["well", "proof"], "proof")).toBe("failure");
  expect(conclusionOf(["objection"], "proof")).toBe("neutral");
  expect(reaches(["proof"], "worth-a-look")).toBe(true);
  expect(reaches(["worth-a-look"], "objection")).toBe(false);
  expect(conclusionOf(["not-checked"], "worth-a-look")).toBe("neutral");
  expect([worstOf([]), conclusionOf([], undefined)]).toEqual(["not-checked", "neutral"]);
});
