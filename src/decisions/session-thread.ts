import { CoxError } from "../text/errors.ts";
import { readOwnWords } from "../guard/own-words.ts";
import { hostNamed } from "../hosts/hosts.ts";
import type { VerdictRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { fold } from "../thread/reducer.ts";
import { type LoadedThread, loadThread } from "../session/load-thread.ts";

type Sources = Pick<Store, "getCursor" | "read" | "readGuard">;

/** From the host's transcript, which has line numbers, else our own log. Our own words would look like turns. */
export async function sessionThread(
  store: Sources,
  { host, session, threadId }: VerdictRecord,
): Promise<Pick<LoadedThread, "thread" | "path"> & Partial<Pick<LoadedThread, "marks">>> {
  const path = (await store.getCursor(host, session))?.path ?? (await store.readGuard(placeKey(host, session)));
  if (typeof path === "string") {
    const own = await readOwnWords(store, host, session);
    return loadThread(path, hostNamed(host), new Map([[host, own]]));
  }
  const stored = await store.read(threadId);
  if (stored.length > 0) return { thread: fold(stored.map(({ delta }) => delta)), path: `thread ${threadId}` };
  throw new CoxError("transcript.missing", "Where this session's transcript lies is not known here.");
}

export async function noteTranscript(
  store: Pick<Store, "updateGuard">,
  session: { readonly host: string; readonly session: string },
  path: string,
): Promise<void> {
  await store.updateGuard(placeKey(session.host, session.session), () => path);
}

function placeKey(host: string, session: string): string {
  return `transcript:${host}:${session}`;
}
