import { join } from "node:path";
import { standDown } from "../../src/observer/stand-down.ts";
import type { Thread, Turn } from "../../src/thread/thread.ts";
import type { Finding, Judge, VerdictKind } from "../../src/verdict.ts";
import { type Label, loadThread } from "./labelled-turn.ts";

/** A judge's decision about one turn. */
export interface Decision {
  readonly id: string;
  readonly verdict: VerdictKind;
  readonly message: string | null;
  readonly findings: readonly Finding[];
  /** The stand-down rule that would keep the product silent here, whatever the judge says. */
  readonly standDown?: string;
}

/** Has a judge decide the last turn of every labelled transcript. */
export async function decisionsOf(judge: Judge, corpus: string, labels: readonly Label[]): Promise<Decision[]> {
  const decisions: Decision[] = [];
  for (const label of labels) {
    const thread = loadThread(join(corpus, label.file));
    const turn = thread.turns.at(-1);
    if (turn) decisions.push(await decide(judge, label.id, thread, turn));
  }
  return decisions;
}

/** Has a judge decide every earlier turn that passes the gate: how often does it speak in ordinary work? */
export async function earlierDecisions(judge: Judge, corpus: string, labels: readonly Label[]): Promise<Decision[]> {
  const decisions: Decision[] = [];
  const seen = new Set<string>();
  for (const label of labels) {
    const thread = loadThread(join(corpus, label.file));
    for (const turn of thread.turns.slice(0, -1)) {
      const key = turn.steps.map((step) => step.toolUseId).join();
      if (turn.toolCalls < 5 || turn.edits < 1 || seen.has(key)) continue;
      seen.add(key);
      decisions.push(await decide(judge, `${label.id} turn ${turn.number}`, thread, turn));
    }
  }
  return decisions;
}

async function decide(judge: Judge, id: string, thread: Thread, turn: Turn): Promise<Decision> {
  const { verdict, message, findings } = await judge.assess({ thread, turn });
  const quiet = standDown({ thread, turn })?.rule;
  return { id, verdict, message, findings, ...(quiet === undefined ? {} : { standDown: quiet }) };
}
