import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssistantMessage, Message, SourceType, UserMessage } from "../../thread/message.ts";
import type { SdkPrompt } from "./provider.ts";
import { toPrompt } from "./to-prompt.ts";

describe("a thread as a prompt", () => {
  it("merges what the person wrote in a row", () => {
    expect(prompt([says("one"), says("two", "queue"), says("three", "course-correction")])).toEqual([
      { role: "user", content: [text("one"), text("two"), text("three")] },
    ]);
  });

  it("leaves out empty texts and the messages that held nothing else", () => {
    expect(prompt([says("  "), says("go"), answers([{ type: "text", text: "\n" }]), says("")])).toEqual([
      { role: "user", content: [text("go")] },
    ]);
  });

  it("fills in for a call without a result", () => {
    const [, , tool] = prompt([says("go"), answers([call("c1")]), says("stop")]);
    expect(tool).toMatchObject({
      role: "tool",
      content: [{ toolCallId: "c1", output: { value: expect.stringMatching(/^\[interrupted/) } }],
    });
  });

  it("puts a late result back behind its call", () => {
    const roles = prompt([says("go"), answers([call("c1")]), says("wait"), result("c1", "late")]);
    expect(roles.map((message) => message.role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(roles[2]).toMatchObject({ content: [{ output: { value: "late" } }] });
  });

  it("drops results without a call, and a second result of one call", () => {
    const messages = prompt([
      says("go"),
      result("c9", "orphan"),
      answers([call("c1")]),
      result("c1", "first"),
      result("c1", "second"),
    ]);
    expect(JSON.stringify(messages)).not.toMatch(/orphan|second/);
  });

  it("tells two calls of the same id apart", () => {
    const messages = prompt([
      says("go"),
      answers([call("c1")]),
      result("c1", "first"),
      answers([call("c1")]),
      result("c1", "second"),
    ]);
    expect(messages.flatMap((message) => (message.role === "tool" ? message.content : []))).toMatchObject([
      { toolCallId: "c1", output: { value: "first" } },
      { toolCallId: "c1_2", output: { value: "second" } },
    ]);
  });

  it("makes foreign ids fit every provider", () => {
    const messages = prompt([says("go"), answers([call("call:1/ä")]), result("call:1/ä", "ok")]);
    expect(messages.slice(1)).toMatchObject([
      { content: [{ toolCallId: "call_1__" }] },
      { content: [{ toolCallId: "call_1__" }] },
    ]);
  });

  it("lets the user begin and end", () => {
    expect(prompt([answers([{ type: "text", text: "hello" }])]).map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "user",
    ]);
  });

  it.each([
    ["done", "text", undefined, "text"],
    ["done", "", undefined, "(no output)"],
    ["error", "1 failed", 1, "1 failed\n[exit code 1]"],
    ["error", "no such file", undefined, "no such file"],
    ["rejected", "", undefined, "[rejected: the call was not allowed and did not run]"],
    ["timed-out", "half", undefined, "half\n[timed out: the call was stopped before it finished]"],
    ["background", "started", undefined, "started\n[still running in the background]"],
    [
      "interrupted",
      "half",
      undefined,
      "half\n[interrupted: the call did not finish; it may or may not have taken effect]",
    ],
  ] as const)("says of a %s call how it stands", (status, output, exitCode, value) => {
    const done: UserMessage = {
      role: "user",
      id: "r",
      source: { type: "tool" },
      content: [
        { type: "tool_result", toolUseId: "c1", status, output, ...(exitCode === undefined ? {} : { exitCode }) },
      ],
    };
    const [, , tool] = prompt([says("go"), answers([call("c1")]), done], { errorResults: true });
    const good = status === "done" || status === "background";
    expect(tool).toMatchObject({ content: [{ output: { type: good ? "text" : "error-text", value } }] });
  });

  it("wraps arguments that are no object", () => {
    const [, assistant] = prompt([says("go"), answers([{ ...call("c1"), input: '{"broken' }])]);
    expect(assistant).toMatchObject({ content: [{ input: { unreadable: '{"broken' } }] });
  });

  it("leaves out what the host wrote in the agent's name", () => {
    const notice: AssistantMessage = { ...answers([{ type: "text", text: "API error" }]), synthetic: true };
    expect(JSON.stringify(prompt([says("go"), notice]))).not.toContain("API error");
  });

  it("is valid for every provider, whatever the order of things", () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 25 }), (messages) => {
        const built = toPrompt({ system: "SYSTEM", messages, provider: "own" });
        expect(built[0]).toEqual({ role: "system", content: "SYSTEM" });
        expect(faultsOf(built.slice(1))).toEqual([]);
        const written = messages.flatMap((message) =>
          message.role === "user"
            ? message.content.flatMap((block) => (block.type === "text" && block.text.trim() ? [block.text] : []))
            : [],
        );
        const sent = built.flatMap((message) =>
          message.role === "user" ? message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])) : [],
        );
        expect(sent.filter((each) => !each.startsWith("(The conversation") && each !== "Continue.")).toEqual(written);
      }),
      { numRuns: 300 },
    );
  });
});

/** What breaks the rules of the strictest provider on each point. */
function faultsOf(prompt: SdkPrompt): string[] {
  const ids = new Set<string>();
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => holds || faults.push(fault);
  demand(prompt[0]?.role === "user", "does not begin with the user");
  demand(prompt.at(-1)?.role === "user" || prompt.at(-1)?.role === "tool", "does not end with the user");
  for (const [index, message] of prompt.entries()) {
    const next = prompt[index + 1];
    demand(message.content.length > 0, `${index} is empty`);
    if (message.role !== "assistant") {
      demand(
        next?.role !== message.role && next?.role !== "tool",
        `${message.role} ${index} is followed by ${next?.role}`,
      );
      continue;
    }
    const calls = message.content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    const results =
      next?.role === "tool" ? next.content.map((part) => ("toolCallId" in part ? part.toolCallId : "")) : [];
    demand(next?.role === (calls.length > 0 ? "tool" : "user"), `assistant ${index} is followed by ${next?.role}`);
    demand(calls.join() === results.join(), `${calls.join()} are answered by ${results.join()}`);
    demand(
      message.content.every((part) => part.type !== "text" || part.text.trim() !== ""),
      `assistant ${index} holds an empty text`,
    );
    for (const id of calls) {
      demand(/^[\w-]{1,64}$/.test(id), `${id} does not fit`);
      demand(!ids.has(id), `${id} comes twice`);
      ids.add(id);
    }
  }
  return faults;
}

const id = fc.constantFrom("c1", "c2", "c3", "call:4", "");
const words = fc.constantFrom("", " ", "hello", "go on");
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc
    .record({ text: words, source: fc.constantFrom<SourceType>("user", "queue", "course-correction", "hook", "host") })
    .map(({ text, source }) => says(text, source)),
  fc.record({ id, output: words }).map(({ id, output }) => result(id, output)),
  fc
    .record({
      content: fc.array(
        fc.oneof(
          words.map((text) => ({ type: "text" as const, text })),
          words.map((text) => ({ type: "thinking" as const, text })),
          id.map(call),
        ),
        { maxLength: 4 },
      ),
      model: fc.constantFrom("own/model", "other/model"),
    })
    .map(({ content, model }) => ({ ...answers(content), model })),
);

function prompt(messages: readonly Message[], change: { errorResults?: boolean } = {}): SdkPrompt {
  return toPrompt({ system: "", messages, provider: "own", ...change });
}

function says(words: string, type: SourceType = "user"): UserMessage {
  return { role: "user", id: words, source: { type }, content: [text(words)] };
}

function answers(content: AssistantMessage["content"]): AssistantMessage {
  return { role: "assistant", id: "a", content, stopReason: "end_turn", model: "own/model" };
}

function result(toolUseId: string, output: string): UserMessage {
  return {
    role: "user",
    id: "r",
    source: { type: "tool" },
    content: [{ type: "tool_result", toolUseId, status: "done", output }],
  };
}

function call(id: string) {
  return { type: "tool_use" as const, id, name: "bash", input: { command: "ls" } };
}

function text(value: string) {
  return { type: "text" as const, text: value };
}
