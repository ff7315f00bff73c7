import { expect, it } from "vitest";
import type { Step } from "../../thread/thread.ts";
import { toAction } from "../../thread/to-action.ts";
import { NOTHING_CARRIED } from "../carried.ts";
import { carriedToJson } from "../carried-json.ts";
import { continueReceipts, NO_RECEIPTS } from "./receipts.ts";
import { carriedToClone } from "../carried-clone.ts";
import { unreadRunOf } from "./unread-receipt.ts";

const FAILED = " Test Files  1 failed (1)\n      Tests  1 failed | 4 passed (5)";
const TESTS = shell(1, "npx vitest run 2>&1 | tail -20", FAILED);
const EDIT = step(2, "Edit", { file_path: "src/a.ts", old_string: "return 1;", new_string: "return 2;" }, "ok");

it("is read when somebody asks how it ended, and not before", () => {
  const [receipt] = continueReceipts(NO_RECEIPTS, [TESTS, EDIT]).receipts;
  expect(receipt).toHaveProperty("stale.strength", "sure");
  expect(unreadRunOf(receipt!)).toBeDefined();
  expect(receipt?.outcome).toBe("failed");
  expect(unreadRunOf(receipt!)).toBeUndefined();
});

it("holds on to no long output", () => {
  const [receipt] = continueReceipts(NO_RECEIPTS, [
    shell(1, "npx vitest run | cat", `${"x\n".repeat(20_000)}${FAILED}`),
  ]).receipts;
  expect(unreadRunOf(receipt!)).toBeUndefined();
  expect(receipt?.counts).toEqual({ passed: 4, failed: 1 });
});

it("holds on to no long line", () => {
  const [receipt] = continueReceipts(NO_RECEIPTS, [
    shell(1, `cat > a.ts <<EOF\n${"x\n".repeat(9000)}EOF\nnpx vitest run | cat`, FAILED),
  ]).receipts;
  expect(unreadRunOf(receipt!)).toBeUndefined();
  expect(receipt?.outcome).toBe("failed");
});

it("is read before a run whose end is elsewhere is waited for", () => {
  const state = continueReceipts(NO_RECEIPTS, [shell(1, "npx vitest run > out.log || true", "")]);
  expect(state.open).toMatchObject([{ file: "out.log" }]);
});

it("is kept as plain JSON with all that is known of it", () => {
  const checks = continueReceipts(NO_RECEIPTS, [TESTS]);
  const record = carriedToJson({ ...NOTHING_CARRIED, checks });
  expect(JSON.parse(JSON.stringify(record))).toHaveProperty("checks.receipts.0.outcome", "failed");
});

it("is kept unread where what its run printed is short", () => {
  const long = shell(2, "npx vitest run | cat", `${"x\n".repeat(3000)}${FAILED}`);
  const checks = continueReceipts(NO_RECEIPTS, [TESTS, long]);
  const { receipts } = carriedToClone({ ...NOTHING_CARRIED, checks }).checks;
  expect(receipts).toMatchObject([{ unread: { end: { output: FAILED } } }, { outcome: "failed" }]);
});

function shell(number: number, command: string, output: string): Step {
  return step(number, "Bash", { command }, output);
}

function step(number: number, tool: string, input: unknown, output: string): Step {
  const result = { type: "tool_result" as const, toolUseId: `call-${number}`, status: "done" as const, output };
  return { number, toolUseId: `call-${number}`, tool, input, action: toAction(tool, input), messageIndex: 0, result };
}
