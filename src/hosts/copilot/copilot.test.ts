import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { whatDiffers } from "../../../test/contracts/quick-reader.ts";
import { mutatedObjects } from "../../../test/support/mutated-lines.ts";
import { copilot } from "./copilot.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/copilot", import.meta.url));
const lines = readdirSync(fixtures).flatMap((name) =>
  readFileSync(join(fixtures, name, "transcript.jsonl"), "latin1").split("\n"),
);

describeHost({ host: copilot, fixtures });

test("copilot: skipping lines by their first bytes gives what a full parse gives", () => {
  expect(
    whatDiffers(createReader, fc.array(mutatedObjects(lines), { minLength: 1, maxLength: 10 }), 1000),
  ).toBeUndefined();
});
