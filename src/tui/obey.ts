import type { Worker } from "../agent/worker.ts";
import { explained } from "../show/stop-line.ts";
import { uncounted, usageLine } from "../show/usage-line.ts";
import type { QueuedMessage, Thread } from "../thread/thread.ts";
import { editorWith } from "./editor.ts";
import { notice } from "./entry.ts";
import type { Screen } from "./screen.ts";
import { HELP, type TypedLine } from "./typed-line.ts";

export interface Surroundings {
  readonly screen: Screen;
  readonly worker: Pick<Worker, "editQueued" | "removeQueued">;
  readonly thread: Thread;
  readonly columns: number;
}

type Order = Extract<TypedLine, { type: "help" | "queue" | "usage" | "edit-queued" | "drop-queued" | "mistake" }>;

/** Carries out typed commands about the queue and about what is shown. */
export async function obey(order: Order, { screen, worker, thread, columns }: Surroundings): Promise<void> {
  switch (order.type) {
    case "help":
      return screen.print(notice(explained(HELP, columns).join("\n")));
    case "usage":
      return screen.print(notice(usageText(thread.usage)));
    case "queue":
      return screen.print(notice(queueText(thread.queue)));
    case "mistake":
      return screen.print(notice(order.message, "warning"));
    case "edit-queued":
    case "drop-queued": {
      const queued = thread.queue[order.number - 1];
      if (!queued) return screen.print(notice(`There is no queued message ${order.number}.`, "warning"));
      if (order.type === "drop-queued") return worker.removeQueued(queued.id);
      if (order.text !== "") return worker.editQueued(queued.id, order.text);
      return screen.change({ editor: editorWith(`/edit ${order.number} ${queued.text}`) });
    }
  }
}

function queueText(queue: readonly QueuedMessage[]): string {
  if (queue.length === 0) return "Nothing is queued.";
  return queue.map(({ text }, index) => `${index + 1}. ${text}`).join("\n");
}

function usageText(usage: Thread["usage"]): string {
  const calls = Object.values(usage).reduce((sum, totals) => sum + totals.calls, 0);
  return usageLine(usage) || (calls > 0 ? uncounted(calls) : "No usage is on record yet.");
}
