import { corpusFile, corpusFiles } from "../../test/support/corpus.ts";
import { observerRequest } from "../../src/observer/observer.ts";
import { fold } from "../../src/thread/reducer.ts";
import type { Thread, Turn } from "../../src/thread/thread.ts";
import { loadThread } from "../quality/labelled-turn.ts";
import { madeUpDeltas, madeUpThread } from "./growing-thread.ts";

interface Growth {
  readonly name: string;
  /** The observer's texts for one thread, in the order of sending. */
  readonly texts: readonly (readonly string[])[];
}

/**
 * The common beginning of two successive texts, as a share of the shorter one: a provider's cache can serve that
 * part.
 */
export function printCommonPrefix(): void {
  const growths: Growth[] = [
    { name: "end-turn, 16 turns of 6 steps, within the budget", texts: [textsPerTurn(madeUpThread(16, 6))] },
    { name: "end-turn, 120 turns of 6 steps, beyond it", texts: [textsPerTurn(madeUpThread(120, 6))] },
    { name: "parallel, one turn, every 5 of 400 steps", texts: [textsPerStep(400, 5)] },
    ...realGrowth(),
  ];
  console.log("common beginning of successive observer texts, as a share of the shorter");
  console.table(Object.fromEntries(growths.map(({ name, texts }) => [name, summary(texts.flatMap(shares))])));
}

function textsPerTurn(thread: Thread, worthIt: (turn: Turn) => boolean = () => true): string[] {
  return thread.turns.filter(worthIt).map((turn) => observerRequest(thread, turn).prompt);
}

function textsPerStep(steps: number, every: number): string[] {
  const deltas = [...madeUpDeltas(1, steps)];
  return Array.from({ length: Math.floor(steps / every) }, (_, index) => {
    const thread = fold(deltas.slice(0, 3 + (index + 1) * every * 2));
    const turn = thread.turns.at(-1);
    return turn ? observerRequest(thread, turn, { question: "parallel" }).prompt : "";
  });
}

function realGrowth(): Growth[] {
  const gated = (turn: Turn): boolean => turn.toolCalls >= 5 && turn.edits >= 1;
  const texts = corpusFiles().map((name) => textsPerTurn(loadThread(corpusFile(name)), gated));
  return texts.length === 0 ? [] : [{ name: "end-turn, real threads", texts }];
}

function shares(texts: readonly string[]): number[] {
  return texts.slice(1).map((text, index) => commonShare(texts[index] ?? "", text));
}

function commonShare(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let common = 0;
  while (common < shorter && left.charCodeAt(common) === right.charCodeAt(common)) common += 1;
  return common / shorter;
}

function summary(all: readonly number[]): Record<string, string | number> {
  const sorted = [...all].sort((left, right) => left - right);
  const high = all.filter((share) => share >= 0.95).length;
  return {
    pairs: all.length,
    "share ≥ 95%": `${high} (${Math.round((100 * high) / all.length)}%)`,
    median: percent(sorted[Math.floor(sorted.length / 2)]),
    mean: percent(all.reduce((sum, share) => sum + share, 0) / all.length),
    lowest: percent(sorted[0]),
  };
}

function percent(share: number | undefined): string {
  return share === undefined ? "–" : `${(100 * share).toFixed(1)}%`;
}
