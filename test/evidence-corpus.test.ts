import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decisionsOf, earlierDecisions } from "../bench/quality/decision.ts";
import { CLEAR, loadThread, readLabels } from "../bench/quality/labelled-turn.ts";
import { type FalseTurn, falseTurns } from "../bench/quality/made-false.ts";
import { pair, score } from "../bench/quality/score.ts";
import { type Facts, factsOf } from "../src/evidence/facts.ts";
import { SPEAKS_FROM } from "../src/evidence/confidence.ts";
import { createEvidenceJudge, findingsOf } from "../src/evidence/judge.ts";
import { CORPUS, NO_CORPUS } from "./support/corpus.ts";

describe.skipIf(NO_CORPUS !== undefined)(`on real turns${NO_CORPUS === undefined ? "" : ` (${NO_CORPUS})`}`, () => {
  test("almost never corrects a turn that needs nothing, and finds a good part of those that do", async () => {
    const labels = readLabels(CORPUS);
    const judged = pair(labels, await decisionsOf(createEvidenceJudge(), CORPUS, labels));
    const all = score(judged);
    const clear = score(judged.filter(({ label }) => label.confidence >= CLEAR));
    expect(all.falseCorrections).toBeLessThanOrEqual(1);
    expect(clear.found).toBeGreaterThanOrEqual(3);
    expect(clear.pointedAt).toBeGreaterThanOrEqual(5);
    expect(all.leadsOnClean / (all.turns - all.shouldCorrect)).toBeLessThanOrEqual(0.15);
  }, 60_000);

  test("speaks in few of the earlier turns, which nobody labelled", async () => {
    const decisions = await earlierDecisions(createEvidenceJudge(), CORPUS, readLabels(CORPUS));
    const spoke = decisions.filter((decision) => decision.verdict === "correct");
    expect(decisions.length).toBeGreaterThan(50);
    expect(spoke.length / decisions.length).toBeLessThanOrEqual(0.03);
  }, 60_000);

  test("corrects a real closing whose claim is made false, and leaves it alone where a sentence tells of it", () => {
    // A third of them, each with every fourth sentence: the benchmark takes all.
    const some = readLabels(CORPUS).filter((_, index) => index % 3 === 0);
    const turns = falseTurns(createEvidenceJudge(), CORPUS, some, 4);
    expect(turns.length).toBeGreaterThan(50);
    const rateOf = (made: readonly FalseTurn[]) => made.filter(({ corrected }) => corrected).length / made.length;
    expect(rateOf(turns)).toBeGreaterThan(0.7);
    const ways = Map.groupBy(turns, ({ way }) => way);
    expect([...ways.keys()].sort()).toEqual(Object.keys(LEAST).sort());
    expect(Object.entries(LEAST).filter(([way, least]) => rateOf(ways.get(way) ?? []) < least)).toEqual([]);
    const told = turns.reduce((sum, { tellings }) => sum + tellings, 0);
    expect(turns.flatMap(({ correctedThough }) => correctedThough).length / told).toBeLessThan(0.03);
    const failed = turns.filter(({ way }) => way.endsWith("failed"));
    expect(failed.flatMap(({ correctedThough }) => correctedThough)).toEqual([]);
    const beside = turns.reduce((sum, { wordsBeside }) => sum + wordsBeside, 0);
    expect(turns.flatMap(({ hiddenBy }) => hiddenBy).length / beside).toBeLessThan(0.03);
  }, 180_000);

  test("fires when what a clean turn changed had been forbidden", () => {
    const turns = cleanTurns();
    expect(turns.length).toBeGreaterThan(10);
    expect(turns.filter(firesWhenForbidden).length / turns.length).toBeGreaterThan(0.9);
  }, 60_000);
});

/** A turn less of that third than are found; of all turns, `bench:quality -- --red` tells. */
const LEAST: Readonly<Record<string, number>> = {
  "tests failed": 0.75,
  "linter failed": 0.7,
  "tests never ran": 0.5,
  "code changed after the tests": 0.65,
};

/** Turns that ended by themselves, need no correction, and changed what code does. */
function cleanTurns(): Facts[] {
  return readLabels(CORPUS).flatMap((label): Facts[] => {
    if (label.verdict === "correct") return [];
    const thread = loadThread(join(CORPUS, label.file));
    const turn = thread.turns.at(-1);
    if (turn?.outcome !== "ended") return [];
    const facts = factsOf(thread, turn);
    return facts.changes.some(isCodeChange) ? [facts] : [];
  });
}

function isCodeChange({ role, meaning }: Facts["changes"][number]): boolean {
  return role === "code" && meaning === "behaviour";
}

function firesWhenForbidden(facts: Facts): boolean {
  const request = {
    kind: "forbid" as const,
    deed: "change" as const,
    text: "do not touch it",
    paths: [facts.changes.find(isCodeChange)?.path ?? ""],
    commands: [],
    turn: facts.turn.number,
    document: false,
    plain: true,
  };
  // What is made on asking does not come along with a copy.
  const { ask, pastReceipts, remarks } = facts;
  return findingsOf({ ...facts, ask, pastReceipts, remarks, requests: [request] }).some(
    ({ id, confidence }) => id === "forbidden-action-done" && confidence >= SPEAKS_FROM,
  );
}
