import { type ProcessEnd, runProcess } from "../../src/process/run-process.ts";
import type { ProviderServer } from "../support/provider-server/server.ts";
import { standingOf } from "./conversation.ts";
import { baseEnvironment } from "./place.ts";
import { stopAllOf } from "./processes.ts";
import type { AgentProgram, Place } from "./program.ts";
import { scriptedAgent } from "./scripted-agent.ts";
import { type Story, TASK } from "./stories.ts";

export interface Run {
  /** "with N", or why it did not come to an exit code. */
  readonly ended: string;
  readonly out: string;
  readonly err: string;
  /** What was said to the agent after it had said that it was done, oldest first. */
  readonly objections: readonly string[];
  /** Processes that it left behind; they were ended. */
  readonly left: readonly string[];
}

export interface Running {
  readonly program: AgentProgram;
  readonly command: string;
  readonly place: Place;
  readonly server: ProviderServer;
  readonly story: Story;
}

/** No agent needs as long as this; one that does is ended with all it started. */
export const RUN_LIMIT_MS = 120_000;

export async function runAgent({ program, command, place, server, story }: Running): Promise<Run> {
  server.reply(scriptedAgent(story, place.workspace));
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const end = await runProcess({
    command: [command, ...program.parameters(place, TASK)],
    cwd: place.workspace,
    environment: { ...baseEnvironment(place, [command]), ...program.environment(place) },
    timeoutMs: RUN_LIMIT_MS,
    killGraceMs: 2000,
    signal: new AbortController().signal,
    onOutput: (chunk, stream) => (stream === "stdout" ? out : err).push(Buffer.from(chunk)),
  });
  return {
    ended: endOf(end),
    out: Buffer.concat(out).toString("utf8"),
    err: Buffer.concat(err).toString("utf8"),
    objections: objectionsIn(server),
    left: await stopAllOf(place.home),
  };
}

function endOf(end: ProcessEnd): string {
  if (end.type === "exited") return `with ${end.exitCode}`;
  return end.type === "not-started" ? `before it began: ${end.reason}` : end.type;
}

/** All that was said against the agent's claims: the longest conversation has all of it. */
export function objectionsIn(server: ProviderServer): readonly string[] {
  const conversations = server.received.map((asked) => standingOf(asked, TASK)?.objections ?? []);
  return conversations.reduce((most, each) => (each.length > most.length ? each : most), []);
}
