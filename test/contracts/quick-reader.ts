import fc from "fast-check";
import { expect } from "vitest";
import type { ReaderOptions, TranscriptReader } from "../../src/hosts/host.ts";

type CreateReader = (stored: undefined, options?: ReaderOptions) => TranscriptReader;

/** What skips bytes gives of any of these lines what a full parse gives, and keeps the same of them. */
export function expectNoDifference(createReader: CreateReader, lines: fc.Arbitrary<Buffer[]>, numRuns: number): void {
  fc.assert(
    fc.property(lines, (some) => {
      const quick = createReader(undefined);
      const full = createReader(undefined, { parseAll: true });
      for (const line of some) expect(quick.read(line)).toEqual(full.read(line));
      expect(quick.state()).toEqual(full.state());
    }),
    { numRuns },
  );
}
