import { expect, it } from "vitest";
import { watchingRoom } from "./room.ts";

const MEGABYTE = 1024 * 1024;

const heap = (used: number, limit: number) => () => ({
  used_heap_size: used * MEGABYTE,
  heap_size_limit: limit * MEGABYTE,
});

it("a reading that leaves hardly any memory is stopped, as long as something is left", () => {
  const read = watchingRoom("a.jsonl", 0, heap(3900, 4096));
  expect(() => read(1000)).not.toThrow();
  expect(() => read(5 * MEGABYTE)).toThrow("a.jsonl needs more memory than the 4096 MB there are.");
  expect(() => watchingRoom("a.jsonl", 0, heap(3000, 4096))(5 * MEGABYTE)).not.toThrow();
});

it.each([
  [20, 40],
  [290, 448],
])(
  "a thread keeps room for the largest value, or a third of the little it was given: %d of %d MB may be used",
  (most, limit) => {
    expect(() => watchingRoom("a.jsonl", 0, heap(most, limit))(5 * MEGABYTE)).not.toThrow();
    expect(() => watchingRoom("a.jsonl", 0, heap(most + 20, limit))(5 * MEGABYTE)).toThrow("needs more memory");
  },
);
