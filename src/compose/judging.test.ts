import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { thread } from "../../test/support/thread-builder.ts";
import { type Config, DEFAULTS } from "../config.ts";
import { whenSuspicious } from "../evidence/score/score.ts";
import { createMemoryStore } from "../store/memory.ts";
import type { Usage } from "../thread/usage.ts";
import { verdictOf, wasLeftAlone } from "../verdict.ts";
import { tellingSameFamily } from "./agent-family.ts";
import { accessOf } from "./choosing.ts";
import { composeJudging, workFilesIn } from "./judging.ts";
import { composeJudgingBasics } from "./settings.ts";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";

function composed(settings: Partial<Config["observer"]>, verify = false) {
  const observer = { ...DEFAULTS.observer, model: "ollama/judge", ...settings };
  const composing = { config: { ...DEFAULTS, observer }, env: {}, cwd: "/" };
  return composeJudging(composing, { judges: "model", verify }).judging;
}

it("needs no key for a closer look that is switched off", () => {
  const closerLook = { enabled: true, from: 0.3, confidence: 0.5, model: "openai/gpt-5" };
  expect(composed({ closerLook: { ...closerLook, enabled: false } }).observer).toBeDefined();
  expect(() => composed({ closerLook })).toThrow("There is no API key for openai.");
});

it.each([false, true])("asks the model that was wanted, whatever is behind it (as a verifier: %s)", (verify) => {
  const fallback = ["openai/gpt-5"];
  expect(composed({ fallback }, verify).observer).toBeDefined();
  expect(() => composed({ model: "openai/gpt-5", fallback: ["ollama/judge"] }, verify)).toThrow(
    "There is no API key for openai.",
  );
});

it.each([
  [false, ["ollama/judge", "ollama/second"]],
  [true, ["ollama/verifier", "ollama/second"]],
])("asks whom the settings name, in their order (as a verifier: %s)", (verify, models) => {
  const config = {
    ...DEFAULTS,
    observer: { ...DEFAULTS.observer, model: "ollama/judge", fallback: ["ollama/second"] },
    verification: { ...DEFAULTS.verification, model: "ollama/verifier" },
  };
  const { observer } = composeJudging({ config, env: {}, cwd: "/" }, { judges: "auto", verify });
  expect(observer.models).toEqual(models);
});

it("says in the verdict where only a model of the agent's own family looked", async () => {
  const operationType = "course-correction";
  const counts = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
  const answered = thread().user("List the colours.").close("Red. Done.").build();
  const familyIn = async (...models: string[]) => {
    const usage = models.map((model): Usage => ({ operationType, model, ...counts }));
    const assess = () => verdictOf("model", "ok", "nothing to say", { usage });
    const judge = tellingSameFamily({ name: "observer", assess }, "anthropic");
    return (await judge.assess({ thread: answered, turn: answered.turns[0]! })).sameFamily;
  };
  expect(await familyIn("cli/claude", "anthropic/claude-sonnet-5")).toBe("anthropic");
  expect(await familyIn("anthropic/claude-sonnet-5", "openai/gpt-5.4")).toBeUndefined();
  expect(await familyIn()).toBeUndefined();
  const silent = { name: "observer", assess: () => verdictOf("model", "unchecked", "no answer in time") };
  const turn = { thread: answered, turn: answered.turns[0]! };
  const asked = tellingSameFamily(silent, "anthropic", ["anthropic/claude-sonnet-5"]);
  expect(await asked.assess(turn)).toMatchObject({ verdict: "unchecked", sameFamily: "anthropic" });
});

it.each([
  ["auto", "No key and no login was found."],
  ["none", "The observer is turned off."],
])("says why nobody is asked where observer.model is %s", (model, reason) => {
  const settings = { config: { ...DEFAULTS, observer: { ...DEFAULTS.observer, model } }, env: {}, cwd: "/" };
  expect(composeJudging(settings, { judges: "auto" }).judging).toMatchObject({ unobserved: reason });
  // Whoever wants proof alone knows why.
  expect(composeJudging(settings, { judges: "evidence" }).judging).not.toHaveProperty("unobserved");
});

it("knows the person where an allow-list may name them, and which rules they turned off", () => {
  const basics = (gate: Partial<Config["gate"]>) =>
    composeJudgingBasics({
      config: { ...DEFAULTS, gate: { ...DEFAULTS.gate, ...gate }, standDown: { ignore: ["running"] } },
      env: {},
    });
  expect(basics({ allow: ["ann"] })).toMatchObject({ user: userInfo().username, ignoreStandDown: ["running"] });
  expect(basics({})).not.toHaveProperty("user");
});

it("starts a program that judges so that no hook watches it in turn", () => {
  expect(accessOf({ config: DEFAULTS, env: { HOME: "/home/sam" }, cwd: "/" })).toMatchObject({
    directory: "/",
    environment: { HOME: "/home/sam", COX_OBSERVER: "1" },
  });
});

it.each([
  ["none", /turned off\..* --observer .* set observer\.model\./],
  ["auto", /No key .* --observer .* set verification\.model\./],
])("says both ways to name a model that verifies where there is none (observer.model %s)", async (model, reason) => {
  const answered = thread().user("List the colours.").close("Red. Done.").build();
  const verdict = await composed({ model }, true).observer?.assess({ thread: answered, turn: answered.turns[0]! });
  expect(verdict).toMatchObject({ verdict: "unchecked", reason: expect.stringMatching(reason) });
});

it.each([false, true])("asks nobody where the observer is none, whoever is named to verify (verify: %s)", (verify) => {
  const config = {
    ...DEFAULTS,
    observer: { ...DEFAULTS.observer, model: "none" },
    verification: { ...DEFAULTS.verification, model: "ollama/verifier" },
  };
  const { observer } = composeJudging({ config, env: {}, cwd: "/" }, { judges: "auto", verify });
  expect(observer).toEqual({ reason: "The observer is turned off.", lookedFor: [] });
});

it.each([
  ["watched", false, ["unchecked", "ok", "ok"]],
  ["verified", true, ["unchecked", "unchecked", "unchecked"]],
])(
  "says of a used-up budget once where work is %s, of every answer where silence would be a pass",
  async (_, verify, verdicts) => {
    const observer = { ...DEFAULTS.observer, model: "ollama/judge" };
    const budgets = { ...DEFAULTS.budgets, tokensPerThread: 0 };
    const settings = { config: { ...DEFAULTS, observer, budgets }, env: {}, cwd: "/" };
    const { judging } = composeJudging(settings, { judges: "model", verify, store: createMemoryStore() });
    const answered = thread().user("List the colours.").close("Red. Done.").build();
    const given: (string | undefined)[] = [];
    for (let look = 0; look < verdicts.length; look += 1)
      given.push((await judging.observer?.assess({ thread: answered, turn: answered.turns[0]! }))?.verdict);
    expect(given).toEqual(verdicts);
  },
);

it("asks only about a suspicious record where the person chose that, and says why not", async () => {
  let asked = 0;
  const assess = () => {
    asked += 1;
    return verdictOf("model", "ok", "nothing to say");
  };
  const judge = whenSuspicious({ name: "observer", assess });
  const work = () => thread().user("Fix the total in src/cart.ts.").edit("src/cart.ts", "a", "b");
  const well = work()
    .bash("npx vitest run", { output: "Tests  12 passed (12)" })
    .close("The total is fixed; all tests pass.")
    .build();
  const never = work().close("The total is fixed; all tests pass.").build();
  const verdict = await judge.assess({ thread: well, turn: well.turns[0]! });
  expect([asked, wasLeftAlone(verdict)]).toEqual([0, true]);
  expect(verdict.reason).toContain("observer.when is suspicious");
  await judge.assess({ thread: never, turn: never.turns[0]! });
  expect(asked).toBe(1);
});

it("reads text inside the work tree, and nothing else", async () => {
  const around = temporaryDirectory();
  const root = join(around, "repo");
  mkdirSync(join(root, "src"), { recursive: true });
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, "src", "page.ts"), "const page = 1;");
  writeFileSync(join(around, "outside.txt"), "not yours");
  writeFileSync(join(root, ".git", "config"), "[core]");
  for (const name of [".env", ".env.local", "server.pem", "credentials.json", "id_ed25519"])
    writeFileSync(join(root, name), "secret");
  writeFileSync(join(root, "picture.png"), "\u0000\u0001");
  writeFileSync(join(root, "huge.txt"), "x".repeat(500_000));
  symlinkSync(join(around, "outside.txt"), join(root, "link.txt"));
  symlinkSync(around, join(root, "up"));
  symlinkSync(join(root, ".env"), join(root, "innocent.txt"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(root, "pipe")]);
  const read = workFilesIn(root);

  expect(await read("src/page.ts")).toBe("const page = 1;");
  expect(await read(join(root, "src/page.ts"))).toBe("const page = 1;");
  const refused = ["../outside.txt", join(around, "outside.txt"), "link.txt", "up/outside.txt", "innocent.txt", ".env"];
  const odd = [
    ".env.local",
    "server.pem",
    "credentials.json",
    "id_ed25519",
    ".git/config",
    "src",
    "pipe",
    "picture.png",
  ];
  for (const path of [...refused, ...odd, "huge.txt", "none.ts", "", "a\u0000b", "~/x", "src/../../outside.txt"])
    expect([path, await read(path)]).toEqual([path, undefined]);
});
