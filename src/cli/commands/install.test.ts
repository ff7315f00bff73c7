import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { startProviderServer } from "../../../test/support/provider-server/server.ts";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import type { Command, Io } from "../command.ts";
import { openManifest } from "../../install/manifest.ts";
import { command as doctor } from "./doctor.ts";
import { command as install } from "./install.ts";
import { command as uninstall } from "./uninstall.ts";
import { command as usage } from "./usage.ts";

const BROKEN = "not json {";
let home: string;
let env: Record<string, string>;
let claude: string;
let gemini: string;

beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin", "cox-hook"), "#!/bin/sh\n", { mode: 0o755 });
  env = { HOME: home, PATH: join(home, "bin") };
  claude = settingsOf("claude", BROKEN);
  gemini = settingsOf("gemini", '{\r\n  "theme": "Dark"\r\n}\r\n');
});

function settingsOf(agent: string, text: string): string {
  mkdirSync(join(home, `.${agent}`));
  writeFileSync(join(home, `.${agent}`, "settings.json"), text);
  return join(home, `.${agent}`, "settings.json");
}

function tree(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
}

async function run(command: Command, ...args: string[]): Promise<Ran> {
  return runWith({}, command, ...args);
}

function runWith(change: Partial<Io>, command: Command, ...args: string[]): Promise<Ran> {
  // So wide that no sentence is broken.
  return runCommand(command, args, { env, cwd: home, columns: 400, ...change });
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
    // Nobody is sent to the command that has just failed.
    expect(await run(uninstall, "--project")).toEqual({
      code: 1,
      out: "",
      err: expect.stringContaining(`${gemini} was left alone: it is not`),
    });
    writeFileSync(gemini, BROKEN);
    expect(await run(uninstall, "--project")).toMatchObject({ code: 0, err: "" });
  });

  it.each(["--user", "--project"])("do not hide where else the same agent is installed (%s)", async (scope) => {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    await run(install, "--project", "--yes", "gemini-cli");
    await runWith({ cwd }, install, "--project", "--yes", "gemini-cli");
    writeFileSync(gemini, `${readFileSync(gemini, "utf8")} }`);
    expect(await run(uninstall, scope, "--dry-run", "gemini-cli")).toEqual({
      code: 1,
      out: `${join(cwd, ".gemini", "settings.json")} still holds what is installed there; cox uninstall --project in its directory takes it out.\n`,
      err: expect.stringContaining(`${gemini} was left alone: it is not`),
    });
  });
});

it("tries every file of an agent, and names each that cannot be undone", async () => {
  const elsewhere = join(home, "elsewhere");
  const [first, second, third] = [join(home, ".claude"), elsewhere, join(home, "third")];
  const manifest = openManifest(join(home, ".local", "state", "coxswain"));
  const files = [first, second, third].map((directory) => join(directory, "settings.json"));
  for (const [index, file] of files.entries()) {
    const hooks = { hooks: { Stop: [{ hooks: [{ type: "command", command: "cox-hook claude-code" }] }] } };
    const text = JSON.stringify(hooks);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, index === 1 ? text : `${text} }`);
    const after = hash("sha256", "as we left it");
    manifest.note(file, { host: "claude-code", scope: "user", file, after, directories: [] });
  }
  const before = tree(home);
  for (const how of [["--dry-run"], []]) {
    const { code, out, err } = await run(uninstall, "claude-code", ...how);
    expect(code).toBe(1);
    expect(out).toContain(files[1]);
    const lines = err.trim().split("\n");
    expect(lines).toHaveLength(3);
    for (const file of [files[0]!, files[2]!])
      expect(err).toContain(`cox uninstall: Claude Code: ${file} was left alone`);
    expect(lines[2]).toContain("then run the same command again");
    for (const file of [files[0]!, files[2]!]) expect(readFileSync(file, "utf8")).toBe(before[file]);
  }
  expect(existsSync(files[1]!)).toBe(false);
});

it("says once that what is installed cannot be looked up", async () => {
  const state = join(home, ".local", "state", "coxswain", "install.json");
  mkdirSync(state, { recursive: true });
  await expect(run(uninstall)).rejects.toThrow(`${state} cannot be read: it is not a plain file.`);
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

describe("settings of our own that cannot be written", () => {
  it("are refused before any agent is watched, where they are a link that leads nowhere", async () => {
    const settings = join(home, ".config", "coxswain");
    mkdirSync(dirname(settings));
    symlinkSync(join(home, "nowhere"), settings);
    const before = readFileSync(gemini, "utf8");
    const refused = `config.json was left alone: ${settings} is a link that leads nowhere.`;
    for (const how of ["--yes", "--dry-run"])
      await expect(run(install, "--project", "--shadow", how, "gemini-cli")).rejects.toThrow(refused);
    expect(readFileSync(gemini, "utf8")).toBe(before);
    expect((await run(install, "--project", "--yes", "gemini-cli")).code).toBe(0);
  });

  it("leave no agent watched that would speak where silence was asked for", async () => {
    writeFileSync(join(home, ".config"), "");
    const before = readFileSync(gemini, "utf8");
    await expect(run(install, "--project", "--shadow", "--yes", "gemini-cli")).rejects.toThrow("cannot be written");
    expect(readFileSync(gemini, "utf8")).toBe(before);
  });
});

it("says that a link took the place of what was installed, and leaves what it leads to alone", async () => {
  const cwd = join(home, "project");
  const shared = join(cwd, ".gemini", "settings.json");
  mkdirSync(cwd);
  await runWith({ cwd }, install, "--project", "--yes", "gemini-cli");
  copyFileSync(shared, gemini);
  const own = readFileSync(gemini, "utf8");
  rmSync(shared);
  symlinkSync(gemini, shared);
  const { code, out, err } = await runWith({ cwd }, uninstall, "--project");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain(`${shared} was left alone: a link took its place that leads to no file of this project.`);
  expect(readFileSync(gemini, "utf8")).toBe(own);
  expect((await runWith({ cwd }, uninstall, "--project")).out).toBe(`Nothing of Coxswain was found in ${cwd}.\n`);
});

it("says where else it still is, to somebody who wants it out", async () => {
  const cwd = join(home, "project");
  mkdirSync(join(cwd, "deep"), { recursive: true });
  await runWith({ cwd }, install, "--project", "--yes", "gemini-cli");
  const still = `${join(cwd, ".gemini", "settings.json")} still holds what is installed there; cox uninstall --project in its directory takes it out.\n`;
  const deep = join(cwd, "deep");
  const missed = await runWith({ cwd: deep }, uninstall, "--project");
  expect(missed.out).toBe(`Nothing of Coxswain was found in ${deep}.\n${still}`);
  expect((await run(uninstall)).out).toBe(`Nothing of Coxswain was found.\n${still}`);
  expect((await run(uninstall, "codex")).out).toBe("Nothing of Coxswain was found for Codex.\n");
  expect((await runWith({ cwd }, uninstall, "--project")).out).not.toContain("still holds");
  expect((await run(uninstall)).out).toBe("Nothing of Coxswain was found.\n");
});

describe("uninstall --dry-run", () => {
  it("shows what would change in each agent, and changes nothing", async () => {
    await run(install, "--project", "--yes", "gemini-cli", "qwen-code");
    const before = tree(home);
    const { code, out, err } = await run(uninstall, "--project", "--dry-run");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Gemini CLI\n  ${gemini}\n  -`);
    expect(out).toContain(
      `Qwen Code\n  ${join(home, ".qwen", "settings.json")}, which is ours and would be gone\n  - {`,
    );
    expect(out).not.toContain("still holds");
    expect(out).toMatch(/\nNothing was changed: this was a dry run\.\n$/);
    expect(tree(home)).toEqual(before);
    expect((await run(uninstall, "--project")).out).toContain(`${gemini} is as it was.`);
    expect((await run(uninstall, "--project", "--dry-run")).out).toBe(`Nothing of Coxswain was found in ${home}.\n`);
  });

  it("names what would stay elsewhere, and not what somebody took out by hand", async () => {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    await run(install, "--project", "--yes", "gemini-cli");
    await runWith({ cwd }, install, "--project", "--yes", "qwen-code");
    writeFileSync(gemini, "{}");
    const { out } = await run(uninstall, "--project", "--dry-run");
    expect(out).toMatch(/^Nothing of Coxswain was found in .*\n.*\.qwen.settings\.json still holds what is installed/);
    expect(out).not.toContain(gemini);
  });
});

it.each([
  ["anthropic/some-model", /^cox install: observer: anthropic\/some-model .*no API key.*Set ANTHROPIC_API_KEY\.\n$/],
  ["nobody/x", /^cox install: observer: nobody\/x .*no provider or server named "nobody"\..*\n$/],
  ["auto", /^cox install: observer: none, so evidence decides alone\. .*ANTHROPIC_API_KEY.*\n$/],
  ["none", /^$/],
])("says at once what --observer %s lacks to be asked, and installs all the same", async (model, said) => {
  const { code, out, err } = await run(install, "--project", "--yes", "--observer", model, "gemini-cli");
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(said) });
  expect(out).toContain("Watching Gemini CLI.");
});

it("says of each agent who will be asked about it, also where that is its own family", async () => {
  env = { ...env, GEMINI_API_KEY: "k" };
  const asked = ["--observer", "auto", "gemini-cli", "cursor", "qwen-code"];
  const said = [
    "Observer of Gemini CLI: google/gemini-3.1-pro-preview (same family).",
    "Observer of Cursor: google/gemini-3.1-pro-preview, or google/gemini-3.1-pro-preview (same family) where it runs a model of that family.",
    "Observer of Qwen Code: google/gemini-3.1-pro-preview (another family).",
  ];
  const dry = await run(install, "--project", "--dry-run", ...asked);
  for (const line of said) expect(dry.out.replaceAll(/\s+/g, " ")).toContain(line);
  const { out } = await run(install, "--project", "--yes", "--json", ...asked);
  expect(JSON.parse(out)).toMatchObject({ remarks: expect.arrayContaining(said) });
});

describe("the question who may be asked", () => {
  async function answering(...answers: string[]): Promise<Ran & { questions: string[] }> {
    const questions: string[] = [];
    const ask: Io["ask"] = async (question) => {
      questions.push(question);
      return answers.shift();
    };
    const ran = await runWith({ ask }, install, "--project", "gemini-cli", "qwen-code");
    return { ...ran, questions };
  }

  const ownFile = () => join(home, ".config", "coxswain", "config.json");
  const ownSettings = () => readFileSync(ownFile(), "utf8");

  it("names what a login and a key lead to, and writes what was chosen, nobody too", async () => {
    writeFileSync(join(home, "bin", "claude"), "#!/bin/sh\n", { mode: 0o755 });
    writeFileSync(join(home, ".claude", ".credentials.json"), "{}");
    env = { ...env, GEMINI_API_KEY: "sekret" };
    const { out, questions } = await answering("7", "1", "yes");
    expect(out).toMatch(
      / 1 {2}auto\n {5}Gemini CLI: cli\/claude \(another family\)\.\n {5}Qwen Code: google\/gemini-3\.1/,
    );
    expect(out).toMatch(/ 2 {2}google\/gemini-3\.1-pro-preview\n {5}Your key in GEMINI_API_KEY\.\n/);
    expect(out).toMatch(
      / 3 {2}cli\/claude\n {5}Your login to claude\. It counts against your plan\.\n {2}4 {2}nobody\n/,
    );
    expect(out).toContain("7 is none of them.");
    expect(out).not.toContain("sekret");
    expect(questions).toHaveLength(3);
    expect(ownSettings()).toContain('"model": "auto"');
    // Once it was answered, nobody is asked again.
    expect((await answering("yes")).questions).toEqual(["Change these files? [Y/n] "]);
    rmSync(ownFile());
    await answering("nobody", "yes");
    expect(ownSettings()).toContain('"model": "none"');
  });

  it("takes a server on this machine, whose answer then really comes back", async () => {
    const input = { needsCorrection: true, message: "npm test failed.", confidence: 0.9, steps: [2], wants: [] };
    const calls = [{ name: "course_correct", input }];
    const server = await startProviderServer(
      () => ({ type: "answer", calls, usage: { input: 900, output: 40 } }),
      ["qwen3:30b", "gpt-oss:20b"],
    );
    try {
      env = { ...env, OPENAI_BASE_URL: `${server.url}/v1` };
      const { out } = await answering("local/gpt-oss:20b", "yes");
      expect(out).toMatch(/local\/qwen3:30b\n.* Free\. Nothing leaves this machine\. It also has gpt-oss:20b\./);
      expect(JSON.parse(ownSettings().replace(/^\/\/.*/, ""))).toEqual({
        observer: { model: "local/gpt-oss:20b" },
        providers: { local: { baseURL: `${server.url}/v1` } },
      });
      env = { HOME: home };
      const asked = await run(doctor, "--ask");
      expect(asked.out).toContain("local/gpt-oss:20b caught a made-up false “done” (0.9): “npm test failed.”");
      expect(server.received.map(({ model }) => model)).toEqual(["gpt-oss:20b"]);
      expect((await run(usage)).out).toMatch(/local\/gpt-oss:20b +course-correction +1 +900/);
    } finally {
      await server.close();
    }
  });

  it("writes nothing where it is left open, or where there is nobody to ask", async () => {
    const none = await answering("yes");
    expect(none.out).toContain("but none was found: no login");
    expect(none.out).toContain("Once there is a key or a login to ask one with: cox config set observer.model auto.");
    env = { ...env, GEMINI_API_KEY: "k" };
    const later = await answering("", "yes");
    expect(later.out).toContain("To have one asked, too: cox config set observer.model auto");
    expect(existsSync(ownFile())).toBe(false);
    expect(await answering()).toMatchObject({ code: 0, err: "Nothing was changed.\n" });
  });
});

it("names the server on this machine that could be asked, and finds its way back to it when it is", async () => {
  const server = await startProviderServer(() => ({ type: "silence" }), ["qwen3:30b"]);
  try {
    const { host } = new URL(server.url);
    env = { ...env, OLLAMA_HOST: host };
    const auto = await run(install, "--project", "--yes", "--observer", "auto", "gemini-cli");
    expect(auto.err).toContain(`Ollama at ${host} has qwen3:30b: cox install --observer ollama/qwen3:30b asks it.`);
    const { out, err } = await run(install, "--project", "--yes", "--observer", "ollama/qwen3:30b", "gemini-cli");
    expect(err).toBe("");
    expect(out).toContain(`  providers.ollama = {"baseURL":"http://${host}/v1"}\n`);
    const kept = readFileSync(join(home, ".config", "coxswain", "config.json"), "utf8");
    expect(JSON.parse(kept.replace(/^\/\/.*/, ""))).toMatchObject({
      observer: { model: "ollama/qwen3:30b" },
      providers: { ollama: { baseURL: `http://${host}/v1` } },
    });
  } finally {
    await server.close();
  }
});

it("says how to take it back from where it was put", async () => {
  const { out } = await run(install, "--project", "--yes", "gemini-cli");
  expect(out).toContain("Take it back with cox uninstall --project in this directory;");
});

it("breaks what it says at the width of the terminal", async () => {
  const { out } = await runWith({ columns: 44 }, install, "--project", "--yes", "gemini-cli");
  expect(out.slice(out.indexOf("Watching"))).toBe(
    [
      "Watching Gemini CLI. Sessions that are open",
      "now notice it once they are started again.",
      "Proof decides alone: no model is asked. Once",
      "there is a key or a login to ask one with:",
      "cox config set observer.model auto.",
      "Take it back with cox uninstall --project in",
      "this directory; see what it did with cox",
      "why.\n",
    ].join("\n"),
  );
});

it("does not say that it watches while the hook finds no program", async () => {
  env = { ...env, PATH: "/nowhere" };
  const { code, out } = await run(install, "--project", "--yes", "gemini-cli");
  expect(code).toBe(0);
  expect(out).toMatch(/Gemini CLI, but does nothing here: cox-hook is not on the PATH\. npm install -g coxswain/);
  expect(out).not.toContain("Watching");
});

it("does not say that it watches a host that runs no hooks", async () => {
  writeFileSync(gemini, '{ "hooksConfig": { "enabled": false } }');
  settingsOf("qwen", '{ "disableAllHooks": false }');
  const { code, out } = await run(install, "--project", "--yes", "gemini-cli", "qwen-code");
  expect(code).toBe(0);
  expect(out).toContain("Watching Qwen Code. Sessions");
  expect(out).toContain(`Gemini CLI: It runs no hooks while hooksConfig.enabled in ${gemini} says so`);
  const alone = await run(install, "--project", "--yes", "gemini-cli");
  expect(alone.out).toContain("The hook is in Gemini CLI, but does nothing yet.\n");
});

it("does not say that it watches Codex before somebody trusts the hook", async () => {
  const { code, out } = await run(install, "--project", "--yes", "codex");
  expect(code).toBe(0);
  expect(out).toContain("The hook is in Codex, but does nothing yet.\n");
  const config = join(home, ".codex", "config.toml");
  expect(out).toContain(`Codex: It reads nothing of this directory until you trust it: ${config} does not say so.\n`);
  expect(out).toContain("Codex: A hook runs only after you trust it");
  expect((await run(install, "--project", "--yes", "codex", "gemini-cli")).out).toContain("Watching Gemini CLI. ");
});

it("says where a directory has switched off the hooks that are put in for everybody in it", async () => {
  const cwd = join(home, "project");
  const off = join(cwd, ".claude", "settings.local.json");
  mkdirSync(dirname(off), { recursive: true });
  writeFileSync(off, '{ "disableAllHooks": true }');
  const { code, out } = await runWith({ cwd }, install, "--project", "--yes", "claude-code", "gemini-cli");
  expect(code).toBe(0);
  expect(out).toContain("Watching Gemini CLI. Sessions");
  expect(out).toContain(
    `Claude Code: It runs no hooks while disableAllHooks in ${off} says so, so nothing is checked.`,
  );
});

it("does not say that it watches while mode is off", async () => {
  const { code, out } = await run(install, "--project", "--yes", "--mode", "off", "gemini-cli");
  expect(code).toBe(0);
  expect(out).toContain("The hook is in Gemini CLI, but does nothing while mode is off; cox config mode");
  expect(out).not.toContain("Watching");
});

describe("settings of our own", () => {
  it("are shown with their file and how far they reach, and stay when the hook goes", async () => {
    const file = join(home, ".config", "coxswain", "config.json");
    const installed = await run(install, "--project", "--yes", "--observer", "google/x", "gemini-cli");
    expect(installed.out).toContain(
      `Coxswain's own settings, for all projects: ${file}\n  observer.model = google/x\n`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { out } = await run(uninstall, "--project");
    expect(out).toContain(`Coxswain's own settings stay in ${file}; they can be deleted.`);
    expect(existsSync(file)).toBe(true);
  });

  it("are not said to be for nothing while something is still installed", async () => {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    await runWith({ cwd }, install, "--project", "--yes", "--observer", "google/x", "gemini-cli");
    await run(install, "--project", "--yes", "gemini-cli");
    const { out } = await run(uninstall, "--project");
    expect(out).toMatch(/own settings stay in \S+, and hold for what is still installed\.\n$/);
    expect((await runWith({ cwd }, uninstall, "--project")).out).toContain("they can be deleted");
  });

  it.each(["verify", "of"])("do not take --mode %s, which watches nobody", async (mode) => {
    await expect(run(install, "--project", "--yes", "--mode", mode)).rejects.toMatchObject({
      code: "usage",
      message: "--mode must be one of end-turn, parallel, shadow, off.",
    });
    expect(existsSync(join(home, ".config"))).toBe(false);
  });
});

describe("the question before anything is changed", () => {
  it.each(["n", "maybe", undefined])("is answered with %s: it says that nothing was changed", async (answer) => {
    const asked = await runWith({ ask: async () => answer }, install, "--project", "gemini-cli");
    expect(asked).toMatchObject({ code: 0, err: "Nothing was changed.\n" });
    expect(readFileSync(gemini, "utf8")).not.toContain("cox-hook");
  });

  it("is left with Ctrl-C: that is its exit code too", async () => {
    const interrupt = new AbortController();
    const ask = async () => {
      interrupt.abort();
      return undefined;
    };
    const asked = await runWith({ ask, signal: interrupt.signal }, install, "--project", "gemini-cli");
    expect(asked).toMatchObject({ code: 130, err: "Nothing was changed.\n" });
  });
});

it("shows a file with Windows line ends without empty rows", async () => {
  const { code, out } = await run(install, "gemini-cli", "--project", "--dry-run");
  expect({ code, blank: out.includes("\n\n") || out.includes("\r") }).toEqual({ code: 0, blank: false });
  expect(out).toContain("\nNothing was changed: this was a dry run.\n");
  expect(existsSync(join(home, ".local"))).toBe(false);
});

it.each([
  ["claude", "Did you mean claude-code?"],
  ["CLAUDE-CODE", "Did you mean claude-code?"],
  ["gemini", "Did you mean gemini-cli?"],
  ["Qwen Code", "Did you mean qwen-code?"],
  ["codx", "Did you mean codex?"],
  ["emacs", "Hosts: claude-code, "],
  ["", "Hosts: claude-code, "],
])("says which host %j may have meant", async (name, hint) => {
  await expect(run(install, name)).rejects.toMatchObject({ code: "usage", hint: expect.stringContaining(hint) });
});

it("shows and installs a host once that is named twice", async () => {
  const { out } = await run(install, "--project", "--yes", "qwen-code", "qwen-code");
  expect(out.match(/^Qwen Code$/gm)).toHaveLength(1);
});

it.each([
  ['{ "hooks": [] }', '"hooks" should be an object there.'],
  ['{ "hooks": { "AfterAgent": "mine" } }', '"hooks.AfterAgent" should be a list there.'],
])("says what is wrong with settings such as %j, and what to do", async (text, words) => {
  writeFileSync(gemini, text);
  const { code, err } = await run(install, "--project", "--yes", "gemini-cli");
  expect({ code, err }).toEqual({
    code: 1,
    err: `cox install: Gemini CLI is left out: ${gemini} was left alone: ${words} Mend it there, and try again.\n`,
  });
});

it.each([
  [["bogus"], 'there is no host "bogus"'],
  [["cline"], "cline can be read and not hooked, so there is nothing to install."],
  [["--mode", "loud"], "--mode must be one of"],
  [["--observer", "somebody"], "--observer must be auto, none, team or provider/model"],
  [["--user", "--project"], "Choose one of"],
])("says what is wrong with %j before it misses somebody to ask", async (args, words) => {
  await expect(run(install, ...args)).rejects.toThrow(words);
});

describe("what install asks about", () => {
  it("names every file in short above the question, and of files that are ours alone only how long they are", async () => {
    const asked: string[] = [];
    let out = "";
    const ask = async () => {
      asked.push(out);
      return "no";
    };
    const hosts = ["gemini-cli", "qwen-code", "opencode", "pi"];
    const write = (text: string) => void (out += text);
    expect((await runWith({ ask, out: write }, install, "--project", ...hosts)).code).toBe(0);
    const [before = ""] = asked;
    const file = (...path: string[]) => join(home, ...path);
    expect(before.slice(before.indexOf("In short"))).toBe(
      [
        "In short, 4 files:",
        `  Gemini CLI  changed  ${file(".gemini", "settings.json")}`,
        `  Qwen Code   created  ${file(".qwen", "settings.json")}`,
        `  opencode    created  ${file(".opencode", "plugins", "coxswain.js")}`,
        `  pi          created  ${file(".pi", "extensions", "coxswain.ts")}`,
        "",
        "",
      ].join("\n"),
    );
    expect(before).toMatch(/coxswain\.js\n {2}created, ours alone: \d+ lines\n/);
    expect(before).not.toContain("import {");
  });

  it("hears above the question, and in a dry run, what will keep the hook from working", async () => {
    env = { ...env, PATH: "" };
    const warning = "cox install: The hook will do nothing here: cox-hook is not on the PATH.";
    expect((await run(install, "--project", "--dry-run", "gemini-cli")).err).toContain(warning);
    let before = "";
    let err = "";
    const ask = async () => {
      before = err;
      return "no";
    };
    await runWith({ ask, err: (text) => void (err += text) }, install, "--project", "gemini-cli");
    expect(before).toContain(warning);
    // Nobody is asked: it is told once, as the result.
    const { out, err: told } = await run(install, "--project", "--yes", "gemini-cli");
    expect({ out, told }).toEqual({ out: expect.stringContaining("but does nothing here: cox-hook"), told: "" });
  });

  it("does not repeat one file that has just been shown", async () => {
    const { out } = await run(install, "--project", "--dry-run", "gemini-cli");
    expect(out).not.toContain("In short");
  });
});
