import type { Report } from "../../src/team/report.ts";

let count = 0;

/** What a machine tells of a stop at which nothing was wrong; each has an id of its own. */
export function teamReport(more: Partial<Report> = {}): Report {
  count += 1;
  return {
    v: 1,
    id: `report-${count}`,
    machine: "machine-1",
    at: new Date().toISOString(),
    engine: "0.1.0",
    repository: "acme/api",
    agent: "claude-code",
    agentModel: "claude-sonnet-5",
    session: "session-1",
    turn: 1,
    verdict: "ok",
    judge: "evidence",
    injected: false,
    category: null,
    confidence: null,
    findings: [],
    answered: null,
    steps: 5,
    claims: { shown: 1, contradicted: 0, open: 0 },
    asked: { shown: 0, contradicted: 0, open: 0 },
    checks: { passed: 1, failed: 0, unknown: 0 },
    changed: { files: 1, tests: 0, code: true, unchecked: false },
    durationMs: 12,
    usage: [],
    ...more,
  };
}

/** One at which the agent was told that a check which it claims never ran. */
export function falseDone(more: Partial<Report> = {}): Report {
  return teamReport({
    verdict: "correct",
    injected: true,
    category: "claimed-check-never-ran",
    confidence: 0.95,
    findings: [{ id: "claimed-check-never-ran", confidence: 0.95, spoken: true }],
    claims: { shown: 0, contradicted: 0, open: 1 },
    checks: { passed: 0, failed: 0, unknown: 0 },
    changed: { files: 2, tests: 0, code: true, unchecked: true },
    ...more,
  });
}
