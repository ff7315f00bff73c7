import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { baseEnvironment } from "./place.ts";
import { stopAllOf } from "./processes.ts";
import type { Place } from "./program.ts";
import { TOKEN } from "./programs/openclaw.ts";

/** The program that a person's channels speak to, for as long as some cases need it. */
export interface Gateway {
  /** What it has printed so far: its log. */
  readonly log: () => string;
  /** One request in a conversation of this name, and the answer that goes out. */
  readonly ask: (conversation: string, request: string) => Promise<string>;
  /** Wakes the agent as its clock would. */
  readonly wake: (why: string) => Promise<void>;
  readonly stop: () => Promise<readonly string[]>;
}

/** Two hundred packages are loaded before it listens. */
const START_MS = 240_000;
const TURN_MS = 200_000;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("no port is free");
  return address.port;
}

export async function startGateway(place: Place, command: string, port: number): Promise<Gateway> {
  const printed: Buffer[] = [];
  const child: ChildProcess = spawn(command, ["gateway", "run"], {
    cwd: place.workspace,
    env: baseEnvironment(place, [command]),
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => printed.push(chunk));
  const log = (): string => Buffer.concat(printed).toString("utf8");
  await until(() => log().includes("[gateway] ready") || child.exitCode !== null, START_MS);
  if (!log().includes("[gateway] ready")) throw new Error(`the gateway did not start: ${log().slice(-2000)}`);

  async function post(path: string, token: string, body: object, headers: object = {}): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TURN_MS),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}\n${log().slice(-2000)}`);
    return response.json();
  }

  return {
    log,
    async ask(conversation, request) {
      const body = { model: "openclaw", messages: [{ role: "user", content: request }] };
      const headers = { "x-openclaw-session-key": `agent:main:${conversation}` };
      const answer = await post("/v1/chat/completions", TOKEN, body, headers);
      return (answer as { choices: { message: { content: string } }[] }).choices[0]?.message.content ?? "";
    },
    async wake(why) {
      await post("/hooks/wake", `${TOKEN}-hooks`, { text: why, mode: "now" });
    },
    async stop() {
      child.kill();
      await until(() => child.exitCode !== null || child.signalCode !== null, 20_000);
      return stopAllOf(place.home);
    },
  };
}

export async function until(isSo: () => boolean, limitMs: number): Promise<void> {
  for (const end = performance.now() + limitMs; !isSo() && performance.now() < end;) await delay(100);
}
