import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import type { Command } from "../command.ts";
import { command as install } from "./install.ts";
import { command as uninstall } from "./uninstall.ts";

const BROKEN = "not json {";
let home: string;
let env: Record<string, string>;
let claude: string;
let gemini: string;

beforeEach(() => {
  home = temporaryDirectory();
  env = { HOME: home, PATH: "/nowhere" };
  claude = settingsOf("claude", BROKEN);
  gemini = settingsOf("gemini", '{\r\n  "theme": "Dark"\r\n}\r\n');
});

function settingsOf(agent: string, text: string): string {
  mkdirSync(join(home, `.${agent}`));
  writeFileSync(join(home, `.${agent}`, "settings.json"), text);
  return join(home, `.${agent}`, "settings.json");
}

async function run(command: Command, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await command.run(args, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    env,
    cwd: home,
    columns: 100,
    color: false,
    isTerminal: false,
    signal: new AbortController().signal,
  });
  return { code, out, err };
}

// For a project, since for oneself the program has to be built.
describe("settings of one agent that are broken", () => {
  it("are named and left alone, and the other agents are watched all the same", async () => {
    const { code, out, err } = await run(install, "--project", "--yes");
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("Watching Gemini CLI. ") });
    expect(err).toMatch(/^cox install: Claude Code is left out: .*settings\.json was left alone: .*\n$/);
    expect(readFileSync(claude, "utf8")).toBe(BROKEN);
    expect(readFileSync(gemini, "utf8")).toContain("cox-hook");
  });

  it("do not keep the others from being as they were", async () => {
    const before = readFileSync(gemini, "utf8");
    await run(install, "--project", "--yes");
    expect(await run(uninstall, "--project")).toEqual({ code: 0, out: `${gemini} is as it was.\n`, err: "" });
    expect(readFileSync(gemini, "utf8")).toBe(before);
  });

  it("are named where our hook is still in them", async () => {
    await run(install, "--project", "--yes", "gemini-cli");
    writeFileSync(gemini, `${readFileSync(gemini, "utf8")} }`);
    const { code, err } = await run(uninstall, "--project");
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${gemini} was left alone: it is not`) });
    writeFileSync(gemini, BROKEN);
    expect(await run(uninstall, "--project")).toMatchObject({ code: 0, err: "" });
  });
});

it.each([
  ["a file", '{ "guard": { "maxCorections": 1 } }', {}],
  ["the environment", "{}", { COX_MODE: "of" }],
])("takes everything out while the settings in %s are wrong", async (_, config, variables) => {
  await run(install, "--project", "--yes", "gemini-cli");
  mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
  writeFileSync(join(home, ".config", "coxswain", "config.json"), config);
  env = { ...env, ...variables };
  expect(await run(uninstall, "--project")).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${gemini} is as it was.`),
  });
});

it("shows a file with Windows line ends without empty rows", async () => {
  const { code, out } = await run(install, "gemini-cli", "--project", "--dry-run");
  expect({ code, blank: out.includes("\n\n") || out.includes("\r") }).toEqual({ code: 0, blank: false });
  expect(existsSync(join(home, ".local"))).toBe(false);
});

it("names a host that it does not know before it misses somebody to ask", async () => {
  await expect(run(install, "bogus")).rejects.toThrow('there is no host "bogus"');
});
