import { expect, it } from "vitest";
import { batchQueue } from "./batch-queue.ts";

const queueOf = (...megabytes: number[]) =>
  batchQueue(megabytes.map((size) => ({ path: `${size}`, bytes: size * 1_000_000 })));
const fits = ({ bytes }: { bytes: number }): boolean => bytes <= 4e6;
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
  expect([queue.smallest(fits), queue.smallest(fits), queue.smallest(fits)].map(sizes)).toEqual([
    [0.5],
    [3],
    undefined,
  ]);
  expect(sizes(queue.largest())).toEqual([9]);
});

it("gives compressed files first, whatever their size, and not together with others: nobody knows what is in them", () => {
  const queue = batchQueue(["a.jsonl", "b.jsonl.zst", "c.jsonl"].map((path) => ({ path, bytes: 1000 })));
  const paths = [queue.largest(), queue.largest()].map((batch) => batch?.map(({ path }) => path));
  expect(paths).toEqual([["b.jsonl.zst"], ["a.jsonl", "c.jsonl"]]);
});

it("gives what was given back last, and not among the smallest: it may have taken a thread's life", () => {
  const queue = queueOf(3, 2);
  const batch = queue.largest();
  expect(queue.length).toBe(1);
  if (batch) queue.giveBack(batch);
  expect(queue.length).toBe(2);
  expect([queue.smallest(fits), queue.smallest(fits), queue.largest()].map(sizes)).toEqual([[2], undefined, [3]]);
});
