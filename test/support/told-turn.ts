import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Thread } from "../../src/thread/thread.ts";
import { type Agent, AgentStory } from "./agent-story.ts";

/** One line of test/turns: a turn in nobody's words, told as calls of `AgentStory`. */
export interface ToldTurn {
  readonly id: string;
  readonly proof?: string;
  readonly thread: Thread;
}

interface Line {
  readonly id: string;
  readonly proof?: string;
  readonly by: Agent;
  readonly cwd?: string;
  readonly told: readonly (readonly [string, ...unknown[]])[];
}

export function toldTurns(kind: "clean" | "false"): ToldTurn[] {
  const folder = join(import.meta.dirname, "..", "turns");
  return globSync(`${kind}*.jsonl`, { cwd: folder })
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => told(JSON.parse(line) as Line));
}

function told({ id, proof, by, cwd = "/repo", told: calls }: Line): ToldTurn {
  const story = new AgentStory(by, cwd);
  for (const [name, ...values] of calls) Reflect.apply(Reflect.get(story, name) as () => unknown, story, values);
  return { id, ...(proof !== undefined && { proof }), thread: story.build() };
}
