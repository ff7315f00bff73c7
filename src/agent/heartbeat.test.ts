import { describe, expect, it } from "vitest";
import { virtualClock } from "../../test/support/virtual-clock.ts";
import { createLease } from "../guard/lease.ts";
import type { Clock } from "../models/clock.ts";
import { createMemoryStore } from "../store/memory.ts";
import { type HeartbeatEvent, heartbeatPrompt, holdsWork, isHeartbeatOk, runHeartbeats } from "./heartbeat.ts";

const MINUTE = 60_000;

function heart(
  durations: readonly number[],
  options: { once?: boolean; store?: ReturnType<typeof createMemoryStore>; clock?: Clock; owner?: string } = {},
) {
  const clock = options.clock ?? virtualClock();
  const store = options.store ?? createMemoryStore();
  const stop = new AbortController();
  const events: HeartbeatEvent<number>[] = [];
  const beats: number[] = [];
  let atOnce = 0;
  let most = 0;
  const end = runHeartbeats<number>({
    everyMs: 30 * MINUTE,
    ...(options.once ? { once: true } : {}),
    lease: createLease({
      store,
      key: "heartbeat:/repo",
      owner: options.owner ?? "me",
      forMs: 90_000,
      now: () => new Date(clock.now()),
    }),
    renewMs: 30_000,
    clock,
    signal: stop.signal,
    emit: (event) => events.push(event),
    async beat(signal) {
      most = Math.max(most, (atOnce += 1));
      beats.push(clock.now() / MINUTE);
      const duration = durations[beats.length - 1];
      if (duration === undefined) stop.abort();
      else if (duration > 0) await clock.sleep(duration * MINUTE, signal);
      atOnce -= 1;
      if (duration !== undefined && duration < 0) throw new Error("the model is down");
      return beats.length;
    },
  });
  const types = () => events.map((event) => event.type);
  return { end, stop, events, types, beats, store, clock, most: () => most };
}

describe("the beats", () => {
  it("come at once and then in step, however long one takes", async () => {
    const { end, beats } = heart([1, 5, 10]);
    expect(await end).toBe("stopped");
    expect(beats).toEqual([0, 30, 60, 90]);
  });

  it("that were missed are not made up for", async () => {
    const { end, beats, events, most } = heart([100, 1]);
    await end;
    expect(most()).toBe(1);
    expect(beats).toEqual([0, 120, 150]);
    expect(events).toContainEqual({ type: "beats:missed", count: 3 });
  });

  it("go on after one that failed", async () => {
    const { end, beats, events } = heart([1, -1, 1]);
    await end;
    expect(beats).toHaveLength(4);
    expect(events).toContainEqual({ type: "beat:failed", number: 2, reason: "the model is down" });
  });

  it("are one with once", async () => {
    const { end, beats } = heart([1], { once: true });
    expect(await end).toBe("done");
    expect(beats).toEqual([0]);
  });
});

describe("stopping", () => {
  it("ends the wait at once", async () => {
    const { end, stop, types } = heart([0], {
      clock: {
        now: () => 0,
        sleep: (_ms, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
      },
    });
    while (!types().includes("beat:waiting")) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await end).toBe("stopped");
  });

  it("lets what is under way wind down before it ends, and gives the lease back", async () => {
    const { end, types, store } = heart([]);
    expect(await end).toBe("stopped");
    expect(types()).toEqual(["beat:started", "beat:finished"]);
    expect(await store.readGuard("heartbeat:/repo")).toBeUndefined();
  });
});

describe("one run at a time", () => {
  it("a second heart does not beat while the first one holds the lease", async () => {
    const clock = virtualClock();
    const store = createMemoryStore();
    const first = heart([10, 10], { clock, store, owner: "first" });
    const second = heart([1], { clock, store, owner: "second" });
    expect(await second.end).toBe("held");
    expect(second.beats).toEqual([]);
    expect(await first.end).toBe("stopped");
    expect(first.beats).toHaveLength(3);
  });

  it("a heart that was killed is followed after its lease has run out", async () => {
    const clock = virtualClock();
    const store = createMemoryStore();
    const killed = createLease({
      store,
      key: "heartbeat:/repo",
      owner: "killed",
      forMs: 90_000,
      now: () => new Date(clock.now()),
    });
    await killed.take();
    expect(await heart([], { clock, store }).end).toBe("held");
    await clock.sleep(91_000);
    expect(await heart([], { clock, store }).end).toBe("stopped");
  });
});

describe("HEARTBEAT.md", () => {
  it.each(["- [ ] answer the mail", "Check the build every morning.", "# Work\n\n- look at the inbox\n"])(
    "%j holds work",
    (text) => {
      expect(holdsWork(text)).toBe(true);
    },
  );

  it.each([
    "",
    "\n \n",
    "# Heartbeat\n\n## Tasks\n",
    "<!-- put work here -->",
    "# Done\n- [x] mail\n- [X] build\n",
    "---\n- \n",
  ])("%j holds none", (text) => {
    expect(holdsWork(text)).toBe(false);
  });

  it("is given to the agent with the time", () => {
    const prompt = heartbeatPrompt("- [ ] answer the mail", new Date("2026-11-15T08:30:00Z"));
    expect(prompt).toContain("2026-11-15 08:30 UTC");
    expect(prompt).toContain("- [ ] answer the mail");
    expect(prompt).toContain("HEARTBEAT_OK");
    const long = heartbeatPrompt(`x${"😀".repeat(25_000)}`, new Date(0));
    expect(long.length).toBeLessThan(17_000);
    expect(long.isWellFormed()).toBe(true);
  });

  it.each(["HEARTBEAT_OK", " heartbeat_ok. ", "**HEARTBEAT_OK**", "`HEARTBEAT_OK`\n"])(
    "%j means nothing to do",
    (answer) => {
      expect(isHeartbeatOk(answer)).toBe(true);
    },
  );

  it.each(["OK", "HEARTBEAT_OK, but the mail is open", "", "I answered the mail."])("%j does not", (answer) => {
    expect(isHeartbeatOk(answer)).toBe(false);
  });
});
