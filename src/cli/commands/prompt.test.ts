import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { verifierSettings } from "../../compose/observer-settings.ts";
import { DEFAULTS } from "../../config.ts";
import { jsonSchemaOf } from "../../models/arguments.ts";
import { COURSE_CORRECT } from "../../observer/course-correct.ts";
import { loadThread } from "../../session/load-thread.ts";
import { lastTurn } from "../../thread/turns.ts";
import { verifierQuestion } from "../../verifier/verifier.ts";
import { command } from "./prompt.ts";

const SAMPLE = fileURLToPath(new URL("../../../samples/claude-code-false-done.jsonl", import.meta.url));

async function run(...args: string[]): Promise<string> {
  const here = import.meta.dirname;
  const { code, out } = await runCommand(command, args, { env: { HOME: here }, cwd: here, columns: 80 });
  expect(code).toBe(0);
  return out;
}

describe("cox prompt", () => {
  it("prints the model, its settings, the forced tool, and both texts whole", async () => {
    const text = await run(SAMPLE);
    const order = ["===== MODEL", "===== SETTINGS", "===== FORCED TOOL", "===== SYSTEM", "===== USER"];
    expect(order.map((title) => text.indexOf(title))).toEqual(
      order.map((title) => text.indexOf(title)).toSorted((a, b) => a - b),
    );
    expect(text).toContain('"name": "course_correct"');
    expect(text.trimEnd().endsWith("(end of the record)")).toBe(true);
  });

  it("gives the same to programs, as one line", async () => {
    const printed = await run(SAMPLE, "--json");
    expect(printed.trimEnd()).not.toContain("\n");
    expect(JSON.parse(printed)).toMatchObject({
      turn: 1,
      settings: { temperature: 0.1, maxOutputTokens: 1024, reasoning: "none", toolChoice: "course_correct" },
      tool: { name: "course_correct", schema: jsonSchemaOf(COURSE_CORRECT.schema) },
      prompt: expect.stringMatching(/^# [\s\S]*\(end of the record\)$/),
    });
  });

  it("shows another rendering and another question when asked to", async () => {
    const compact = JSON.parse(await run(SAMPLE, "--json", "--rendering", "compact"));
    const parallel = JSON.parse(await run(SAMPLE, "--json", "--parallel"));
    const plain = JSON.parse(await run(SAMPLE, "--json"));
    expect(compact.prompt).not.toBe(plain.prompt);
    expect(parallel.system).not.toBe(plain.system);
  });

  it("shows what a verifier is sent, and asks, about the same turn", async () => {
    const shown = JSON.parse(await run(SAMPLE, "--json", "--verify"));
    const { thread } = loadThread(SAMPLE);
    const settings = await verifierSettings(DEFAULTS, { HOME: import.meta.dirname });
    const asked = verifierQuestion({ thread, turn: lastTurn(thread)! }, settings);
    expect(shown).toMatchObject({
      turn: 1,
      settings: { temperature: 0.1, timeoutMs: 30_000, toolChoice: "verify" },
      tool: { name: "verify" },
      system: asked.system,
      prompt: asked.prompt,
    });
    expect(shown.prompt).toMatch(/^# USER'S MESSAGE\n[^]*\n# RUN\n[^]*\n# ANSWER \(attempt 1, to be verified\)\n\| /);
    expect(await run(SAMPLE, "--verify")).toMatch(/===== FORCED TOOL =====\n[^]*"verify"[^]*===== USER/);
  });

  it.each([
    ["a question of another kind", [SAMPLE, "--verify", "--parallel"]],
    ["no file", []],
    ["two files", [SAMPLE, SAMPLE]],
    ["a turn that is no number", [SAMPLE, "--turn", "x"]],
    ["a turn that does not exist", [SAMPLE, "--turn", "99"]],
    ["an unknown rendering", [SAMPLE, "--rendering", "pretty"]],
  ])("says what is wrong with %s", async (_what, args) => {
    await expect(run(...args)).rejects.toThrow(
      /^(?:give one FILE|--turn takes|--verify shows another)|turn, so there is no turn|^--rendering must be one of evidence, compact/,
    );
  });
});
