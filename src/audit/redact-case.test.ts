import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import type { Judgement } from "../corrector.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { caseOf } from "./case.ts";
import { redactCase } from "./redact-case.ts";

it("leaves nothing of a word in any text of a case, also not where a check says what it is older than", () => {
  const told = thread()
    .user("Fix /repo/hush/a.ts and run the tests.")
    .edit("/repo/hush/a.ts", "a", "b")
    .bash("npm test", { output: "Tests: 3 passed" })
    .edit("/repo/hush/a.ts", "b", "c")
    .close("All tests pass in /repo/hush.")
    .build();
  const judgement: Judgement = {
    turn: 1,
    gate: { open: true, evidenceOpen: true, reasons: [{ name: "mode", passed: true, detail: "/repo/hush" }] },
    verdict: { ...gateVerdict("correct", "see /repo/hush"), message: "run the tests of /repo/hush again" },
  };
  const where = { path: "session.jsonl", key: "k", at: undefined, model: undefined, line: 1, lineOf: () => undefined };
  const found = caseOf(told, lastTurn(told)!, judgement, where);
  expect(found.receipts[0]?.detail).toContain("hush");
  expect(JSON.stringify(redactCase(found, (text) => text.replaceAll("hush", "~")))).not.toContain("hush");
});
