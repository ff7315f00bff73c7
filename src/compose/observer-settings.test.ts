import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { thread } from "../../test/support/thread-builder.ts";
import { DEFAULTS, loadConfig } from "../config.ts";
import { OBSERVER_DEFAULTS, observerRequest } from "../observer/observer.ts";
import { OBSERVER_PROMPT } from "../observer/prompt.ts";
import { observerSettings, verifierSettings } from "./observer-settings.ts";

it("asks about an ended turn as such in every mode: only who looks at a running one says so", async () => {
  const ended = thread().user("Fix it.").edit("/repo/a.ts", "a", "b").close("Fixed.").build();
  for (const mode of ["end-turn", "parallel", "verify"]) {
    const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/her", overrides: { mode } });
    const settings = await observerSettings(config, {});
    expect(observerRequest(ended, ended.turns[0]!, settings).system, mode).toBe(OBSERVER_PROMPT);
  }
});

it("hands every setting on to the place that it is for", async () => {
  const overrides = {
    "observer.rendering": "compact",
    "observer.budgetCharacters": 501,
    "observer.compactCallCharacters": 21,
    "observer.compactResultCharacters": 22,
    "observer.confidence": 0.71,
    "observer.closerLook.enabled": false,
    "observer.closerLook.from": 0.41,
    "observer.closerLook.confidence": 0.61,
    "observer.temperature": 0.3,
    "observer.maxOutputTokens": 65,
    "observer.reasoning": "low",
    "observer.timeoutSeconds": 3,
    "verification.context.budgetCharacters": 10_001,
    "verification.context.rulesCharacters": 502,
    "verification.context.answerCharacters": 503,
    "verification.context.turns": 6,
    "verification.timeoutSeconds": 4,
  };
  const { config } = loadConfig({ cwd: "/", env: {}, home: "/home/her", overrides });
  const model = { temperature: 0.3, maxOutputTokens: 65, reasoning: "low" };
  const redact = expect.any(Function);
  expect(await observerSettings(config, {})).toEqual({
    render: { rendering: "compact", budget: 501, compact: { call: 21, result: 22 }, redact },
    confidence: 0.71,
    closerLook: { enabled: false, from: 0.41, confidence: 0.61 },
    model,
    timeoutMs: 3000,
  });
  expect(await verifierSettings(config, {})).toEqual({
    context: { budget: 10_001, rules: 502, answer: 503, turns: 6, redact },
    model,
    timeoutMs: 4000,
  });
});

it("has without settings what the library has without options", async () => {
  const { confidence, closerLook, timeoutMs, model } = await observerSettings(DEFAULTS, {});
  expect({ confidence, closerLook, timeoutMs, model }).toEqual({
    confidence: OBSERVER_DEFAULTS.confidence,
    closerLook: OBSERVER_DEFAULTS.closerLook,
    timeoutMs: OBSERVER_DEFAULTS.timeoutMs,
    model: OBSERVER_DEFAULTS.model,
  });
});

it("takes out a home in an unusual place, also where no variable names it", async () => {
  const script = `
    const { DEFAULTS } = await import("./src/config.ts");
    const { reportRedactor } = await import("./src/compose/observer-settings.ts");
    const { HOME, USERPROFILE, ...unset } = process.env;
    console.log(reportRedactor(DEFAULTS, unset)("see /srv/wilhelmina/notes.txt"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
    cwd: new URL("../..", import.meta.url),
    env: { ...BARE_ENVIRONMENT, HOME: "/srv/wilhelmina", USERPROFILE: "/srv/wilhelmina" },
  });
  expect(stdout).toBe("see ~/notes.txt\n");
});
