import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import type { Judgement } from "../corrector.ts";
import { createRedactor } from "../observer/redact.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { caseOf, redactCase, redactRecord } from "./case.ts";

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
    ["changed", "edits of 1 file", undefined],
  ]);
  expect(worth.p).toBeGreaterThan(0);
  expect(steps.find(({ number }) => number === 47)).toMatchObject({ ok: false, outcome: "exit 1" });
  expect(steps.length + omitted).toBe(211);
  expect(omitted).toBeGreaterThan(0);
});

it("leaves nothing of a word in any text of a case, also not where a check says what it is older than", () => {
  const told = thread()
    .user("Fix /repo/hush/a.ts and run the tests.")
    .edit("/repo/hush/a.ts", "a", "b")
    .bash("npm test", { output: "Tests: 3 passed" })
    .edit("/repo/hush.ts", "b", "c")
    .close("All tests pass in /repo/hush.")
    .build();
  const judgement: Judgement = {
    turn: 1,
    gate: { open: true, evidenceOpen: true, reasons: [{ name: "mode", passed: true, detail: "/repo/hush" }] },
    verdict: { ...gateVerdict("correct", "see /repo/hush"), message: "run the tests of /repo/hush again" },
  };
  const where = { path: "session.jsonl", key: "k", at: undefined, model: undefined, line: 1, lineOf: () => undefined };
  const found = caseOf(told, lastTurn(told)!, judgement, where);
  expect(found.receipt.map(({ says }) => says).join(" ")).toContain("hush");
  expect(JSON.stringify(redactCase(found, (text) => text.replaceAll("hush", "~")))).not.toContain("hush");
});

it("takes secrets out of the receipt and of what a lead says before it is cut", () => {
  const message = `${"Run the tests again. ".repeat(18)}The key is hush-hush-hush-hush; take it out.`;
  const line = { part: "checks", about: "npm run hush-hush-hush-hush", says: "", steps: [], tone: "plain" } as const;
  const receipt = [line, { ...line, about: "npm test", says: "after hush-hush-hush-hush was changed" }];
  const findings = [{ id: "lead", confidence: 0.6, message }];
  const look = { verdict: "ok" as const, findings, request: "Fix hush.", receipt };
  const turn = { turn: 1, key: "k", line: 1, steps: 5, tokens: [], look };
  const record = { host: "codex", threadId: "t", turns: [turn], malformed: 0, unfinished: false };
  const kept = redactRecord(record, (text) => text.replaceAll("hush-hush-hush-hush", "[secret]")).turns[0]?.look;
  expect(kept?.findings[0]?.message).toContain("The key is [secret]");
  expect(JSON.stringify(kept)).not.toContain("hush-");
});

it("takes what one text of a case gives away out of all its texts, also out of those before it", () => {
  const told = thread()
    .user("The login is sam with Tr0ub4dorRyy. Fix /repo/a.ts and run the tests.")
    .edit("/repo/a.ts", "a", "b")
    .bash("curl -u sam:Tr0ub4dorRyy https://example.com", { output: "401: Tr0ub4dorRyy is wrong" })
    .close("All tests pass, and Tr0ub4dorRyy works.")
    .build();
  const judgement: Judgement = {
    turn: 1,
    gate: { open: true, evidenceOpen: true, reasons: [{ name: "mode", passed: true, detail: "sam Tr0ub4dorRyy" }] },
    verdict: { ...gateVerdict("correct", "Tr0ub4dorRyy"), message: "Tr0ub4dorRyy was refused" },
  };
  const where = { path: "session.jsonl", key: "k", at: undefined, model: undefined, line: 1, lineOf: () => undefined };
  const redact = createRedactor();
  const clean = redactCase(caseOf(told, lastTurn(told)!, judgement, where), redact);
  expect(JSON.stringify(clean)).not.toContain("Tr0ub4dorRyy");
  expect(clean.request).toContain("The login is sam with [redacted:secret:");
  expect(redact("another case: Tr0ub4dorRyy")).toContain("Tr0ub4dorRyy");
});
