import type { AuditCache, CacheEntry } from "./cache.ts";
import type { Case } from "../session/record.ts";

/** The disk may become full, or the file locked, in the middle of an audit; then the rest is held for the report. */
export function enduringCache(cache: AuditCache): AuditCache & { readonly trouble: () => unknown } {
  const held = new Map<string, Held>();
  let trouble: unknown;

  /** Runs the work unless an earlier one failed: trying again would cost time each time. */
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
  /** How many turns before these still stand as they were stored. */
  readonly keptTurns: number;
  readonly cases: readonly Case[];
}

function heldOf({ result }: CacheEntry): Held {
  return result.type === "read" ? result : { keptTurns: 0, cases: [] };
}
