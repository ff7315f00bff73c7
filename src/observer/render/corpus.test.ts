import { describe, expect, it } from "vitest";
import { corpusFile, corpusFiles, NO_CORPUS } from "../../../test/support/corpus.ts";
import { readRecord } from "../../../test/support/record-structure.ts";
import { loadThread } from "../../../bench/quality/labelled-turn.ts";
import { createRedactor } from "../redact.ts";
import { observerRequest } from "../observer.ts";

/** Every fifth transcript: enough to meet what only real ones hold, quick enough for every run. */
const files = corpusFiles().filter((_file, index) => index % 5 === 0);

describe.skipIf(NO_CORPUS !== undefined)(`real transcripts${NO_CORPUS === undefined ? "" : ` (${NO_CORPUS})`}`, () => {
  it.each(files)("%s is told within the budget, in a sound structure, without names of people", (file) => {
    const thread = loadThread(corpusFile(file));
    const turn = thread.turns.at(-1);
    if (!turn) throw new Error("no turn");
    for (const rendering of ["evidence", "compact"] as const) {
      const { prompt } = observerRequest(thread, turn, { render: { rendering, redact: createRedactor() } });
      expect(prompt.length).toBeLessThanOrEqual(32_000);
      expect(() => readRecord(prompt)).not.toThrow();
      expect(prompt).not.toMatch(/\/(?:Users|home)\/\w/);
      expect(prompt).toContain(`# TURN ${turn.number}\n`);
    }
  });
});
