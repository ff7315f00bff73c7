import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCox } from "./run-cox.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cox-verify-"));
  mkdirSync(join(home, "work"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const work = (...path: string[]) => join(home, "work", ...path);
const cox = (...args: string[]) => runCox(args, { cwd: work(), env: { HOME: home } });

function script(name: string, content: object): string {
  writeFileSync(join(home, `${name}.json`), JSON.stringify(content));
  return `scripted/../${name}.json`;
}

const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
const FAIL = { ...PASS, verdict: "FAIL", category: "incomplete", feedback: "A third colour is missing." };

describe("cox run --mode verify", () => {
  it("sends an answer back, shows the feedback in its card, and ends with 11", async () => {
    const model = script("agent", { turns: [{ say: "Red, blue. Done." }, { say: "Red, blue, green. Done." }] });
    const observer = script("judge", { decisions: [{ times: 1, input: FAIL }, { input: PASS }] });
    const { code, out } = await cox(
      "run",
      "list three colours",
      "--mode",
      "verify",
      "--model",
      model,
      "--observer",
      observer,
    );
    expect(code).toBe(11);
    expect(out.replaceAll(/[│\s]+/g, " ")).toContain("[incomplete]: A third colour is missing.");
    expect(out).toContain("Red, blue, green. Done.");
  });

  it("shows the person what stays open when the attempts are used up", async () => {
    const turns = ["Red. Done.", "Blue. Done.", "Pink. Done."].map((say) => ({ say }));
    const model = script("agent", { turns });
    const observer = script("judge", { decisions: [{ input: FAIL }] });
    const { code, out } = await cox(
      "run",
      "list three colours",
      "--mode",
      "verify",
      "--model",
      model,
      "--observer",
      observer,
    );
    expect(code).toBe(12);
    expect(out).toMatch(/Pink\. Done\.\s*\nStill open[^\n]*A third colour is missing\./);
  });
});

it("cox verify runs the project's checks", async () => {
  writeFileSync(
    work("package.json"),
    JSON.stringify({ scripts: { test: "node -e 0", lint: "node -e 'process.exit(4)'" } }),
  );
  const { code, out } = await cox("verify");
  expect(code).toBe(1);
  expect(out).toMatch(/✗ lint +npm run lint +failed/);
  expect(out).toMatch(/✓ test +npm test +passed/);
});

it("cox heartbeat --once asks nobody where there is no work", async () => {
  const model = script("agent", { turns: [{ fail: "auth" }] });
  const { code, err } = await cox("heartbeat", "--once", "--model", model, "--observer", "none");
  expect(code).toBe(0);
  expect(err).toContain("HEARTBEAT.md holds no work");
});
