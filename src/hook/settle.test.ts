import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { loadConfig } from "../config.ts";
import { copilot } from "../hosts/copilot/copilot.ts";
import { copilotHook } from "../hosts/copilot/hook.ts";
import { openHookStore } from "../store/hook-store.ts";
import type { ReadingRun } from "./hook-run.ts";
import { secondLook, settledLook } from "./settle.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory, "events.jsonl");
});

let events = 0;
const line = (type: string, data: object) =>
  `${JSON.stringify({ type, data, id: `e${++events}`, timestamp: "2026-04-02T08:00:00.000Z" })}\n`;
const turn = (request: string, answer: string) =>
  line("user.message", { content: request }) + line("assistant.message", { messageId: answer, content: answer });
const start = () => line("session.start", { sessionId: "s", context: { cwd: directory } });
const hookStarted = (timestamp: number) =>
  line("hook.start", { hookType: "agentStop", input: { sessionId: "s", timestamp, cwd: directory } });

async function lookAtStop(timestamp: number, remainingMs: () => number = () => 20_000) {
  return atStop(timestamp, remainingMs, settledLook);
}

async function atStop<Result>(
  timestamp: number,
  remainingMs: () => number,
  look: (run: ReadingRun) => Promise<Result>,
): Promise<Result> {
  const event = copilotHook.read({ sessionId: "s", timestamp, transcriptPath: path, stopReason: "end_turn" });
  if (!event) throw new Error("no event");
  const { config } = loadConfig({ cwd: directory, env: {}, home: directory });
  const store = await openHookStore(join(directory, "store.db"));
  try {
    return await look({
      event,
      hook: copilotHook,
      host: copilot,
      cursor: undefined,
      verify: false,
      config,
      env: {},
      cwd: directory,
      store,
      now: () => new Date(),
      remainingMs,
      startBeside: () => Promise.resolve(),
      beside: false,
      startSender: () => undefined,
      startedAt: new Date(),
      asking: {
        id: undefined,
        begin: () => Promise.resolve(),
        end: () => Promise.resolve(),
        isOvertaken: () => Promise.resolve(false),
      },
    });
  } finally {
    await store.close();
  }
}

describe("a stop before the transcript is written", () => {
  it("waits for the file", async () => {
    const look = lookAtStop(7);
    setTimeout(() => writeFileSync(path, start() + turn("Fix it.", "Fixed.") + hookStarted(7)), 60);
    expect((await look)?.thread.turns).toHaveLength(1);
  });

  it("waits for a file with the mark in its name that names a session in a database", async () => {
    path = join(directory, "events#1.jsonl");
    const look = lookAtStop(7);
    setTimeout(() => writeFileSync(path, start() + turn("Fix it.", "Fixed.") + hookStarted(7)), 60);
    expect((await look)?.thread.turns).toHaveLength(1);
  });

  it("does not take the turn before for this one", async () => {
    writeFileSync(path, start() + turn("Fix it.", "Fixed.") + hookStarted(7));
    const look = lookAtStop(9);
    setTimeout(() => appendFileSync(path, turn("And that.", "Done too.") + hookStarted(9)), 60);
    expect((await look)?.thread.turns).toHaveLength(2);
  });

  it("looks at what is there when the host never says that it is complete", async () => {
    writeFileSync(path, start() + turn("Fix it.", "Fixed."));
    const end = Date.now() + 200;
    expect((await lookAtStop(7, () => end - Date.now()))?.thread.turns).toHaveLength(1);
  });

  it("judges by no call that comes without its end, in place of one that has not come", async () => {
    const step = { toolCallId: "c", name: "bash", arguments: { command: "git restore package.json" } };
    const call = line("assistant.message", { messageId: "m", content: "", toolRequests: [step] });
    const result = line("tool.execution_complete", { toolCallId: "c", success: true, result: { content: "" } });
    const looks = (...lines: string[]) => {
      writeFileSync(path, start() + line("user.message", { content: "Fix it." }) + hookStarted(7));
      let left = 20_000;
      return atStop(
        7,
        () => (left -= 300),
        async (started) => {
          const run = { ...started, event: { ...started.event, closing: "Fixed." } };
          const first = await settledLook(run);
          appendFileSync(path, lines.join(""));
          return secondLook(run, first!);
        },
      );
    };
    await expect(looks(call)).rejects.toThrow(/^the end of the turn did not come into .*events\.jsonl in time\.$/);
    expect((await looks(call, result)).thread.stepCount).toBe(1);
  });
});
