import { accessOf, choosing, findLogins, type Login, observerOfHost } from "../../compose/choosing.ts";
import type { Settings } from "../../compose/settings.ts";
import { type Config, configForWatching, type LoadedConfig, type Variables } from "../../config.ts";
import { modelAccess } from "../../config/model-access.ts";
import { CoxError, describeError } from "../../text/errors.ts";
import { hostNamed } from "../../hosts/hosts.ts";
import { type Choice, chooseObserver } from "../../models/choose.ts";
import type { LocalServer } from "../../models/local-servers.ts";
import { TEAM_MODEL } from "../../models/model.ts";
import { createModel } from "../../models/providers.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

export function lookAtModels(loaded: Loaded, { env, cwd }: Surroundings): Diagnosis[] {
  const { config } = loaded;
  const withheld = isWithheld(loaded);
  return [
    aboutKeys(modelAccess(env, config.providers).variables, env),
    aboutLogins(findLogins(env)),
    withheld ? NOT_WHILE_WRONG : aboutObserver(choiceOf(config, env), isUnwatched(loaded)),
    ...lookAtChosen({ config, env, cwd }),
    ...lookAtOwn({ config, env, cwd }, withheld),
  ];
}

/** The servers of models that answer on this machine; how one is asked, where nobody is. */
export function lookAtServers(servers: readonly LocalServer[], loaded: Loaded, { env }: Surroundings): Diagnosis[] {
  const names = servers.map(({ title, baseURL, models }) => {
    const more = models.length > MOST_NAMES ? ", …" : "";
    return `${title} at ${new URL(baseURL).host} (${models.slice(0, MOST_NAMES).join(", ")}${more})`;
  });
  const [first] = servers;
  if (!first) return [];
  const isAsked = isWithheld(loaded) || choiceOf(loaded.config, env).models !== undefined;
  return [isAsked ? fine("local models", names.join("; ")) : note("local models", names.join("; "), howToSet(first))];
}

const MOST_NAMES = 4;

function howToSet({ provider, baseURL, unnamed, models }: LocalServer): string {
  const address = unnamed ? `cox config set providers.${provider} '{"baseURL":"${baseURL}"}' && ` : "";
  return `${address}cox config set observer.model ${provider}/${models[0] ?? "NAME"}`;
}

/** What keeps the configured observer from being asked; empty when none was configured. A server that is here would do. */
export function lookForObserver(
  loaded: Loaded,
  { env, cwd }: Surroundings,
  [server]: readonly LocalServer[] = [],
): Diagnosis[] {
  if (isUnwatched(loaded)) return [];
  const { config } = loaded;
  const choice = choiceOf(config, env);
  if (choice.models) return lookAtChosen({ config, env, cwd });
  const nobody = aboutObserver(choice, false);
  return [server ? { ...nobody, mend: offerOf(server) } : nobody];
}

function offerOf({ title, provider, baseURL, models: [model = "NAME"] }: LocalServer): string {
  return `${title} at ${new URL(baseURL).host} has ${model}: cox install --observer ${provider}/${model} asks it.`;
}

/** Who would be asked about the agent of a host that is watched, or why nobody, and what to do about it. */
export function lookAtObserverOf(host: string, loaded: Loaded, { env }: Surroundings): Diagnosis[] {
  if (isWithheld(loaded)) return [];
  const { config } = loaded;
  const about = `of ${hostNamed(host)?.title ?? host}`;
  const { models, inWords, lookedFor } = observerOfHost({ config, env }, host);
  if (models.length === 0) return [note("observer", `${about}: ${inWords}`, hintFor(lookedFor))];
  if (!isUnwatched(loaded)) return [fine("observer", `${about}: ${inWords}`)];
  const told = `${about}: nobody, evidence decides alone. None was set up.`;
  return [note("observer", told, `cox config set observer.model auto # asks ${inWords}`)];
}

/** All models that may be asked about the agents of these hosts; where that is none, those that judge our own agent. */
export function observersToTry(hosts: readonly string[], loaded: Loaded, { env }: Surroundings): readonly string[] {
  if (isWithheld(loaded)) return [];
  const { config } = loaded;
  const watched = isUnwatched(loaded) ? [] : hosts.flatMap((host) => observerOfHost({ config, env }, host).models);
  const models = watched.length > 0 ? watched : (choiceOf(config, env).models ?? []);
  const { enabled, model: closer } = config.observer.closerLook;
  return [...new Set([...models, ...(models.length > 0 && enabled && closer !== "same" ? [closer] : [])])];
}

type Loaded = Pick<LoadedConfig, "config" | "origins">;
type Surroundings = Pick<Settings, "env" | "cwd">;

function isUnwatched(loaded: Loaded): boolean {
  return configForWatching(loaded).observer.model === "none";
}

/** True when no model is asked only because the settings are wrong: nobody turned the observer off. */
function isWithheld({ origins }: Loaded): boolean {
  return origins.get("observer.model")?.source === "safety";
}

const NOT_WHILE_WRONG = note(
  "observer",
  "no model is asked as long as the settings are wrong, so evidence decides alone",
  "Mend them as said above.",
);

function choiceOf(config: Config, env: Variables): Choice {
  const { model, fallback } = config.observer;
  return chooseObserver({ ...choosing({ config, env }, model), fallback });
}

function lookAtChosen(settings: Settings): Diagnosis[] {
  const { config, env } = settings;
  const { models } = choiceOf(config, env);
  const { enabled, model: second } = config.observer.closerLook;
  // If the closer look is not possible, no model is asked at all.
  const asked = models && enabled && second !== "same" ? [...new Set([...models, second])] : models;
  return (asked ?? []).flatMap((name) => [...hindrances(name, OBSERVER, settings), ...missingPrice(name, config)]);
}

interface Role {
  readonly about: string;
  readonly key: string;
}

const OBSERVER: Role = { about: "observer", key: "observer.model" };
const VERIFIER: Role = { about: "verifier", key: "verification.model" };
const AGENT: Role = { about: "agent", key: "agent.model" };
const HANDOFF: Role = { about: "handoff", key: "handoff.model" };

/** Models that are configured for our own agent: a problem would otherwise show up only in the middle of work. */
function lookAtOwn(settings: Settings, withheld: boolean): Diagnosis[] {
  const { agent, observer, verification, handoff } = settings.config;
  const named: [Role, string, readonly Diagnosis[]][] = [
    [AGENT, agent.model, []],
    [VERIFIER, verification.model, missingPrice(verification.model, settings.config)],
    [HANDOFF, handoff.model, []],
  ];
  return named.flatMap(([role, name, unpriced]) => {
    if (name === "auto") return [];
    if (role === VERIFIER && withheld) return [];
    if (role === VERIFIER && observer.model === "none") return [unasked(role, name)];
    const found = hindrances(name, role, settings);
    return [...(found.length > 0 ? found : [fine(role.about, `${name}. It is configured.`)]), ...unpriced];
  });
}

function unasked({ about }: Role, name: string): Diagnosis {
  return note(about, `${name} is not asked, because observer.model is none.`, hintFor([]));
}

function hindrances(name: string, role: Role, settings: Settings): Diagnosis[] {
  return [...missingAccess(name, role, settings), ...missingLogin(name, role, findLogins(settings.env))];
}

function aboutKeys(variables: Readonly<Record<string, readonly string[]>>, env: Variables): Diagnosis {
  const keys = Object.entries(variables).flatMap(([provider, names]) => {
    const set = names.filter((name) => env[name]);
    return set.length > 0 ? [`${provider} (${set.join(", ")})`] : [];
  });
  return keys.length > 0 ? fine("keys", keys.join(", ")) : note("keys", "none was found in the environment");
}

function aboutLogins(logins: readonly Login[]): Diagnosis {
  const usable = logins.filter(({ program, loggedIn }) => program !== undefined && loggedIn);
  if (usable.length > 0) return fine("logins", usable.map(({ name }) => name).join(", "));
  const installed = logins.filter(({ program }) => program !== undefined).map(({ command }) => command);
  return installed.length === 0
    ? note("logins", "no program that could be asked without a key is installed")
    : note("logins", `nobody is logged in to ${installed.join(", ")}`, `Start ${installed.join(" or ")} and log in.`);
}

function aboutObserver(choice: Choice, unwatched: boolean): Diagnosis {
  if (!choice.models) {
    return note("observer", `none, so evidence decides alone. ${choice.reason}`, hintFor(choice.lookedFor));
  }
  const asked = choice.models.join(", then ");
  if (!unwatched) return fine("observer", `${asked}. ${choice.reason}`);
  return note(
    "observer",
    `none was set up, so evidence alone decides about the agents on this machine. cox run and cox chat ask ${asked}.`,
    "cox config set observer.model auto # to have a model asked about those agents, too",
  );
}

function hintFor(lookedFor: readonly string[]): string {
  return lookedFor.length === 0
    ? "Set observer.model to auto or to a model: cox config set observer.model auto."
    : `Set one of ${lookedFor.join(", ")}, or observer.model to a local one (ollama/NAME).`;
}

/** Checks the key, the name and the address by creating the model. Nothing is loaded or sent. */
function missingAccess(name: string, { about, key }: Role, settings: Settings): Diagnosis[] {
  try {
    const model = createModel(name, accessOf(settings));
    if (about !== AGENT.about || model.infer) return [];
    return [warning(about, `${name} is to work, but cannot carry on a conversation.`, `Set ${key} to another model.`)];
  } catch (error) {
    const { message, hint = `Set ${key} to another model.` } =
      error instanceof CoxError ? error : { message: describeError(error) };
    return [warning(about, `${name} is to be asked, but cannot be: ${message}`, hint)];
  }
}

function missingLogin(name: string, { about }: Role, logins: readonly Login[]): Diagnosis[] {
  const login = logins.find((each) => name === each.name || name.startsWith(`${each.name}/`));
  if (!login || (login.program !== undefined && login.loggedIn)) return [];
  const { command, program } = login;
  return [
    program === undefined
      ? warning(about, `${name} is to be asked, but ${command} is not installed.`, `Install ${command}.`)
      : warning(about, `${name} is to be asked, but nobody is logged in to it.`, `Start ${command} and log in.`),
  ];
}

function missingPrice(name: string, { budgets, prices }: Config): Diagnosis[] {
  const limited = budgets.costPerDay !== null || budgets.costPerThread !== null;
  // What the team's observer costs, the team pays.
  if (!limited || name === TEAM_MODEL || Object.hasOwn(prices, name)) return [];
  const mend = `Add prices["${name}"], or limit tokens instead (budgets.tokensPerDay).`;
  return [
    warning("budgets", `Dollars are limited, but nobody said what ${name} costs: its calls count as nothing.`, mend),
  ];
}
