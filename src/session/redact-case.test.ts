import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import type { Judgement } from "../corrector.ts";
import { createRedactor } from "../observer/redact.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { caseOf } from "./case.ts";
import { redactCase, redactRecord } from "./redact-case.ts";

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

it("takes secrets out of what a lead says before it is cut", () => {
  const message = `${"Run the tests again. ".repeat(18)}The key is hush-hush-hush-hush; take it out.`;
  const look = { verdict: "ok" as const, findings: [{ id: "lead", confidence: 0.6, message }], request: "Fix hush." };
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
