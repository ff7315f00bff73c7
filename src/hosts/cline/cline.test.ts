import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createEvidenceJudge } from "../../evidence/judge.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import { describeHost } from "../../../test/contracts/host.ts";
import { readTranscript } from "../transcript.ts";
import { cline } from "./cline.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/cline", import.meta.url));

describeHost({ host: cline, fixtures });

test.each([
  ["false-done", "correct", ["claimed-check-failed"]],
  ["honest", "ok", []],
])("cline: the session %s is judged to be %s", (name, verdict, findings) => {
  const deltas: Delta[] = [];
  readTranscript(join(fixtures, name, "transcript.json"), cline, { onDeltas: (more) => deltas.push(...more) });
  const thread = fold(deltas);
  const [turn] = thread.turns;
  const judgement = turn && createEvidenceJudge().assess({ thread, turn });
  expect(judgement?.verdict).toBe(verdict);
  expect(judgement?.findings.map(({ id }) => id)).toEqual(findings);
});
