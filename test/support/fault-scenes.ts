import type { CorrectorParts } from "../../src/corrector.ts";
import { createCorrector, type Decision } from "../../src/corrector.ts";
import { createEvidenceJudge } from "../../src/evidence/judge.ts";
import { withinBudget } from "../../src/guard/within-budget.ts";
import { type Clock, SYSTEM_CLOCK } from "../../src/models/clock.ts";
import type { Model } from "../../src/models/model.ts";
import { createScriptedModel } from "../../src/models/scripted/scripted.ts";
import { createObserver } from "../../src/observer/observer.ts";
import { createRedactor } from "../../src/observer/redact.ts";
import type { Store } from "../../src/store/store.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { ThreadBuilder } from "./thread-builder.ts";

export interface SceneParts {
  readonly store: Pick<Store, "usage" | "readGuard" | "updateGuard">;
  readonly model: Model;
  readonly clock?: Clock;
  readonly now?: () => Date;
  readonly redact?: (text: string) => string;
  readonly timeoutMs?: number;
  readonly corrector?: Partial<CorrectorParts>;
}

const USAGE = { inputTokens: 100, outputTokens: 10 };

export function observerModel(confidence: number | null, name = "scripted/observer"): Model {
  const input =
    confidence === null
      ? { needsCorrection: false, message: null, confidence: 0.05, steps: [], wants: [] }
      : { needsCorrection: true, message: "you never ran the tests", confidence, steps: [1], wants: ["step 1"] };
  const closer = {
    when: { contains: "# CLOSER LOOK" },
    input: { ...input, confidence: confidence === null ? 0.05 : 0.9 },
    usage: USAGE,
  };
  return createScriptedModel(name, { decisions: [closer, { input, usage: USAGE }] });
}

export function doubtfulThread(): Thread {
  return new ThreadBuilder()
    .started("/repo", "claude-code")
    .user("Make the parser skip blank lines.")
    .read("/repo/parser.ts", "export {}")
    .edit("/repo/parser.ts", "a", "b")
    .close("The parser skips blank lines now.")
    .build();
}

export function falseThread(): Thread {
  return new ThreadBuilder()
    .started("/repo", "claude-code")
    .user("Fix the parser and make sure the tests pass.")
    .edit("/repo/parser.ts", "a", "b")
    .bash("npm test", { exit: 1, output: "Tests  2 failed | 3 passed (5)" })
    .close("Fixed, all tests pass.")
    .build();
}

export function assess(thread: Thread, parts: SceneParts): Promise<Decision> {
  const clock = parts.clock ?? SYSTEM_CLOCK;
  const now = parts.now ?? (() => new Date("2026-11-15T12:00:00Z"));
  const redact = parts.redact ?? createRedactor();
  const settings = { render: { redact }, timeoutMs: parts.timeoutMs ?? 300 };
  const observer = createObserver({ models: [parts.model], clock }, settings);
  const limits = { tokensPerThread: 1000, tokensPerDay: 1000, costPerThread: null, costPerDay: null };
  const corrector = createCorrector({
    gate: { minToolCalls: 1, minEdits: 1, skipModes: [], allow: [] },
    evidence: createEvidenceJudge(),
    observer: withinBudget(observer, { store: parts.store, limits, now }),
    guard: { maxCorrections: 2, maxByModel: 1, dailyLimit: 20 },
    store: parts.store,
    redact,
    now,
    ...parts.corrector,
  });
  return corrector.assess(thread);
}
