import { expect, it } from "vitest";
import type { Delta } from "../../thread/delta.ts";
import * as z from "zod/mini";
import { anchorAfter, Branch, growBranch, NO_BRANCH } from "./branch.ts";
import { userText } from "./deltas.ts";

function grow(branch: Branch, id: string, parent: string | null, isSilent = false): readonly Delta[] {
  return growBranch(branch, { id, parent, at: undefined }, () =>
    isSilent ? [] : [userText(id, "user", id, undefined)],
  );
}

const rewound = (deltas: readonly Delta[]) =>
  deltas.flatMap((delta) => (delta.type === "thread:rewound" ? [delta.to] : []));

it("remembers the newest entries, and no more of them than it says", () => {
  const branch = z.decode(Branch, NO_BRANCH);
  grow(branch, "kept", null);
  for (let number = 0; number < 2047; number += 1) grow(branch, `${number}`, branch.leaf ?? null);
  // Told once more, it is the newest again.
  grow(branch, "kept", "2046", true);
  for (let number = 2047; number < 3000; number += 1) grow(branch, `${number}`, branch.leaf ?? null);
  const { entries = [] } = z.encode(Branch, branch);
  expect(entries).toHaveLength(2048);
  expect(entries.map(([id]) => id)).toContain("kept");
  expect(rewound(grow(branch, "a", "0"))).toEqual([]);
  expect(rewound(grow(branch, "b", "2999"))).toEqual(["2999"]);
});

it("goes back nowhere where nothing was said since", () => {
  const branch = z.decode(Branch, NO_BRANCH);
  grow(branch, "said", null);
  grow(branch, "silent", "said", true);
  expect(rewound(grow(branch, "beside", "said", true))).toEqual([]);
  grow(branch, "more", "beside");
  expect(rewound(grow(z.decode(Branch, z.encode(Branch, branch)), "again", "silent"))).toEqual(["said"]);
});

it("has a message that waited for its turn as a place to go back to", () => {
  expect(anchorAfter({ v: 1, type: "user:message-queue:dequeue", id: "q" }, "before")).toBe("q");
  expect(anchorAfter({ v: 1, type: "compacted" }, "before")).toBe("before");
});
