import type { AuditCache, CacheEntry } from "./cache.ts";
import type { Case } from "./record.ts";

/** A cache that an audit survives: what cannot be kept any more is held until the report is written. */
export interface EnduringCache extends AuditCache {
  /** What kept it from keeping everything. */
  readonly trouble: () => unknown;
}

/** A disk may be full, or somebody hold the file, when half of the transcripts are read: the other half is read too. */
export function enduringCache(cache: AuditCache): EnduringCache {
  const held = new Map<string, Held>();
  let trouble: unknown;

  /** After the first failure nothing is tried again: it would cost its time every time. */
  function isDone(work: () => void): boolean {
    if (trouble !== undefined) return false;
    try {
      work();
      return true;
    } catch (error) {
      trouble = error;
      return false;
    }
  }

  return {
    ...cache,
    trouble: () => trouble,
    save(entries) {
      if (isDone(() => cache.save(entries))) return;
      for (const entry of entries) held.set(entry.file.path, heldOf(entry));
    },
    casesOf(paths) {
      return [...paths].flatMap((path) => {
        const known = cache.casesOf(new Set([path]));
        const { keptTurns, cases } = held.get(path) ?? { keptTurns: Number.POSITIVE_INFINITY, cases: [] };
        return [...known.filter(({ turn }) => turn <= keptTurns), ...cases];
      });
    },
    keepOpinion: (...opinion) => void isDone(() => cache.keepOpinion(...opinion)),
    drop: (paths) => void isDone(() => cache.drop(paths)),
  };
}

interface Held {
  /** So many turns before these stand as they were kept earlier. */
  readonly keptTurns: number;
  readonly cases: readonly Case[];
}

function heldOf({ result }: CacheEntry): Held {
  return result.type === "read" ? result : { keptTurns: 0, cases: [] };
}
