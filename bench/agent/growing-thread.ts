import { DELTA_VERSION } from "../../src/thread/delta-schema.ts";
import type { Delta } from "../../src/thread/delta.ts";
import { fold } from "../../src/thread/reducer.ts";
import type { Thread } from "../../src/thread/thread.ts";

/** The deltas of a made-up thread of many ordinary turns: a request, reads, edits, a test run, a closing text. */
export function* madeUpDeltas(turns: number, stepsPerTurn: number): Generator<Delta> {
  yield { v: DELTA_VERSION, type: "thread:started", threadId: "bench", host: "bench", cwd: "/repo" };
  const guidance = "Run `npm test` before you are done.\nNever edit generated files.";
  yield { v: DELTA_VERSION, type: "guidance:discovered", files: [{ path: "/repo/AGENTS.md", content: guidance }] };
  let step = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    yield said(turn, `Please change how value ${turn} is read, and add a test for it.`);
    for (let call = 0; call < stepsPerTurn; call += 1) yield* work((step += 1));
    yield answered(turn, `Done. Value ${turn} is read in the new way and the tests pass.`);
  }
}

export function madeUpThread(turns: number, stepsPerTurn: number): Thread {
  return fold(madeUpDeltas(turns, stepsPerTurn));
}

function said(turn: number, text: string): Delta {
  return {
    v: DELTA_VERSION,
    type: "user:message",
    message: { role: "user", id: `user-${turn}`, source: { type: "user" }, content: [{ type: "text", text }] },
  };
}

function answered(turn: number, text: string): Delta {
  return {
    v: DELTA_VERSION,
    type: "inference:completed",
    message: { role: "assistant", id: `end-${turn}`, content: [{ type: "text", text }], stopReason: "end_turn" },
  };
}

function* work(step: number): Generator<Delta> {
  const path = `/repo/src/part-${step % 23}.ts`;
  const calls = [
    { name: "Read", input: { file_path: path }, output: "export const value = 1;\n".repeat(40) },
    {
      name: "Edit",
      input: { file_path: path, old_string: `value = ${step}`, new_string: `value = read(${step})` },
      output: "",
    },
    {
      name: "Bash",
      input: { command: "npm test" },
      output: `${"  ok a test that passed\n".repeat(20)}Tests: ${step} passed`,
    },
  ];
  const call = calls[step % calls.length] ?? calls[0];
  if (!call) return;
  const id = `call-${step}`;
  yield {
    v: DELTA_VERSION,
    type: "inference:completed",
    message: {
      role: "assistant",
      id: `step-${step}`,
      content: [{ type: "tool_use", id, name: call.name, input: call.input }],
      stopReason: "tool_use",
    },
  };
  yield { v: DELTA_VERSION, type: "tool:data", toolUseId: id, status: "done", output: call.output };
}
