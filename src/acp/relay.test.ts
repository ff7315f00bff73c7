import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delta } from "../thread/delta.ts";
import { createLineCutter } from "./run-relay.ts";
import { createRelay } from "./relay.ts";
import type { Remark, SessionFacts, Supervisor } from "./supervisor.ts";

const SESSION = "s-1";

/** A relay between an editor and an agent that are nothing but what they were sent. */
function stand(...remarks: (Remark | Promise<Remark>)[]) {
  const agent: string[] = [];
  const editor: string[] = [];
  const facts: SessionFacts[] = [];
  const turns: Delta[][] = [];
  const notes: Delta[][] = [];
  const signals: AbortSignal[] = [];
  let wake = () => {};
  const supervisor: Supervisor = {
    async endOfTurn(session, deltas, signal) {
      facts.push(session);
      turns.push([...deltas]);
      signals.push(signal);
      wake();
      return (await remarks.shift()) ?? {};
    },
    note(_session, deltas) {
      notes.push([...deltas]);
      return Promise.resolve();
    },
  };
  let ids = 0;
  const relay = createRelay({
    toAgent: (line) => agent.push(line.toString()),
    toEditor: (line) => {
      editor.push(line.toString());
      wake();
    },
    supervisor,
    newId: () => `id-${++ids}`,
    now: () => new Date(0),
    lateMs: 0,
  });
  const until = (ready: () => boolean) =>
    new Promise<void>((resolve) => {
      wake = () => ready() && resolve();
      wake();
    });
  return {
    agent,
    editor,
    facts,
    turns,
    notes,
    signals,
    relay,
    says: (message: object) => relay.fromEditor(lineOf(message)),
    does: (message: object) => relay.fromAgent(lineOf(message)),
    judged: (times: number) => until(() => turns.length >= times),
    heard: (times: number) => until(() => editor.length >= times),
  };
}

function lineOf(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

const prompt = (id: number | string, text = "Fix it.") => ({
  id,
  method: "session/prompt",
  params: { sessionId: SESSION, prompt: [{ type: "text", text }] },
});
const update = (fields: object) => ({ method: "session/update", params: { sessionId: SESSION, update: fields } });
const words = (text: string) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
const ended = (id: unknown, stopReason = "end_turn", more = {}) => ({ id, result: { stopReason, ...more } });
const cancel = { method: "session/cancel", params: { sessionId: SESSION } };
const parsed = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const corrections = (lines: readonly string[]) =>
  parsed(lines).filter(({ id, method }) => method === "session/prompt" && String(id).startsWith("coxswain-"));

const METHODS = "initialize session/new session/prompt session/cancel session/update $/cancel_request _x/y"
  .split(" ")
  .concat("fs/read_text_file", "session/request_permission");

describe("a relay", () => {
  it("passes every line on, byte for byte and in order, whatever it holds", () => {
    const line = fc.oneof(
      fc.string().map((text) => Buffer.from(`${text.replaceAll("\n", " ")}\n`)),
      fc.jsonValue().map((value) => Buffer.from(`${JSON.stringify(value)}\r\n`)),
      fc
        .uint8Array({ maxLength: 40 })
        .map((bytes) => Buffer.from([...bytes.map((byte) => (byte === 10 ? 11 : byte)), 10])),
      fc
        .record({
          id: fc.integer(),
          method: fc.constantFrom(...METHODS),
        })
        .map((message) => Buffer.from(`{"jsonrpc": "2.0",  "id":${message.id}, "method":"${message.method}"}\n`)),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 50 })), (lines, cuts) => {
        const bytes = Buffer.concat(lines);
        const passed = { agent: [] as Buffer[], editor: [] as Buffer[] };
        const relay = createRelay({
          toAgent: (line) => passed.agent.push(line),
          toEditor: (line) => passed.editor.push(line),
          supervisor: { endOfTurn: () => Promise.resolve({}), note: () => Promise.resolve() },
        });
        const piece = () => expect.unreachable();
        const cutters = [
          createLineCutter({ line: (line) => relay.fromEditor(line), piece }),
          createLineCutter({ line: (line) => relay.fromAgent(line), piece }),
        ];
        for (const cutter of cutters) {
          let start = 0;
          for (const cut of [...cuts, bytes.length]) {
            cutter.push(bytes.subarray(start, start + cut));
            start += cut;
          }
          cutter.flush();
        }
        expect(Buffer.concat(passed.agent).equals(bytes)).toBe(true);
        expect(Buffer.concat(passed.editor).equals(bytes)).toBe(true);
      }),
    );
  });

  it.each(["id", "params", "result", "method", "error"])("passes on what is nested beyond any depth in %s", (field) => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const line = Buffer.from(`{"jsonrpc":"2.0","${field}":${deep}}\n`);
    const cancelling = Buffer.from(`{"method":"$/cancel_request","params":{"requestId":${deep}}}\n`);
    const { relay, agent, editor } = stand();
    relay.fromEditor(line);
    relay.fromAgent(line);
    relay.fromEditor(cancelling);
    expect(agent).toEqual([line.toString(), cancelling.toString()]);
    expect(editor).toEqual([line.toString()]);
  });

  it("answers as the agent did where that is nested too deeply to be said in other words", async () => {
    const { says, relay, editor, judged } = stand(new Promise<Remark>(() => {}));
    const deep = `{"id":1,"result":{"stopReason":"end_turn","x":${"[".repeat(20_000)}${"]".repeat(20_000)}}}\n`;
    says(prompt(1));
    relay.fromAgent(Buffer.from(deep));
    await judged(1);
    says(cancel);
    expect(editor).toHaveLength(1);
    expect(editor[0]).toContain(canWrite(deep) ? '"stopReason":"cancelled"' : deep);
  });

  it("answers at once with the agent's own bytes when nothing is wrong", async () => {
    const { says, relay, editor, heard, turns } = stand({});
    says(prompt(7));
    const odd = '{"id":7 , "jsonrpc":"2.0","result":{"stopReason":"end_turn","usage":{"totalTokens":12}}}\n';
    relay.fromAgent(Buffer.from(odd));
    await heard(1);
    await relay.agentGone();
    expect(editor).toEqual([odd]);
    expect(turns).toHaveLength(1);
  });

  it.each([
    ["opened", { id: 2, method: "session/new", params: { cwd: "/shop" } }, { id: 2, result: { sessionId: SESSION } }],
    [
      "loaded",
      { id: 2, method: "session/load", params: { sessionId: SESSION, cwd: "/shop" } },
      { id: 2, result: null },
    ],
    [
      "forked",
      { id: 2, method: "session/fork", params: { sessionId: "s-0", cwd: "/shop" } },
      { id: 2, result: { sessionId: SESSION } },
    ],
  ])("knows of a session that was %s where it works and whose it is", async (_how, asked, answered) => {
    const { says, does, facts, judged, turns } = stand({});
    says({ id: 0, method: "initialize", params: { protocolVersion: 1 } });
    does({ id: 0, result: { protocolVersion: 1, agentInfo: { name: "some-agent" } } });
    says({ id: 1, method: "session/new", params: { cwd: "/elsewhere" } });
    does({ id: 1, error: { code: -32000, message: "login first" } });
    says({ id: 1, method: "session/load", params: { sessionId: SESSION, cwd: "/before" } });
    does({ id: 1, result: null });
    says(asked);
    does(words("An old word."));
    does(answered);
    says(prompt(3));
    does(ended(3));
    await judged(1);
    expect(facts).toEqual([{ id: SESSION, cwd: "/shop", agent: "some-agent" }]);
    expect(JSON.stringify(turns)).not.toContain("An old word.");
  });

  it("leaves a session where it is when another is forked from it, and takes that for its place where none is told", async () => {
    const { says, does, facts, judged } = stand({}, {});
    says({ id: 1, method: "session/load", params: { sessionId: SESSION, cwd: "/shop" } });
    says({ id: 2, method: "session/fork", params: { sessionId: SESSION, cwd: "/elsewhere" } });
    does({ id: 2, result: { sessionId: "s-2" } });
    says({ id: 3, method: "session/fork", params: { sessionId: SESSION } });
    does({ id: 3, result: { sessionId: "s-3" } });
    for (const [id, sessionId] of [SESSION, "s-2", "s-3"].entries()) {
      says({ id, method: "session/prompt", params: { sessionId, prompt: [] } });
      does(ended(id));
      await judged(id + 1);
    }
    expect(facts.map(({ cwd }) => cwd)).toEqual(["/shop", "/elsewhere", "/shop"]);
  });

  const modes = { modes: { currentModeId: "plan", availableModes: [] } };
  const option = (currentValue: string) => ({
    configOptions: [
      { id: "model", category: "model", currentValue: "large" },
      { id: "how", category: "mode", currentValue },
    ],
  });
  const opened = (result: object): Said => ["editor", { id: 1, method: "session/new", params: {} }, result];
  const asks = (method: string, params: object, answer: object): Said => [
    "editor",
    { id: 2, method, params: { sessionId: SESSION, ...params } },
    answer,
  ];
  type Said = readonly ["editor", object, object] | readonly ["agent", object];
  it.each<[string, string | undefined, readonly Said[]]>([
    ["never told", undefined, [opened({})]],
    ["told with the session", "plan", [opened(modes)]],
    ["told as an option of the session", "plan", [opened(option("plan"))]],
    ["told when the session is taken up again", "plan", [opened({}), asks("session/load", {}, { result: modes })]],
    ["changed by the person", "auto", [opened(modes), asks("session/set_mode", { modeId: "auto" }, { result: {} })]],
    [
      "refused to the person",
      "plan",
      [opened(modes), asks("session/set_mode", { modeId: "auto" }, { error: { code: -32000, message: "no" } })],
    ],
    [
      "changed as an option",
      "auto",
      [opened(modes), asks("session/set_config_option", { configId: "how" }, { result: option("auto") })],
    ],
    [
      "changed by the agent",
      "auto",
      [opened(modes), ["agent", update({ sessionUpdate: "current_mode_update", currentModeId: "auto" })]],
    ],
    [
      "changed by the agent as an option",
      "auto",
      [opened(modes), ["agent", update({ sessionUpdate: "config_option_update", ...option("auto") })]],
    ],
    ["told with the session, but has no name", undefined, [opened({ modes: { currentModeId: "" } })]],
    [
      "wanted by the person, but has no name",
      "plan",
      [opened(modes), asks("session/set_mode", { modeId: "" }, { result: {} })],
    ],
    [
      "changed to one without a name",
      "plan",
      [opened(modes), ["agent", update({ sessionUpdate: "current_mode_update", currentModeId: "" })]],
    ],
    ["named without a name beside an option", "plan", [opened({ currentModeId: "", ...option("plan") })]],
    [
      "named by an update about something else",
      "plan",
      [opened(modes), ["agent", update({ sessionUpdate: "tool_call", toolCallId: "c", currentModeId: "auto" })]],
    ],
  ])("knows the mode that was %s: %s", async (_how, mode, said) => {
    const { says, does, facts, judged } = stand({});
    for (const [who, message, answer] of said) {
      if (who === "agent") does(message);
      else {
        says(message);
        does(
          "id" in message && message.id === 1
            ? { id: 1, result: { sessionId: SESSION, ...answer } }
            : { id: 2, ...answer },
        );
      }
    }
    says(prompt(3));
    does(ended(3));
    await judged(1);
    expect(facts[0]?.mode).toBe(mode);
  });

  it("knows how a command ended that the editor ran for the agent", async () => {
    const { says, does, turns, judged } = stand({});
    const terminal = { sessionId: SESSION, terminalId: "t1" };
    says(prompt(1));
    does({ id: 8, method: "terminal/wait_for_exit", params: terminal });
    says({ id: 8, result: { exitCode: 2 } });
    does({ id: 9, method: "terminal/output", params: terminal });
    says({ id: 9, result: { output: "1 failed", truncated: false, exitStatus: { exitCode: 2 } } });
    const content = [{ type: "terminal", terminalId: "t1" }];
    does(
      update({
        sessionUpdate: "tool_call",
        toolCallId: "c1",
        kind: "execute",
        title: "npm test",
        status: "failed",
        content,
      }),
    );
    does(words("Done."));
    does(ended(1));
    await judged(1);
    expect(turns[0]).toContainEqual(
      expect.objectContaining({ type: "tool:data", toolUseId: "c1", status: "error", output: "1 failed", exitCode: 2 }),
    );
  });

  it("holds the answer, lets the agent work on the correction, shows it, and answers with the last result", async () => {
    const { says, does, agent, editor, judged, heard } = stand({ say: "Run the tests." }, {});
    says(prompt("p1"));
    does(words("All done."));
    does(ended("p1", "end_turn", { usage: { totalTokens: 1 } }));
    await heard(2);
    const [own] = corrections(agent);
    const _meta = { coxswain: { source: "course-correction" } };
    expect(own?.["params"]).toMatchObject({ sessionId: SESSION, prompt: [{ text: "Run the tests." }], _meta });
    expect(parsed(editor)[1]).toMatchObject({
      method: "session/update",
      params: {
        sessionId: SESSION,
        update: { sessionUpdate: "user_message_chunk", messageId: expect.any(String), _meta },
      },
    });
    expect(editor[1]).toContain("Inserted by Coxswain");
    does(words("They pass."));
    does(ended(own?.["id"], "end_turn", { usage: { totalTokens: 2 } }));
    await judged(2);
    await heard(4);
    expect(parsed(editor)[3]).toEqual({
      jsonrpc: "2.0",
      id: "p1",
      result: { stopReason: "end_turn", usage: { totalTokens: 2 } },
    });
    expect(editor).toHaveLength(4);
  });

  it("holds a second answer to the prompt as long as the first, and passes on no third", async () => {
    const { says, does, agent, editor, judged, heard } = stand({ say: "Run the tests." }, {});
    says(prompt("p1"));
    does(ended("p1"));
    does(ended("p1", "end_turn", { again: 1 }));
    await heard(1);
    const [own] = corrections(agent);
    does(ended("p1", "end_turn", { again: 2 }));
    expect(editor.join("")).not.toContain('"id":"p1"');
    does(ended(own?.["id"]));
    does(ended(own?.["id"]));
    await judged(2);
    await heard(3);
    const answers = parsed(editor).filter(({ id }) => id !== undefined);
    expect(answers).toMatchObject([
      { id: "p1", result: { stopReason: "end_turn" } },
      { id: "p1", result: { again: 1 } },
    ]);
  });

  it("judges a turn whose answer holds more lists than there is room for", async () => {
    const { says, relay, judged, editor, heard } = stand({});
    says(prompt(1));
    const line = `{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn","_meta":{"a":[${"[],".repeat(2_100_000)}0]}}}\n`;
    relay.fromAgent(Buffer.from(line));
    await judged(1);
    await heard(1);
    expect(editor[0] === line).toBe(true);
  });

  it("answers with what it held when the agent does not take the correction", async () => {
    const { says, does, agent, editor, heard } = stand({ say: "Run the tests." });
    says(prompt(1));
    const held = lineOf(ended(1)).toString();
    does(ended(1));
    await heard(1);
    does({ id: corrections(agent)[0]?.["id"], error: { code: -32603, message: "no" } });
    expect(editor.at(-1)).toBe(held);
  });

  it("passes on an update that tells nothing", () => {
    const { says, does, editor } = stand();
    says(prompt(1));
    const empty = { method: "session/update", params: { sessionId: SESSION } };
    does(empty);
    expect(editor).toEqual([lineOf(empty).toString()]);
  });

  it("takes a stop reason that every object knows for an error", () => {
    const { says, does, notes } = stand();
    says(prompt(1));
    does(words("Done."));
    does(ended(1, "constructor"));
    expect(notes[0]?.at(-1)).toMatchObject({ message: { stopReason: "error" } });
  });

  it("tells the person alone what is still open", async () => {
    const { says, does, editor, heard, agent } = stand({ tell: "the tests never ran" });
    says(prompt(1));
    does(ended(1));
    await heard(2);
    expect(editor[0]).toContain("Coxswain: the tests never ran");
    expect(editor[1]).toBe(lineOf(ended(1)).toString());
    expect(corrections(agent)).toEqual([]);
  });

  it.each([
    ["max_tokens", "max_tokens"],
    ["max_turn_requests", "max_tokens"],
    ["refusal", "refusal"],
    ["cancelled", "aborted"],
  ])("judges no turn that ended by %s", (stop, stopReason) => {
    const { says, does, editor, turns, notes } = stand();
    says(prompt(1));
    does(ended(1, stop));
    expect(editor).toEqual([lineOf(ended(1, stop)).toString()]);
    expect(turns).toEqual([]);
    expect(notes.map((deltas) => deltas.at(-1))).toMatchObject([{ message: { stopReason } }]);
  });

  it.each([prompt(1), { id: 1, method: "initialize" }, { id: 1, method: "session/new" }])(
    "passes on an error as it is: %j",
    (asked) => {
      const { says, does, editor } = stand();
      says(asked);
      const error = { id: 1, error: { code: -32000, message: "login first" } };
      does(error);
      expect(editor).toEqual([lineOf(error).toString()]);
    },
  );

  it("gives the editor what it held when the agent dies", async () => {
    const { says, does, relay, editor, judged } = stand(new Promise<Remark>(() => {}));
    says(prompt(1));
    does(ended(1));
    await judged(1);
    void relay.agentGone();
    expect(editor).toEqual([lineOf(ended(1)).toString()]);
  });

  it("notes as ended a turn that had answered when the agent went", async () => {
    const { says, does, relay, notes } = stand();
    says(prompt(1));
    does(update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "ls", status: "completed" }));
    does(words("Done."));
    does(ended(1));
    await relay.agentGone();
    expect(notes.flat().at(-1)).toMatchObject({ type: "inference:completed", message: { stopReason: "end_turn" } });
  });

  it("notes a turn in the middle of which the agent died", async () => {
    const { says, does, relay, notes } = stand();
    says(prompt(1));
    does(words("I begin."));
    await relay.agentGone();
    expect(notes.flat()).toMatchObject([
      { type: "user:message" },
      { type: "inference:completed", message: { stopReason: "error" } },
    ]);
    await relay.agentGone();
    expect(notes).toHaveLength(1);
  });
});

describe("the person's word", () => {
  it("cancels a look, and the turn is answered as cancelled", async () => {
    const { says, does, editor, agent, judged, signals } = stand(new Promise<Remark>(() => {}));
    says(prompt(1));
    does(ended(1, "end_turn", { usage: { totalTokens: 3 } }));
    await judged(1);
    says(cancel);
    expect(signals[0]?.aborted).toBe(true);
    expect(parsed(editor)).toEqual([
      { jsonrpc: "2.0", id: 1, result: { stopReason: "cancelled", usage: { totalTokens: 3 } } },
    ]);
    expect(parsed(agent).at(-1)).toMatchObject(cancel);
  });

  it("leaves the agent's own answer to a cancelled prompt as it is, an error included", () => {
    const { says, does, editor } = stand({});
    says(prompt(1));
    says(cancel);
    does({ id: 1, error: { code: -32603, message: "the provider said 401" } });
    expect(parsed(editor).at(-1)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32603, message: "the provider said 401" },
    });
  });

  it("takes back what a look comes to after it", async () => {
    const look = Promise.withResolvers<Remark>();
    const { says, does, agent, judged } = stand(look.promise);
    says(prompt(1));
    does(ended(1));
    await judged(1);
    says(cancel);
    look.resolve({ say: "Run the tests." });
    await look.promise;
    await new Promise(setImmediate);
    expect(corrections(agent)).toEqual([]);
  });

  it("goes before a look that still waits for the agent's last words", async () => {
    const { says, does, judged, turns } = stand({});
    says(prompt(1));
    does(update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "ls", status: "completed" }));
    does(ended(1));
    says(prompt(2));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(turns).toEqual([]);
    does(ended(2));
    await judged(1);
    expect(turns[0]?.filter(({ type }) => type === "user:message")).toHaveLength(2);
  });

  it("is heard again after a turn that was cancelled", async () => {
    const { says, does, judged, notes, turns } = stand({});
    says(prompt(1));
    says(cancel);
    does(ended(1, "cancelled"));
    says(prompt(2));
    does(ended(2));
    await judged(1);
    expect([notes.length, turns.length]).toEqual([1, 1]);
  });

  it("cancels the work on a correction", async () => {
    const { says, does, editor, agent, heard, turns } = stand({ say: "Run the tests." });
    says(prompt(1));
    does(ended(1));
    await heard(1);
    says(cancel);
    expect(parsed(agent).at(-1)).toMatchObject(cancel);
    does(ended(corrections(agent)[0]?.["id"], "cancelled"));
    expect(parsed(editor).at(-1)).toMatchObject({ id: 1, result: { stopReason: "cancelled" } });
    expect(turns).toHaveLength(1);
  });

  it("cancels by the number of a request that the agent has answered already", async () => {
    const { says, does, editor, agent, heard } = stand({ say: "Run the tests." });
    says(prompt(1));
    does(ended(1));
    await heard(1);
    says({ method: "$/cancel_request", params: { requestId: 1 } });
    expect(parsed(agent).at(-1)).toMatchObject(cancel);
    does(ended(corrections(agent)[0]?.["id"], "end_turn"));
    expect(parsed(editor).at(-1)).toMatchObject({ id: 1, result: { stopReason: "cancelled" } });
  });

  it("cancels a look by the number of its request, of which the agent hears nothing: it has answered", async () => {
    const { says, does, editor, agent, judged, signals } = stand(new Promise<Remark>(() => {}));
    says(prompt(1));
    does(ended(1));
    await judged(1);
    says({ method: "$/cancel_request", params: { requestId: 1 } });
    expect([signals[0]?.aborted, agent]).toEqual([true, [lineOf(prompt(1)).toString()]]);
    expect(parsed(editor)).toMatchObject([{ id: 1, result: { stopReason: "cancelled" } }]);
  });

  it("cancels no look by the number of another request", async () => {
    const { says, does, editor, agent, judged, signals } = stand(new Promise<Remark>(() => {}));
    says(prompt(1));
    does(ended(1));
    await judged(1);
    says({ method: "$/cancel_request", params: { requestId: 2 } });
    expect(parsed(agent).at(-1)).toMatchObject({ method: "$/cancel_request" });
    expect([signals[0]?.aborted, editor]).toEqual([false, []]);
  });

  it.each([{}, { requestId: null }, { requestId: 2 }])(
    "cancels nothing by %j, and the agent hears of it",
    async (params) => {
      const { says, does, editor, agent, heard, turns } = stand({});
      says(prompt(1));
      says({ method: "$/cancel_request", params });
      expect(parsed(agent).at(-1)).toMatchObject({ method: "$/cancel_request" });
      does(ended(1));
      await heard(1);
      expect(editor).toEqual([lineOf(ended(1)).toString()]);
      expect(turns).toHaveLength(1);
    },
  );

  it("ends a look when it is a new prompt, and nobody waits", async () => {
    const { says, does, editor, agent, judged, turns } = stand(new Promise<Remark>(() => {}), {});
    says(prompt(1, "Fix it."));
    does(ended(1));
    await judged(1);
    says(prompt(2, "Never mind, do this."));
    expect(editor).toEqual([lineOf(ended(1)).toString()]);
    expect(parsed(agent).at(-1)).toMatchObject({ id: 2 });
    does(words("Did that."));
    does(ended(2));
    await judged(2);
    expect(turns[1]).toMatchObject([
      { type: "user:message" },
      { type: "inference:completed", message: { content: [{ text: "Did that." }], stopReason: "end_turn" } },
    ]);
  });

  it("goes before a look when it waits behind the turn that ends, and each prompt gets its answer", async () => {
    const { says, does, editor, agent, judged, heard, turns, notes } = stand({});
    says(prompt(1, "Fix it."));
    does(words("Fixed."));
    says(prompt(2, "And this."));
    does(ended(1));
    expect(parsed(editor).at(-1)).toMatchObject({ id: 1 });
    expect([notes.length, turns.length]).toEqual([1, 0]);
    does(words("Did that."));
    does(ended(2));
    await judged(1);
    await heard(4);
    expect(parsed(editor).at(-1)).toMatchObject({ id: 2 });
    expect(turns[0]).toMatchObject([{ type: "inference:completed", message: { content: [{ text: "Did that." }] } }]);
    expect(corrections(agent)).toEqual([]);
  });

  it("loses no answer when two come at once", async () => {
    const { says, does, editor, heard } = stand({}, {});
    says(prompt(1));
    says(prompt(2));
    does(ended(1));
    does(ended(2));
    await heard(2);
    expect(editor).toEqual([lineOf(ended(1)).toString(), lineOf(ended(2)).toString()]);
  });

  it("goes before another correction when it comes while the agent works on one", async () => {
    const { says, does, editor, agent, heard, turns } = stand({ say: "Run the tests." }, { say: "Never said." });
    says(prompt(1));
    does(ended(1));
    await heard(1);
    says(prompt(2, "Stop that."));
    does(ended(corrections(agent)[0]?.["id"]));
    expect(parsed(editor).at(-1)).toMatchObject({ id: 1, result: { stopReason: "end_turn" } });
    expect(turns).toHaveLength(1);
  });

  it("is answered while the agent still works on a correction, which is answered as well", async () => {
    const { says, does, editor, agent, heard } = stand({ say: "Run the tests." });
    says(prompt(1));
    does(ended(1));
    await heard(1);
    says(prompt(2, "And this."));
    does(ended(2));
    does(ended(corrections(agent)[0]?.["id"]));
    expect(parsed(editor).map(({ id }) => id)).toEqual([undefined, 2, 1]);
  });
});

describe("protocol 2", () => {
  const hello = { id: 0, method: "initialize", params: { protocolVersion: 2 } };
  const idle = (stopReason = "end_turn", more = {}) =>
    update({ sessionUpdate: "state_update", state: "idle", stopReason, ...more });
  const start = (relay: ReturnType<typeof stand>) => {
    relay.says(hello);
    relay.does({ id: 0, result: { protocolVersion: 2, info: { name: "some-agent" } } });
    relay.says(prompt(1));
    relay.does({ id: 1, result: { messageId: "m1" } });
    relay.does(update({ sessionUpdate: "state_update", state: "running" }));
  };

  it("holds the news that the agent is idle instead of an answer", async () => {
    const relay = stand({ say: "Run the tests." }, {});
    start(relay);
    expect(relay.editor).toHaveLength(3);
    relay.does(idle());
    await relay.heard(4);
    const [own] = corrections(relay.agent);
    expect(own).toBeDefined();
    relay.does({ id: own?.["id"], result: { messageId: "m2" } });
    relay.does(update({ sessionUpdate: "state_update", state: "running" }));
    relay.does(
      update({ sessionUpdate: "agent_message", messageId: "a1", content: [{ type: "text", text: "They pass." }] }),
    );
    relay.does(idle());
    await relay.judged(2);
    await relay.heard(7);
    expect(relay.editor.filter((line) => line.includes('"idle"'))).toEqual([lineOf(idle()).toString()]);
    expect(relay.editor.some((line) => line.includes("m2"))).toBe(false);
    expect(relay.facts[0]).toMatchObject({ agent: "some-agent" });
  });

  it("judges once, and holds the news, also where it is told twice", async () => {
    const relay = stand({ tell: "Still open." });
    start(relay);
    relay.does(idle());
    relay.does(idle("end_turn", { again: true }));
    expect(relay.editor.join("")).not.toContain('"idle"');
    await relay.heard(6);
    expect(relay.turns).toHaveLength(1);
    expect(relay.editor.slice(4)).toEqual(
      [idle(), idle("end_turn", { again: true })].map((line) => String(lineOf(line))),
    );
  });

  it("judges nothing while work goes on in the background", () => {
    const relay = stand();
    start(relay);
    const busy = idle("end_turn", { background: [{ type: "terminal", terminalId: "t" }] });
    relay.does(busy);
    expect(relay.editor.at(-1)).toBe(lineOf(busy).toString());
    expect(relay.turns).toEqual([]);
  });

  it("passes on that the agent is idle where nobody asked it anything", () => {
    const relay = stand();
    start(relay);
    relay.does(idle("cancelled"));
    relay.does(idle());
    expect(relay.editor.at(-1)).toBe(lineOf(idle()).toString());
    expect([relay.notes.length, relay.turns.length]).toEqual([1, 0]);
  });

  it("takes an error for the end of the turn", () => {
    const relay = stand();
    start(relay);
    relay.says(prompt(2));
    relay.does({ id: 2, error: { code: -32000, message: "login first" } });
    expect(relay.notes).toHaveLength(1);
  });

  it("lets go of the news when the person cancels", async () => {
    const relay = stand(new Promise<Remark>(() => {}));
    start(relay);
    relay.does(idle());
    await relay.judged(1);
    relay.says(cancel);
    expect(relay.editor.at(-1)).toBe(lineOf(idle()).toString());
  });
});

/** How deep JSON may be nested to be written depends on the Node; since 26 there is no end to it. */
function canWrite(json: string): boolean {
  try {
    return JSON.stringify(JSON.parse(json)) !== "";
  } catch {
    return false;
  }
}
