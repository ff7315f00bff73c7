import { expect, it } from "vitest";
import type { CaseStep } from "./record.ts";
import { tellingOutput, tellingText } from "./telling-output.ts";

const step: CaseStep = { number: 4, text: "Bash npm test", outcome: "exit 1", ok: false, edits: false };
const log = Array.from({ length: 20 }, (_, line) => `INFO saved ${line}`);
const failing = ["--- FAIL: TestTotal (0.06s)", "    cart_test.go:1804: want 3, got 4"];
const output = [...log, ...failing, ...log, "ok  shop/tax  (cached)", "FAIL"].join("\n");

it("the page showed only how an output ended, where the terminal shows what failed", () => {
  const rows = tellingOutput({ ...step, output }, { most: 12, messages: [] });
  expect(rows).toEqual([...failing, ...log.slice(0, 7), "…", "ok  shop/tax  (cached)", "FAIL"]);
});

it("marks what is left out before it, once", () => {
  const room = { most: 12, messages: [] };
  expect(tellingText({ ...step, output }, room)).toMatch(/^…\n--- FAIL: TestTotal/);
  expect(tellingText({ ...step, output: log.join("\n") }, room)).toMatch(/^…\nINFO saved 8\n/);
  expect(tellingText({ ...step, output: "\nExit code 1\nbroken" }, room)).toBe("broken");
  expect(tellingText({ ...step, output: `…${log[0]}\nbroken` }, room)).toBe("…INFO saved 0\nbroken");
  expect(tellingText(step, room)).toBeUndefined();
  expect(tellingText({ ...step, ok: true, edits: true, outcome: "ok", output: "updated" }, room)).toBeUndefined();
});
