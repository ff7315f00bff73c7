import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { familyOf } from "../models/family.ts";
import type { Thread } from "../thread/thread.ts";

export interface ToldAgent {
  /** The model, if the host names it. */
  readonly model?: string | undefined;
  /** The family of the models that the host usually runs; looked up by the host's name if absent. */
  readonly usual?: string | undefined;
}

/** The family of the agent's model: an observer should come from another one. */
export function agentFamily(thread: Thread, { model, usual }: ToldAgent = {}): string | undefined {
  const spoken = thread.messages.findLast((message) => message.role === "assistant" && message.model !== undefined);
  const name = model ?? (spoken?.role === "assistant" ? spoken.model : undefined);
  return familyOfAgent(thread.host, name, usual);
}

/** The family by the model, if it is named and known; else by what the host usually runs. */
export function familyOfAgent(host: string, model: string | undefined, usual?: string): string | undefined {
  return (
    (model === undefined ? "" : familyOf("", model)) || (usual ?? HOOK_HOSTS.find(({ name }) => name === host)?.family)
  );
}
