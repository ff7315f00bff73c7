import { type OwnWords, recognising } from "../thread/own-words.ts";
import type { TranscriptAccess } from "./audit-file.ts";

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
