import type { AuditedFile } from "../../src/audit/audit.ts";
import type { CountedTurn } from "../../src/audit/count-once.ts";
import { htmlReport } from "../../src/audit/html-report.ts";
import { NO_ACCOUNT } from "../../src/session/account.ts";
import type { Case, TurnRecord } from "../../src/session/record.ts";
import { reportData } from "../../src/audit/report-data.ts";
import { summarise } from "../../src/audit/summary.ts";

const FINDINGS = ["claimed-check-failed", "claimed-check-never-ran", "file-claimed-not-written", "test-weakened"];
const HOSTS = ["claude-code", "codex", "gemini-cli"];
const DAY = 86_400_000;

export function largeReport(count: number): string {
  const files: AuditedFile[] = [];
  const cases: Case[] = [];
  for (let index = 0; index < count; index += 10) {
    const turns = Array.from({ length: 10 }, (_, turn) => turnOf(index + turn));
    const record = {
      host: HOSTS[(index / 10) % HOSTS.length] ?? "codex",
      threadId: `thread-${index}`,
      cwd: `/home/sam/project-${(index / 10) % 23}`,
      turns,
      malformed: 0,
      unfinished: false,
    };
    const file = { path: `/home/sam/.claude/projects/p/${index}.jsonl`, mtimeMs: 0, record };
    files.push(file);
    for (const turn of turns) if (turn.look?.verdict === "correct") cases.push(caseOf(file, turn));
  }
  const run = { sessions: files, read: { files: 0, bytes: 0 }, known: 0, foreign: [], begun: [], failed: [], left: 0 };
  const { summary, turns } = summarise(run, { threshold: 0.8, costOf: () => undefined });
  return reportOf(turns, summary, cases);
}

export function reportOf(
  turns: readonly CountedTurn[],
  summary: Parameters<typeof reportData>[1]["summary"],
  cases: readonly Case[],
): string {
  const frame = {
    version: "0.0.0",
    generatedAt: "2026-11-15T09:00:00.000Z",
    scope: "",
    summary,
    heads: [],
    notes: ["Read 1 MB in 1 file."],
    facts: {},
    spending: "",
    kept: true,
    agents: { "claude-code": "Claude Code", codex: "Codex", "gemini-cli": "Gemini CLI" },
    findings: {},
    threshold: 0.8,
    marks: {},
  };
  return [...htmlReport(reportData(turns, frame), cases)].join("");
}

function turnOf(index: number): TurnRecord {
  const isFalse = index % 4 === 0;
  return {
    turn: (index % 10) + 1,
    key: index.toString(16).padStart(16, "0").split("").reverse().join(""),
    at: new Date(Date.parse("2026-01-01T09:00:00.000Z") + (index % 300) * DAY).toISOString(),
    line: index,
    model: `model-${index % 5}`,
    steps: 30,
    tokens: [],
    look: {
      verdict: isFalse ? "correct" : "ok",
      findings: isFalse ? [{ id: FINDINGS[(index / 4) % FINDINGS.length] ?? "", confidence: 0.9 }] : [],
      request: `Request ${index}: change the way the list of ${index % 17} is sorted and shown to the person who asked`,
    },
  };
}

function caseOf(file: AuditedFile, turn: TurnRecord): Case {
  const message = "You say that all tests pass, but the last run of the tests failed; fix it and run it again.";
  const id = turn.look?.findings[0]?.id ?? "";
  return {
    id: `a-${turn.key.slice(0, 10)}`,
    key: turn.key,
    path: file.path,
    host: file.record.host,
    threadId: file.record.threadId,
    turn: turn.turn,
    line: turn.line,
    at: turn.at ?? "",
    cwd: file.record.cwd ?? "",
    model: turn.model ?? "",
    request: turn.look?.request ?? "",
    closing: "Done. All tests pass.",
    verdict: {
      verdict: "correct",
      category: "contradicted-claim",
      message,
      reason: "the record shows it",
      confidence: 0.9,
      findings: [{ id, confidence: 0.9, message, steps: [28], subject: "tests" }],
      steps: [28],
      judge: "evidence",
      usage: [],
      durationMs: 0,
    },
    gate: ["✓ 30 tool calls since the person spoke, 5 wanted"],
    steps: Array.from({ length: 30 }, (_, step) => ({
      number: step + 1,
      line: turn.line + step,
      text: `Bash npm run check-${step} -- --reporter=verbose src/some/path/to/a/file-${step}.ts`,
      outcome: step === 27 ? "exit 1" : "ok",
      ok: step !== 27,
      edits: step % 5 === 0,
      ...(step === 27 ? { output: "1 failed | 11 passed (12)\n".repeat(20) } : {}),
    })),
    omitted: 0,
    receipt: [
      { part: "checks", about: '"vitest run"', says: "failed: 11 passed, 1 failed", steps: [28], tone: "bad" },
      {
        part: "claims",
        about: "All tests pass.",
        says: "the last run of the tests failed",
        steps: [28],
        state: "contradicted",
        tone: "bad",
      },
    ],
    account: NO_ACCOUNT,
    worth: { p: 0.9, reasons: ["a claimed check failed"] },
  };
}
