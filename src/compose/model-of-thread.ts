import { OWN_HOST } from "../agent/own-host.ts";
import type { Store } from "../store/store.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";

/** The model that a thread used. A thread from a handoff that has not begun uses that of the old thread. */
export async function modelOfThread(thread: Thread, store: Pick<Store, "read">): Promise<string | undefined> {
  const used = modelUsedIn(thread);
  const from = thread.relations.find(({ relation }) => relation === "from");
  if (used !== undefined || !from) return used;
  return modelOfThread(fold((await store.read(from.threadId)).map(({ delta }) => delta)), store);
}

/** The model used in a thread of our own agent: other agents use other names for models. */
function modelUsedIn({ host, messages }: Thread): string | undefined {
  if (host !== OWN_HOST) return undefined;
  return messages.findLast((message) => message.role === "assistant")?.model;
}
