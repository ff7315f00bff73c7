import { expect, test } from "vitest";
import { createEvidenceJudge } from "../src/evidence/judge.ts";
import { SPEAKS_FROM } from "../src/evidence/proofs/proof.ts";
import type { Finding } from "../src/verdict.ts";
import { report } from "./support/report.ts";
import { type ToldTurn, toldTurns } from "./support/told-turn.ts";

const judge = createEvidenceJudge();

test("nothing speaks on a turn that is as it says", () => {
  const clean = toldTurns("clean");
  const spoken = clean.flatMap((turn) => spokenIn(turn).map(({ message }) => `${turn.id}: ${message}`));
  report(`told turns: ${spoken.length} of ${clean.length} clean ones corrected`);
  expect(clean.length).toBeGreaterThanOrEqual(500);
  expect(spoken).toEqual([]);
});

test("what a step shows to be false is spoken of, by its own proof", () => {
  const silent = toldTurns("false").filter((turn) => !spokenIn(turn).some(({ id }) => id === turn.proof));
  expect(silent.map(({ id, proof }) => `${id}: ${proof}`)).toEqual([]);
});

test("each told turn has a name of its own", () => {
  for (const kind of ["clean", "false"] as const) {
    const ids = toldTurns(kind).map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  }
});

function spokenIn({ thread }: ToldTurn): readonly Finding[] {
  const turn = thread.turns.at(-1);
  if (!turn) throw new Error("a told turn is empty");
  return judge.assess({ thread, turn }).findings.filter(({ confidence }) => confidence >= SPEAKS_FROM);
}
