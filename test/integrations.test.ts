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

/** What goes wrong, and so is no answer. */
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
    writeFileSync(program, `#!/bin/sh\ncd '${directory}'\n${script}\n`);
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
