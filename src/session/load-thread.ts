import type { TranscriptAccess } from "./audit-file.ts";
import { startMarkedFold, type MarkBook } from "./marks.ts";
import { CoxError } from "../text/errors.ts";
import type { Host } from "../hosts/host.ts";
import { openTranscript } from "../hosts/open-transcript.ts";
import { readTranscript, type TranscriptReading } from "../hosts/transcript.ts";
import { recognising, type OwnWords } from "../thread/own-words.ts";
import type { Delta } from "../thread/delta.ts";
import type { Thread } from "../thread/thread.ts";

export interface LoadedThread {
  readonly path: string;
  readonly host: Host;
  readonly thread: Thread;
  readonly reading: TranscriptReading;
  readonly marks: MarkBook;
}

/** Reads a transcript of any known host into a thread. Our own corrections are told apart from the person's words. */
export function loadThread(
  path: string,
  host?: Host,
  said: Said = new Map(),
  onDeltas: (deltas: readonly Delta[]) => void = () => undefined,
): LoadedThread {
  // A transcript is read more than once, and from its end; a stream cannot be.
  if (path === "-")
    throw new CoxError("transcript.missing", "Standard input is not read.", {
      hint: "Save it to a file and name that.",
    });
  const opened = openTranscript(path, host);
  const recognise = recognising(said.get(opened.host.name) ?? []);
  const fold = startMarkedFold();
  const { thread, marks } = fold;
  const reading = readTranscript(path, opened.host, {
    onDeltas(deltas, line) {
      const recognised = deltas.map(recognise);
      onDeltas(recognised);
      fold.add(recognised, line);
    },
  });
  if (thread.messages.length === 0) {
    throw new CoxError("transcript.format", `${path} holds no messages.`, {
      hint: otherHost(path, host) ?? firstTrouble(reading),
    });
  }
  return { path, host: opened.host, thread, reading, marks };
}

/** A host that was named is trusted, so only afterwards does it turn out that the content is of another. */
function otherHost(path: string, named: Host | undefined): string | undefined {
  if (!named) return undefined;
  try {
    const { host } = openTranscript(path);
    return host === named ? undefined : `It looks like a transcript of ${host.name}: try it without --host.`;
  } catch {
    return undefined;
  }
}

function firstTrouble(reading: TranscriptReading): string {
  const first = reading.malformed[0];
  return first ? `Line ${first.line}: ${first.reason}.` : "Is it the right file?";
}

/** What our hooks said to agents, by host: some hosts write it like a message of the person. */
export type Said = ReadonlyMap<string, readonly OwnWords[]>;

/** Reads transcripts with our own words told from the person's; they would otherwise begin a turn. */
export function tellingOwnWords(access: TranscriptAccess, said: Said): TranscriptAccess {
  return {
    ...access,
    read(path, host, options) {
      const own = said.get(host.name) ?? [];
      if (own.length === 0) return access.read(path, host, options);
      const recognise = recognising(own);
      const onDeltas: typeof options.onDeltas = (deltas, ...where) => options.onDeltas(deltas.map(recognise), ...where);
      return access.read(path, host, { ...options, onDeltas });
    },
  };
}
