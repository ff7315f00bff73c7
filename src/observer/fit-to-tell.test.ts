import { describe, expect, it } from "vitest";
import { createRedactor } from "./redact.ts";
import { fitToTell } from "./fit-to-tell.ts";
import type { Verdict } from "../verdict.ts";

const KEY = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;
const quoting: Verdict = {
  verdict: "correct",
  category: "claim",
  message: `run it with GITHUB_TOKEN=${KEY} again`,
  reason: `the model said: ${KEY}`,
  confidence: 1,
  findings: [{ id: "x", confidence: 1, message: `step 3 printed ${KEY}`, steps: [3], subject: `curl -H ${KEY}` }],
  steps: [3],
  judge: "model",
  usage: [],
  durationMs: 1,
};
const judgement = {
  turn: 1,
  gate: {
    open: true,
    evidenceOpen: true,
    reasons: [{ name: "stand-down" as const, passed: true, detail: `“${KEY}”` }],
  },
  verdict: quoting,
};

describe("fitToTell", () => {
  it("takes secrets out of everything a verdict quotes, and keeps the rest", () => {
    const redacted = fitToTell(judgement, createRedactor());
    expect(JSON.stringify(redacted)).not.toContain(KEY);
    expect(redacted).toMatchObject({ turn: 1, verdict: { verdict: "correct", steps: [3], confidence: 1 } });
    expect(redacted.verdict.message).toMatch(/^run it with GITHUB_TOKEN=\[redacted:github:[0-9a-f]{4}\] again$/);
  });

  it("gives the same subject the same words, so that an objection is still known as raised", () => {
    const [first, second] = [1, 2].map(() => fitToTell(judgement, createRedactor()).verdict.findings[0]?.subject);
    expect(first).toBe(second);
  });

  it("says nothing where it fails", () => {
    const broken = fitToTell(judgement, () => {
      throw new Error("boom");
    });
    expect(broken.verdict).toMatchObject({ verdict: "unchecked", message: null });
    expect(JSON.stringify(broken)).not.toContain(KEY);
  });
});
