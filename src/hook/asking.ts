import { NOT_ENDED } from "../decisions/asked-account.ts";
import { decisionId } from "../decisions/decision-id.ts";
import { lastTurn } from "../thread/turns.ts";
import { gateVerdict } from "../verdict.ts";
import { type Asking, type HookRun, exchange } from "./hook-run.ts";

export function askingAt({ event, hook, store, cwd, startedAt }: HookRun): Asking {
  const key = keyOf(hook.name, event.session);
  const token = `${startedAt.getTime()}-${process.pid}`;
  let id: string | undefined;
  return {
    get id() {
      return id;
    },
    async begin(thread, models) {
      if (id !== undefined) return;
      id = decisionId(hook.name, thread, false);
      await exchange(store, key, token);
      if (await store.getVerdict(id)) return;
      const place = { threadId: thread.id, host: hook.name, session: event.session, cwd };
      const turn = lastTurn(thread)?.number ?? 0;
      const verdict = { ...gateVerdict("unchecked", NOT_ENDED), usage: models.slice(0, 1).map(uncounted) };
      await store.write({ verdicts: [{ id, ...place, turn, verdict, gateReasons: [], injected: false }] });
    },
    async isOvertaken() {
      return id !== undefined && (await store.readGuard(key)) !== token;
    },
    async end() {
      if (id !== undefined) await store.updateGuard(key, (current) => (current === token ? undefined : current));
    },
  };
}

/** Called at every stop. True when an earlier stop of the session is still thought about: it has nothing to say any more. */
export async function overtake({ event, hook, store }: HookRun): Promise<boolean> {
  const key = keyOf(hook.name, event.session);
  if ((await store.readGuard(key)) === undefined) return false;
  return (await exchange(store, key, undefined)) !== undefined;
}

function keyOf(host: string, session: string): string {
  return `asking:${host}:${session}`;
}

/** One call of which nobody has told the tokens. */
function uncounted(model: string) {
  const none = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  return { operationType: "course-correction" as const, model, ...none };
}
