import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createEvidenceJudge } from "../../evidence/judge.ts";
import { evidenceLedger } from "../../observer/evidence-ledger.ts";
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

test.each([
  ["npm run lint", "a.js: line 3: bad indentation", "Lint is clean.", "end unknown", "ok"],
  ["npm test", "", "All tests pass.", "end unknown", "ok"],
  ["npm test", "Tests: 4 passed, 4 total", "All tests pass.", "passed", "ok"],
  ["npm test", "Tests: 1 failed, 3 passed, 4 total", "All tests pass.", "failed", "correct"],
])(
  "older tasks do not say how %s ended: what it printed counts (%j)",
  (command, printed, closing, outcome, verdict) => {
    const text = (role: string, words: string) => ({ role, content: words });
    const document = [
      text("user", "<task>\nFix a.js.\n</task>\n<environment_details>\nx\n</environment_details>"),
      text("assistant", "<write_to_file>\n<path>a.js</path>\n<content>\n1\n</content>\n</write_to_file>"),
      text("user", "[write_to_file for 'a.js'] Result:\nsaved"),
      text("assistant", `<execute_command>\n<command>${command}</command>\n</execute_command>`),
      text("user", `[execute_command for '${command}'] Result:\nCommand executed.\nOutput:\n${printed}\n`),
      text("assistant", `<attempt_completion>\n<result>\nFixed. ${closing}\n</result>\n</attempt_completion>`),
    ];
    const reader = cline.createReader();
    const deltas = (cline.readDocument?.(document) ?? []).flatMap((record, index) => {
      const reading = reader.readRecord?.(record, index);
      return reading?.type === "deltas" ? reading.deltas : [];
    });
    const thread = fold(deltas);
    const turn = thread.turns[0]!;
    expect(evidenceLedger(thread, turn).join("\n")).toContain(`checks: "${command}" – ${outcome}`);
    expect(createEvidenceJudge().assess({ thread, turn })?.verdict).toBe(verdict);
  },
);
