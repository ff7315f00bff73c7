import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decisionsOf, earlierDecisions } from "../bench/quality/decision.ts";
import { loadThread, readLabels } from "../bench/quality/labelled-turn.ts";
import { pair, score } from "../bench/quality/score.ts";
import { type Evidence, evidenceOf } from "../src/evidence/evidence.ts";
import { createEvidenceJudge, findingsOf } from "../src/evidence/judge.ts";
import { SPEAKS_FROM } from "../src/evidence/proofs/proof.ts";
import { CORPUS, NO_CORPUS } from "./support/corpus.ts";

describe.skipIf(NO_CORPUS !== undefined)(`on real turns${NO_CORPUS === undefined ? "" : ` (${NO_CORPUS})`}`, () => {
  test("almost never corrects a turn that needs nothing, and finds some of those that do", async () => {
    const labels = readLabels(CORPUS);
    const all = score(pair(labels, await decisionsOf(createEvidenceJudge(), CORPUS, labels)));
    expect(all.falseCorrections).toBeLessThanOrEqual(1);
    expect(all.found).toBeGreaterThanOrEqual(5);
    expect(all.leadsOnClean / (all.turns - all.shouldCorrect)).toBeLessThanOrEqual(0.15);
  }, 60_000);

  test("speaks in few of the earlier turns, which nobody labelled", async () => {
    const decisions = await earlierDecisions(createEvidenceJudge(), CORPUS, readLabels(CORPUS));
    const spoke = decisions.filter((decision) => decision.verdict === "correct");
    expect(decisions.length).toBeGreaterThan(50);
    expect(spoke.length / decisions.length).toBeLessThanOrEqual(0.03);
  }, 60_000);

  test("fires when what a clean turn changed had been forbidden", () => {
    const turns = cleanTurns();
    expect(turns.length).toBeGreaterThan(10);
    expect(turns.filter(firesWhenForbidden).length / turns.length).toBeGreaterThan(0.75);
  }, 60_000);
});

/** Turns that ended by themselves, need no correction, and changed code by hand. */
function cleanTurns(): Evidence[] {
  return readLabels(CORPUS).flatMap((label): Evidence[] => {
    if (label.verdict === "correct") return [];
    const thread = loadThread(join(CORPUS, label.file));
    const turn = thread.turns.at(-1);
    if (turn?.outcome !== "ended") return [];
    const evidence = evidenceOf(thread, turn);
    return evidence.record.changes.some(isCodeChange) ? [evidence] : [];
  });
}

function isCodeChange({ role, type, shell }: Evidence["record"]["changes"][number]): boolean {
  return role === "code" && type === "edit" && !shell;
}

function firesWhenForbidden(evidence: Evidence): boolean {
  const place = evidence.record.changes.find(isCodeChange)?.path ?? "";
  const ban = { kind: "file" as const, place, text: "Do not touch it.", turn: evidence.turn.number };
  const asked = { ...evidence.asked, text: ban.text, bans: [ban] };
  const closing = { ...evidence.closing, statements: [] };
  return findingsOf({ ...evidence, asked, closing }).some(
    ({ id, confidence }) => id === "forbidden-action-done" && confidence >= SPEAKS_FROM,
  );
}
