import { describe, expect, it } from "vitest";
import { thread as newThread } from "../test/support/thread-builder.ts";
import { type Assessment, type Judge, verdictOf } from "./verdict.ts";
import type { AnswerToVerify } from "./messages/thread-of-answer.ts";
import { verifyAnswer, type VerifyAnswerOptions } from "./verify-answer.ts";
import { subagentThread } from "./verifier/subagent-thread.ts";
import { verifierQuestion } from "./verifier/verifier.ts";

const PASS = verdictOf("model", "ok", "it passed");
const FAIL = verdictOf("model", "correct", "", { category: "incomplete", message: "Yellow is missing." });
const SENT_BACK =
  "Your answer was checked before it went out, and sent back [incomplete]: Yellow is missing.\nTake this up, then give your whole answer again.";

async function step(
  input: Partial<AnswerToVerify>,
  verdict: Judge["assess"] | ReturnType<typeof verdictOf> = PASS,
  options: Partial<VerifyAnswerOptions> = {},
) {
  const shown: string[] = [];
  const assess = (assessment: Assessment) => {
    shown.push(verifierQuestion(assessment).prompt);
    return typeof verdict === "function" ? verdict(assessment) : verdict;
  };
  const verifier: Judge = { name: "verifier", assess };
  const result = await verifyAnswer(
    { answer: "Red, blue. Done.", prompt: "List the primary colours.", ...input },
    { verifier, ...options },
  );
  return { ...result, shown: shown.at(-1) ?? "", asked: shown.length };
}

describe("what comes of one answer", () => {
  it("passes", async () => {
    const { verdict, attempt, feedback, open, unchecked } = await step({});
    expect({ verdict: verdict.verdict, attempt, feedback, open, unchecked }).toEqual({ verdict: "ok", attempt: 1 });
  });

  it("is sent back while an attempt is left, and then stays open", async () => {
    expect(await step({}, FAIL)).toMatchObject({ attempt: 1, feedback: SENT_BACK });
    const last = await step({ attempt: 3, earlierFeedback: [SENT_BACK, SENT_BACK] }, FAIL);
    expect(last).toMatchObject({ attempt: 3, open: "incomplete: Yellow is missing." });
    expect(last.feedback).toBeUndefined();
  });

  it("is looked at on a retry, whatever it says, and the verifier sees its earlier words", async () => {
    const retry = await step({ answer: "I have put it in now. Better?", earlierFeedback: [SENT_BACK] }, FAIL);
    expect(retry).toMatchObject({ asked: 1, attempt: 2, feedback: SENT_BACK });
    expect(retry.shown).toContain("# EARLIER FEEDBACK");
    expect(retry.shown).toContain("(attempt 2, to be verified)");
  });

  it.each<[string, Partial<AnswerToVerify>, ReturnType<typeof verdictOf>?]>([
    ["is empty", { answer: " " }],
    ["is pending", { pending: true }],
    ["was sent already", { delivered: true }],
    ["cannot be verified", {}, verdictOf("model", "unchecked", "no network")],
  ])("keeps the old objection open where a retry %s", async (_name, input, verdict = FAIL) => {
    const retry = await step({ earlierFeedback: [SENT_BACK], ...input }, verdict);
    expect(retry).toMatchObject({ open: "incomplete: Yellow is missing.", unchecked: expect.any(String) });
    expect(retry.feedback).toBeUndefined();
  });

  it("with verifyAll is verified also after “stop”, cut off, or as a subagent's", async () => {
    const triggers = { verifyAll: true };
    const cutOff: Partial<AnswerToVerify> = { stopReason: "max_tokens" };
    for (const input of [{ prompt: "Stop." }, cutOff, { subagent: true }])
      expect(await step({ answer: "Red.", ...input }, FAIL, { triggers })).toMatchObject({ feedback: SENT_BACK });
    expect(await step({ stopReason: "aborted" }, FAIL, { triggers })).toMatchObject({ asked: 0, deliverable: false });
  });

  it("knows a subagent's by its thread, and does not say that it did nothing", async () => {
    const thread = newThread()
      .user("find it")
      .subagent("Search src for foo", "Done: foo is in a.ts")
      .close("ok")
      .build();
    const answer = "Done: foo is in a.ts";
    const own = subagentThread(thread, thread.turns[0]!.steps[0]!);
    const { shown } = await step({ answer, prompt: "Search src for foo", ...(own && { thread: own }) });
    expect(shown).toContain("a subagent's");
    expect(shown).not.toContain("0 tool calls");
  });

  it("goes out when anything is wrong with what it is given", async () => {
    for (const broken of [{ answer: null }, { messages: "none" }, { thread: {} }])
      expect(await step(JSON.parse(JSON.stringify(broken)))).toMatchObject({ verdict: { verdict: "unchecked" } });
    const throwing = () => Promise.reject(new Error("boom"));
    expect(await step({}, throwing)).toMatchObject({ unchecked: expect.stringContaining("boom") });
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity])("refuses %s attempts", async (maxAttempts) => {
    await expect(step({}, PASS, { maxAttempts })).rejects.toMatchObject({ code: "usage" });
  });
});

describe("what the verifier is told of the run", () => {
  it("is nothing where nothing is known", async () => {
    const { shown } = await step({});
    expect(shown).not.toMatch(/tool calls?,|stop reason/);
    expect(shown).toContain("tool calls and file edits are not known");
  });

  it("is what the caller says: steps, stop reason, duration", async () => {
    const steps = [
      { tool: "Write", input: { file_path: "a.txt", content: "red" }, output: "ok" },
      { tool: "Bash", input: { command: "npm test" }, output: "1 failed", exitCode: 1, failed: true },
    ];
    const { shown } = await step({ steps, stopReason: "end_turn", durationMs: 4000 });
    expect(shown).toContain("2 tool calls, 1 file edit");
    expect(shown).toContain("stop reason: end_turn");
    expect(shown).toContain("duration: 4.0 s");
    expect(shown).toContain("npm test");
  });

  it("is what a thread holds, with the rules beside it", async () => {
    const thread = newThread().user("List them.").bash("npm test").close("Red, blue. Done.").build();
    const { shown } = await step({ thread, rules: [{ path: "SOUL.md", content: "Be kind." }] });
    expect(shown).toContain("1 tool call, 0 file edits");
    expect(shown).toContain("| Be kind.");
    expect(shown).toContain("> List the primary colours.");
  });

  it.each<[string, readonly unknown[]]>([
    [
      "Anthropic",
      [
        { role: "user", content: "List them." },
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "Bash", input: { command: "npm test" } }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "ok" }] },
      ],
    ],
    [
      "OpenAI",
      [
        { role: "user", content: "List them." },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "1", type: "function", function: { name: "bash", arguments: '{"command":"npm test"}' } }],
        },
        { role: "tool", tool_call_id: "1", content: "ok" },
      ],
    ],
    [
      "pi",
      [
        { role: "user", content: [{ type: "text", text: "List them." }], timestamp: 1 },
        {
          role: "assistant",
          content: [{ type: "toolCall", id: "1", name: "exec", arguments: { command: "npm test" } }],
          stopReason: "toolUse",
        },
        {
          role: "toolResult",
          toolCallId: "1",
          toolName: "exec",
          content: [{ type: "text", text: "ok" }],
          isError: false,
        },
      ],
    ],
    [
      "the AI SDK, which gives only what the agent added",
      [
        {
          role: "assistant",
          content: [{ type: "tool-call", toolCallId: "1", toolName: "bash", input: { command: "npm test" } }],
        },
        {
          role: "tool",
          content: [{ type: "tool-result", toolCallId: "1", toolName: "bash", output: { type: "text", value: "ok" } }],
        },
      ],
    ],
  ])("is what messages hold, as %s writes them", async (_name, messages) => {
    for (const given of [
      messages,
      [...messages, { role: "assistant", content: [{ type: "text", text: "Red, blue. Done." }] }],
    ]) {
      const { shown } = await step({ messages: given });
      expect(shown).toContain("1 tool call, 0 file edits");
      expect(shown).toContain("npm test");
      expect(shown).toMatch(/^# USER'S MESSAGE\n> List the primary colours\.$/m);
      expect(shown).not.toContain("EARLIER TURNS");
    }
  });

  it("leaves feedback in the messages what it is: no new request", async () => {
    const messages = [
      { role: "user", content: "List the primary colours." },
      { role: "assistant", content: "Red. Done." },
      { role: "user", content: `[plugin] ${SENT_BACK}` },
      { role: "assistant", content: "Red, blue. Done." },
    ];
    const { shown, attempt } = await step({ messages, earlierFeedback: [SENT_BACK] });
    expect(attempt).toBe(2);
    expect(shown).not.toContain("EARLIER TURNS");
    expect(shown).toContain("Yellow is missing.");
  });

  it("asks the record only where there is one", async () => {
    const evidence: Judge = { name: "evidence", assess: () => FAIL };
    expect(await step({}, PASS, { evidence })).toMatchObject({ verdict: { verdict: "ok" } });
    expect(await step({ steps: [] }, PASS, { evidence })).toMatchObject({ verdict: { verdict: "correct" } });
  });
});
