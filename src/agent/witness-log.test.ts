import { expect, it } from "vitest";
import { CoxError, type ErrorCode } from "../text/errors.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Delta } from "../thread/delta.ts";
import { createWitnessLog } from "./thread-log.ts";

const BEGINNING: Delta = { v: 1, type: "thread:started", threadId: "s1", host: "acp" };
const happened = (reason: string): Delta => ({ v: 1, type: "cancelled", reason });

/** A store that cannot write while it is in trouble. */
function stand() {
  const store = createMemoryStore();
  const trouble: { code: ErrorCode | undefined } = { code: undefined };
  const log = createWitnessLog(
    {
      read: (...args) => store.read(...args),
      write: (batch) =>
        trouble.code === undefined ? store.write(batch) : Promise.reject(new CoxError(trouble.code, "No.")),
    },
    "s1",
    BEGINNING,
  );
  const kept = async () =>
    (await store.read("s1")).map(({ delta }) => (delta.type === "cancelled" ? delta.reason : delta.type));
  return { log, trouble, kept, store };
}

it("writes what the store could not take with what comes next, in order", async () => {
  const { log, trouble, kept } = stand();
  trouble.code = "store.unavailable";
  await expect(log.append([happened("one")])).rejects.toThrow("No.");
  await expect(log.append([happened("two")])).rejects.toThrow("No.");
  trouble.code = undefined;
  await log.append([happened("three")]);
  expect(await kept()).toEqual(["thread:started", "one", "two", "three"]);
});

it("forgets a remark that could not be written: it was never made", async () => {
  const { log, trouble, kept } = stand();
  await log.append([happened("one")]);
  trouble.code = "store.unavailable";
  await expect(log.remark([happened("a remark")])).rejects.toThrow("No.");
  trouble.code = undefined;
  await log.append([happened("two")]);
  expect(await kept()).toEqual(["thread:started", "one", "two"]);
});

it("gives up where the store never stops being another's, and keeps what happened", async () => {
  const { log, trouble, kept } = stand();
  trouble.code = "store.conflict";
  await expect(log.append([happened("one")])).rejects.toThrow("No.");
  trouble.code = undefined;
  await log.append([]);
  expect(await kept()).toEqual(["thread:started", "one"]);
});

it("does not let one delta that cannot be written stop all others", async () => {
  const { log, trouble, kept } = stand();
  trouble.code = "delta.invalid";
  await expect(log.append([happened("one")])).rejects.toThrow("No.");
  trouble.code = undefined;
  await log.append([happened("two")]);
  expect(await kept()).toEqual(["thread:started", "two"]);
});

it("begins anew when the session was forgotten meanwhile", async () => {
  const { log, store, kept } = stand();
  await log.append([happened("one")]);
  await store.forget();
  await log.append([happened("two")]);
  expect(await kept()).toEqual(["thread:started", "two"]);
});

it("writes what waited beside a delta that nobody can write", async () => {
  const { log, trouble, kept } = stand();
  trouble.code = "store.unavailable";
  await expect(log.append([happened("one")])).rejects.toThrow("No.");
  await expect(log.append([{ ...happened("never"), reason: 1n } as never])).rejects.toThrow("No.");
  trouble.code = undefined;
  await expect(log.append([happened("two")])).rejects.toMatchObject({ code: "delta.invalid" });
  await log.append([happened("three")]);
  expect(await kept()).toEqual(["thread:started", "one", "two", "three"]);
});
