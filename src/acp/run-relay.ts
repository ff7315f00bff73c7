import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type AgentStart, startAgent } from "./agent-process.ts";
import { createLineCutter, createLineWriter, type LineReader } from "./lines.ts";
import { createRelay } from "./relay.ts";
import type { Supervisor } from "./supervisor.ts";

export interface RelayRun extends AgentStart {
  readonly editor: { readonly input: Readable; readonly output: Writable };
  readonly supervisor: Supervisor;
  readonly signal: AbortSignal;
}

/** How an editor ends us: it hangs up, or sends the signal that it would send to its agent. */
const OUR_ENDS = ["exit", "SIGTERM", "SIGHUP"];

/** Starts the agent and relays until it ends; gives its exit code. Rejects when the agent cannot be started. */
export async function runRelay({ editor, supervisor, signal, ...start }: RelayRun): Promise<number> {
  const agent = await startAgent(start);
  signal.addEventListener("abort", agent.stop, { once: true });
  if (signal.aborted) agent.stop();
  // The agent must not outlive us, however we end.
  for (const end of OUR_ENDS) process.once(end, agent.stop);
  // Either side may close the connection first. That ends the conversation and is no error of ours.
  agent.input.on("error", () => undefined);
  editor.output.on("error", agent.stop).once("close", () => {
    agent.stop();
    // The agent may be blocked because nobody reads its output.
    agent.output.resume();
  });

  const toAgent = createLineWriter((bytes) => pass(bytes, agent.input, editor.input));
  const toEditor = createLineWriter((bytes) => pass(bytes, editor.output, agent.output));
  const relay = createRelay({ toAgent: toAgent.line, toEditor: toEditor.line, supervisor });
  const fromAgent = pump(agent.output, { line: (line) => relay.fromAgent(line), piece: toEditor.piece });
  void pump(editor.input, { line: (line) => relay.fromEditor(line), piece: toAgent.piece }).then(() =>
    agent.input.end(),
  );
  const exitCode = await agent.ended;
  await Promise.race([fromAgent, silence(agent.output)]);
  agent.output.destroy();
  await fromAgent;
  await relay.agentGone();
  signal.removeEventListener("abort", agent.stop);
  for (const end of OUR_ENDS) process.removeListener(end, agent.stop);
  editor.input.destroy();
  return exitCode;
}

async function pump(source: Readable, reader: LineReader): Promise<void> {
  const cutter = createLineCutter(reader);
  source.on("data", (chunk: Buffer) => cutter.push(chunk));
  await new Promise<void>((resolve) => {
    source
      .once("close", resolve)
      .once("end", resolve)
      .once("error", () => resolve());
  });
  cutter.flush();
}

/** How long the output must be silent to count as complete, and how many times we wait for that at most. */
const SILENCE_MS = 100;
const MOST_ROUNDS = 10;

/** Resolves when the output is silent: a program that an ended agent left running may hold it open for ever. */
async function silence(source: Readable): Promise<void> {
  let heard = 0;
  source.on("data", () => (heard += 1));
  for (let rounds = 0, before = -1; !source.destroyed && heard !== before && rounds < MOST_ROUNDS;) {
    before = heard;
    await sleep(SILENCE_MS);
    if (source.isPaused()) before = -1;
    else rounds += 1;
  }
}

/** Passes bytes on. When the reader is slow, the writer is paused, just as it would have to wait without us. */
function pass(bytes: Buffer, target: Writable, source: Readable): void {
  if (target.destroyed || target.writableEnded || target.write(bytes) || source.isPaused()) return;
  source.pause();
  target.once("drain", () => source.resume());
}
