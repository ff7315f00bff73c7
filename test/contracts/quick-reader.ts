import fc from "fast-check";
import { expect } from "vitest";
import type { ReaderOptions, TranscriptReader } from "../../src/hosts/host.ts";

type CreateReader = (stored: undefined, options?: ReaderOptions) => TranscriptReader;

/** Lines of which a reader that skips bytes gives, or keeps, something else than a full parse; undefined where none were found. */
export function whatDiffers(createReader: CreateReader, lines: fc.Arbitrary<Buffer[]>, numRuns: number) {
  const property = fc.property(lines, (some) => {
    const quick = createReader(undefined);
    const full = createReader(undefined, { parseAll: true });
    for (const line of some) expect(quick.read(line)).toEqual(full.read(line));
    expect(quick.state()).toEqual(full.state());
  });
  return fc.defaultReportMessage(fc.check(property, { numRuns }));
}
