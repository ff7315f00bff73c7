import type { Asked, Said } from "../support/provider-server/reply.ts";

/** Where a conversation stands, told from nothing but the request: every agent sends the whole of it each time. */
export interface Standing {
  readonly objections: readonly string[];
  readonly calls: number;
  readonly callsInAll: number;
}

/** Undefined for the requests that agents make on the side: titles, suggestions, classifiers. */
export function standingOf(asked: Asked, task: string): Standing | undefined {
  const blocks = blocksOf(asked.said);
  const start = blocks.findIndex((block) => !block.agent && block.said.some((said) => said.text?.includes(task)));
  if (start < 0 || asked.tools.length < 3 || isAside(asked.said)) return undefined;
  const objections: string[] = [];
  let calls = 0;
  let callsInAll = 0;
  let finished = false;
  for (const { agent, said } of blocks.slice(start + 1)) {
    const made = said.filter((each) => each.call).length;
    if (agent) {
      finished = made === 0;
      calls += made;
      callsInAll += made;
    } else if (finished) {
      objections.push(said.map((each) => each.text ?? "").join("\n"));
      calls = 0;
    }
  }
  return { objections, calls, callsInAll };
}

interface Block {
  readonly agent: boolean;
  readonly said: readonly Said[];
}

/** What one side says without being interrupted by the other. What the system says belongs to neither. */
function blocksOf(said: readonly Said[]): Block[] {
  const blocks: { agent: boolean; said: Said[] }[] = [];
  for (const each of said) {
    if (each.role === "system") continue;
    const agent = each.role === "assistant";
    const last = blocks.at(-1);
    if (last?.agent === agent) last.said.push(each);
    else blocks.push({ agent, said: [each] });
  }
  return blocks;
}

/** Claude Code asks, with all tools at hand, what the person might type next. */
function isAside(said: readonly Said[]): boolean {
  return said.at(-1)?.text?.includes("[SUGGESTION MODE") === true;
}
