import type { Delta } from "../../src/thread/delta.ts";
import type { Usage } from "../../src/thread/usage.ts";
import type { NewVerdict } from "../../src/store/records.ts";

export function note(text: string, at?: string): Delta {
  return { v: 1, type: "error", code: "note", message: text, ...(at === undefined ? {} : { at }) };
}

export function started(fields: { host?: string; cwd?: string; title?: string; at?: string } = {}): Delta {
  return { v: 1, type: "thread:started", threadId: "any", host: "claude-code", ...fields };
}

export function said(text: string, source: "user" | "host" = "user"): Delta {
  const content = [{ type: "text" as const, text }];
  return { v: 1, type: "user:message", message: { role: "user", id: "m", source: { type: source }, content } };
}

export function handoff(relation: "from" | "to", threadId: string): Delta {
  return { v: 1, type: "handoff", relation, threadId, goal: "go on", usage: [] };
}

export function usage(fields: Partial<Usage> = {}): Usage {
  return {
    operationType: "course-correction",
    model: "google/gemini",
    inputTokens: 100,
    outputTokens: 10,
    cachedInputTokens: 40,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    ...fields,
  };
}

export function verdict(id: string, fields: Partial<NewVerdict> = {}): NewVerdict {
  return {
    id,
    threadId: "thread-1",
    host: "claude-code",
    session: "session-1",
    turn: 3,
    cwd: "/home/ann/boat",
    gateReasons: ["6 tool calls", "1 edit"],
    injected: true,
    verdict: {
      verdict: "correct",
      category: "claimed-check-never-ran",
      message: "you never ran the tests",
      reason: "no test command in the turn",
      confidence: 0.95,
      findings: [{ id: "never-ran", confidence: 0.95, message: "you never ran them", steps: [4, 5], subject: "tests" }],
      steps: [4, 5],
      judge: "evidence",
      usage: [usage()],
      durationMs: 12,
    },
    ...fields,
  };
}
