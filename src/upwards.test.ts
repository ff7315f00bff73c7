import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { childOf } from "./upwards.ts";

it("names what lies in a directory as Node's own way does, however that is written", () => {
  const part = fc.constantFrom("a", "b c", ".", "..", ".git", "...", "", "C:", "\\");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.constantFrom("", "/"), (parts, before) => {
      const directory = `${before}${parts.join("/")}`;
      for (const paths of [posix, win32])
        expect(childOf(directory, "coxswain.db", paths)).toBe(paths.join(directory, "coxswain.db"));
    }),
    { numRuns: 500 },
  );
});
