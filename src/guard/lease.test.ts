import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { createLease } from "./lease.ts";

function leases() {
  const store = createMemoryStore();
  let at = 0;
  const lease = (owner: string) => createLease({ store, key: "k", owner, forMs: 60_000, now: () => new Date(at) });
  return { store, one: lease("one"), other: lease("other"), pass: (ms: number) => (at += ms) };
}

it("is held by one at a time, and can be taken again by its holder", async () => {
  const { one, other } = leases();
  expect(await one.take()).toBe(true);
  expect(await other.take()).toBe(false);
  expect(await one.take()).toBe(true);
});

it("is free once it is given back, and only its holder can give it back", async () => {
  const { one, other } = leases();
  await one.take();
  await other.release();
  expect(await other.take()).toBe(false);
  await one.release();
  expect(await other.take()).toBe(true);
});

it("runs out when its holder is gone, not while it is taken again", async () => {
  const { one, other, pass } = leases();
  await one.take();
  pass(50_000);
  await one.take();
  pass(50_000);
  expect(await other.take()).toBe(false);
  pass(20_000);
  expect(await other.take()).toBe(true);
  expect(await one.take()).toBe(false);
});

it("does not outlast its holder because the clock was set back, nor end at once for a few seconds", async () => {
  const { one, other, pass } = leases();
  await one.take();
  pass(-5000);
  expect(await other.take()).toBe(false);
  pass(-86_400_000);
  expect(await other.take()).toBe(true);
});

it("takes a state that cannot be read for none", async () => {
  const { store, one } = leases();
  await store.updateGuard("k", () => "nonsense");
  expect(await one.take()).toBe(true);
});
