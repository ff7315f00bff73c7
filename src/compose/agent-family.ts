import { HOOK_HOSTS } from "../hosts/hooks.ts";
import { familyOf } from "../models/family.ts";
import type { Thread } from "../thread/thread.ts";

export interface ToldAgent {
  /** The model, where the host names it. */
  readonly model?: string | undefined;
  /** Who trained the models that the host usually runs; looked up by its name otherwise. */
  readonly usual?: string | undefined;
}

/** Who trained the agent's model: an observer should come from elsewhere. */
export function agentFamily(thread: Thread, { model, usual }: ToldAgent = {}): string | undefined {
  const spoken = thread.messages.findLast((message) => message.role === "assistant" && message.model !== undefined);
  const name = model ?? (spoken?.role === "assistant" ? spoken.model : undefined);
  return familyOfAgent(thread.host, name, usual);
}

/** By the model, where it is named and somebody's; else by what the host usually runs. */
export function familyOfAgent(host: string, model: string | undefined, usual?: string): string | undefined {
  return (
    (model === undefined ? "" : familyOf("", model)) || (usual ?? HOOK_HOSTS.find(({ name }) => name === host)?.family)
  );
}
