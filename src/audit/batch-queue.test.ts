import { expect, it } from "vitest";
import { batchQueue } from "./batch-queue.ts";

const queueOf = (...megabytes: number[]) =>
  batchQueue(megabytes.map((size) => ({ path: `${size}`, bytes: size * 1_000_000 })));
const sizes = (batch: readonly { path: string }[] | undefined) => batch?.map(({ path }) => Number(path));

it("gives the largest files first, and small ones together", () => {
  const queue = queueOf(0.2, 3, 0.3, 9, 0.1);
  expect(queue.length).toBe(3);
  expect([queue.largest(), queue.largest(), queue.largest(), queue.largest()].map(sizes)).toEqual([
    [9],
    [3],
    [0.3, 0.2, 0.1],
    undefined,
  ]);
});

it("gives the smallest where they are small enough", () => {
  const queue = queueOf(9, 3, 0.5);
  expect([queue.smallest(4e6), queue.smallest(4e6), queue.smallest(4e6)].map(sizes)).toEqual([[0.5], [3], undefined]);
  expect(sizes(queue.largest())).toEqual([9]);
});

it("gives what was given back last, and not among the smallest: it may have taken a thread's life", () => {
  const queue = queueOf(3, 2);
  const batch = queue.largest();
  expect(queue.length).toBe(1);
  if (batch) queue.giveBack(batch);
  expect(queue.length).toBe(2);
  expect([queue.smallest(4e6), queue.smallest(4e6), queue.largest()].map(sizes)).toEqual([[2], undefined, [3]]);
});
