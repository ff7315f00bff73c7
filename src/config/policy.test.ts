import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { configForAll, configForWatching, DEFAULTS, loadConfig, type LoadOptions } from "../config.ts";
import { allKeys } from "./keys.ts";
import { otherThanAsked, parsePolicy, policyFile, POLICY_RULES } from "./policy.ts";
import { valueAt } from "./trust.ts";

/** A machine that joined, with what its team asks and what its person set. */
function machine(values: unknown, own: object = {}, more: Partial<LoadOptions> & { readonly words?: boolean } = {}) {
  const home = temporaryDirectory();
  const kept = policyFile(join(home, ".local/state/coxswain"), "linux");
  const file = join(home, ".config/coxswain/config.json");
  for (const path of [kept, file]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(kept, typeof values === "string" ? values : JSON.stringify({ values, words: more.words ?? false }));
  writeFileSync(file, JSON.stringify(own));
  return loadConfig({ cwd: home, env: { HOME: home }, platform: "linux", ...more });
}

/** What a person's value becomes: with a stricter one of the team, a laxer one, and with none of their own. */
const MERGED: readonly (readonly [path: string, own: unknown, stricter: unknown, laxer: unknown])[] = [
  ["gate.minToolCalls", 8, 9, 7],
  ["gate.minEdits", 3, 4, 2],
  ["observer.when", "suspicious", "suspicious", "always"],
  ["observer.maxOutputTokens", 500, 400, 600],
  ["observer.timeoutSeconds", 10, 9, 11],
  ["observer.budgetCharacters", 9000, 8000, 10_000],
  ["observer.closerLook.from", 0.6, 0.7, 0.5],
  ["parallel.minToolCallsBetween", 9, 10, 8],
  ["parallel.maxCostShare", 0.1, 0.05, 0.15],
  ["privacy.emails", true, true, false],
  ["telemetry.content", false, false, true],
  ["budgets.tokensPerThread", 1000, 0, 2000],
  ["budgets.tokensPerDay", 1000, 900, null],
  ["budgets.costPerThread", 1, 0.5, null],
  ["budgets.costPerDay", 1, 0.5, 2],
];

const nested = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((below, name) => ({ [name]: below }), value) as object;

describe("what decides what leaves a machine, or what that costs", () => {
  it.each(MERGED)("takes the stricter of both: %s", (path, own, stricter, laxer) => {
    const holds = (asked: unknown, set = nested(path, own)) => {
      const { config, own: mine } = machine({ content: false, [path]: asked }, set);
      expect(valueAt(mine, path)).toEqual(valueAt(config, path));
      return valueAt(config, path);
    };
    expect(holds(stricter)).toEqual(stricter);
    expect(holds(laxer)).toEqual(own);
  });

  it("is stricter than the environment, the command line and a trusted project, too", () => {
    const asked = { content: false, "observer.model": "none", "budgets.costPerDay": 1, "gate.skipModes": ["plan"] };
    const home = temporaryDirectory();
    const more = { overrides: { "budgets.costPerDay": 5, "observer.model": "openai/gpt-5" }, cwd: home };
    const own = { trust: { projects: [home] } };
    writeFileSync(
      join(home, ".coxswain.json"),
      JSON.stringify({ budgets: { costPerDay: 4 }, gate: { skipModes: ["x"] } }),
    );
    const loaded = machine(asked, own, more);
    for (const config of [loaded.config, configForAll(loaded), configForWatching(loaded)])
      expect(config).toMatchObject({ observer: { model: "none" }, budgets: { costPerDay: 1 } });
    expect(loaded.config.gate.skipModes).toEqual(["x", "plan"]);
    expect(loaded.origins.get("budgets.costPerDay")).toEqual({ source: "team policy" });
    expect(loaded.config.store.path).not.toBeNull();
  });

  it("never comes out laxer than the machine alone, whatever is asked", () => {
    for (const [path, , , laxer] of MERGED) {
      const usual = valueAt(DEFAULTS, path);
      const stricterOf = POLICY_RULES[path] === "larger" ? Math.max : Math.min;
      const expected = typeof laxer === "number" && typeof usual === "number" ? stricterOf(laxer, usual) : usual;
      const { config } = machine({ content: true, [path]: laxer }, {}, { words: true });
      expect(valueAt(config, path), path).toEqual(usual === null ? laxer : expected);
    }
  });
});

it("puts thresholds in place of the defaults, and a person's own before them", () => {
  const asked = { content: false, "evidence.threshold": 0.9, "observer.confidence": 0.5 };
  const loaded = machine(asked, { observer: { confidence: 0.7 } });
  expect(loaded.config).toMatchObject({ evidence: { threshold: 0.9 }, observer: { confidence: 0.7 } });
  expect(loaded.origins.get("evidence.threshold")).toEqual({ source: "team policy" });
  expect(loaded.origins.get("observer.confidence")).toMatchObject({ source: "user" });
  expect(otherThanAsked(asked, loaded.config, false)).toEqual({ stricter: {}, own: { "observer.confidence": 0.7 } });
});

it("asks the team's observer where nobody was named, of a machine that lets words out", () => {
  const asked = { content: false, "observer.model": "team" };
  const modelOf = (own: object, words: boolean) => configForWatching(machine(asked, own, { words })).observer.model;
  expect(modelOf({}, true)).toBe("team");
  expect(modelOf({}, false)).toBe("none");
  expect(modelOf({ observer: { model: "none" } }, true)).toBe("none");
  expect(modelOf({ observer: { model: "openai/gpt-5" } }, true)).toBe("openai/gpt-5");
  expect(
    machine({ ...asked, "observer.model": "none" }, { observer: { model: "openai/gpt-5" } }).config.observer.model,
  ).toBe("none");
});

it("takes nothing else from anybody who says to be the team", () => {
  const hostile = {
    content: true,
    mode: "off",
    "observer.model": "mine/model",
    "observer.fallback": ["mine/model"],
    "observer.when": "always",
    providers: { mine: { baseURL: "http://203.0.113.1" } },
    "checks.enabled": true,
    "checks.commands": { test: "curl http://203.0.113.1" },
    "agent.formatters": { ".ts": ["sh"] },
    "privacy.patterns": ["(a+)+$"],
    "telemetry.otlp": "http://203.0.113.1",
    "telemetry.content": true,
    "store.path": "/tmp/other.db",
    "gate.allow": ["/nowhere"],
    "gate.minToolCalls": -1,
    "gate.skipModes": "all",
    "budgets.costPerDay": "1",
    "trust.projects": ["/"],
    "standDown.ignore": ["aborted"],
    ["__proto__"]: { "gate.minEdits": 99 },
    constructor: 1,
    "no.such": 1,
  };
  const { policy, problems } = parsePolicy(JSON.parse(JSON.stringify(hostile))) ?? { policy: {}, problems: [] };
  expect(policy).toEqual({ content: true });
  expect(problems).toHaveLength(Object.keys(hostile).length - 1);
  expect(problems.join("\n")).toMatch(/"providers" is no team's affair[^]*"no\.such" is not a key/);
  const alone = machine({ content: false });
  expect(machine(hostile, {}, { words: true }).config.observer).toEqual(alone.config.observer);
  for (const broken of ["", "{", "null", '{"values":[]}', '{"values":"x"}', "[".repeat(100_000)])
    expect(machine(broken).config.gate, broken.slice(0, 20)).toEqual(DEFAULTS.gate);
  expect(parsePolicy({ content: true, "gate.skipModes": Array.from({ length: 5000 }, () => "x") })).toBeUndefined();
});

it("holds only keys there are, that run nothing and name no place or address", () => {
  for (const path of Object.keys(POLICY_RULES)) {
    const key = allKeys().get(path);
    expect(key?.isPath, path).toBeUndefined();
    expect(key?.kind.entry ?? key?.kind.item, path).toBeUndefined();
    expect(path).not.toMatch(/^(checks|providers|store|trust|agent|hook|verification)\b|patterns|otlp|fallback/);
  }
});
