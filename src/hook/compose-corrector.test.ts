import process from "node:process";
import { afterEach, expect, it, vi } from "vitest";
import { abortedBySignals } from "./compose-corrector.ts";

afterEach(() => vi.restoreAllMocks());

it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "told by %s, ends its work and then as it was told to",
  async (name) => {
    const others = process.listeners(name);
    const ours = () => process.listeners(name).filter((hear) => !others.includes(hear));
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const work = abortedBySignals(async (signal) => {
      await vi.waitUntil(() => signal.aborted, { interval: 1 });
      expect(kill).not.toHaveBeenCalled();
      return "cleared";
    });
    for (const hear of ours()) hear(name);
    // Whoever is told a second time ends at once, as everybody does who does not listen.
    expect(ours()).toEqual([]);
    expect(await work).toBe("cleared");
    expect(kill).toHaveBeenCalledWith(process.pid, name);
  },
);
