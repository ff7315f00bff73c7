import type { Config } from "../config.ts";
import type { Judging } from "../corrector.ts";
import { CoxError } from "../text/errors.ts";
import type { LoweredFinding } from "../evidence/lowering.ts";
import { whenSuspicious } from "../evidence/score/score.ts";
import { withinBudget } from "../guard/within-budget.ts";
import { type Choice, chooseAgent, chooseObserver } from "../models/choose.ts";
import type { Model } from "../models/model.ts";
import { createModel, type ModelAccess } from "../models/providers.ts";
import { createObserver } from "../observer/observer.ts";
import type { Store } from "../store/store.ts";
import { gateVerdict, type Judge } from "../verdict.ts";
import { createVerifier } from "../verifier/verifier.ts";
import { tellingSameFamily } from "./agent-family.ts";
import { accessOf, choosing } from "./choosing.ts";
import { composeProving } from "./lowered.ts";
import { observerSettings, verifierSettings } from "./observer-settings.ts";
import type { Settings } from "./settings.ts";
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { openWorkspace } from "../agent/workspace.ts";

export interface JudgingOptions {
  readonly judges: "evidence" | "model" | "auto";
  /** True when answers are verified with retries, instead of watching the work. */
  readonly verify?: boolean;
  readonly live?: boolean;
  /** The family of the watched agent: the observer should come from another one. */
  readonly agentFamily?: string;
  readonly store?: Pick<Store, "usage" | "updateGuard">;
  readonly now?: () => Date;
  readonly lowered?: readonly LoweredFinding[];
}

/** The judges that a configuration asks for, and the reason when there is no observer. */
export function composeJudging(
  settings: Settings,
  { judges, verify = false, live = false, agentFamily, store, now, lowered = [] }: JudgingOptions,
): { judging: Judging; observer: Choice } {
  const { config } = settings;
  const choice = chooseObserver({
    ...choosing(settings, judges === "evidence" ? "none" : judgeNamed(config, verify)),
    fallback: config.observer.fallback,
    ...(agentFamily === undefined ? {} : { agentFamily }),
  });
  const { evidence, ...proving } = composeProving(settings, lowered);
  const judging: Judging = {
    ...proving,
    ...(judges === "model" || !evidence ? {} : { evidence }),
    ...(verify ? { verification: config.verification } : {}),
    ...(choice.models
      ? {
          observer: budgeted(
            verify ? composeVerifier(settings, choice.models) : composeObserver(settings, choice.models, live),
          ),
        }
      : verify
        ? { observer: missingVerifier(choice.reason, config) }
        : judges === "evidence"
          ? {}
          : { unobserved: choice.reason }),
  };
  return { judging, observer: choice };

  function budgeted(observer: Judge): Judge {
    const limits = config.budgets;
    const telling = tellingSameFamily(observer, agentFamily, choice.models);
    if (!store) return telling;
    const wanted = config.observer.when === "suspicious" && !verify ? whenSuspicious(telling) : telling;
    return withinBudget(wanted, { store, limits, sayAlways: verify, ...(now ? { now } : {}) });
  }
}

/** The configured model. `observer.model: none` excludes a verifier, too: its input leaves the machine as well. */
export function judgeNamed({ observer, verification }: Config, verify: boolean): string {
  const isNamed = verify && verification.model !== "auto" && observer.model !== "none";
  return isNamed ? verification.model : observer.model;
}

/** For agents of several families; each is composed once, because the observer must come from another family. */
export function judgingByFamily(settings: Settings, options: Omit<JudgingOptions, "agentFamily">) {
  const known = new Map<string | undefined, ReturnType<typeof composeJudging>>();
  return (family: string | undefined) => {
    const composed =
      known.get(family) ??
      composeJudging(settings, { ...options, ...(family === undefined ? {} : { agentFamily: family }) });
    known.set(family, composed);
    return composed;
  };
}

/** Loaded late: the redaction rules take time to load, and most turns never reach a model. */
function composeObserver(settings: Settings, names: readonly string[], live: boolean): Judge {
  const { observer, prices } = settings.config;
  const access = accessOf(settings);
  const { enabled, model: closer } = observer.closerLook;
  const closerModels = enabled && closer !== "same" ? { closerModels: [createModel(closer, access)] } : {};
  const files = live ? { readFile: workFilesIn(settings.cwd) } : {};
  const parts = { models: modelsFor(names, access), ...closerModels, ...files, prices };
  return openedLate("observer", async () =>
    createObserver(parts, await observerSettings(settings.config, settings.env)),
  );
}

function composeVerifier(settings: Settings, names: readonly string[]): Judge {
  const access = accessOf(settings);
  const parts = { models: modelsFor(names, access), prices: settings.config.prices };
  return openedLate("verifier", async () =>
    createVerifier(parts, await verifierSettings(settings.config, settings.env)),
  );
}

/** The first name must work. A fallback that is not available, for want of a key, is left out. */
function modelsFor([wanted, ...fallback]: readonly string[], access: ModelAccess): readonly Model[] {
  const first = wanted === undefined ? [] : [createModel(wanted, access)];
  return [...first, ...fallback.flatMap((name) => modelOrNone(name, access))];
}

function modelOrNone(name: string, access: ModelAccess): Model[] {
  try {
    return [createModel(name, access)];
  } catch {
    return [];
  }
}

function missingVerifier(reason: string, { observer }: Config): Judge {
  const key = observer.model === "none" ? "observer.model" : "verification.model";
  const how = `Name one with --observer PROVIDER/MODEL, or set ${key}.`;
  const said = `there is no model to verify the answer. ${reason} ${how}`;
  return { name: "verifier", assess: () => gateVerdict("unchecked", said) };
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

export function composeAgentModel(settings: Settings): Model {
  const choice = chooseAgent(choosing(settings, settings.config.agent.model));
  const [name] = choice.models ?? [];
  if (name !== undefined) return createModel(name, accessOf(settings));
  const looked = "lookedFor" in choice ? choice.lookedFor.join(", ") : "";
  throw new CoxError("config.invalid", `There is no model for the agent to work with: ${choice.reason}`, {
    hint: `Looked for ${looked}. Set one of them, or name a model with --model (ollama/NAME needs no key). cox check and cox demo work without.`,
  });
}

export function workingWith(settings: Settings, model: string): Settings {
  const { config } = settings;
  return { ...settings, config: { ...config, agent: { ...config.agent, model } } };
}

/** Reads a file of the work tree for a closer look; undefined where there is none that may be shown. Never throws. */
type ReadWorkFile = (path: string) => Promise<string | undefined>;

/** Windows knows neither pipes among files nor links to be followed here. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const MOST_BYTES = 400_000;

/** Files that are made to hold secrets: no rule of redaction knows all of their forms. */
const SECRET =
  /^\.env(?:\..+)?$|^\.(?:npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg)$|^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfstate|tfvars)$|credential|secret/i;

/** Inside one directory only, and nothing of git's own or made for secrets: the paths are a model's words. */
export function workFilesIn(directory: string): ReadWorkFile {
  return async (path) => {
    try {
      const workspace = await openWorkspace(directory);
      const place = await workspace.resolve(path, "read");
      const parts = place.name.split("/");
      if (parts.includes(".git") || parts.some((part) => SECRET.test(part)) || SECRET.test(basename(path)))
        return undefined;
      return await textOf(place.path);
    } catch {
      return undefined;
    }
  };
}

async function textOf(path: string): Promise<string | undefined> {
  const file = await open(path, READ_ONLY);
  try {
    const about = await file.stat();
    if (!about.isFile() || about.size > MOST_BYTES) return undefined;
    const text = await file.readFile("utf8");
    return text.includes("\0") ? undefined : text;
  } finally {
    await file.close();
  }
}
