import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { copilot } from "./copilot.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/copilot", import.meta.url));
const lines = readdirSync(fixtures).flatMap((name) =>
  readFileSync(join(fixtures, name, "transcript.jsonl"), "latin1").split("\n"),
);

describeHost({ host: copilot, fixtures });

test("copilot: skipping lines by their first bytes gives what a full parse gives", () => {
  fc.assert(
    fc.property(fc.array(mutatedObjects(lines), { minLength: 1, maxLength: 10 }), (objects) => {
      const quick = createReader();
      const full = createReader(undefined, { parseAll: true });
      for (const line of objects) expect(quick.read(line)).toEqual(full.read(line));
      expect(quick.state()).toEqual(full.state());
    }),
    { numRuns: 1000 },
  );
});
