import { dollars } from "../text/amounts.ts";
import { choosing, observerOfHost } from "../compose/choosing.ts";
import type { UsualDay } from "../compose/usual-day.ts";
import type { Config, Variables } from "../config.ts";
import { allKeys } from "../config/keys.ts";
import { modelAccess } from "../config/model-access.ts";
import type { Installer } from "../hosts/installer.ts";
import { reachableObservers } from "../models/choose.ts";
import type { LocalServer } from "../models/local-servers.ts";
import { parseModelName } from "../models/model.ts";
import { costOf } from "../models/prices.ts";
import { neutralise } from "../text/strings.ts";
import { styleFor, wrapAtSpaces } from "../show/wrap.ts";
import { tokens } from "../show/usage-line.ts";
import type { Io } from "./command.ts";

export type ChosenSettings = Readonly<Record<string, unknown>>;

export interface Offer {
  readonly config: Config;
  readonly env: Variables;
  readonly installers: readonly Installer[];
  readonly servers: readonly LocalServer[];
  readonly day: UsualDay | undefined;
}

interface Choice {
  readonly title: string;
  /** What it costs, or who is asked: below the title. */
  readonly facts: readonly string[];
  readonly set: ChosenSettings;
}

const HERE = "Nothing leaves this machine.";
const MOST_ASKED = 3;
const NOTHING_HERE =
  "A model could be asked about what proof cannot settle, but none was found: no login (claude, codex, gemini), no key in the environment, and no server of models on this machine (Ollama, LM Studio, llama.cpp, vLLM).";

/** Undefined where the person left without an answer; empty where they decide later. */
export async function chooseObserver(offer: Offer, io: Io): Promise<ChosenSettings | undefined> {
  const choices = choicesOf(offer);
  if (!io.ask) return {};
  if (choices.length === 0) {
    io.out(`${wrapAtSpaces(NOTHING_HERE, io.columns).join("\n")}\n\n`);
    return {};
  }
  const nobody = { title: "nobody", facts: [`Proof decides alone. ${HERE}`], set: { "observer.model": "none" } };
  const all = [...choices, nobody];
  io.out(listing(all, offer, io));
  for (let asked = 0; asked < MOST_ASKED; asked += 1) {
    const answer = (await io.ask(`Who is asked? 1 to ${all.length}, or PROVIDER/MODEL (Enter: decide later) `))?.trim();
    if (answer === undefined) return undefined;
    if (answer === "") return {};
    const set = all[Number(answer) - 1]?.set ?? all.find(({ title }) => title === answer)?.set ?? named(answer, offer);
    if (set) return set;
    io.out(`${neutralise(answer)} is none of them.\n`);
  }
  return {};
}

function choicesOf(offer: Offer): readonly Choice[] {
  const reachable = reachableObservers(choosing(offer, "auto"));
  const models = reachable.map((model) => ({
    title: model,
    facts: [`${howReached(model, offer)}. ${price(model, offer)}`.trim()],
    set: { "observer.model": model },
  }));
  const servers = offer.servers.flatMap((server) => serverChoice(server, offer));
  return [...(reachable.length > 0 ? [autoChoice(offer)] : []), ...(models.length > 1 ? models : []), ...servers];
}

function autoChoice(offer: Offer): Choice {
  const { config, env, installers } = offer;
  const auto = { ...config, observer: { ...config.observer, model: "auto" } };
  const asked = installers.map(({ name, title }) => ({ title, ...observerOfHost({ config: auto, env }, name) }));
  const each = asked.map(({ title, inWords }) => `${title}: ${inWords}.`);
  const [model = "", ...others] = [...new Set(asked.flatMap(({ models }) => models.slice(0, 1)))];
  const facts = others.length > 0 ? each : [...each, `${howReached(model, offer)}. ${price(model, offer)}`.trim()];
  return { title: "auto", facts, set: { "observer.model": "auto" } };
}

function serverChoice(server: LocalServer, { config }: Offer): Choice[] {
  const { provider, title, baseURL, unnamed } = server;
  const [model, ...others] = server.models;
  if (model === undefined) return [];
  const { enabled, model: closer } = config.observer.closerLook;
  const stays = enabled && closer !== "same" ? `${closer} takes the closer looks.` : HERE;
  const address = unnamed ? { [`providers.${provider}`]: { baseURL } } : {};
  const more =
    others.length === 0 ? "" : ` It also has ${others.slice(0, 4).join(", ")}${others.length > 4 ? ", …" : ""}.`;
  return [
    {
      title: `${provider}/${model}`,
      facts: [`${title}, ${new URL(baseURL).host}. Free. ${stays}${more}`],
      set: { "observer.model": `${provider}/${model}`, ...address },
    },
  ];
}

/** A model that was typed; with the address of its server, if that was only just found. */
function named(answer: string, { servers }: Offer): ChosenSettings | undefined {
  const model = answer.includes("/") ? answer : "";
  if (!allKeys().get("observer.model")?.kind.accepts(model)) return undefined;
  return { "observer.model": model, ...addressOf(model, servers) };
}

export function addressOf(model: string, servers: readonly LocalServer[]): ChosenSettings {
  const server = servers.find(({ provider, unnamed }) => unnamed && model.startsWith(`${provider}/`));
  return server ? { [`providers.${server.provider}`]: { baseURL: server.baseURL } } : {};
}

function howReached(model: string, { config, env }: Offer): string {
  const { provider, model: program } = parseModelName(model);
  if (provider === "cli") return `Your login to ${program}`;
  const names = modelAccess(env, config.providers).variables[provider] ?? [];
  return `Your key in ${names.find((name) => env[name]) ?? provider}`;
}

/** What a usual day would cost; empty where that is not known. */
function price(model: string, { day, config }: Offer): string {
  if (parseModelName(model).provider === "cli") return "It counts against your plan.";
  const { inputTokens = 0, outputTokens = 0, stops = 0 } = day ?? {};
  const counts = { inputTokens, outputTokens, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const each = day && costOf(model, counts, config.prices);
  return each === undefined ? "" : `≈ ${dollars(each * stops)} a day.`;
}

function listing(choices: readonly Choice[], { day }: Offer, { columns, color }: Io): string {
  const style = styleFor(color);
  const rows = choices.flatMap(({ title, facts }, index) => [
    `  ${index + 1}  ${style.bold(neutralise(title))}`,
    ...facts.flatMap((fact) => wrapAtSpaces(neutralise(fact), columns - 5).map((row) => `     ${row}`)),
  ]);
  const paragraphs = [
    "When an agent stops, proof from the record decides. A model can be asked, too, about what proof cannot settle: it catches far more.",
    ...(day ? [usual(day)] : []),
    "It is sent redacted parts of the session: what you asked, what the agent said, ran and changed and, where it is unsure, files of the project that it asks for. cox prompt shows it beforehand.",
  ];
  return `${[...paragraphs.flatMap((text) => [...wrapAtSpaces(text, columns), ""]), ...rows, ""].join("\n")}\n`;
}

function usual({ stops, inputTokens }: UsualDay): string {
  const count = stops < 1 ? "less than one judged stop a day" : `about ${roughly(stops)} judged stops a day`;
  const each = tokens(Math.round(inputTokens / 1000) * 1000).replace(".0k", "k");
  return `By your sessions of the last two weeks: ${count}, some ${each} tokens each.`;
}

/** Two digits are more than is known. */
function roughly(count: number): string {
  return String(count < 20 ? Math.round(count) : Math.round(count / 10) * 10);
}
