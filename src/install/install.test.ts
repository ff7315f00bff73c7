import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { INSTALLERS } from "../hosts/hooks.ts";
import type { Installer, Placement } from "../hosts/installer.ts";
import { DEFAULTS } from "../config.ts";
import { parseJsonc, valueOf } from "../text/jsonc.ts";
import { hookFacts } from "./facts.ts";
import { codexHashes } from "./codex-hashes.ts";
import { generalRemarks, installHost, applyInstall, changesOf } from "./host-install.ts";
import { openManifest } from "./manifest.ts";
import { installPlace, packageRoot, type PlaceRequest } from "./place.ts";
import { planInstall, type Planning } from "./plan.ts";
import { trustedHash } from "./settings-file.ts";
import { removeTrust, setTrust } from "./toml-edit.ts";
import { planUndo, undoInstall } from "./undo.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "cox-install-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

let home = "";
let state = "";
let project = "";
beforeEach(() => {
  const root = mkdtempSync(join(folder, "place-"));
  home = join(root, "home");
  state = join(root, "state");
  project = join(root, "project");
  for (const directory of [home, state, project]) mkdirSync(directory);
});

const root = mkdtempSync(join(folder, "package-"));
mkdirSync(join(root, "dist", "hook"), { recursive: true });
writeFileSync(join(root, "dist", "hook", "hook.cjs"), "");
symlinkSync(join(packageRoot(), "integrations"), join(root, "integrations"));

function request(scope: PlaceRequest["scope"] = "user", config = DEFAULTS): PlaceRequest {
  const machine = join(home, "machine");
  const node = "/opt/my node/bin/node";
  return { scope, home, project, env: {}, config, state, root, node, platform: "linux", machine };
}

function place(installer: Installer, scope: PlaceRequest["scope"] = "user", config = DEFAULTS) {
  return installPlace(installer, request(scope, config));
}

async function install(installer: Installer, scope: PlaceRequest["scope"] = "user", config = DEFAULTS) {
  const manifest = openManifest(state);
  const hashes: Planning["codexHashes"] = async (hooks) =>
    new Map(hooks.includes("cox-hook") ? [["stop:0:0", "sha256:abc"]] : []);
  const plan = await planInstall(installer, { place: place(installer, scope, config), manifest, codexHashes: hashes });
  applyInstall(plan, scope, manifest);
  return plan;
}

function undo(installer: Installer, scope: PlaceRequest["scope"] = "user") {
  return undoInstall(installer, place(installer, scope), openManifest(state))
    .filter(({ how }) => how !== "gone")
    .map(({ file, how }) => ({ file, how }));
}

function installerOf(name: string): Installer {
  return INSTALLERS.find((each) => each.name === name)!;
}

function tree(directory: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const mode = (lstatSync(path).mode & 0o777).toString(8);
      return [relative(directory, path), entry.isFile() ? `${mode} ${readFileSync(path).toString("base64")}` : mode];
    }),
  );
}

function put(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

function json(path: string): unknown {
  const parsed = parseJsonc(readFileSync(path, "utf8"));
  return "node" in parsed ? valueOf(parsed.node) : undefined;
}

const ODD_SETTINGS = `{
    // my own hooks
    "hooks": {
        "Stop": [ { "hooks": [ { "type": "command", "command": "say done" } ] } ], /* keep */
    },
    "model": "opus",   "x": [1,2 ,3]
}`;

const CHECKING = "Coxswain compares the claim with the record";

/** As the host's time limit tells the program. */
const within = ({ verifies }: Installer): number => (verifies ? 40 : 30);

describe.each(INSTALLERS.map((installer) => [installer.name, installer] as const))("%s", (_, installer) => {
  it.each(installer.userOnly === undefined ? (["user", "project"] as const) : (["user"] as const))(
    "comes and goes without a trace (%s)",
    async (scope) => {
      const before = [tree(home), tree(project)];
      const plan = await install(installer, scope);
      expect(plan.files.length).toBeGreaterThan(0);
      for (const { file } of plan.files) expect(existsSync(file)).toBe(true);
      expect(undo(installer, scope).map(({ how }) => how)).toEqual(plan.files.map(() => "removed"));
      expect([tree(home), tree(project)]).toEqual(before);
      expect(existsSync(join(state, "backups")) ? readdirSync(join(state, "backups")) : []).toEqual([]);
    },
  );

  it.skipIf(installer.userOnly !== undefined)(
    "goes from one project and stays in every other, also in one inside it",
    async () => {
      const outer = project;
      const before = [tree(home), tree(outer)];
      await install(installer, "project");
      project = join(outer, "packages", "inner");
      mkdirSync(project, { recursive: true });
      const inner = await install(installer, "project");
      const untouched = tree(project);
      project = outer;
      undo(installer, "project");
      expect(tree(join(outer, "packages", "inner"))).toEqual(untouched);
      expect(undo(installer, "project")).toEqual([]);
      project = join(outer, "packages", "inner");
      expect(undo(installer, "project").map(({ file }) => file)).toEqual(
        inner.files.map(({ file }) => file).toReversed(),
      );
      rmSync(join(outer, "packages"), { recursive: true });
      expect([tree(home), tree(outer)]).toEqual(before);
    },
  );

  it.each([
    ["is lost", () => rmSync(state, { recursive: true })],
    ["is broken", () => writeFileSync(join(state, "install.json"), "{")],
  ])("is found by its look when its memory %s", async (_, harm) => {
    const { files } = await install(installer);
    const [hook] = files;
    harm();
    const removed = undoInstall(installer, place(installer), openManifest(state)).filter(
      ({ how }) => how === "removed",
    );
    expect(removed.at(-1)).toMatchObject({ file: hook?.file });
    expect(
      files.filter(({ file }) => existsSync(file) && /cox-hook|coxswain/.test(readFileSync(file, "utf8"))),
    ).toEqual([]);
  });

  it("changes nothing when it is there already", async () => {
    await install(installer);
    const before = tree(home);
    const again = await install(installer);
    expect(changesOf(again)).toEqual([]);
    expect(tree(home)).toEqual(before);
  });

  it("starts our program by its full path, inside the host's time limit", async () => {
    const { files } = await install(installer);
    const text = files.map((file) => file.text).join("\n");
    expect(text).toContain("/opt/my node/bin/node");
    expect(text).toContain("cox-hook.cjs");
    expect(text).toMatch(new RegExp(`--within"?[, ]+"?${within(installer)}`));
  });

  it.skipIf(installer.userOnly !== undefined)("starts it by its name where others share the file", async () => {
    const { files } = await install(installer, "project");
    const text = files.map((file) => file.text).join("\n");
    expect(text).not.toContain("/opt/my node");
    expect(text).toContain("cox-hook");
  });
});

it.each(["claude-code", "codex", "gemini-cli", "qwen-code", "cursor", "pi"])(
  "%s is asked for more events in parallel mode",
  (name) => {
    const installer = installerOf(name);
    const [few, many] = [DEFAULTS, { ...DEFAULTS, mode: "parallel" as const }].map((config) =>
      JSON.stringify(installer.placements(place(installer, "user", config))),
    );
    expect(many).not.toBe(few);
  },
);

it.each([
  ["claude-code", "Stop", { timeout: 30, statusMessage: CHECKING }],
  ["codex", "Stop", { timeout: 30, statusMessage: CHECKING }],
  ["qwen-code", "Stop", { timeout: 30, statusMessage: CHECKING }],
  // In milliseconds; what it shows meanwhile is the hook's name.
  ["gemini-cli", "AfterAgent", { timeout: 30_000, name: "coxswain" }],
])("%s is told the time in its own unit, and whom the person waits for", (name, event, hook) => {
  const installer = installerOf(name);
  const entries = installer.placements(place(installer)).flatMap((each) => (each.type === "entry" ? [each] : []));
  expect(entries.find(({ path }) => path.at(-1) === event)?.entry).toMatchObject({ hooks: [hook] });
});

it("a new file for Cursor says which version it is of", async () => {
  await install(installerOf("cursor"));
  expect(json(join(home, ".cursor/hooks.json"))).toMatchObject({ version: 1, hooks: { stop: [{}] } });
});

it.each(["linux", "win32"] as const)("what Copilot CLI shares is right for every shell, also from %s", (platform) => {
  const copilot = installerOf("copilot");
  const [shared] = copilot.placements(installPlace(copilot, { ...request("project"), platform }));
  const text = shared?.type === "file" ? shared.text : "";
  expect(JSON.parse(text).hooks.agentStop).toEqual([
    {
      type: "command",
      bash: "command -v cox-hook >/dev/null 2>&1 && cox-hook copilot --within 30 || true",
      powershell: "if (Get-Command cox-hook -ErrorAction SilentlyContinue) { cox-hook copilot --within 30 }",
      timeoutSec: 30,
    },
  ]);
});

it.each([
  ["gemini-cli", { GEMINI_CLI_HOME: "/moved" }, "/moved/.gemini/settings.json"],
  ["qwen-code", { QWEN_HOME: "/moved" }, "/moved/settings.json"],
])("%s is found where its variable says", (name, env, file) => {
  const installer = installerOf(name);
  const moved = installPlace(installer, { ...request(), env });
  expect(installer.placements(moved)).toContainEqual(expect.objectContaining({ file }));
  expect(installer.hooksOff?.[0]?.files(moved)).toContainEqual({ file, whose: "person" });
});

// Git Bash would take backslashes away, and PowerShell takes what begins with a quote for a text.
it.each([
  ["claude-code", ""],
  ["gemini-cli", "& "],
])("what %s starts on Windows is what its shell understands", (name, call) => {
  const program = { root: String.raw`C:\Users\sam\npm\coxswain`, node: String.raw`C:\Program Files\nodejs\node.exe` };
  const { command } = installPlace(installerOf(name), { ...request(), ...program, platform: "win32" });
  const node = '"C:/Program Files/nodejs/node.exe"';
  expect(command.startsWith(`${call}${node} -e "const[`)).toBe(true);
  expect(command).toMatch(new RegExp(`" C:/Users/sam/npm/coxswain/bin/cox-hook.cjs .* ${name} --within 30$`));
  // What these shells find in double quotes.
  expect(command).not.toMatch(/[$`%!\\]/);
});

describe("what stays in the person's settings when npm takes the program away", () => {
  const program = () => join(home, "my lib", "bin", "cox-hook.cjs");

  /** As the host starts it: by a shell or, where the hook is a plugin, word by word. */
  function stop({ name }: Installer) {
    const moved = { ...request(), root: join(home, "my lib"), node: process.execPath };
    const { command, words } = installPlace(installerOf(name), moved);
    const [file = "", ...given] = ["opencode", "openclaw", "pi"].includes(name) ? words : ["/bin/sh", "-c", command];
    const { status, stdout, stderr } = spawnSync(file, given, { encoding: "utf8", env: {}, input: "{}" });
    return { status, stdout, stderr };
  }

  it.each(INSTALLERS.map((installer) => [installer.name, installer] as const))(
    "%s: starts the program as long as it is there, then says once what to do",
    (name, installer) => {
      put(program(), `exports.run = () => console.log(process.argv.slice(1).join(" "));`);
      expect(stop(installer)).toEqual({
        status: 0,
        stdout: `${program()} ${name} --within ${within(installer)}\n`,
        stderr: "",
      });
      rmSync(program());
      const said = stop(installer);
      const told = `npx --package coxswain cox uninstall ${name}`;
      expect(said).toEqual({ status: 0, stdout: expect.stringContaining(told), stderr: expect.stringContaining(told) });
      expect(JSON.parse(said.stdout)).toEqual({ systemMessage: said.stderr.trim() });
      expect(stop(installer)).toEqual({ status: 0, stdout: "", stderr: "" });
    },
  );

  it("is said again when it was installed since, and is silent where nothing can be noted", async () => {
    const installer = installerOf("cursor");
    expect(stop(installer).stdout).not.toBe("");
    await install(installer);
    expect(stop(installer).stdout).not.toBe("");
    rmSync(state, { recursive: true });
    writeFileSync(state, "");
    expect(stop(installer)).toEqual({ status: 0, stdout: "", stderr: "" });
  });
});

describe("openclaw's settings", () => {
  const installer = installerOf("openclaw");
  const settings = () => join(home, ".openclaw", "openclaw.json");
  const here = () => installPlace(installer, { ...request(), node: process.execPath, root: packageRoot() });
  const facts = () => {
    for (const each of installer.placements(here())) if (each.type === "file") put(each.file, each.text);
    return hookFacts(installer, here()).map((fact) => fact.type);
  };
  const entry = {
    enabled: true,
    hooks: { allowConversationAccess: true, timeouts: { before_agent_finalize: 45_000 } },
  };
  const PERSONS = `{
  // mine
  gateway: { mode: 'local', port: 18789, }, /* keep */
  plugins: {
    allow: ['telegram'], // only these
    entries: { coxswain: { hooks: { timeouts: { before_agent_finalize: 0x10 } }, config: { verifyAll: true } } },
  },
}
`;
  const read = () => {
    const told = parseJsonc(readFileSync(settings(), "utf8"), "JSON5");
    return "node" in told ? valueOf(told.node) : undefined;
  };

  it("are JSON5, let the plugin in beside what is there, and are as they were afterwards", async () => {
    put(settings(), PERSONS);
    await install(installer);
    expect(read()).toEqual({
      gateway: { mode: "local", port: 18_789 },
      plugins: { allow: ["telegram", "coxswain"], entries: { coxswain: { ...entry, config: { verifyAll: true } } } },
    });
    expect(readFileSync(settings(), "utf8")).toContain("// only these");
    expect(facts()).toEqual(["installed"]);
    undo(installer);
    expect(readFileSync(settings(), "utf8")).toBe(PERSONS);
  });

  it("lose only what is ours where they were changed since, and get back what it replaced", async () => {
    put(settings(), PERSONS);
    await install(installer);
    put(settings(), readFileSync(settings(), "utf8").replace("18789", "18790"));
    undo(installer);
    const coxswain = { hooks: { timeouts: { before_agent_finalize: 16 } }, config: { verifyAll: true } };
    expect(read()).toEqual({
      gateway: { mode: "local", port: 18_790 },
      plugins: { allow: ["telegram"], entries: { coxswain } },
    });
  });

  it.each([
    ["the plugin may not see conversations", { hooks: { ...entry.hooks, allowConversationAccess: false } }, {}],
    ["another list of plugins counts", {}, { allow: ["telegram"] }],
    ["no plugin runs", {}, { enabled: false }],
  ])("show where %s", async (_, ofEntry, ofPlugins) => {
    await install(installer);
    const plugins = { ...ofPlugins, entries: { coxswain: { ...entry, ...ofEntry } } };
    put(settings(), `{ plugins: ${JSON.stringify(plugins)} }`);
    const type = "enabled" in ofPlugins ? "switched-off" : "not-let-in";
    expect(facts()).toEqual(["installed", type]);
  });

  it("are left alone where they are no JSON5", async () => {
    put(settings(), "{ gateway: ");
    await expect(install(installer)).rejects.toThrow(/openclaw\.json was left alone: it is not valid JSON/);
  });

  it("are the person's: a project has none", async () => {
    await expect(install(installer, "project")).rejects.toMatchObject({ hint: "cox install openclaw" });
    expect(undo(installer, "project")).toEqual([]);
  });
});

const SETTINGS = ["claude-code", "gemini-cli", "qwen-code", "cursor", "codex"].map((name) => {
  const files: Record<string, string> = {
    "claude-code": ".claude/settings.json",
    "gemini-cli": ".gemini/settings.json",
    "qwen-code": ".qwen/settings.json",
    cursor: ".cursor/hooks.json",
    codex: ".codex/hooks.json",
  };
  return [name, files[name]!] as const;
});

describe.each(SETTINGS)("%s with settings of its own", (name, file) => {
  const installer = installerOf(name);

  it("keeps what was there, comments and order included, and gives it back byte for byte", async () => {
    const path = put(join(home, file), ODD_SETTINGS, 0o600);
    const before = tree(home);
    await install(installer);
    const text = readFileSync(path, "utf8");
    expect(text).toContain("// my own hooks");
    expect(text).toContain('"x": [1,2 ,3]');
    expect(json(path)).toMatchObject({ model: "opus" });
    expect(text.match(/cox-hook/g)!.length).toBeGreaterThan(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(undo(installer).some(({ how }) => how === "restored")).toBe(true);
    expect(tree(home)).toEqual(before);
  });

  it("takes out only its own part where somebody changed the file since", async () => {
    const path = put(join(home, file), '{\n  "model": "opus"\n}\n');
    await install(installer);
    writeFileSync(path, readFileSync(path, "utf8").replace('"opus"', '"sonnet"'));
    expect(undo(installer)).toContainEqual({ file: path, how: "cleaned" });
    expect(json(path)).toEqual({ model: "sonnet" });
  });

  it("leaves nothing of itself in an entry that the host put somebody else's hook into", async () => {
    const path = put(join(home, file), '{\n  "model": "opus"\n}\n');
    await install(installer);
    const theirs = '{ "type": "command", "command": "say done" }';
    const shared = readFileSync(path, "utf8").replace(/"hooks": \[(?=\s)/, (hooks) => `${hooks} ${theirs},`);
    writeFileSync(path, shared);
    await install(installer);
    undo(installer);
    const left = readFileSync(path, "utf8");
    expect(left).not.toContain("cox-hook");
    expect(left.includes("say done")).toBe(shared.includes("say done"));
  });

  it.each([
    ["hooks of others and nothing else", { hooks: { Other: [{ hooks: [{ type: "command", command: "say done" }] }] } }],
    ["a setting beside a version", { version: 1, mine: true }],
  ])("leaves a file that holds %s and was changed since", async (_, mine) => {
    const path = put(join(home, file), JSON.stringify(mine));
    await install(installer);
    writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
    expect(undo(installer)).toContainEqual({ file: path, how: "cleaned" });
    expect(json(path)).toEqual(mine);
  });

  it("leaves a file alone that is not UTF-8: what it cannot read it would destroy", async () => {
    const path = put(join(home, file), "");
    const bytes = Buffer.from('{ "name": "Jos\u00e9" }', "latin1");
    writeFileSync(path, bytes);
    await expect(install(installer)).rejects.toMatchObject({
      message: `${path} is not UTF-8 text, so it was left alone.`,
      hint: "Save it as UTF-8, and try again.",
    });
    expect(readFileSync(path)).toEqual(bytes);
  });

  it("finds itself again when its memory is lost", async () => {
    const path = put(join(home, file), '{\n  "model": "opus"\n}\n');
    await install(installer);
    rmSync(state, { recursive: true });
    undo(installer);
    expect(json(path)).toEqual({ model: "opus" });
  });

  it("leaves a file alone that is not JSON, and says where it is broken", async () => {
    const path = put(join(home, file), '{\n  "model": \n}\n');
    await expect(install(installer)).rejects.toMatchObject({
      code: "config.unreadable",
      message: expect.stringMatching(/was left alone: .*line 3/),
    });
    expect(readFileSync(path, "utf8")).toBe('{\n  "model": \n}\n');
  });

  it("writes through a link", async () => {
    const real = put(join(home, "dotfiles", "settings.json"), "{}\n");
    mkdirSync(dirname(join(home, file)), { recursive: true });
    symlinkSync(real, join(home, file));
    await install(installer);
    expect(lstatSync(join(home, file)).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, "utf8")).toContain("cox-hook");
    undo(installer);
    expect(readFileSync(real, "utf8")).toBe("{}\n");
  });
});

describe("a link in a project that leads out of it", () => {
  it.each([
    ["claude-code", ".claude/settings.json", '{"other": "app"}\n'],
    ["opencode", ".opencode/plugins/coxswain.js", "alias ll='ls -l'\n"],
    ["opencode", ".opencode/plugins", "// Coxswain"],
    ["pi", ".pi/extensions/coxswain.ts", "alias ll='ls -l'\n"],
  ])("is not followed when %s is installed (%s)", async (name, link, text) => {
    const target = join(home, "own");
    const real = link.endsWith("plugins") ? put(join(target, "coxswain.js"), text) : put(target, text);
    mkdirSync(dirname(join(project, link)), { recursive: true });
    symlinkSync(target, join(project, link));
    await expect(install(installerOf(name), "project")).rejects.toMatchObject({
      code: "config.unreadable",
      message: expect.stringContaining("was left alone: it is a link that leads out of this project"),
    });
    expect(readFileSync(real, "utf8")).toBe(text);
    expect(existsSync(join(state, "backups"))).toBe(false);
  });

  it("is not followed when Coxswain is taken out of the project", async () => {
    await install(installerOf("claude-code"));
    const own = join(home, ".claude", "settings.json");
    const installed = readFileSync(own, "utf8");
    mkdirSync(join(project, ".claude"));
    symlinkSync(own, join(project, ".claude", "settings.json"));
    expect(undo(installerOf("claude-code"), "project")).toEqual([]);
    expect(readFileSync(own, "utf8")).toBe(installed);
  });

  it.each(["what the person wrote", "what we installed in the project"])(
    "is not followed where it took the place of a file of ours, to %s",
    async (whose) => {
      const claude = installerOf("claude-code");
      const shared = put(join(project, ".claude", "settings.json"), '{"theirs": true}\n');
      await install(claude, "project");
      await install(claude);
      const own = join(home, ".claude", "settings.json");
      if (whose !== "what the person wrote") put(own, readFileSync(shared, "utf8"));
      const installed = readFileSync(own, "utf8");
      rmSync(shared);
      symlinkSync(own, shared);
      expect(undo(claude, "project")).toEqual([{ file: shared, how: "forgotten" }]);
      expect(readFileSync(own, "utf8")).toBe(installed);
      expect(
        openManifest(state)
          .files()
          .map(({ file }) => file),
      ).toEqual([own]);
      expect(undo(claude, "project")).toEqual([]);
    },
  );

  it("is not followed where it took the place of a hook that Codex was told to trust", async () => {
    const codex = installerOf("codex");
    const before = tree(home);
    await install(codex, "project");
    const own = put(join(home, "hooks.json"), readFileSync(join(project, ".codex", "hooks.json"), "utf8"));
    rmSync(join(project, ".codex"), { recursive: true });
    symlinkSync(home, join(project, ".codex"));
    expect(undo(codex, "project").map(({ how }) => how)).toEqual(["removed", "forgotten"]);
    rmSync(own);
    expect(tree(home)).toEqual(before);
  });

  it("keeps what is installed for oneself when home is the project", async () => {
    const dotfiles = put(join(project, "settings.json"), "{}\n");
    mkdirSync(join(home, ".claude"));
    symlinkSync(dotfiles, join(home, ".claude", "settings.json"));
    await install(installerOf("claude-code"));
    project = home;
    expect(undo(installerOf("claude-code"), "project")).toEqual([]);
    expect(readFileSync(dotfiles, "utf8")).toContain("cox-hook");
    undo(installerOf("claude-code"));
    expect(readFileSync(dotfiles, "utf8")).toBe("{}\n");
  });

  it("may lead to another place in it", async () => {
    const real = put(join(project, "config", "settings.json"), "{}\n");
    mkdirSync(join(project, ".claude"));
    symlinkSync(real, join(project, ".claude", "settings.json"));
    await install(installerOf("claude-code"), "project");
    expect(readFileSync(real, "utf8")).toContain("cox-hook");
  });
});

describe.each([
  ["to nothing in the project", ".claude/settings.json", "../not-yet.json"],
  ["to nothing outside", ".claude/settings.json", "/nowhere/settings.json"],
  ["to itself", ".claude/settings.json", "settings.json"],
  ["from the directory to nothing", ".claude", "not-yet"],
  ["from the directory to itself", ".claude", ".claude"],
])("a link that leads %s", (_, link, target) => {
  const claude = installerOf("claude-code");
  function plant(directory: string): string {
    const path = join(directory, link);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
    return path;
  }

  it.each(["user", "project"] as const)("is left alone and named (%s)", async (scope) => {
    const path = plant(scope === "user" ? home : project);
    await expect(install(claude, scope)).rejects.toMatchObject({
      message: expect.stringMatching(/was left alone: .* is a link that leads nowhere\.$/),
      hint: expect.stringContaining("Remove the link"),
    });
    expect(readlinkSync(path)).toBe(target);
    expect(openManifest(state).files()).toEqual([]);
  });

  it("is no reason to fail where nothing was installed", () => {
    const path = plant(project);
    expect(undo(claude, "project")).toEqual([]);
    expect(readlinkSync(path)).toBe(target);
  });

  it("stays where it took the place of a file of ours", async () => {
    await install(claude, "project");
    rmSync(join(project, ".claude"), { recursive: true });
    const path = plant(project);
    expect(undo(claude, "project").map(({ how }) => how)).toEqual(["forgotten"]);
    expect(readlinkSync(path)).toBe(target);
    expect(openManifest(state).files()).toEqual([]);
  });
});

it("hooks that only one directory has switched off are told, and run in the others", async () => {
  const claude = installerOf("claude-code");
  const off = put(join(project, ".claude", "settings.json"), '{ "disableAllHooks": true }');
  const remark = `runs no hooks while disableAllHooks in ${off} says so, so nothing is checked.`;
  expect(await install(claude)).toMatchObject({ hooksOff: false, remarks: [`In this directory it ${remark}`] });
  expect(await install(claude, "project")).toMatchObject({ hooksOff: true, remarks: [`It ${remark}`] });
});

it("hooks that only an administrator may set are told, for every directory", async () => {
  const off = put(
    join(home, "machine", "etc", "claude-code", "managed-settings.json"),
    '{"allowManagedHooksOnly": true}',
  );
  const remark = `It runs only an administrator's hooks while allowManagedHooksOnly in ${off} says so, so nothing is checked.`;
  expect(await install(installerOf("claude-code"))).toMatchObject({ hooksOff: true, remarks: [remark] });
});

it("hooks are not switched off by what a link of a project leads to outside of it", async () => {
  const claude = installerOf("claude-code");
  const local = join(project, ".claude", "settings.local.json");
  put(join(project, "kept.json"), '{ "disableAllHooks": true }');
  mkdirSync(dirname(local));
  symlinkSync(join("..", "kept.json"), local);
  expect((await install(claude)).remarks).toEqual([expect.stringContaining(local)]);
  rmSync(local);
  symlinkSync(put(join(home, "other.json"), '{ "disableAllHooks": true }'), local);
  expect((await install(claude)).remarks).toEqual([]);
});

describe("what came of it is told", () => {
  const untrusting = async () => undefined;
  const trusting = async () => new Map([["stop:0:0", "sha256:abc"]]);
  const trustIn = (level: string) => put(join(home, ".codex/config.toml"), projectTrust(level));
  const projectTrust = (level: string) => `[projects.${JSON.stringify(project)}]\ntrust_level = "${level}"\n`;

  it.each<[string, string, PlaceRequest["scope"], Planning["codexHashes"], () => unknown, RegExp]>([
    ["an agent is watched", "claude-code", "user", untrusting, () => undefined, /^Watching Claude Code\. /],
    ["a hook that Codex trusts", "codex", "user", trusting, () => undefined, /^Watching Codex/],
    [
      "a hook that it does not trust",
      "codex",
      "user",
      untrusting,
      () => undefined,
      /^The hook is in Codex.*nothing yet/,
    ],
    ["a directory that it trusts", "codex", "project", trusting, () => trustIn("trusted"), /^Watching Codex/],
    ["one that it does not trust", "codex", "project", trusting, () => trustIn("untrusted"), /Codex.*does nothing yet/],
    [
      "hooks are switched off",
      "claude-code",
      "user",
      untrusting,
      () => put(join(home, ".claude/settings.json"), '{ "disableAllHooks": true }'),
      /^The hook is in Claude Code, but does nothing yet\.$/,
    ],
  ])("%s", async (_, name, scope, hashes, prepare, told) => {
    prepare();
    put(join(home, "bin", "cox-hook"), "#!/bin/sh\n", 0o755);
    const asked = { ...request(scope), env: { PATH: join(home, "bin") }, node: process.execPath, root: packageRoot() };
    const installer = installerOf(name);
    const planning = { place: installPlace(installer, asked), manifest: openManifest(state), codexHashes: hashes };
    const plan = await planInstall(installer, planning);
    applyInstall(plan, scope, planning.manifest);
    expect(generalRemarks([plan], asked)[0]).toMatch(told);
  });

  it("also what was written before something failed, and why", async () => {
    const codex = installerOf("codex");
    const planning = { place: place(codex), manifest: openManifest(state), codexHashes: trusting };
    const plan = await planInstall(codex, planning);
    const [hooks, config] = plan.files.map(({ file }) => file);
    mkdirSync(config!, { recursive: true });
    const { written, error } = installHost({ installer: codex, plan, written: [] }, plan, "user", planning.manifest);
    expect(written.map(({ file }) => file)).toEqual([hooks]);
    expect(error).toContain(`${config} cannot be written`);
  });
});

it("a configuration of Codex that is a link to nothing is left alone", async () => {
  mkdirSync(join(home, ".codex"));
  symlinkSync("not-yet.toml", join(home, ".codex", "config.toml"));
  await expect(install(installerOf("codex"), "project")).rejects.toThrow("config.toml was left alone: it is a link");
  expect(readlinkSync(join(home, ".codex", "config.toml"))).toBe("not-yet.toml");
  expect(existsSync(join(project, ".codex"))).toBe(false);
});

it.skipIf(process.getuid?.() === 0)("what may not be looked into is named only where it was installed", async () => {
  const claude = installerOf("claude-code");
  const directory = join(project, ".claude");
  mkdirSync(directory, { mode: 0 });
  try {
    expect(undo(claude, "project")).toEqual([]);
    chmodSync(directory, 0o700);
    await install(claude, "project");
    chmodSync(directory, 0);
    expect(undoInstall(claude, place(claude, "project"), openManifest(state))).toMatchObject([
      {
        how: "failed",
        error: { message: expect.stringContaining("settings.json cannot be read: permission denied.") },
      },
    ]);
    expect(openManifest(state).files()).toHaveLength(1);
  } finally {
    chmodSync(directory, 0o700);
  }
});

it.skipIf(process.platform === "win32").each([0o077, 0o002])(
  "a new file is open to whom the umask %o leaves",
  async (mask) => {
    const usual = process.umask(mask);
    try {
      await install(installerOf("claude-code"));
    } finally {
      process.umask(usual);
    }
    expect(statSync(join(home, ".claude/settings.json")).mode & 0o777).toBe(0o666 & ~mask);
  },
);

describe("an older installation", () => {
  it("of an event that is not wanted any more is taken out of it, and the person's own stays", async () => {
    const gemini = installerOf("gemini-cli");
    const theirs = { matcher: "*", hooks: [{ type: "command", command: "say compressing" }] };
    const path = put(join(home, ".gemini/settings.json"), JSON.stringify({ hooks: { PreCompress: [theirs] } }));
    const before = tree(home);
    const older: Installer = {
      ...gemini,
      placements: (at) =>
        gemini
          .placements(at)
          .flatMap((each): Placement[] =>
            each.type === "entry" ? [each, { ...each, path: ["hooks", "PreCompress"] }] : [each],
          ),
    };
    await install(older);
    expect(json(path)).toMatchObject({ hooks: { PreCompress: [theirs, {}], AfterAgent: [{}] } });
    await install(gemini);
    expect(json(path)).toMatchObject({ hooks: { PreCompress: [theirs], AfterAgent: [{}] } });
    undo(gemini);
    expect(tree(home)).toEqual(before);
  });

  it("is replaced, and the settings before it are not forgotten", async () => {
    const claude = installerOf("claude-code");
    const path = put(join(home, ".claude/settings.json"), ODD_SETTINGS);
    const before = tree(home);
    await install(claude);
    await install(claude, "user", { ...DEFAULTS, mode: "parallel", hook: { timeoutSeconds: 40 } });
    const text = readFileSync(path, "utf8");
    expect(text).toContain("PostToolBatch");
    expect(text).toContain("--within 45");
    expect(text).not.toContain("--within 30");
    const kept = readdirSync(join(state, "backups")).map((name) => join("backups", name));
    expect(kept).toHaveLength(1);
    for (const name of [...kept, "install.json"]) expect(statSync(join(state, name)).mode & 0o777).toBe(0o600);
    undo(claude);
    expect(tree(home)).toEqual(before);
  });

  it("is replaced and taken out without opening the settings to anybody they were closed to since", async () => {
    const claude = installerOf("claude-code");
    const path = put(join(home, ".claude/settings.json"), ODD_SETTINGS, 0o644);
    await install(claude);
    chmodSync(path, 0o600);
    await install(claude, "user", { ...DEFAULTS, mode: "parallel" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    undo(claude);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

it("settings that only name our program are nobody's installation", () => {
  put(join(home, ".claude/settings.json"), '{ "permissions": { "allow": ["Bash(cox-hook:*)"] } }\n');
  const before = tree(home);
  expect(undo(installerOf("claude-code"))).toEqual([]);
  expect(tree(home)).toEqual(before);
});

it("what is installed for one agent stays when that for another is taken back", async () => {
  const [claude, gemini] = [installerOf("claude-code"), installerOf("gemini-cli")];
  await install(gemini);
  const before = tree(home);
  await install(claude);
  expect(undo(claude)).toEqual([{ file: join(home, ".claude/settings.json"), how: "removed" }]);
  expect(tree(home)).toEqual(before);
});

describe("two installations at once", () => {
  it("know of each other, and leave no copy behind", async () => {
    const [claude, gemini] = [installerOf("claude-code"), installerOf("gemini-cli")];
    for (const directory of [".claude", ".gemini"]) put(join(home, directory, "settings.json"), ODD_SETTINGS);
    const before = tree(home);
    const both = [openManifest(state), openManifest(state)];
    for (const installer of [claude, gemini]) {
      const planning = { place: place(installer), codexHashes: async () => undefined };
      const plans = await Promise.all(both.map((manifest) => planInstall(installer, { ...planning, manifest })));
      for (const [index, plan] of plans.entries()) applyInstall(plan, "user", both[index]!);
    }
    expect(
      openManifest(state)
        .files()
        .map(({ host }) => host),
    ).toEqual(["claude-code", "gemini-cli"]);
    const lost = join(state, "backups", "of-nobody");
    writeFileSync(lost, "");
    for (const installer of [claude, gemini]) undo(installer);
    expect(tree(home)).toEqual(before);
    expect(existsSync(lost)).toBe(false);
  });
});

it("a file that is out is told as out, also where that cannot be written down", async () => {
  const claude = installerOf("claude-code");
  const path = put(join(home, ".claude/settings.json"), ODD_SETTINGS);
  await install(claude);
  const full = openManifest(state);
  full.note = () => {
    throw new Error("no space left");
  };
  expect(undoInstall(claude, place(claude), full)).toMatchObject([
    { file: path, how: "restored" },
    { how: "failed", error: { message: "no space left" } },
  ]);
  expect(readFileSync(path, "utf8")).toBe(ODD_SETTINGS);
  expect(undo(claude)).toEqual([]);
  expect(openManifest(state).files()).toEqual([]);
});

it("what was left beside a file when installing was killed goes with the next uninstall", async () => {
  const claude = installerOf("claude-code");
  const path = put(join(home, ".claude/settings.json"), ODD_SETTINGS);
  await install(claude);
  // Written down, and not written yet.
  writeFileSync(path, ODD_SETTINGS);
  writeFileSync(`${path}.cox-${spawnSync(process.execPath, ["-v"]).pid}-0123456789ab`, "{");
  expect(undo(claude)).toEqual([]);
  expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
});

it("what an uninstall had to leave beside a file goes with the next one, and is told", async () => {
  const claude = installerOf("claude-code");
  const path = put(join(home, ".claude/settings.json"), ODD_SETTINGS);
  await install(claude);
  const draft = (pid: number) => `${path}.cox-${pid}-0123456789ab`;
  const runs = draft(process.pid);
  writeFileSync(runs, "{");
  expect(undo(claude)).toEqual([{ file: path, how: "restored" }]);
  const left = draft(spawnSync(process.execPath, ["-v"]).pid);
  renameSync(runs, left);
  expect(planUndo(claude, place(claude), openManifest(state))).toMatchObject([{ file: left, how: "removed" }]);
  expect(undo(claude)).toEqual([{ file: left, how: "removed" }]);
  expect(readdirSync(dirname(path))).toEqual(["settings.json"]);
});

describe("the trust of Codex", () => {
  const CONFIG = '# mine\nmodel = "gpt-5.5"\n\n[projects."/w"]\ntrust_level = "trusted"\n';
  const KEY = "/home/sam/.codex/hooks.json:stop:0:0";

  it("is a section of its own, replaced and removed alone", () => {
    const trusted = setTrust(CONFIG, KEY, "sha256:1");
    expect(trusted).toBe(`${CONFIG}\n[hooks.state."${KEY}"]\ntrusted_hash = "sha256:1"\n`);
    const other = setTrust(setTrust(trusted, KEY, "sha256:2"), `${KEY}x`, "sha256:3");
    expect(other).toBe(
      `${CONFIG}\n[hooks.state."${KEY}"]\ntrusted_hash = "sha256:2"\n\n[hooks.state."${KEY}x"]\ntrusted_hash = "sha256:3"\n`,
    );
    expect(removeTrust(removeTrust(other, KEY), `${KEY}x`)).toBe(CONFIG);
    expect(removeTrust(CONFIG, KEY)).toBe(CONFIG);
  });

  it("is written down with the hook, and taken back", async () => {
    const codex = installerOf("codex");
    const path = put(join(home, ".codex/config.toml"), CONFIG);
    await install(codex);
    expect(trustedHash(path, `${join(home, ".codex/hooks.json")}:stop:0:0`)).toBe("sha256:abc");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n[later]\na = 1\n`);
    undo(codex);
    expect(readFileSync(path, "utf8")).toBe(`${CONFIG}\n[later]\na = 1\n`);
  });

  it("is told as taken back also where the hook then cannot be", async () => {
    const codex = installerOf("codex");
    await install(codex);
    const hooks = join(home, ".codex", "hooks.json");
    writeFileSync(hooks, `${readFileSync(hooks, "utf8")} }`);
    expect(undoInstall(codex, place(codex), openManifest(state))).toMatchObject([
      { file: join(home, ".codex", "config.toml"), how: "removed" },
      { file: hooks, how: "failed", error: { message: expect.stringContaining(`${hooks} was left alone`) } },
    ]);
  });

  it("is kept for every directory by itself, and for oneself", async () => {
    const codex = installerOf("codex");
    const path = put(join(home, ".codex/config.toml"), CONFIG);
    const isTrusted = (directory: string) =>
      trustedHash(path, `${join(directory, ".codex/hooks.json")}:stop:0:0`) !== undefined;
    await install(codex);
    await install(codex, "project");
    expect([home, project].map(isTrusted)).toEqual([true, true]);
    expect(changesOf(await install(codex))).toEqual([]);
    expect(undo(codex)).toContainEqual({ file: path, how: "shared" });
    expect([home, project].map(isTrusted)).toEqual([false, true]);
    expect(undo(codex, "project")).toContainEqual({ file: path, how: "restored" });
    expect(readFileSync(path, "utf8")).toBe(CONFIG);
  });

  it("goes for one directory after the other without what somebody wrote beside it since", async () => {
    const codex = installerOf("codex");
    const path = put(join(home, ".codex/config.toml"), CONFIG);
    await install(codex);
    await install(codex, "project");
    writeFileSync(path, `${readFileSync(path, "utf8")}\n[later]\na = 1\n`);
    undo(codex);
    expect(undo(codex, "project")).toContainEqual({ file: path, how: "cleaned" });
    expect(readFileSync(path, "utf8")).toBe(`${CONFIG}\n[later]\na = 1\n`);
  });

  it("is no trouble where the file that held it is gone", async () => {
    const codex = installerOf("codex");
    await install(codex);
    await install(codex, "project");
    rmSync(join(home, ".codex/config.toml"));
    expect(undo(codex)).toEqual([{ file: join(home, ".codex/hooks.json"), how: "removed" }]);
  });

  it("is left to the person where Codex cannot be asked", async () => {
    const codex = installerOf("codex");
    const manifest = openManifest(state);
    const plan = await planInstall(codex, { place: place(codex), manifest, codexHashes: async () => undefined });
    expect(plan.remarks.join(" ")).toContain("/hooks");
    expect(plan.files.map(({ file }) => file)).toEqual([join(home, ".codex/hooks.json")]);
  });

  it("comes from Codex itself, asked in a home of its own", async () => {
    const program = put(
      join(folder, "codex"),
      `#!${process.execPath}
const { createInterface } = require("node:readline");
const { readFileSync } = require("node:fs");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const hooks = JSON.parse(readFileSync(process.env.CODEX_HOME + "/hooks.json", "utf8")).hooks;
  const list = Object.keys(hooks).map((event) => ({ key: process.env.CODEX_HOME + "/hooks.json:" + event.toLowerCase() + ":0:0",
    command: hooks[event][0].hooks[0].command, currentHash: "sha256:" + event }));
  if (method === "initialize") console.log(JSON.stringify({ method: "notice" }) + "\\n" + JSON.stringify({ id, result: {} }));
  if (method === "hooks/list") console.log(JSON.stringify({ id, result: { data: [{ hooks: list }] } }));
});
`,
      0o755,
    );
    const entry = (command: string) => [{ hooks: [{ type: "command", command }] }];
    const hooks = JSON.stringify({ hooks: { Stop: entry("cox-hook codex"), Start: entry("mine") } });
    const hashes = await codexHashes(program, hooks, process.env, (command) => command.includes("cox-hook"));
    expect([...hashes!]).toEqual([["stop:0:0", "sha256:Stop"]]);
    expect(await codexHashes(join(folder, "nobody"), hooks, process.env, () => true)).toBeUndefined();
  });

  it.skipIf(process.platform === "win32")("is taken from a Codex that answers and does not go", async () => {
    const program = put(
      join(home, "codex"),
      `#!${process.execPath}
const { createInterface } = require("node:readline");
process.on("SIGTERM", () => undefined);
setInterval(() => undefined, 1000);
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  const hooks = [{ key: "/h/hooks.json:stop:0:0", command: "cox-hook", currentHash: "sha256:1" }];
  if (id !== undefined) console.log(JSON.stringify({ id, result: method === "hooks/list" ? { data: [{ hooks }] } : {} }));
});
`,
      0o755,
    );
    const hashes = await codexHashes(program, "{}", process.env, () => true);
    expect([...hashes!]).toEqual([["stop:0:0", "sha256:1"]]);
  });

  it.skipIf(process.platform === "win32")("says where Codex cannot be asked, and what to do", async () => {
    vi.stubEnv("TMPDIR", join(home, "gone"));
    await expect(codexHashes("codex", "{}", process.env, () => true)).rejects.toMatchObject({
      message: `A temporary directory cannot be made in ${join(home, "gone")}: no such file or directory.`,
      hint: expect.stringContaining("TMPDIR"),
    });
  });
});

it.each(["copilot", "pi"])(
  "what only concerns a project is not told to somebody who installs %s for themselves",
  async (name) => {
    expect((await install(installerOf(name))).remarks).toEqual([]);
    expect((await install(installerOf(name), "project")).remarks).toEqual([expect.stringContaining("trust")]);
  },
);

it("takes our part out, and installs again, where the copy of what a file was is gone", async () => {
  const claude = installerOf("claude-code");
  const text = '{\n  // mine\n  "model": "opus"\n}\n';
  const own = put(join(home, ".claude", "settings.json"), text);
  await install(claude);
  rmSync(join(state, "backups"), { recursive: true });
  await install(claude);
  expect(readFileSync(own, "utf8").match(/"Stop"/g)).toHaveLength(1);
  rmSync(join(state, "backups"), { recursive: true, force: true });
  expect(undo(claude)).toEqual([{ file: own, how: "cleaned" }]);
  expect(readFileSync(own, "utf8")).toBe(text);
  expect(openManifest(state).files()).toEqual([]);
});
