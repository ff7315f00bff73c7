import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createRelay } from "./relay.ts";
import type { Supervisor } from "./supervisor.ts";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { callOf } from "../process/call-of.ts";
import { stopSession, endWithUs } from "../process/session.ts";

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

/** How long an agent has to end once it was told to. Shorter than the time that the editor gives us to end. */
const GRACE_MS = 5000;

interface AgentStart {
  readonly command: readonly [file: string, ...parameters: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly graceMs?: number;
}

/** A running agent in a process session of its own: its command is often a wrapper that ends before it. */
interface AgentProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Tells the agent and everything it started to end, and kills what does not end in time. */
  readonly stop: () => void;
  /** Resolves to the agent's exit code, once everything that was told to end has ended. */
  readonly ended: Promise<number>;
}

async function startAgent({ command, cwd, env, graceMs = GRACE_MS }: AgentStart): Promise<AgentProcess> {
  const { file, parameters, options } = callOf(command, env);
  const agent = spawn(file, parameters, {
    ...options,
    cwd,
    stdio: ["pipe", "pipe", "inherit"],
    // On Windows, a detached process would open a window.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  await once(agent, "spawn");
  const exit = new Promise((resolve) => agent.once("exit", resolve));
  agent.on("error", () => undefined);
  const session = { leader: agent.pid ?? 0, killGraceMs: graceMs, environment: env };
  const letGo = endWithUs({ leader: session.leader, graceSeconds: Math.ceil(graceMs / 1000), cwd, env });
  let stopped: Promise<unknown> | undefined;

  async function ended(): Promise<number> {
    await exit;
    await stopped;
    letGo();
    return exitCodeOf(agent);
  }

  return {
    input: agent.stdin,
    output: agent.stdout,
    stop() {
      // What an agent leaves running when it ends by itself is left alone: without us it would run on, too.
      if (agent.exitCode !== null || agent.signalCode !== null) return;
      // At once: a wrapper that ends does not tell the agent behind it. What the agent starts after that is spared.
      stopped ??= stopSession(session, { escaped: false, latecomers: false });
    },
    ended: ended(),
  };
}

function exitCodeOf({ exitCode, signalCode }: ChildProcessByStdio<Writable, Readable, null>): number {
  return exitCode ?? 128 + constants.signals[signalCode ?? "SIGTERM"];
}

const NEWLINE = 10;

/** No real message is this long. Without a limit, an endless line would fill the memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

interface LineReader {
  readonly line: (line: Buffer) => void;
  /** A piece of a line that is too long to be looked at. */
  readonly piece: (piece: Buffer, isLast: boolean) => void;
}

/** Cuts a stream into lines, byte for byte. `flush` hands on what came after the last line end. */
export function createLineCutter(
  reader: LineReader,
  longest: number = LONGEST_LINE,
): { push(chunk: Buffer): void; flush(): void } {
  let held: Buffer[] = [];
  let length = 0;

  function take(part: Buffer, isLast: boolean): void {
    length += part.length;
    held.push(part);
    if (length > longest) reader.piece(joined(), isLast);
    else if (isLast) reader.line(joined());
    if (isLast) length = 0;
  }

  function joined(): Buffer {
    const [first] = held;
    const all = first && held.length === 1 ? first : Buffer.concat(held);
    held = [];
    return all;
  }

  return {
    push(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        take(chunk.subarray(start, end + 1), true);
        start = end + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start), false);
    },
    flush() {
      if (length > 0) take(Buffer.alloc(0), true);
    },
  };
}

/** Writes lines to one side. While a line that is too long passes in pieces, our own lines wait until it is through. */
export function createLineWriter(write: (bytes: Buffer) => void): LineReader {
  let waiting: Buffer[] | undefined;
  return {
    line(line) {
      if (waiting) waiting.push(line);
      else write(line);
    },
    piece(piece, isLast) {
      write(piece);
      waiting ??= [];
      if (!isLast) return;
      const lines = waiting;
      waiting = undefined;
      for (const line of lines) write(line);
    },
  };
}
