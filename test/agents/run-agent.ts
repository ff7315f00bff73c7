import { runProcess, type ProcessEnd } from "../../src/process/run-process.ts";
import type { ProviderServer } from "../support/provider-server/server.ts";
import { standingOf } from "./conversation.ts";
import { baseEnvironment } from "./place.ts";
import { stopAllOf } from "./processes.ts";
import type { AgentProgram, Place } from "./program.ts";
import { scriptedAgent } from "./scripted-agent.ts";
import { type Story, TASK } from "./stories.ts";

export interface Run {
  readonly end: ProcessEnd;
  readonly out: string;
  readonly err: string;
  readonly durationMs: number;
  /** What was said to the agent after it had said that it was done, oldest first. */
  readonly objections: readonly string[];
  /** Processes that it left behind; they were ended. */
  readonly left: readonly string[];
}

export interface Running {
  readonly program: AgentProgram;
  /** The installed command. */
  readonly command: string;
  readonly place: Place;
  readonly server: ProviderServer;
  readonly story: Story;
  readonly environment?: Readonly<Record<string, string>>;
  readonly limitMs: number;
}

/** Gives the task to the real agent, once and without a person, while our model tells it the story. */
export async function runAgent({
  program,
  command,
  place,
  server,
  story,
  environment,
  limitMs,
}: Running): Promise<Run> {
  server.reply(scriptedAgent(story, place.workspace));
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const start = performance.now();
  const end = await runProcess({
    command: [command, ...program.parameters(place, TASK)],
    cwd: place.workspace,
    environment: { ...baseEnvironment(place, [command]), ...program.environment(place), ...environment },
    timeoutMs: limitMs,
    killGraceMs: 2000,
    signal: new AbortController().signal,
    onOutput: (chunk, stream) => (stream === "stdout" ? out : err).push(Buffer.from(chunk)),
  });
  const durationMs = Math.round(performance.now() - start);
  const standings = server.received.flatMap((asked) => standingOf(asked, TASK) ?? []);
  return {
    end,
    out: Buffer.concat(out).toString("utf8"),
    err: Buffer.concat(err).toString("utf8"),
    durationMs,
    objections: standings
      .map(({ objections }) => objections)
      .reduce((most, each) => (each.length > most.length ? each : most), []),
    left: await stopAllOf(place.home),
  };
}
