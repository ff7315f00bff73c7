import { describe, expect, it } from "vitest";
import { openLineSearch } from "./line-search.ts";
import { REMEASURED } from "../../../test/support/remeasured.ts";

const quiet = new AbortController().signal;

describe("openLineSearch", () => {
  it("finds lines and columns whatever the line ends", async () => {
    const search = openLineSearch("b+$", { flags: "u", signal: quiet });
    expect(await search.find("a\r\nabb\r\nb\nab c")).toEqual({
      hits: [
        { line: 1, column: 1 },
        { line: 2, column: 0 },
      ],
      longLines: 0,
    });
    expect(await search.find("")).toEqual({ hits: [], longLines: 0 });
    await search.close();
  });

  it("gives up on an expression that takes for ever, without blocking anybody else", async () => {
    const search = openLineSearch("(a+)+b", { flags: "", signal: AbortSignal.timeout(300) });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    await expect(search.find("a".repeat(50))).rejects.toThrow("abort");
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    const start = performance.now();
    await search.close();
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it("stops at once when it is cancelled", REMEASURED, async () => {
    const cancel = new AbortController();
    const search = openLineSearch("(a+)+b", { flags: "", signal: cancel.signal });
    const finding = search.find("a".repeat(50));
    const start = performance.now();
    cancel.abort();
    await expect(finding).rejects.toThrow("abort");
    expect(performance.now() - start).toBeLessThan(200);
    await search.close();
  });

  it("says which lines were too long to be searched whole", async () => {
    const search = openLineSearch("end", { flags: "", signal: quiet });
    expect(await search.find(`${"x".repeat(20_000)}end\nend`)).toEqual({
      hits: [{ line: 1, column: 0 }],
      longLines: 1,
    });
    await search.close();
  });
});
