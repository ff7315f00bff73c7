import { choosing, findLogins, type Login } from "../../compose/choosing.ts";
import { type Config, configForWatching, type LoadedConfig, modelAccess, type Variables } from "../../config.ts";
import { type Choice, chooseObserver } from "../../models/choose.ts";
import { type Diagnosis, fine, note, warning } from "./diagnosis.ts";

/** Which providers have a key (names of variables, never a key), which programs have a login, and who would be asked. */
export function lookAtModels(loaded: Pick<LoadedConfig, "config" | "origins">, env: Variables): Diagnosis[] {
  const { config } = loaded;
  const { available, variables } = modelAccess(env, config.providers);
  const logins = findLogins(env);
  const { model, fallback } = config.observer;
  const choice = chooseObserver({ ...choosing({ config, env }, model), fallback });
  return [
    aboutKeys(variables, env),
    aboutLogins(logins),
    aboutObserver(choice, configForWatching(loaded).observer.model === "none"),
    ...(choice.models ?? []).flatMap((name) => [
      ...missingKey(name, available, variables),
      ...missingLogin(name, logins),
      ...missingPrice(name, config),
    ]),
  ];
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
    "Set observer.model to auto, or run cox install --observer auto, to have a model asked about those agents too.",
  );
}

function hintFor(lookedFor: readonly string[]): string {
  return lookedFor.length === 0
    ? "Set observer.model to auto or to a model."
    : `Set one of ${lookedFor.join(", ")}, or observer.model to a local one (ollama/NAME).`;
}

function missingKey(
  name: string,
  available: readonly string[],
  variables: Readonly<Record<string, readonly string[]>>,
): Diagnosis[] {
  const provider = name.slice(0, name.indexOf("/"));
  const wanted = Object.hasOwn(variables, provider) ? variables[provider] : undefined;
  if (wanted === undefined || available.includes(provider)) return [];
  return [warning("observer", `${name} is to be asked, but there is no key for it.`, `Set ${wanted.join(" or ")}.`)];
}

function missingLogin(name: string, logins: readonly Login[]): Diagnosis[] {
  const login = logins.find((each) => name === each.name || name.startsWith(`${each.name}/`));
  if (!login || (login.program !== undefined && login.loggedIn)) return [];
  const { command, program } = login;
  return [
    program === undefined
      ? warning("observer", `${name} is to be asked, but ${command} is not installed.`, `Install ${command}.`)
      : warning("observer", `${name} is to be asked, but nobody is logged in to it.`, `Start ${command} and log in.`),
  ];
}

function missingPrice(name: string, { budgets, prices }: Config): Diagnosis[] {
  const limited = budgets.costPerDay !== null || budgets.costPerThread !== null;
  if (!limited || Object.hasOwn(prices, name)) return [];
  const mend = `Add prices["${name}"], or limit tokens instead (budgets.tokensPerDay).`;
  return [
    warning("budgets", `Dollars are limited, but nobody said what ${name} costs: its calls count as nothing.`, mend),
  ];
}
