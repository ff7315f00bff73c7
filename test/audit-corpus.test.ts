import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "./support/run-command.ts";
import { type AuditOptions, type AuditRun, runAudit } from "../src/audit/audit.ts";
import { DISK, type TranscriptAccess } from "../src/session/audit-file.ts";
import type { Account } from "../src/session/account.ts";
import { forgetfulCache, openAuditCache } from "../src/audit/cache.ts";
import { findInPaths } from "../src/audit/find-transcripts.ts";
import { countOnce } from "../src/audit/count-once.ts";
import { command } from "../src/cli/commands/check.ts";
import { CORPUS, NO_CORPUS } from "./support/corpus.ts";

const THRESHOLD = 0.8;

interface Told {
  readonly file: string;
  readonly turn: number;
  readonly looked: boolean;
  readonly verdict: string;
  readonly proven: readonly string[];
  /** What the audit adds up: of the turns that it looked at. */
  readonly account: Account | undefined;
}

describe.skipIf(NO_CORPUS !== undefined)(`cox audit on real transcripts${NO_CORPUS ? ` (${NO_CORPUS})` : ""}`, () => {
  it("says of every turn what cox check says", async () => {
    const files = transcripts();
    expect(files.length).toBeGreaterThanOrEqual(80);
    const checked = await checkAll(files);
    const run = await audit(files, { cache: forgetfulCache() });
    expect(run.failed).toEqual([]);
    expect(run.read.files).toBe(files.length);
    const audited = run.sessions.flatMap(({ path, record }) =>
      record.turns.map(({ turn, look }): Told => ({
        file: path,
        turn,
        looked: look !== undefined,
        verdict: look?.verdict ?? "not looked at",
        proven: (look?.findings ?? []).filter(({ confidence }) => confidence >= THRESHOLD).map(({ id }) => id),
        account: look?.account,
      })),
    );
    expect(audited.length).toBeGreaterThan(400);
    expect(audited.filter(({ looked }) => looked).length).toBeGreaterThan(100);
    expect(audited.sort(inOrder)).toEqual(checked.sort(inOrder));
    // The corpus holds some sessions more than once, cut at different turns.
    const { turns, copies } = countOnce(run.sessions);
    expect(turns.length + copies.turns).toBe(audited.length);
  }, 120_000);

  it("knows all of it the second time and reads no byte", async () => {
    const files = transcripts();
    const folder = mkdtempSync(join(tmpdir(), "cox-audit-corpus-"));
    const remembering = async (options: Partial<AuditOptions>): Promise<AuditRun> => {
      const cache = await openAuditCache(join(folder, "audit.db"), { writing: "now", judging: "one" });
      return audit(files, { cache, workers: 0, ...options }).finally(() => cache.close());
    };
    try {
      const first = await remembering({});
      let reads = 0;
      const counting: TranscriptAccess = {
        open: (...given) => (reads++, DISK.open(...given)),
        read: (...given) => (reads++, DISK.read(...given)),
        tail: (...given) => (reads++, DISK.tail(...given)),
      };
      const second = await remembering({ access: counting });
      expect({ reads, ...second.read, known: second.known }).toEqual({
        reads: 0,
        files: 0,
        bytes: 0,
        known: files.length,
      });
      expect(second.sessions.toSorted(byPath)).toEqual(first.sessions.toSorted(byPath));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

function transcripts(): string[] {
  return globSync(["dev/*.jsonl", "hosts/*/*.jsonl"], { cwd: CORPUS }).map((file) => join(CORPUS, file));
}

function audit(
  files: readonly string[],
  options: Pick<AuditOptions, "cache"> & Partial<AuditOptions>,
): Promise<AuditRun> {
  return runAudit({
    found: findInPaths(files, undefined),
    settings: {
      gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
      ignoreStandDown: [],
      threshold: THRESHOLD,
      lowered: [],
    },
    redact: (text) => text,
    signal: new AbortController().signal,
    ...options,
  });
}

function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return left.path < right.path ? -1 : 1;
}

async function checkAll(files: readonly string[]): Promise<Told[]> {
  const io = { env: { HOME: "/nonexistent" }, cwd: CORPUS };
  const { code, out } = await runCommand(command, [...files, "--turn", "all", "--json"], io);
  expect(code).toBe(0);
  return out
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
  readonly account: Account;
}

function toldBy({ file, turn, judge, verdict, findings, account }: CheckLine): Told {
  const looked = judge === "evidence";
  const proven = findings.filter(({ confidence }) => confidence >= THRESHOLD).map(({ id }) => id);
  return {
    file,
    turn,
    looked,
    verdict: looked ? verdict : "not looked at",
    proven,
    account: looked ? account : undefined,
  };
}

function inOrder(left: Told, right: Told): number {
  return left.file === right.file ? left.turn - right.turn : left.file < right.file ? -1 : 1;
}
