import type { Encoding } from "./files/text-file.ts";
import type { Splice } from "./files/splice.ts";

/** One change that the agent made to a file, with what is needed to undo it; null when that is not known any more. */
export type FileChange =
  | { readonly type: "created"; readonly name: string; readonly content: string }
  | {
      readonly type: "changed";
      readonly name: string;
      readonly splices: readonly Splice[] | null;
      readonly encoding?: Encoding;
    }
  | {
      readonly type: "deleted";
      readonly name: string;
      readonly content: string | null;
      readonly mode: number;
      readonly encoding: Encoding;
    };

/** What the agent changed, for each file; undo starts with the last change. Kept in memory; the log can rebuild it. */
export interface EditHistory {
  record(change: FileChange): void;
  last(name: string): FileChange | undefined;
  dropLast(name: string): void;
  count(name: string): number;
  /** Runs `action` while no other change to this file is running. */
  exclusively<T>(name: string, action: () => Promise<T>): Promise<T>;
}

export function createHistory(changes: readonly FileChange[] = []): EditHistory {
  const byName = new Map<string, FileChange[]>();
  const busy = new Map<string, Promise<unknown>>();

  function record(change: FileChange): void {
    byName.set(change.name, [...(byName.get(change.name) ?? []), change]);
  }
  for (const change of changes) record(change);

  return {
    record,
    last: (name) => byName.get(name)?.at(-1),
    dropLast(name) {
      byName.set(name, (byName.get(name) ?? []).slice(0, -1));
    },
    count: (name) => byName.get(name)?.length ?? 0,
    async exclusively(name, action) {
      const before = busy.get(name) ?? Promise.resolve();
      const mine = before.then(action, action);
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      busy.set(name, settled);
      try {
        return await mine;
      } finally {
        if (busy.get(name) === settled) busy.delete(name);
      }
    },
  };
}
