import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { familyOf, familyOfName } from "../models/family.ts";
import type { Thread } from "../thread/thread.ts";
import type { Judge } from "../verdict.ts";

export interface ToldAgent {
  readonly model?: string | undefined;
  /** The family of the models that the host usually runs; looked up by the host's name if absent. */
  readonly usual?: string | undefined;
}

export function agentFamily(thread: Thread, { model, usual }: ToldAgent = {}): string | undefined {
  const spoken = thread.messages.findLast((message) => message.role === "assistant" && message.model !== undefined);
  const name = model ?? (spoken?.role === "assistant" ? spoken.model : undefined);
  return familyOfAgent(thread.host, name, usual);
}

export function familyOfAgent(host: string, model: string | undefined, usual?: string): string | undefined {
  return (
    (model === undefined ? "" : familyOf("", model)) || (usual ?? HOOK_HOSTS.find(({ name }) => name === host)?.family)
  );
}

/** The judge, whose verdicts say where only models of the agent's own family looked, or failed to: readers must know. */
export function tellingSameFamily(
  judge: Judge,
  agentFamily: string | undefined,
  models: readonly string[] = [],
): Judge {
  if (agentFamily === undefined) return judge;
  return {
    ...judge,
    async assess(assessment) {
      const verdict = await judge.assess(assessment);
      const used = verdict.usage.map(({ model }) => model);
      const asked = used.length === 0 && verdict.verdict === "unchecked" ? models : used;
      const families = new Set(asked.map(familyOfName));
      return families.size === 1 && families.has(agentFamily) ? { ...verdict, sameFamily: agentFamily } : verdict;
    },
  };
}
