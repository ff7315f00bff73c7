import * as z from "zod/mini";
import type { Delta } from "../../thread/delta.ts";
import { stamp } from "./deltas.ts";
import { mapOf, setNewest } from "./stored.ts";

/** A place in the thread that the person can go back to: after this message or tool call; null before the first. */
export const Anchor = z.nullable(z.string());
export type Anchor = z.infer<typeof Anchor>;

/** In a conversation written as a tree, the branch with the newest entry counts: going back appends another. */
export const Branch = z.object({
  entries: mapOf(Anchor),
  leaf: z.optional(z.string()),
  anchor: Anchor,
});
export type Branch = z.output<typeof Branch>;

export const NO_BRANCH: z.input<typeof Branch> = { anchor: null };

/** How many entries are remembered; the person cannot go back to older ones. */
const MAX_ENTRIES = 2048;

export function growBranch(
  branch: Branch,
  entry: { readonly id: string | undefined; readonly parent: unknown; readonly at: string | undefined },
  read: () => readonly Delta[],
): Delta[] {
  const deltas = [...goBack(branch, entry.parent, entry.at), ...read()];
  for (const delta of deltas) branch.anchor = anchorAfter(delta, branch.anchor);
  if (entry.id === undefined) return deltas;
  branch.leaf = entry.id;
  branch.entries.delete(entry.id);
  setNewest(branch.entries, entry.id, branch.anchor, MAX_ENTRIES);
  return deltas;
}

function goBack(branch: Branch, parent: unknown, at: string | undefined): Delta[] {
  if (branch.leaf === undefined || parent === branch.leaf) return [];
  const to = parent === null ? null : typeof parent === "string" ? branch.entries.get(parent) : undefined;
  if (to === undefined || to === branch.anchor) return [];
  return [{ ...stamp(at), type: "thread:rewound", to }];
}

export function cutBranch(branch: Branch, places: ReadonlyMap<unknown, number>, at: string | undefined) {
  const known = [...branch.entries];
  const [left, anchor = null] = known.findLast(([id]) => places.has(id)) ?? [];
  for (const [id] of known.toReversed()) {
    if (id === left) break;
    branch.entries.delete(id);
  }
  const place = left === undefined ? -1 : (places.get(left) ?? -1);
  if (branch.entries.size === known.length || anchor === branch.anchor) return { place, deltas: [] };
  branch.leaf = left;
  branch.anchor = anchor;
  return { place, deltas: [{ ...stamp(at), type: "thread:rewound" as const, to: anchor }] };
}

export function anchorAfter(delta: Delta, before: Anchor): Anchor {
  switch (delta.type) {
    case "thread:rewound":
      return delta.to;
    case "user:message":
    case "inference:completed":
      return delta.message.id;
    case "tool:data":
      return delta.later ? before : delta.toolUseId;
    case "user:message-queue:dequeue":
      return delta.id;
    default:
      return before;
  }
}
