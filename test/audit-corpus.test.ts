import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runAudit } from "../src/audit/audit.ts";
import { forgetfulCache } from "../src/audit/cache.ts";
import { findInPaths } from "../src/audit/find-transcripts.ts";
import { countOnce } from "../src/audit/count-once.ts";
import { command } from "../src/cli/commands/check.ts";
import { CORPUS, NO_CORPUS } from "./support/corpus.ts";

const THRESHOLD = 0.8;

/** One turn as either of the two commands tells it. */
interface Told {
  readonly file: string;
  readonly turn: number;
  readonly looked: boolean;
  readonly verdict: string;
  readonly proven: readonly string[];
}

describe.skipIf(NO_CORPUS !== undefined)(`cox audit on real transcripts${NO_CORPUS ? ` (${NO_CORPUS})` : ""}`, () => {
  it("says of every turn what cox check says", async () => {
    const files = globSync(["dev/*.jsonl", "hosts/*/*.jsonl"], { cwd: CORPUS }).map((file) => join(CORPUS, file));
    const checked = await checkAll(files);
    const run = await runAudit({
      found: findInPaths(files, undefined),
      cache: forgetfulCache(),
      settings: {
        gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
        ignoreStandDown: [],
        threshold: THRESHOLD,
        lowered: [],
      },
      redact: (text) => text,
      signal: new AbortController().signal,
    });
    expect(run.failed).toEqual([]);
    const audited = run.sessions.flatMap(({ path, record }) =>
      record.turns.map(({ turn, look }): Told => ({
        file: path,
        turn,
        looked: look !== undefined,
        verdict: look?.verdict ?? "not looked at",
        proven: (look?.findings ?? []).filter(({ confidence }) => confidence >= THRESHOLD).map(({ id }) => id),
      })),
    );
    expect(audited.length).toBeGreaterThan(400);
    expect(audited.filter(({ looked }) => looked).length).toBeGreaterThan(100);
    expect(audited.sort(inOrder)).toEqual(checked.sort(inOrder));
    // The corpus holds some sessions more than once, cut at different turns.
    const { turns, copies } = countOnce(run.sessions);
    expect(turns.length + copies.turns).toBe(audited.length);
  }, 120_000);
});

async function checkAll(files: readonly string[]): Promise<Told[]> {
  let text = "";
  const code = await command.run([...files, "--turn", "all", "--json"], {
    out: (more) => (text += more),
    err: () => {},
    env: { HOME: "/nonexistent" },
    cwd: CORPUS,
    columns: 80,
    color: false,
    isTerminal: false,
    signal: new AbortController().signal,
  });
  expect(code).toBe(0);
  return text
    .trim()
    .split("\n")
    .map((line) => toldBy(JSON.parse(line) as CheckLine));
}

interface CheckLine {
  readonly file: string;
  readonly turn: number;
  readonly judge: string;
  readonly verdict: string;
  readonly findings: readonly { readonly id: string; readonly confidence: number }[];
}

function toldBy({ file, turn, judge, verdict, findings }: CheckLine): Told {
  const looked = judge === "evidence";
  const proven = findings.filter(({ confidence }) => confidence >= THRESHOLD).map(({ id }) => id);
  return { file, turn, looked, verdict: looked ? verdict : "not looked at", proven };
}

function inOrder(left: Told, right: Told): number {
  return left.file === right.file ? left.turn - right.turn : left.file < right.file ? -1 : 1;
}
