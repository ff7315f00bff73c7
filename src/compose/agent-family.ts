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
  return (
    (name === undefined ? "" : familyOf("", name)) ||
    (usual ?? HOOK_HOSTS.find((host) => host.name === thread.host)?.family)
  );
}
