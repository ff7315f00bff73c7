import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "./support/temporary-directory.ts";
import { pluginText } from "../src/hosts/installer.ts";

/** The plugins as `cox install` puts them into place, with a program that answers as it is told and hosts of a few lines. */
let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const CORRECTION = JSON.stringify({ decision: "block", reason: "run the tests", systemMessage: "Coxswain did it" });
const TOAST = { toast: { body: { title: "Coxswain", message: "Coxswain did it", variant: "warning" } } };
const REMARK = JSON.stringify({ systemMessage: "could not check" });
/** Keeps what it was told, and says this. */
const saying = (output: string) => `cat > heard.json; printf '%s' '${output}'`;

const TROUBLE: [name: string, script: string | undefined][] = [
  ["says nothing", "cat > /dev/null"],
  ["says no JSON", saying("Error: no such thing")],
  ["ends before it has read anything", "exit 1"],
  ["takes too long", "exec sleep 30"],
  ["is not there", undefined],
  ["has no name", ""],
];

async function plugin(name: string, script: string | undefined): Promise<Record<string, unknown>> {
  const program = join(directory, "cox-hook");
  if (script) {
    writeFileSync(program, `#!/bin/sh\ncd '${directory}' || exit\n${script}\n`);
    chmodSync(program, 0o755);
  }
  const shipped = readFileSync(new URL(`../integrations/${name}`, import.meta.url), "utf8");
  const words = [script === "" ? "" : program, "host", "--within", "1"];
  const file = join(directory, `plugin-${name.replace("/", "-")}`);
  writeFileSync(file, pluginText(shipped, { words, parallel: true }));
  return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
}

function heard(): unknown {
  return JSON.parse(readFileSync(join(directory, "heard.json"), "utf8"));
}

// Much less than a plugin that kept a limit of its own would wait.
describe("opencode", { timeout: 10_000 }, () => {
  interface Part {
    readonly type: string;
    readonly reason: string;
    readonly id: string;
    readonly sessionID: string;
  }
  type Plugin = (host: object) => Promise<{ readonly event: (given: { event: object }) => Promise<void> }>;
  beforeEach(() => {
    process.env["OPENCODE_DB"] = join(directory, "opencode.db");
  });
  afterEach(() => {
    delete process.env["OPENCODE_DB"];
  });

  const STOPPED: Part = { type: "step-finish", reason: "stop", id: "prt_1", sessionID: "ses_1" };
  const MESSAGES = [{ info: { id: "msg_1" }, parts: [] }];

  /** What was asked of opencode after these parts were written. */
  function after(script: string | undefined, ...parts: readonly Part[]): Promise<unknown[]> {
    const written = parts.map((part) => ({ type: "message.part.updated", properties: { part } }));
    return afterEvents(script, written);
  }

  async function afterEvents(script: string | undefined, events: readonly object[]): Promise<unknown[]> {
    const asked: unknown[] = [];
    const client = {
      session: {
        messages: () => Promise.resolve({ data: MESSAGES }),
        promptAsync: (request: unknown) => asked.push({ prompt: request }),
      },
      tui: { showToast: (request: unknown) => asked.push({ toast: request }) },
    };
    const { Coxswain } = (await plugin("opencode/coxswain.js", script)) as { Coxswain: Plugin };
    const { event } = await Coxswain({ client, directory: "/shop" });
    // opencode waits for nobody: what happens next may happen before there is an answer.
    await Promise.all(events.map((each) => event({ event: each })));
    return asked;
  }

  it("becomes one more message where something is wrong", async () => {
    expect(await after(saying(CORRECTION), STOPPED, STOPPED)).toEqual([
      { prompt: { path: { id: "ses_1" }, body: { parts: [{ type: "text", text: "run the tests" }] } } },
      TOAST,
    ]);
    expect(heard()).toMatchObject({ coxswain_plugin: "opencode", session_id: "ses_1", messages: MESSAGES });
  });

  it("becomes one for the agent that the person has chosen, with its model", async () => {
    const model = { providerID: "acme", modelID: "large" };
    const asking = (id: string, sessionID: string, agent: string): object => ({
      type: "message.updated",
      properties: { info: { id, role: "user", sessionID, agent, model } },
    });
    const answered = { id: "msg_4", role: "assistant", sessionID: "ses_1", agent: "title" };
    const events = [
      asking("msg_1", "ses_1", "build"),
      asking("msg_2", "ses_1", "plan"),
      asking("msg_1", "ses_1", "build"),
      asking("msg_3", "ses_2", "build"),
      { type: "message.updated", properties: { info: answered } },
      { type: "message.part.updated", properties: { part: STOPPED } },
    ];
    const parts = [{ type: "text", text: "run the tests" }];
    expect(await afterEvents(saying(CORRECTION), events)).toEqual([
      { prompt: { path: { id: "ses_1" }, body: { agent: "plan", model, parts } } },
      TOAST,
    ]);
  });

  it("says nothing where the person has written before the answer came", async () => {
    const asking = (id: string): object => ({
      type: "message.updated",
      properties: { info: { id, role: "user", sessionID: "ses_1", agent: "build" } },
    });
    const stopped = { type: "message.part.updated", properties: { part: STOPPED } };
    expect(await afterEvents(saying(CORRECTION), [asking("msg_1"), stopped, asking("msg_2")])).toEqual([]);
    const why = "the person has written meanwhile";
    expect(heard()).toMatchObject({ hook_event_name: "Dropped", session_id: "ses_1", why });
    expect(await afterEvents(saying(CORRECTION), [asking("msg_1"), stopped, asking("msg_1")])).toHaveLength(2);
  });

  it("says nothing where the person has cancelled before the answer came", async () => {
    const stopped = { type: "message.part.updated", properties: { part: STOPPED } };
    const properties = { sessionID: "ses_1", error: { name: "MessageAbortedError" } };
    expect(await afterEvents(saying(CORRECTION), [stopped, { type: "session.error", properties }])).toEqual([]);
    expect(heard()).toMatchObject({ hook_event_name: "Dropped", why: "the turn was cancelled meanwhile" });
  });

  it("shows the person what is for them", async () => {
    expect(await after(saying(REMARK), STOPPED)).toMatchObject([{ toast: { body: { message: "could not check" } } }]);
  });

  it("tells where the session lies instead of handing it over, where there is a database", async () => {
    writeFileSync(join(directory, "opencode.db"), "");
    await after(saying(""), STOPPED);
    expect(heard()).toMatchObject({ transcript_path: `${join(directory, "opencode.db")}#ses_1` });
    expect(heard()).not.toHaveProperty("messages");
  });

  it("asks nobody before the turn has ended", async () => {
    await after(saying(CORRECTION), { ...STOPPED, reason: "tool-calls" });
    expect(existsSync(join(directory, "heard.json"))).toBe(false);
  });

  it("asks nobody when a compaction has ended", async () => {
    const info = { id: "msg_2", role: "assistant", sessionID: "ses_1", summary: true };
    const compacted = [
      { type: "message.updated", properties: { info } },
      { type: "message.part.updated", properties: { part: { ...STOPPED, messageID: "msg_2" } } },
    ];
    await afterEvents(saying(CORRECTION), compacted);
    expect(existsSync(join(directory, "heard.json"))).toBe(false);
  });

  it.each(TROUBLE)("goes on as without us where the program %s", async (_, script) => {
    expect(await after(script, STOPPED)).toEqual([]);
  });
});

describe("pi", { timeout: 10_000 }, () => {
  type Handler = (event: object, context: object) => Promise<unknown>;
  const SETTLES = {
    outcome: "completed",
    entries: ["before"],
    context: { llmMessages: [{ role: "assistant", content: [{ type: "text", text: "Done." }] }] },
  };

  async function handlers(script: string | undefined): Promise<ReadonlyMap<string, Handler>> {
    const known = new Map<string, Handler>();
    const module = await plugin("pi/coxswain.ts", script);
    (module["default"] as (pi: object) => void)({ on: (name: string, handler: Handler) => known.set(name, handler) });
    return known;
  }

  function at(told: string[] = [], meanwhile: { readonly pending?: boolean; readonly pressed?: string } = {}): object {
    return {
      cwd: "/shop",
      hasUI: true,
      hasPendingMessages: () => meanwhile.pending ?? false,
      ui: {
        notify: (text: string) => told.push(text),
        setStatus: () => {},
        onTerminalInput(hears: (key: string) => void) {
          if (meanwhile.pressed !== undefined) setTimeout(hears, 50, meanwhile.pressed);
          return () => {};
        },
      },
      sessionManager: { getSessionId: () => "s-1", getSessionFile: () => "/sessions/s-1.jsonl" },
    };
  }

  it("becomes one more message where something is wrong", async () => {
    const settle = (await handlers(saying(CORRECTION))).get("agent_before_settle");
    expect(await settle?.(SETTLES, at())).toMatchObject({
      continue: true,
      entries: ["before", { type: "custom_message", content: "run the tests" }],
    });
    expect(heard()).toMatchObject({
      coxswain_plugin: "pi",
      hook_event_name: "Stop",
      session_id: "s-1",
      transcript_path: "/sessions/s-1.jsonl",
      last_assistant_message: "Done.",
    });
  });

  it.each<[string, Parameters<typeof at>[1], boolean]>([
    ["has written", { pending: true }, false],
    ["presses Esc", { pressed: "\u001B" }, false],
    ["presses another key", { pressed: "\u001B[A" }, true],
  ])("where the person %s meanwhile", async (_, meanwhile, isSaid) => {
    const settle = (await handlers(`sleep 0.3; ${saying(CORRECTION)}`)).get("agent_before_settle");
    expect((await settle?.(SETTLES, at([], meanwhile))) !== undefined).toBe(isSaid);
  });

  it("shows the person what is for them", async () => {
    const told: string[] = [];
    expect(await (await handlers(saying(REMARK))).get("agent_before_settle")?.(SETTLES, at(told))).toBeUndefined();
    expect(told).toEqual(["could not check"]);
  });

  it("steers between two turns of the model", async () => {
    const context = JSON.stringify({ hookSpecificOutput: { additionalContext: "not that file" } });
    const turnEnd = (await handlers(saying(context))).get("turn_end");
    const event = { outcome: "completed", toolResults: [{}] };
    expect(await turnEnd?.(event, at())).toMatchObject({ continue: true, entries: [{ content: "not that file" }] });
    expect(heard()).toMatchObject({ hook_event_name: "PostToolUse" });
  });

  it.each(TROUBLE)("goes on as without us where the program %s", async (_, script) => {
    expect(await (await handlers(script)).get("agent_before_settle")?.(SETTLES, at())).toBeUndefined();
  });

  it("goes on as without us where pi is another one than we know", async () => {
    const settle = (await handlers(saying(CORRECTION))).get("agent_before_settle");
    expect(await settle?.({ outcome: "completed" }, {})).toBeUndefined();
    expect(await settle?.({ outcome: "completed", context: { llmMessages: {} } }, at())).toBeUndefined();
  });
});

describe("openclaw", { timeout: 10_000 }, () => {
  type Handler = (event: object, context: object) => unknown;
  const SHARED = Symbol.for("coxswain.openclaw");
  beforeEach(() => void Reflect.deleteProperty(globalThis, SHARED));
  afterEach(() => void Reflect.deleteProperty(globalThis, SHARED));

  const text = (words: string): object[] => [{ type: "text", text: words }];
  const ASKED = { role: "user", content: text("Name the colours."), timestamp: 1 };
  const said = (words: string): object => ({ role: "assistant", content: text(words), stopReason: "stop" });
  const FEEDBACK = "Coxswain: Your answer was checked before it went out, and sent back [incomplete]: yellow";
  const SENT_BACK = JSON.stringify({ decision: "block", reason: FEEDBACK, objection: "incomplete: yellow" });
  const CONTEXT = {
    runId: "r-1",
    sessionKey: "agent:main:main",
    agentId: "main",
    trigger: "user",
    workspaceDir: "/shop",
  };
  const finalizing = (answer: string, since: readonly object[] = []): object => ({
    runId: "r-1",
    sessionId: "s-1",
    sessionKey: "agent:main:main",
    cwd: "/shop",
    model: "claude-sonnet-5",
    lastAssistantMessage: answer,
    messages: [ASKED, ...since, said(answer)],
  });

  interface Host {
    readonly on: ReadonlyMap<string, Handler>;
    readonly limits: ReadonlyMap<string, number | undefined>;
    readonly injected: object[];
    readonly logged: string[];
  }

  async function host(script: string | undefined, pluginConfig: object = {}): Promise<Host> {
    const on = new Map<string, Handler>();
    const limits = new Map<string, number | undefined>();
    const [injected, logged]: [object[], string[]] = [[], []];
    const { default: entry } = (await plugin("openclaw/coxswain.js", script)) as {
      default: { register(api: object): void };
    };
    const inert = { enqueueNextTurnInjection: () => Promise.reject(new Error("not the one that may act")) };
    const active = { enqueueNextTurnInjection: (each: object) => Promise.resolve(void injected.push(each)) };
    // As OpenClaw does it: once to act, and again for a run, whose handlers are the ones it calls.
    for (const [registrationMode, workflow] of [
      ["full", active],
      ["discovery", inert],
    ] as const)
      entry.register({
        registrationMode,
        pluginConfig,
        logger: { warn: (line: string) => logged.push(line) },
        session: { workflow },
        on(name: string, handler: Handler, options?: { readonly timeoutMs?: number }) {
          on.set(name, handler);
          limits.set(name, options?.timeoutMs);
        },
      });
    return { on, limits, injected, logged };
  }

  const finalize = ({ on }: Host, answer: string, context: object = {}, since: readonly object[] = []) =>
    on.get("before_agent_finalize")?.(finalizing(answer, since), { ...CONTEXT, ...context });

  it("sends an answer back with a key of its own each time, and remembers what OpenClaw takes out", async () => {
    const openclaw = await host(saying(SENT_BACK), { enabled: true, maxAttempts: 3 });
    const read = { role: "toolResult", toolCallId: "c", content: text("red") };
    const first = await finalize(openclaw, "Red and blue.", {}, [read]);
    expect(first).toMatchObject({ action: "revise", reason: FEEDBACK, retry: { idempotencyKey: "coxswain:r-1:1" } });
    expect(heard()).toMatchObject({
      coxswain_plugin: "openclaw",
      hook_event_name: "Stop",
      session_id: "s-1",
      verification: { enabled: true, maxAttempts: 3 },
      workspace: "/shop",
      heartbeat: false,
      subagent: false,
      earlier_feedback: [],
      messages: {
        openclaw: { session: "s-1", cwd: "/shop", run: "r-1" },
        messages: [ASKED, read, said("Red and blue.")],
      },
    });
    expect(
      await finalize(openclaw, "Red, blue, green.", { sessionKey: "agent:main:subagent:1" }, [read]),
    ).toMatchObject({
      retry: { idempotencyKey: "coxswain:r-1:2", maxAttempts: 1 },
    });
    expect(heard()).toMatchObject({
      earlier_feedback: [FEEDBACK],
      messages: {
        messages: [
          ASKED,
          said("Red and blue."),
          { role: "custom", customType: "coxswain", content: FEEDBACK },
          read,
          said("Red, blue, green."),
        ],
      },
    });
  });

  it("tells the next turn and the person where OpenClaw takes no revision", async () => {
    const openclaw = await host(saying(SENT_BACK));
    await finalize(openclaw, "Red and blue.");
    await openclaw.on.get("agent_end")?.({ runId: "r-1", success: true }, CONTEXT);
    expect(heard()).toMatchObject({ hook_event_name: "Dropped", why: expect.stringContaining("already acted") });
    expect(openclaw.injected).toMatchObject([
      { sessionKey: "agent:main:main", agentId: "main", text: expect.stringContaining("incomplete: yellow") },
    ]);
    expect(openclaw.logged).toEqual([
      expect.stringMatching(/^Coxswain: incomplete: yellow \(OpenClaw revises no answer/),
    ]);
    const sending = openclaw.on.get("reply_payload_sending");
    const payload = { text: "Red and blue.", channelData: 1 };
    expect(sending?.({ runId: "r-1", kind: "block", payload }, {})).toBeUndefined();
    expect(sending?.({ runId: "r-1", kind: "final", payload }, {})).toEqual({
      payload: { text: expect.stringMatching(/^Red and blue\.\n\n— Coxswain: incomplete: yellow/), channelData: 1 },
    });
    expect(sending?.({ runId: "r-1", kind: "final", payload }, {})).toBeUndefined();
  });

  it("says nothing of a revision that was taken, or of a run that failed", async () => {
    const openclaw = await host(saying(SENT_BACK));
    await finalize(openclaw, "Red and blue.");
    writeFileSync(join(directory, "cox-hook"), "#!/bin/sh\nexec cat > /dev/null\n");
    await finalize(openclaw, "Red, blue and yellow.");
    await openclaw.on.get("agent_end")?.({ runId: "r-1", success: true }, CONTEXT);
    await openclaw.on.get("agent_end")?.({ runId: "r-2", success: true }, CONTEXT);
    expect([openclaw.injected, openclaw.logged]).toEqual([[], []]);
  });

  it("shows the person what is for them", async () => {
    const openclaw = await host(saying(REMARK));
    expect(await finalize(openclaw, "Red.")).toBeUndefined();
    expect(openclaw.logged).toEqual(["could not check"]);
  });

  it("has a heartbeat's list from where it stands", async () => {
    writeFileSync(join(directory, "HEARTBEAT.md"), "- look at the mail\n");
    const openclaw = await host(saying(""));
    const beat = { trigger: "heartbeat", workspaceDir: directory };
    openclaw.on.get("agent_turn_prepare")?.(
      { prompt: "Follow the scratch: water the plants." },
      { ...CONTEXT, ...beat },
    );
    await finalize(openclaw, "HEARTBEAT_OK", beat);
    const { messages } = heard() as { messages: { messages: { content: { text: string }[] }[] } };
    const request = messages.messages[0]?.content[0]?.text;
    expect(request).toBe(
      "Name the colours.\n\nFollow the scratch: water the plants.\n\nHEARTBEAT.md:\n- look at the mail\n",
    );
    expect(heard()).toMatchObject({ heartbeat: true });
  });

  it("waits as long as the verifier may take, and tells OpenClaw so", async () => {
    const asked = async (config: object) => (await host(saying(""), config)).limits.get("before_agent_finalize");
    expect(await asked({})).toBe(6000);
    expect(await asked({ timeoutSeconds: 60 })).toBe(75_000);
  });

  it.each(TROUBLE)("goes on as without us where the program %s", async (_, script) => {
    expect(await finalize(await host(script), "Red.")).toBeUndefined();
  });

  it("goes on as without us where OpenClaw is another one than we know", async () => {
    const openclaw = await host(saying(SENT_BACK));
    for (const handler of openclaw.on.values()) expect(await handler({}, {})).toBeUndefined();
    expect(await openclaw.on.get("before_agent_finalize")?.({ runId: "r", messages: [null, 1] }, {})).toBeUndefined();
  });

  it("has in its manifest the settings that the hook knows, and no other", () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../integrations/openclaw/${name}`, import.meta.url), "utf8"));
    const { configSchema, id, activation } = read("openclaw.plugin.json");
    const schema = JSON.parse(readFileSync(new URL("../schema/coxswain.schema.json", import.meta.url), "utf8"));
    expect({ id, activation }).toEqual({ id: "coxswain", activation: { onStartup: true } });
    expect(Object.keys(schema.properties.verification.properties)).toEqual(
      expect.arrayContaining(Object.keys(configSchema.properties)),
    );
    expect(Object.keys(configSchema.properties)).toHaveLength(7);
    expect(read("package.json").openclaw).toEqual({ extensions: ["./coxswain.js"] });
  });
});
