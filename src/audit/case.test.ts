import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
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
