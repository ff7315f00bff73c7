import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useWorkplace } from "./workplace.ts";

const { cox, script, work } = useWorkplace();

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
