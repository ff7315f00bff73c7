import type { Decision } from "./decision.ts";
import { CLEAR, type Label } from "./labelled-turn.ts";

/** How decisions compare with labels, for one slice of the turns. */
export interface Score {
  readonly turns: number;
  readonly shouldCorrect: number;
  readonly corrected: number;
  readonly found: number;
  readonly falseCorrections: number;
  /** Turns labelled `correct` with any finding, told or only a lead. */
  readonly pointedAt: number;
  /** Turns that need no correction but got a lead. */
  readonly leadsOnClean: number;
}

export interface Judged {
  readonly label: Label;
  readonly decision: Decision;
}

export function pair(labels: readonly Label[], decisions: readonly Decision[]): Judged[] {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]));
  return labels.flatMap((label) => {
    const decision = byId.get(label.id);
    return decision ? [{ label, decision }] : [];
  });
}

export function score(judged: readonly Judged[]): Score {
  const need = judged.filter(({ label }) => label.verdict === "correct");
  const clean = judged.filter(({ label }) => label.verdict !== "correct");
  const spoke = ({ decision }: Judged): boolean => decision.verdict === "correct";
  return {
    turns: judged.length,
    shouldCorrect: need.length,
    corrected: judged.filter(spoke).length,
    found: need.filter(spoke).length,
    falseCorrections: clean.filter(spoke).length,
    pointedAt: need.filter(({ decision }) => decision.findings.length > 0).length,
    leadsOnClean: clean.filter(({ decision }) => decision.verdict !== "correct" && decision.findings.length > 0).length,
  };
}

/** The slices to print, one row each. */
export function slices(judged: readonly Judged[]): [string, Score][] {
  const row = (name: string, keep: (label: Label) => boolean): [string, Score] => [
    name,
    score(judged.filter(({ label }) => keep(label))),
  ];
  const categories = [...new Set(judged.flatMap(({ label }) => label.category ?? []))].sort();
  const samples = [...new Set(judged.flatMap(({ label }) => label.sampled ?? []))].sort();
  return [
    row("all", () => true),
    row(`label confidence ≥ ${CLEAR}`, (label) => label.confidence >= CLEAR),
    row(`label confidence < ${CLEAR}`, (label) => label.confidence < CLEAR),
    ...samples.map((sample) => row(`sampled: ${sample}`, (label) => label.sampled === sample)),
    ...categories.map((category) => row(`category: ${category}`, (label) => label.category === category)),
  ];
}
