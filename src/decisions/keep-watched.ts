import { hash } from "node:crypto";
import type { WatchedTurn } from "../audit/watch.ts";
import type { Store } from "../store/store.ts";
import { verdictRecord } from "./keep-verdicts.ts";
import { WATCHED_ID_PREFIX } from "./last-word.ts";
import { noteTranscript } from "./session-thread.ts";

const ID_LENGTH = 18;

/** Stored like one of shadow mode, to be explained and marked. Gives its id, or undefined when left alone. */
export async function keepWatched(
  store: Pick<Store, "write" | "updateGuard">,
  { path, thread, host, judgement, moment }: WatchedTurn,
): Promise<string | undefined> {
  // A second watch on this machine gets the same id, so the decision counts once.
  const digest = hash("sha1", JSON.stringify([host.name, path, thread.id, moment])).slice(0, ID_LENGTH);
  const record = verdictRecord(judgement, false, {
    threadId: thread.id,
    host: host.name,
    session: thread.id,
    cwd: thread.cwd,
    shadow: true,
  });
  if (!record) return undefined;
  const id = `${WATCHED_ID_PREFIX}${digest}`;
  await store.write({ verdicts: [{ id, ...record }] });
  await noteTranscript(store, record, path);
  return id;
}
