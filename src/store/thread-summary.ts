import { shortened } from "../text/strings.ts";
import type { Delta } from "../thread/delta.ts";
import { isFromPerson, textOf } from "../thread/message.ts";
import type { Relation } from "../thread/thread.ts";
import { isoTime } from "./fields.ts";

/** What a list of threads shows, without reading their logs. */
export interface ThreadSummary {
  readonly id: string;
  readonly host: string | undefined;
  readonly cwd: string | undefined;
  /** The given title, else the beginning of the person's first message. */
  readonly title: string | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How many deltas the log has; equal to its last seq. */
  readonly deltas: number;
  /** The threads that it was handed off from and to, oldest first. */
  readonly relations: readonly RelatedThread[];
}

export type RelatedThread = Pick<Relation, "relation" | "threadId">;

const TITLE_LENGTH = 80;

/** The summary after newly appended deltas; the same for every store. Needs at least one delta. */
export function summarise(
  previous: ThreadSummary | undefined,
  threadId: string,
  deltas: readonly Delta[],
  now: Date,
): ThreadSummary {
  const started = deltas.findLast((delta) => delta.type === "thread:started");
  const times = deltas.flatMap((delta) => isoTime(delta.at) ?? []).sort();
  const latest = times.at(-1) ?? now.toISOString();
  return {
    id: threadId,
    host: started?.host ?? previous?.host,
    cwd: started?.cwd ?? previous?.cwd,
    title: started?.title ?? previous?.title ?? titleFrom(deltas),
    createdAt: previous?.createdAt ?? times[0] ?? now.toISOString(),
    updatedAt: previous && previous.updatedAt > latest ? previous.updatedAt : latest,
    deltas: (previous?.deltas ?? 0) + deltas.length,
    relations: [...(previous?.relations ?? []), ...relationsIn(deltas)],
  };
}

function relationsIn(deltas: readonly Delta[]): RelatedThread[] {
  return deltas.flatMap((delta) =>
    delta.type === "handoff" ? [{ relation: delta.relation, threadId: delta.threadId }] : [],
  );
}

function titleFrom(deltas: readonly Delta[]): string | undefined {
  for (const delta of deltas) {
    if (delta.type !== "user:message" || !isFromPerson(delta.message)) continue;
    const line = firstLine(textOf(delta.message));
    if (line !== "") return line;
  }
  return undefined;
}

function firstLine(text: string): string {
  const line = (text.split(/[\r\n]/, 1)[0] ?? "")
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return shortened(line, TITLE_LENGTH);
}
