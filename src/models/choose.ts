import { familyOfName } from "./family.ts";

interface Candidate {
  readonly provider: string;
  readonly observer: string;
  readonly agent: string;
}

/** In the order in which they are tried. Anthropic's newest models cannot be forced to call a tool. */
const CANDIDATES: readonly Candidate[] = [
  { provider: "google", observer: "gemini-3.1-pro-preview", agent: "gemini-3.1-pro-preview" },
  { provider: "vertex", observer: "gemini-3.1-pro-preview", agent: "gemini-3.1-pro-preview" },
  { provider: "anthropic", observer: "claude-sonnet-5", agent: "claude-sonnet-5" },
  { provider: "openai", observer: "gpt-5.4", agent: "gpt-5.4" },
  { provider: "xai", observer: "grok-4.3", agent: "grok-4.3" },
  { provider: "openrouter", observer: "google/gemini-3.1-pro-preview", agent: "anthropic/claude-sonnet-5" },
];

/** The order for the agent's own work: the first available one writes the code. */
const AGENT_ORDER = ["anthropic", "openai", "google", "vertex", "xai", "openrouter"];

export interface Choosing {
  readonly configured: string;
  readonly fallback?: readonly string[];
  /** Providers that can be reached: with a key, or Vertex with an account. */
  readonly available: Iterable<string>;
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly logins?: readonly string[];
}

export type Choice =
  /** In the order in which they are asked. `sameFamily`: the first is of the agent's own family, which is this one. */
  | { readonly models: readonly string[]; readonly reason: string; readonly sameFamily?: string }
  | { readonly models?: undefined; readonly reason: string; readonly lookedFor: readonly string[] };

/** The configured one, else one of another family than the agent; one of its own is the last choice. */
export function chooseObserver(choosing: Choosing & { readonly agentFamily?: string }): Choice {
  const { configured, fallback = [], agentFamily } = choosing;
  if (configured === "none") return { reason: "The observer is turned off.", lookedFor: [] };
  if (configured !== "auto") return chosen([configured, ...fallback], "It is configured.", agentFamily);
  const reachable = reachableObservers(choosing);
  const foreign = reachable.find((name) => familyOfName(name) !== agentFamily);
  if (foreign) {
    const why = agentFamily ? `of another family than the agent's (${agentFamily})` : "with a key or a login";
    return chosen([foreign, ...fallback], `It is the first ${why}.`, agentFamily);
  }
  const own = reachable.slice(0, 1);
  if (fallback.length > 0) return chosen([...fallback, ...own], "It is the configured fallback.", agentFamily);
  if (own.length > 0) return chosen(own, "No model of another family has a key or a login.", agentFamily);
  return { reason: "No key and no login was found.", lookedFor: lookedFor(choosing) };
}

/** All that `auto` chooses from, in the order in which they are tried. */
export function reachableObservers(choosing: Choosing): readonly string[] {
  const keyed = CANDIDATES.filter(isReachable(choosing)).map((each) => `${each.provider}/${each.observer}`);
  return [...keyed, ...(choosing.logins ?? [])];
}

function chosen(names: readonly string[], reason: string, agentFamily: string | undefined): Choice {
  const models = unique(names);
  const isSame = agentFamily !== undefined && familyOfName(models[0] ?? "") === agentFamily;
  return { models, reason, ...(isSame ? { sameFamily: agentFamily } : {}) };
}

export function askedInWords({ models, sameFamily }: Extract<Choice, { models: readonly string[] }>): string {
  return `${models.join(", then ")}${sameFamily === undefined ? "" : " (same family)"}`;
}

/** The model of our own agent: the configured one, else that of the first available provider. */
export function chooseAgent(choosing: Choosing): Choice {
  if (choosing.configured !== "auto") return { models: [choosing.configured], reason: "It is configured." };
  const found = AGENT_ORDER.flatMap((provider) => CANDIDATES.filter((each) => each.provider === provider)).find(
    isReachable(choosing),
  );
  if (!found) return { reason: "No key was found.", lookedFor: lookedFor(choosing) };
  return { models: [`${found.provider}/${found.agent}`], reason: `There is a key for ${found.provider}.` };
}

function isReachable(choosing: Choosing): (candidate: Candidate) => boolean {
  const available = new Set(choosing.available);
  return (candidate) => available.has(candidate.provider);
}

function lookedFor(choosing: Choosing): string[] {
  return unique(CANDIDATES.flatMap(({ provider }) => choosing.variables[provider] ?? []));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
