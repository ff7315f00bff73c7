import { configForWatching, loadConfig, type Variables } from "../config.ts";
import { chooseObserver } from "../models/choose.ts";
import { TEAM_MODEL } from "../models/model.ts";
import { createModel } from "../models/providers.ts";
import { runTool } from "../models/run-tool.ts";
import { COURSE_CORRECT } from "../observer/course-correct.ts";
import type { Asker } from "../team/questions.ts";
import type { Usage } from "../thread/usage.ts";
import { CoxError } from "../text/errors.ts";
import { accessOf, choosing } from "./choosing.ts";

/** Who answers a team's questions: the observer in the settings of whoever runs the service; undefined where none is. */
export function composeAsker(env: Variables, cwd: string): Asker | undefined {
  // At the root there is no project: none decides whom a service asks.
  const loaded = loadConfig({ cwd: "/", env, withoutPolicy: true });
  const config = configForWatching(loaded);
  const { model, fallback, timeoutSeconds, temperature, maxOutputTokens, reasoning } = config.observer;
  if ([model, ...fallback].includes(TEAM_MODEL))
    throw new CoxError("config.invalid", "A team's service cannot ask a team's service.", {
      hint: "Set observer.model to a model, for this service: COX_OBSERVER_MODEL.",
    });
  const { models: names } = chooseObserver({ ...choosing({ config, env }, model), fallback });
  if (!names) return undefined;
  const access = accessOf({ config, env, cwd });
  const models = names.map((name) => createModel(name, access));
  return {
    models: names,
    tokensPerDay: config.budgets.tokensPerDay,
    costPerDay: config.budgets.costPerDay,
    async ask({ system, prompt, withinMs, signal }) {
      const run = await runTool({
        models,
        tool: COURSE_CORRECT,
        system,
        prompt,
        operationType: "course-correction",
        timeoutMs: Math.min(withinMs, timeoutSeconds * 1000),
        settings: { temperature, maxOutputTokens, reasoning },
        signal,
        prices: config.prices,
      });
      const told = { usage: tokensOf(run.usage), spent: spentIn(run.usage) };
      return run.ok ? { ok: true, value: run.value, ...told } : { ok: false, why: run.failure.message, ...told };
    },
  };
}

function tokensOf(usage: readonly Usage[]) {
  const sum = (name: (typeof COUNTS)[number]) => usage.reduce((total, each) => total + each[name], 0);
  return Object.fromEntries(COUNTS.map((name) => [name, sum(name)]));
}

const COUNTS = ["inputTokens", "outputTokens", "cachedInputTokens", "cacheWriteTokens", "reasoningTokens"] as const;

function spentIn(usage: readonly Usage[]) {
  return usage.reduce(
    (sum, { inputTokens, outputTokens, cost = 0 }) => ({
      calls: sum.calls + 1,
      inputTokens: sum.inputTokens + inputTokens,
      outputTokens: sum.outputTokens + outputTokens,
      cost: sum.cost + cost,
    }),
    { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 },
  );
}
