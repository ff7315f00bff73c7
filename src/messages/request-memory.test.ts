import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { createMemoryStore } from "../store/memory.ts";
import { relentless } from "../../test/support/relentless.ts";
import { createRememberingCorrector, type RememberingCorrector } from "./remembering-corrector.ts";
import { OWN_MARK, type OwnTools } from "./thread-of-messages.ts";

const user = (content: string) => ({ role: "user", content });
const said = (content: string) => ({ role: "assistant", content });
let calls = 0;
/** One round of the agent: an edit and its last words, which are often the same. */
function work(round: string): readonly unknown[] {
  const [toolCallId, toolName] = [`call-${(calls += 1)}`, "edit_file"];
  const input = { path: "src/page.ts", oldText: "=> n;", newText: `=> n - ${round};` };
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value: "ok" } }] },
    said(Number(round) % 2 === 0 ? "Done! All tests pass." : `Fixed ${round}. All tests pass.`),
  ];
}

type History = readonly unknown[];
/** What frameworks do with a history; `at` says where, the newest round stays as it is. */
const CHANGES: Readonly<Record<string, (old: History, at: number) => History>> = {
  whole: (old) => old,
  trimmed: (old, at) => old.slice(at),
  "trimmed to nothing": () => [],
  summarised: (old, at) => [user(`Summary of what was done up to message ${at} of ${old.length}.`), ...old.slice(at)],
  "summed up after the task": (old, at) => [
    ...old.slice(0, 1),
    user(`Summary of messages 2 to ${at} of ${old.length}.`),
    ...old.slice(Math.max(1, at)),
  ],
  "with system messages moved": (old, at) => [
    ...old.slice(0, at),
    { role: "system", content: `It is round ${old.length}.` },
    ...old.slice(at),
  ],
  "with a part repeated": (old, at) => [...old.slice(0, at), ...old.slice(0, at), ...old.slice(at)],
  "with an old turn again": (old, at) => [...old, ...old.slice(0, at)],
  "with the task again": (old) => [...old, ...old.slice(0, 1)],
};

describe("one request", () => {
  it("is corrected at most twice and never with the same words, whatever becomes of its history", async () => {
    const round = fc.record({
      change: fc.constantFrom(...Object.keys(CHANGES)),
      at: fc.nat(),
      restarted: fc.boolean(),
      /** The program puts in also what the guard did not let through. */
      pushy: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 3, maxLength: 20 }), async (rounds) => {
        const [store, judge] = [createMemoryStore(), relentless()];
        const started = () => createRememberingCorrector({ gate: { minToolCalls: 1 }, evidence: judge, store });
        let corrector = started();
        const told: string[] = [];
        const history: unknown[] = [user("Fix the off-by-one error in src/page.ts.")];
        for (const [index, { change, at, restarted, pushy }] of rounds.entries()) {
          if (restarted) corrector = started();
          const newest = work(`${index}`);
          // A framework changes what it has shown before.
          const old = index === 0 ? history : CHANGES[change]?.(history, at % (history.length + 1));
          const given = [...(old ?? []), ...newest];
          const { inject, verdict } = await corrector.assessMessages(given, { threadId: "t" });
          history.push(...newest);
          if (inject) told.push(verdict.message ?? "");
          if (verdict.message !== null && (inject || pushy)) history.push(user(verdict.message));
          else if (told.length >= 2) break;
        }
        expect(told.length).toBeLessThanOrEqual(2);
        expect(new Set(told).size).toBe(told.length);
      }),
      { numRuns: 100 },
    );
  });

  it.each<[string, (old: History) => History]>([
    ["whole", (old) => old],
    ["cut before its last words", (old) => old.slice(-1)],
    ["summed up", (old) => [user("Summary."), ...old.slice(-2)]],
  ])("ends where the person asks for something else, in a history that is %s", async (_, changed) => {
    const corrector = correctorWith(relentless());
    const look = (messages: History) => corrector.assessMessages(messages, { threadId: "t" });
    let history: History = [];
    let round = 0;
    for (const words of ["Fix src/page.ts.", "Now the same in src/list.ts.", "continue", "continue"]) {
      history = [...changed(history), user(words)];
      expect((await look(history)).inject, "the person spoke last").toBe(false);
      let told = 0;
      for (let again = true; again; told += again ? 1 : 0) {
        history = [...history, ...work(`${(round += 1)}`)];
        const { inject, verdict } = await look(history);
        again = inject;
        if (again) history = [...history, user(verdict.message ?? "")];
      }
      expect(told, words).toBe(2);
    }
  });

  it("is known by its mark, however a framework words our message", async () => {
    const corrector = correctorWith(relentless());
    const history: unknown[] = [user("Fix src/page.ts."), ...work("1")];
    let told = 0;
    for (let round = 2; round <= 12; round += 1) {
      if ((await corrector.assessMessages(history, { threadId: "t" })).inject) told += 1;
      history.push({ ...user(`Reworded for the ${round}th time.`), metadata: OWN_MARK }, ...work(`${round}`));
    }
    expect(told).toBe(2);
  });
});

describe("tools of a program's own", () => {
  const tools: OwnTools = { runTests: "execute", saveFile: "create" };
  const saved = { path: "src/page.ts", content: "export {};" };
  const call = (toolCallId: string, toolName: string, input: unknown, value: unknown) => [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: { type: "json", value } }] },
  ];
  const chat = (id: string, name: string, input: unknown, content: unknown) => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
    },
    { role: "tool", tool_call_id: id, content: JSON.stringify(content) },
  ];
  const shown = (toolCallId: string, name: string, input: unknown, output: unknown) => [
    { role: "assistant", parts: [{ type: `tool-${name}`, toolCallId, state: "output-available", input, output }] },
  ];
  const person = user("Write src/page.ts and run the tests.");

  it.each([
    ["the AI SDK", call, person],
    ["OpenAI", chat, person],
    ["an interface", shown, { role: "user", parts: [{ type: "text", text: person.content }] }],
  ])("give exit codes and edits in the shape of %s", async (_, made, asked) => {
    const judge = (exitCode: number, map: OwnTools) => {
      const steps = [...made("1", "saveFile", saved, "saved"), ...made("2", "runTests", {}, { exitCode, stdout: "" })];
      const closing =
        "parts" in asked
          ? { role: "assistant", parts: [{ type: "text", text: "Done! All tests pass." }] }
          : said("Done! All tests pass.");
      return correctorWith(createEvidenceJudge()).assessMessages([asked, ...steps, closing], {
        threadId: "t",
        tools: map,
      });
    };
    const failed = await judge(1, tools);
    expect(failed).toMatchObject({ inject: true, verdict: { message: expect.stringContaining('"runTests"') } });
    expect(await judge(0, tools)).toMatchObject({ inject: false, verdict: { verdict: "ok" } });
    expect((await judge(1, {})).inject, "nobody knows what these tools do").toBe(false);
  });
});

function correctorWith(evidence: ReturnType<typeof relentless>): RememberingCorrector {
  return createRememberingCorrector({ gate: { minToolCalls: 1 }, evidence, store: createMemoryStore() });
}
