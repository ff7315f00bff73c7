import { userInfo } from "node:os";
import { type Config, modelAccess, type Variables } from "../config.ts";
import type { Judging } from "../corrector.ts";
import { CoxError } from "../errors.ts";
import { createEvidenceJudge } from "../evidence/judge.ts";
import { type LoweredFinding, lowering } from "../evidence/lowering.ts";
import { withinBudget } from "../guard/within-budget.ts";
import { type Choice, type Choosing, chooseAgent, chooseObserver } from "../models/choose.ts";
import type { Model } from "../models/model.ts";
import { createModel, type ModelAccess } from "../models/providers.ts";
import { createObserver } from "../observer/observer.ts";
import { observerSettings, reportRedactor, verifierSettings } from "./observer-settings.ts";
import type { Store } from "../store/store.ts";
import type { Judge } from "../verdict.ts";
import { createVerifier } from "../verifier/verifier.ts";

/** From settings to working parts: the one place where a configuration becomes judges, models and a store. */
export interface Settings {
  readonly config: Config;
  readonly env: Variables;
  readonly cwd: string;
}

export interface JudgingOptions {
  /** Who may be asked: proof alone, or a model too. */
  readonly judges: "evidence" | "model" | "auto";
  /** Answers are verified, with retries, instead of work being watched. */
  readonly verify?: boolean;
  /** Of the agent that is watched: the observer should come from another family. */
  readonly agentFamily?: string;
  /** Where usage is kept: with it, budgets hold. Without, a person has asked for this look themselves. */
  readonly store?: Pick<Store, "usage" | "updateGuard">;
  readonly now?: () => Date;
  /** Findings that people marked wrong too often, where they did. */
  readonly lowered?: readonly LoweredFinding[];
}

/** The judges a configuration asks for, and why there is no observer where there is none. */
export function composeJudging(
  settings: Settings,
  { judges, verify = false, agentFamily, store, now, lowered = [] }: JudgingOptions,
): { judging: Judging; observer: Choice } {
  const { config } = settings;
  const { threshold } = config.evidence;
  const model = verify && config.verification.model !== "auto" ? config.verification.model : config.observer.model;
  const choice = chooseObserver({
    ...choosing(settings, judges === "evidence" ? "none" : model),
    fallback: config.observer.fallback,
    ...(agentFamily === undefined ? {} : { agentFamily }),
  });
  const judging: Judging = {
    gate: config.gate,
    ignoreStandDown: config.standDown.ignore,
    ...loginName(),
    redact: reportRedactor(config, settings.env),
    ...(judges === "model" ? {} : { evidence: createEvidenceJudge({ threshold, lower: lowering(lowered) }) }),
    ...(verify ? { verification: config.verification } : {}),
    ...(choice.models
      ? { observer: budgeted((verify ? composeVerifier : composeObserver)(settings, choice.models)) }
      : {}),
  };
  return { judging, observer: choice };

  function budgeted(observer: Judge): Judge {
    return store ? withinBudget(observer, { store, limits: config.budgets, ...(now ? { now } : {}) }) : observer;
  }
}

/** The rules for secrets take time to load, and most turns never get as far as a model: they are loaded when one is asked. */
function composeObserver(settings: Settings, names: readonly string[]): Judge {
  const { observer, prices } = settings.config;
  const access = accessOf(settings);
  const second =
    observer.secondLook.model === "same" ? {} : { secondModels: [createModel(observer.secondLook.model, access)] };
  const parts = { models: names.map((name) => createModel(name, access)), ...second, prices };
  return openedLate("observer", async () =>
    createObserver(parts, await observerSettings(settings.config, settings.env)),
  );
}

function composeVerifier(settings: Settings, names: readonly string[]): Judge {
  const access = accessOf(settings);
  const parts = { models: names.map((name) => createModel(name, access)), prices: settings.config.prices };
  return openedLate("verifier", async () =>
    createVerifier(parts, await verifierSettings(settings.config, settings.env)),
  );
}

function openedLate(name: string, open: () => Promise<Judge>): Judge {
  let opened: Judge | undefined;
  return {
    name,
    async assess(assessment) {
      opened ??= await open();
      return opened.assess(assessment);
    },
  };
}

/** The model our own agent works with. */
export function composeAgentModel(settings: Settings): Model {
  const choice = chooseAgent(choosing(settings, settings.config.agent.model));
  const [name] = choice.models ?? [];
  if (name !== undefined) return createModel(name, accessOf(settings));
  const looked = "lookedFor" in choice ? choice.lookedFor.join(", ") : "";
  throw new CoxError("config.invalid", `There is no model for the agent to work with: ${choice.reason}`, {
    hint: `Looked for ${looked}. Set one of them, or name a model with --model (ollama/NAME needs no key). cox check and cox demo work without.`,
  });
}

/** A user id without an entry, as in some containers, has no name. */
function loginName(): { readonly user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    return {};
  }
}

function choosing({ config, env }: Settings, configured: string): Choosing {
  const { available, variables } = modelAccess(env, config.providers);
  return { configured, available, variables };
}

function accessOf({ config, env, cwd }: Settings): ModelAccess {
  return { ...modelAccess(env, config.providers), directory: cwd };
}
