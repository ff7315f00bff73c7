import { type HandoffParts, createHandoff, draftHandoff } from "../agent/handoff.ts";
import { remarksOn } from "../agent/handoff/handoff-message.ts";
import { openWorkspace } from "../agent/workspace.ts";
import { renderThread } from "../observer/render/render-thread.ts";
import type { Store } from "../store/store.ts";
import type { Thread } from "../thread/thread.ts";
import { lastTurn } from "../thread/turns.ts";
import { composeAgentModel, workingWith } from "./judging.ts";
import { observerSettings } from "./observer-settings.ts";
import type { Settings } from "./settings.ts";
import { OWN_HOST } from "../agent/thread-log.ts";
import { fold } from "../thread/reducer.ts";

export async function composeHandoff(settings: Settings, store: Store, thread: Thread): Promise<HandoffParts> {
  const { config, env } = settings;
  const { handoff, prices } = config;
  const { render } = await observerSettings(config, env);
  return {
    store,
    models: [composeAgentModel(handoff.model === "auto" ? settings : workingWith(settings, handoff.model))],
    workspace: await openWorkspace(thread.cwd ?? settings.cwd),
    render: (told, budget) => {
      const turn = lastTurn(told);
      return turn ? renderThread(told, turn, { ...render, budget }) : "";
    },
    budget: handoff.budgetCharacters,
    maxFiles: handoff.maxFiles,
    timeoutMs: handoff.timeoutSeconds * 1000,
    prices,
  };
}

/** The handoff function for a running conversation, which the chat calls on request. */
export function offerHandoff(settings: Settings, store: Store, thread: () => Thread) {
  return async (goal: string, signal: AbortSignal) => {
    const told = thread();
    const parts = await composeHandoff(settings, store, told);
    const drafted = await draftHandoff(parts, told, goal, signal);
    if (!drafted.ok) return { ok: false as const, reason: drafted.reason };
    const { draft } = drafted;
    return {
      ok: true as const,
      message: draft.message,
      remarks: remarksOn(draft),
      create: (message: string) => createHandoff(parts, { ...draft, message }),
    };
  };
}

/** The model that a thread used. A thread from a handoff that has not begun uses that of the old thread. */
export async function modelOfThread(thread: Thread, store: Pick<Store, "read">): Promise<string | undefined> {
  const used = modelUsedIn(thread);
  const from = thread.relations.find(({ relation }) => relation === "from");
  if (used !== undefined || !from) return used;
  return modelOfThread(fold((await store.read(from.threadId)).map(({ delta }) => delta)), store);
}

function modelUsedIn({ host, messages }: Thread): string | undefined {
  if (host !== OWN_HOST) return undefined;
  return messages.findLast((message) => message.role === "assistant")?.model;
}
