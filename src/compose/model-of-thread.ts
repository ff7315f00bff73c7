import { OWN_HOST } from "../agent/own-host.ts";
import type { Store } from "../store/store.ts";
import { fold } from "../thread/reducer.ts";
import type { Thread } from "../thread/thread.ts";

/** The model a thread was worked on with. One that came out of a handoff, and has not begun, has that of the old one. */
export async function modelOfThread(thread: Thread, store: Pick<Store, "read">): Promise<string | undefined> {
  const used = modelUsedIn(thread);
  const from = thread.relations.find(({ relation }) => relation === "from");
  if (used !== undefined || !from) return used;
  return modelOfThread(fold((await store.read(from.threadId)).map(({ delta }) => delta)), store);
}

/** Other agents call their models by other names than we do. */
function modelUsedIn({ host, messages }: Thread): string | undefined {
  if (host !== OWN_HOST) return undefined;
  return messages.findLast((message) => message.role === "assistant")?.model;
}
