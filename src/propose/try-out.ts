import { type Proving, proveTurn } from "../corrector.ts";
import { DEFINITION_OF_DONE } from "../evidence/definition/outcomes.ts";
import { turnKey } from "../session/turn-record.ts";
import type { Thread } from "../thread/thread.ts";

/** What a definition would have said in sessions of the past. */
export interface TryOut {
  /** Turns that at least one rule was about. */
  readonly turns: number;
  readonly states: Readonly<Record<"met" | "broken" | "unknown", number>>;
  readonly said: readonly { readonly thread: string; readonly turn: number; readonly message: string }[];
}

/** Each turn is counted once, however often a session was resumed or forked. */
export function tryOut(threads: Iterable<Thread>, judging: Proving): TryOut {
  const states = { met: 0, broken: 0, unknown: 0 };
  const said: TryOut["said"][number][] = [];
  const seen = new Set<string>();
  let turns = 0;
  for (const thread of threads) {
    for (const turn of thread.turns) {
      const key = turnKey(thread, turn, undefined);
      if (seen.has(key)) continue;
      seen.add(key);
      const { verdict } = proveTurn(judging, thread, turn);
      const asked = (verdict.rules ?? []).flatMap(({ state }) => (state === "not asked" ? [] : [state]));
      if (asked.length === 0) continue;
      turns += 1;
      for (const state of asked) states[state] += 1;
      if (verdict.verdict !== "correct") continue;
      for (const { id, message } of verdict.findings)
        if (id === DEFINITION_OF_DONE.id) said.push({ thread: thread.id, turn: turn.number, message });
    }
  }
  return { turns, states, said };
}
