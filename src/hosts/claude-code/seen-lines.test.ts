import fc from "fast-check";
import { expect, it } from "vitest";
import { SeenLines } from "./seen-lines.ts";

it("takes every line once, however often it is stored in between", () => {
  const id = fc.integer({ min: 0, max: 60 }).map((number) => `line-${number}`);
  fc.assert(
    fc.property(fc.array(fc.array(id, { maxLength: 40 }), { maxLength: 6 }), (sittings) => {
      const taken = new Set<string>();
      let stored = "";
      for (const sitting of sittings) {
        const seen = new SeenLines(stored);
        for (const line of sitting) {
          expect(seen.takeOnce(line)).toBe(!taken.has(line));
          taken.add(line);
        }
        stored = seen.store();
      }
    }),
  );
});

it("remembers the last ten thousands, also those it was handed", () => {
  const first = new SeenLines();
  for (let line = 0; line < 40_000; line += 1) first.takeOnce(`line-${line}`);
  const second = new SeenLines(first.store());
  expect(second.takeOnce("line-39999")).toBe(false);
  expect(second.takeOnce("line-24000")).toBe(false);
  for (let line = 50_000; line < 50_500; line += 1) expect(second.takeOnce(`line-${line}`)).toBe(true);
  expect(second.takeOnce("line-39998")).toBe(false);
  expect(second.takeOnce("line-0")).toBe(true);
  expect(second.store().length).toBeLessThan(400_000);
});

it.each(["", "no base64 at all ☹", "AAAA"])("takes %j for nothing seen", (stored) => {
  expect(new SeenLines(stored).takeOnce("line")).toBe(true);
});
