import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chooseObserver } from "../../../src/models/choose.ts";
import { createModel } from "../../../src/models/providers.ts";
import { DEFAULTS, loadConfig } from "../../../src/config.ts";
import { createVerifier } from "../../../src/verifier/verifier.ts";
import { virtualClock } from "../../support/virtual-clock.ts";
import { createScriptedModel } from "../../../src/models/scripted/scripted.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { thread } from "../../support/thread-builder.ts";
import { INCOMPLETE, loop, looked, PASS, verifierSaying } from "../../support/verification.ts";
import { lastTurn } from "../../../src/thread/turns.ts";
import { runVerified } from "../../../src/verified-run.ts";
import { writeFiles } from "../../support/write-files.ts";

const SETTINGS = [
  "enabled",
  "model",
  "verifyAll",
  "verifyHeartbeat",
  "maxAttempts",
  "triggerKeywords",
  "timeoutSeconds",
];
const { verification } = DEFAULTS;

function configured(file: object) {
  const home = temporaryDirectory();
  writeFiles(home, { ".config/coxswain/config.json": JSON.stringify(file), "work/x": "" });
  return loadConfig({ cwd: join(home, "work"), env: { HOME: home }, platform: "linux" }).config;
}

const asked = async (answer: string, options: Parameters<typeof loop>[2] = {}) =>
  (await loop([answer], [PASS], options)).asked.length;

describe("the verification loop: settings", () => {
  test("64 differs: in OpenClaw they are the plugin's, seven of the same names; here they are under verification", () => {
    const manifest = new URL("../../../integrations/openclaw/openclaw.plugin.json", import.meta.url);
    const { properties } = JSON.parse(readFileSync(manifest, "utf8")).configSchema;
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(SETTINGS));
    expect(Object.keys(verification)).toEqual(expect.arrayContaining(SETTINGS));
    expect(() => configured({ agents: { defaults: { verifier: { enabled: true } } } })).toThrow(/agents/);
  });

  test("65 enabled: false", () => expect(verification.enabled).toBe(false));
  test("66 verifyAll: false", () => expect(verification.verifyAll).toBe(false));

  test("67 verifyAll verifies every answer", async () => {
    for (const answer of [
      "Red.",
      "Shall I go on?",
      "Here is the plan: 1. Red.",
      "I could not.",
      "I am waiting for it.",
    ]) {
      expect(await asked(answer, { triggers: { verifyAll: true } }), answer).toBe(1);
      expect((await looked(thread().user("q").close(answer).build())).asked, answer).toBe(1);
    }
  });

  test("68 verifyHeartbeat: false", () => expect(verification.verifyHeartbeat).toBe(false));
  test("69 differs: model: auto, in place of one that has a name", () => expect(verification.model).toBe("auto"));

  test("70 maxAttempts: 3, the first one included", async () => {
    expect(verification.maxAttempts).toBe(3);
    const answers = Array.from({ length: 9 }, (_, index) => `Answer ${index}. Done.`);
    expect((await loop(answers, [INCOMPLETE])).turns).toHaveLength(3);
    for (const maxAttempts of [1, 5])
      expect((await loop(answers, [INCOMPLETE], { maxAttempts })).turns).toHaveLength(maxAttempts);
  });

  test("71 triggerKeywords: done, completed, finished, ready, here you go", async () => {
    expect(verification.triggerKeywords).toEqual(["done", "completed", "finished", "ready", "here you go"]);
    for (const word of verification.triggerKeywords) expect(await asked(`All of it: ${word}.`), word).toBe(1);
  });

  test("72 timeoutSeconds: 30", async () => {
    expect(verification.timeoutSeconds).toBe(30);
    const clock = virtualClock();
    const slow = createScriptedModel("x/slow", { decisions: [{ input: PASS, delayMs: 90_000 }] }, { clock });
    const told = thread().user("q").close("Done.").build();
    const verdict = await createVerifier({ models: [slow], clock }).assess({ thread: told, turn: lastTurn(told)! });
    expect(verdict).toMatchObject({ verdict: "unchecked", durationMs: 30_000 });
  });

  test("73 all are optional", () => {
    expect(configured({}).verification).toEqual(verification);
    expect(configured({ verification: { verifyAll: true } }).verification).toEqual({
      ...verification,
      verifyAll: true,
    });
  });

  test("74 they are checked when they are read: one clear sentence", () => {
    for (const wrong of [
      { maxAttempts: 0 },
      { maxAttempts: 21 },
      { maxAttempts: 1.5 },
      { maxAttempts: "abc" },
      { timeoutSeconds: -1 },
      { triggerKeywords: "done" },
      { context: { budgetCharacters: 2000 } },
      { verifyEverything: true },
    ])
      expect(() => configured({ verification: wrong }), JSON.stringify(wrong)).toThrow(
        expect.objectContaining({ code: "config.invalid", message: expect.stringContaining("verification.") }),
      );
  });

  test("75 options of the library are checked, too", async () => {
    const { verifier } = verifierSaying(INCOMPLETE);
    for (const maxAttempts of [0, -1, 1.5, Number.NaN, Infinity])
      await expect(runVerified("q", () => "Done.", { verifier, maxAttempts })).rejects.toMatchObject({ code: "usage" });
    for (const budget of [0, 2000, -1, Number.NaN, Infinity])
      expect(() => createVerifier({ models: [] }, { context: { budget } })).toThrow(
        expect.objectContaining({ code: "usage" }),
      );
  });

  test("76 differs: a keyword triggers as whole words, in any case and with any white space", async () => {
    for (const answer of ["DONE!", "All done.", "Here  you\ngo: red."]) expect(await asked(answer), answer).toBe(1);
    for (const answer of ["It is undone.", "I abandoned it.", "Readying it."])
      expect(await asked(answer), answer).toBe(0);
  });

  test("77 with keywords most answers are left alone", async () => {
    for (const answer of ["Red is a colour.", "Hello!", "It is 12:30.", "Ann said yes."])
      expect(await asked(answer)).toBe(0);
  });

  test("78 differs: the verifier is of another family than the agent by itself, if one can be reached", () => {
    const chosen = (agentFamily: string) =>
      chooseObserver({ configured: "auto", available: ["anthropic", "openai"], variables: {}, agentFamily }).models;
    expect(chosen("anthropic")).toEqual(["openai/gpt-5.4"]);
    expect(chosen("openai")).toEqual(["anthropic/claude-sonnet-5"]);
  });

  test("79 differs: any model of a known maker by its name; kimi-coding/k2p5 where its server is declared", () => {
    const keys = { openai: "k", anthropic: "k", "kimi-coding": "k" };
    for (const name of ["openai/gpt-4.1", "anthropic/claude-sonnet-4-5"])
      expect(createModel(name, { keys }).name).toBe(name);
    expect(() => createModel("kimi-coding/k2p5", { keys })).toThrow(/kimi-coding/);
    const providers = { "kimi-coding": { baseURL: "https://kimi.example/v1" } };
    expect(createModel("kimi-coding/k2p5", { keys, providers }).name).toBe("kimi-coding/k2p5");
  });
});
