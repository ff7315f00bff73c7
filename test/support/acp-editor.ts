import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { client, methods, ndJsonStream, type PromptResponse, type SessionUpdate } from "@agentclientprotocol/sdk";

export interface EditorOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Before the session: some agents want to be told how they are logged in. */
  readonly authenticate?: string;
  /** Of the session, where the agent would ask the person otherwise. */
  readonly mode?: string;
  /** The person cancels when they see this. */
  readonly cancelAt?: (update: SessionUpdate) => boolean;
}

export interface Visit {
  readonly answer: PromptResponse;
  readonly updates: readonly SessionUpdate[];
  /** What stands in the user's place, and in the agent's. */
  readonly userText: string;
  readonly agentText: string;
  readonly exitCode: number | null;
  readonly err: string;
}

export async function visit(options: EditorOptions, prompt: string): Promise<Visit> {
  const [file, ...parameters] = options.command;
  const child = spawn(file, parameters, { cwd: options.cwd, env: options.env, detached: true });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const updates: SessionUpdate[] = [];
  try {
    await once(child, "spawn");
    const answer = await converse(options, prompt, child, updates);
    const exit = once(child, "exit");
    child.stdin.end();
    const late = setTimeout(() => stop(child), 10_000);
    await exit;
    clearTimeout(late);
    return {
      answer,
      updates,
      userText: textOf(updates, "user_message_chunk"),
      agentText: textOf(updates, "agent_message_chunk"),
      exitCode: child.exitCode,
      err,
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${err}`, { cause: error });
  } finally {
    stop(child);
  }
}

async function converse(
  { cwd, authenticate, mode, cancelAt }: EditorOptions,
  prompt: string,
  child: ChildProcess,
  updates: SessionUpdate[],
): Promise<PromptResponse> {
  if (!child.stdin || !child.stdout) throw new Error("the agent has no pipes");
  const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
  return client({ name: "a small editor" })
    .onNotification(methods.client.session.update, async ({ params, agent }) => {
      updates.push(params.update);
      if (!cancelAt?.(params.update)) return;
      await agent.notify(methods.agent.session.cancel, { sessionId: params.sessionId });
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const allowed = params.options.find(({ kind }) => kind.startsWith("allow"));
      return { outcome: { outcome: "selected", optionId: allowed?.optionId ?? "" } };
    })
    .connectWith(stream, async (agent) => {
      await agent.request(methods.agent.initialize, {
        protocolVersion: 1,
        clientInfo: { name: "a small editor", version: "1" },
        clientCapabilities: {},
      });
      if (authenticate !== undefined) await agent.request(methods.agent.authenticate, { methodId: authenticate });
      const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
      if (mode !== undefined) await agent.request(methods.agent.session.setMode, { sessionId, modeId: mode });
      return agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: prompt }] });
    });
}

function textOf(updates: readonly SessionUpdate[], kind: "user_message_chunk" | "agent_message_chunk"): string {
  return updates
    .flatMap((update) => (update.sessionUpdate === kind && update.content.type === "text" ? [update.content.text] : []))
    .join("");
}

function stop(child: ChildProcess): void {
  try {
    process.kill(-(child.pid ?? 0), "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
