// Your own agent loop reports what happens as deltas; at the end of a turn Coxswain decides whether it may stop.
//   node examples/watch-your-own-loop.mts
import { createCorrector, createEvidenceJudge, createMemoryStore, type Delta, deltaFor, fold } from "coxswain";

const corrector = createCorrector({
  gate: { minToolCalls: 2 }, // unless told otherwise, a turn needs five
  evidence: createEvidenceJudge(),
  store: createMemoryStore(), // openSqliteStore(path) keeps the guard between processes
});

const log: Delta[] = [{ v: 1, type: "thread:started", threadId: "demo", host: "my-agent" }];
function call(id: string, name: string, input: object, output: string): void {
  log.push(assistant(id, [{ type: "tool_use", id, name, input }], "tool_use"));
  log.push({ v: 1, type: "tool:data", toolUseId: id, status: "done", output });
}

log.push(user("Fix the off-by-one error in src/page.ts and run the tests."));
call("1", "read_file", { path: "src/page.ts" }, "export const last = (n: number) => n;");
call("2", "edit_file", { path: "src/page.ts", oldText: "=> n;", newText: "=> n - 1;" }, "edited");
log.push(assistant("3", [{ type: "text", text: "Fixed the error. All tests pass." }], "end_turn"));

const decision = await corrector.assess(fold(log));
console.log(decision.verdict.verdict, decision.inject ? `→ ${decision.verdict.message}` : "");
// Where it injects, this delta holds the message: append it, and run the loop again.
const delta = deltaFor(decision, decision.inject, "4");
if (delta) log.push(delta);

function user(text: string): Delta {
  const content = [{ type: "text" as const, text }];
  return { v: 1, type: "user:message", message: { role: "user", id: text, source: { type: "user" }, content } };
}
type Said = Extract<Delta, { type: "inference:completed" }>["message"];
function assistant(id: string, content: Said["content"], stopReason: Said["stopReason"]): Delta {
  return { v: 1, type: "inference:completed", message: { role: "assistant", id, content, stopReason } };
}
