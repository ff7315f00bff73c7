import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startProviderServer } from "../../test/support/provider-server/server.ts";
import { seeded } from "../../test/support/random.ts";
import { ISSUED } from "../../test/support/issued-secrets.ts";
import { anyPassword, pem } from "../../test/support/secrets.ts";
import { ThreadBuilder } from "../../test/support/thread-builder.ts";
import { draftHandoff } from "../agent/handoff.ts";
import { loadConfig } from "../config.ts";
import { judgeTurn } from "../corrector.ts";
import { createMemoryStore } from "../store/memory.ts";
import { lastTurn } from "../thread/turns.ts";
import { composeHandoff } from "./handoff.ts";
import { composeJudging } from "./judging.ts";
import { observerSettings } from "./observer-settings.ts";
import { observerRequest } from "../observer/observer.ts";

const random = seeded(77);
const keys = Object.values(ISSUED).map((make) => make(random));
const password = anyPassword(random);
const privateKey = pem(random, "RSA PRIVATE KEY");
const env = { HOME: "/home/wilhelmina", USER: "wilhelmina", OWN_KEY: "k" };

/** Secrets wherever a thread can hold text. */
function leakyThread() {
  const builder = new ThreadBuilder()
    .started("/home/wilhelmina/projects/shop")
    .guidance("/home/wilhelmina/projects/shop/AGENTS.md", `Deploy with TOKEN=${keys[0]}.`)
    .user(`Use ${keys[1]} and the password: "${password}"; mail wilhelmina@example.com about ACME-4711.`)
    .read(
      "/home/wilhelmina/projects/shop/.env",
      `DB_PASSWORD=${password}\nDATABASE_URL=postgres://app:${password}@db/x`,
    )
    .read("/home/wilhelmina/.ssh/id_rsa", privateKey)
    .create("/home/wilhelmina/projects/shop/key.pem", privateKey)
    .bash(`curl -H "Authorization: Bearer ${keys[2]}" https://api.example.com`, {
      output: keys.slice(3, 20).join("\n"),
      exit: 1,
    });
  for (const [index, key] of keys.slice(20).entries())
    builder.edit(`/home/wilhelmina/projects/shop/src/f${index}.ts`, `const a = "${key}";`, `const b = '${key}';`);
  return builder.close(`Done, wilhelmina. The key ${keys[3]} works, and so does ${password}.`).build();
}

/** Every form a secret of the thread could still be recognised in. */
const TRACES = [
  ...keys.flatMap((key) => [key, key.slice(-16)]),
  password,
  ...privateKey.split("\n").slice(1, 8),
  "wilhelmina",
  "ACME-4711",
];

const VERIFIED = {
  name: "verify",
  input: { goal: "met", completeness: "whole", rules: "kept", verdict: "PASS", category: null, feedback: null },
};
const HANDED_OFF = { name: "create_handoff", input: { relevantInformation: "It works.", relevantFiles: [] } };

describe("what leaves the machine", () => {
  it("holds no secret of the thread, on the wire", async () => {
    const call = {
      name: "course_correct",
      input: {
        needsCorrection: true,
        message: `rotate ${keys[3]} now`,
        confidence: 0.6,
        steps: [1],
        wants: [`step 1 with ${keys[4]}`],
      },
    };
    const server = await startProviderServer(() => ({
      type: "answer",
      calls: [call],
    }));
    const overrides = {
      "observer.model": "own/model",
      providers: { own: { baseURL: `${server.url}/v1`, apiKeyEnv: "OWN_KEY" } },
      "privacy.emails": true,
      "privacy.patterns": ["(?<![\\p{L}\\p{N}_-])\\p{Lu}{4}-\\d{4}(?![\\p{L}\\p{N}_-])"],
      "observer.budgetCharacters": 200_000,
    };
    const { config } = loadConfig({ cwd: "/", env, home: "/home/wilhelmina", overrides });
    const thread = leakyThread();
    const { judging } = composeJudging({ config, env, cwd: "/" }, { judges: "model" });
    const { verdict } = await judgeTurn(judging, thread, lastTurn(thread)!);
    await server.close();

    expect(server.received.map(({ forced }) => forced)).toEqual(["course_correct", "course_correct"]);
    for (const { body } of server.received) expect(tracesIn(JSON.stringify(body))).toEqual([]);
    // What the model said about it is kept and sent back: it quotes too.
    expect(verdict).toMatchObject({ verdict: "correct", message: expect.stringMatching(/^rotate \[redacted:/) });
    expect(tracesIn(JSON.stringify(verdict))).toEqual([]);

    const shown = observerRequest(thread, lastTurn(thread)!, await observerSettings(config, env));
    expect(JSON.stringify(server.received[0]?.body)).toContain(JSON.stringify(shown.prompt).slice(1, 200));
  });

  it("holds no secret where an answer is verified or a thread handed off either", async () => {
    const server = await startProviderServer((asked) => ({
      type: "answer",
      calls: [asked.forced === "verify" ? VERIFIED : HANDED_OFF],
    }));
    const overrides = {
      "observer.model": "own/model",
      "agent.model": "own/model",
      providers: { own: { baseURL: `${server.url}/v1`, apiKeyEnv: "OWN_KEY" } },
    };
    const { config } = loadConfig({ cwd: "/", env, home: "/home/wilhelmina", overrides });
    const settings = { config, env, cwd: import.meta.dirname };
    // Said before the place that tells it for a password.
    const thread = new ThreadBuilder()
      .started(import.meta.dirname)
      .user(`Try ${password} on the database.`)
      .read("/home/wilhelmina/projects/shop/.env", `DB_PASSWORD=${password}`)
      .close(`Done, connected with ${password}.`)
      .build();
    const { judging } = composeJudging(settings, { judges: "model", verify: true });
    await judgeTurn(judging, thread, lastTurn(thread)!);
    const drafted = await draftHandoff(await composeHandoff(settings, createMemoryStore(), thread), thread, "go on");
    await server.close();

    expect(drafted.ok).toBe(true);
    expect(server.received.map(({ forced }) => forced)).toEqual(["verify", "create_handoff"]);
    for (const { body } of server.received) expect(tracesIn(JSON.stringify(body))).toEqual([]);
  });

  it("is nothing at all where no observer is configured", async () => {
    const { config } = loadConfig({ cwd: "/", env: { HOME: "/home/wilhelmina" }, home: "/home/wilhelmina" });
    const { judging, observer } = composeJudging(
      { config, env: { HOME: "/home/wilhelmina" }, cwd: "/" },
      { judges: "auto" },
    );
    expect(observer.models).toBeUndefined();
    expect(judging.observer).toBeUndefined();
  });

  it("keeps the rules of others unloaded until a model is really asked", async () => {
    const script = `
      const { registerHooks } = await import("node:module");
      const loaded = [];
      registerHooks({ resolve(specifier, context, next) {
        if (specifier.startsWith("@secretlint/")) loaded.push(specifier);
        return next(specifier, context);
      } });
      const { composeJudging } = await import("./src/compose/judging.ts");
      const { loadConfig } = await import("./src/config.ts");
      const { judgeTurn } = await import("./src/corrector.ts");
      const { ThreadBuilder } = await import("./test/support/thread-builder.ts");
      const env = { GEMINI_API_KEY: "k", HTTPS_PROXY: "" };
      const overrides = { "observer.model": "own/m", providers: { own: { baseURL: "http://127.0.0.1:1/v1" } }, "observer.timeoutSeconds": 0.2 };
      const { config } = loadConfig({ cwd: "/", env, home: "/h", overrides });
      const { judging } = composeJudging({ config, env, cwd: "/" }, { judges: "auto" });
      const idle = new ThreadBuilder().started("/r").user("hello").close("hi").build();
      await judgeTurn(judging, idle, idle.turns[0]);
      const before = [...loaded];
      let builder = new ThreadBuilder().started("/r").user("do it");
      for (let i = 0; i < 6; i++) builder.edit("/r/a.ts", "a" + i, "b" + i);
      const busy = builder.close("I changed it.").build();
      const judged = await judgeTurn(judging, busy, busy.turns[0]);
      console.log(JSON.stringify({ before, after: loaded.length, verdict: judged.verdict.verdict }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      cwd: new URL("../..", import.meta.url),
    });
    expect(JSON.parse(stdout)).toEqual({ before: [], after: 1, verdict: "unchecked" });
  });
});

function tracesIn(text: string): string[] {
  return TRACES.filter((trace) => text.includes(trace));
}
