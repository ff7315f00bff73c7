import { describeError } from "../text/errors.ts";
import { type Clock, SYSTEM_CLOCK } from "../models/clock.ts";
import type { ForcedTool, Model, ModelSettings } from "../models/model.ts";
import type { PriceTable } from "../models/prices.ts";
import { runTool, type ToolRun } from "../models/run-tool.ts";
import type { OperationType, Usage } from "../thread/usage.ts";
import type { Assessment, Judge, Verdict } from "../verdict.ts";

/** Everything that one question sends to a model. */
export interface Question<T> {
  readonly system: string;
  readonly prompt: string;
  readonly tool: ForcedTool<T>;
  readonly settings: Omit<ModelSettings, "timeoutMs">;
  readonly timeoutMs: number;
}

/** One assessment by models: its time and what it has cost so far. */
export interface Inquiry {
  /** Asks the models in this order: the next one only when the one before failed. */
  ask<T>(question: Question<T>, models: readonly Model[]): Promise<ToolRun<T>>;
}

export type Conclusion = Pick<Verdict, "verdict" | "category" | "message" | "reason" | "confidence" | "steps">;

export interface ModelJudgeParts {
  readonly name: string;
  readonly operationType: OperationType;
  readonly prices: PriceTable | undefined;
  readonly clock: Clock | undefined;
  look(assessment: Assessment, inquiry: Inquiry): Promise<Conclusion>;
}

/** Never throws and never holds up the agent: every failure is `unchecked`, with its reason. */
export function createModelJudge(parts: ModelJudgeParts): Judge {
  const { name, operationType, prices, clock = SYSTEM_CLOCK } = parts;
  return {
    name,
    async assess(assessment) {
      const started = clock.now();
      const usage: Usage[] = [];
      const inquiry: Inquiry = {
        async ask(question, models) {
          const timeoutMs = Math.max(1, question.timeoutMs - (clock.now() - started));
          const { signal } = assessment;
          const run = await runTool({ ...question, models, operationType, timeoutMs, signal, prices, clock });
          usage.push(...run.usage);
          return run;
        },
      };
      const verdict = (conclusion: Conclusion): Verdict => ({
        ...conclusion,
        findings: [],
        judge: "model",
        usage,
        durationMs: clock.now() - started,
      });
      try {
        return verdict(await parts.look(assessment, inquiry));
      } catch (error) {
        return verdict(unchecked(`the ${name} crashed: ${describeError(error)}`));
      }
    },
  };
}

export function unchecked(reason: string): Conclusion {
  return { verdict: "unchecked", category: null, message: null, reason, confidence: null, steps: [] };
}

export function silent(reason: string, confidence: number | null): Conclusion {
  return { verdict: "ok", category: null, message: null, reason, confidence, steps: [] };
}
