import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { describeHost } from "../../../test/contracts/host.ts";
import { codex } from "./codex.ts";
import { createReader } from "./reader.ts";

const fixtures = fileURLToPath(new URL("../../../test/fixtures/codex", import.meta.url));
describeHost({ host: codex, fixtures });

test("codex: a command that prints what a refusal says was not refused", () => {
  const output = 'Exit code: 0\nWall time: 0 seconds\nOutput:\n12: Rejected("rejected by user")\n';
  const payload = { type: "function_call_output", call_id: "c9", output };
  const reading = createReader().read(Buffer.from(JSON.stringify({ timestamp: "t", type: "response_item", payload })));
  expect(reading).toMatchObject({ deltas: [{}, { type: "tool:data", status: "done", exitCode: 0 }] });
});
