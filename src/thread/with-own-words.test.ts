import fc from "fast-check";
import { expect, it } from "vitest";
import type { Delta } from "./delta.ts";
import type { SourceType } from "./message.ts";
import { recognising } from "./own-words.ts";
import { fold } from "./reducer.ts";
import { withOwnWords } from "./with-own-words.ts";

const OURS = "You say the tests pass, but they failed; run them.";
const OWN = [{ text: OURS, requestId: "r", elsewhere: true }];

function message(id: string, text: string, type: SourceType = "user"): Delta {
  const content = [{ type: "text" as const, text }];
  return { v: 1, type: "user:message", message: { role: "user", id, source: { type }, content } };
}

/** What can happen next: what the agent does, and what is said in the person's role, by whomever. */
const MOVES = ["ask", "ours", "wrapped", "interject", "ours queued", "call", "result", "late result", "end", "cancel"];

function told(moves: readonly string[]): Delta[] {
  const calls: string[] = [];
  const result = (toolUseId = "none"): Delta => ({ v: 1, type: "tool:data", toolUseId, status: "done", output: "" });
  return moves.map((move, index): Delta => {
    const id = `m${index}`;
    const said = { role: "assistant" as const, id };
    switch (move) {
      case "ours":
        return message(id, OURS);
      case "wrapped":
        return message(id, `Review:\n${OURS}`);
      case "interject":
        return message(id, "also the docs", "queue");
      case "ours queued":
        return message(id, OURS, "queue");
      case "call": {
        calls.push(id);
        const use = { type: "tool_use" as const, id, name: "Edit", input: { file_path: `${id}.ts` } };
        return { v: 1, type: "inference:completed", message: { ...said, content: [use], stopReason: "tool_use" } };
      }
      case "result":
        return result(calls.pop());
      case "late result":
        return result(calls.shift());
      case "end": {
        const content = [{ type: "text" as const, text: "Done." }];
        return { v: 1, type: "inference:completed", message: { ...said, content, stopReason: "end_turn" } };
      }
      case "cancel":
        return { v: 1, type: "cancelled", reason: "" };
      default:
        return message(id, "Fix it.");
    }
  });
}

it("a thread whose words are told apart afterwards is the one where they were from the start", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MOVES), { maxLength: 30 }), (moves) => {
      const deltas = told(["ask", ...moves]);
      const fromTheStart = fold(deltas.map(recognising(OWN)));
      expect(fold([], withOwnWords(fold(deltas), OWN))).toEqual(fold([], fromTheStart));
    }),
    { numRuns: 2000 },
  );
});

it("the newest request keeps the name that it had when we spoke", () => {
  const named = (moves: readonly string[], elsewhere: boolean) => {
    const words = { text: OURS, requestId: "first", elsewhere };
    const { messages, turns } = withOwnWords(fold(told(moves)), [words]);
    return messages[turns.at(-1)?.start ?? -1]?.id;
  };
  expect(named(["ask", "end", "ours", "end"], false)).toBe("first");
  expect(named(["ours", "end"], false)).toBe("first");
  // A copy of the conversation under another name has a count of its own.
  expect(named(["ask", "end", "ours", "end"], true)).toBe("m0");
  expect(named(["ask", "end", "ours", "end", "ask", "end"], false)).toBe("m4");
});

it("a thread that has none of them is given back as it is", () => {
  const thread = fold(told(["ask", "call", "result", "end"]));
  expect(withOwnWords(thread, OWN)).toBe(thread);
  expect(withOwnWords(thread, [])).toBe(thread);
});
