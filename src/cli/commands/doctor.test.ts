import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/tool-bench.ts";
import { loadConfig } from "../../config.ts";
import { INSTALLERS } from "../../hosts/installers.ts";
import { applyInstall } from "../../install/apply.ts";
import { openManifest } from "../../install/manifest.ts";
import { installPlace, packageRoot, type PlaceRequest } from "../../install/place.ts";
import { planInstall } from "../../install/plan.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { lookAtHook } from "../doctor/look-at-hook.ts";
import { lookAtHosts } from "../doctor/look-at-hosts.ts";
import { lookAtNode } from "../doctor/look-at-node.ts";
import type { Diagnosis } from "../doctor/diagnosis.ts";
import { mendFailure } from "../doctor/mend-failure.ts";
import { command } from "./doctor.ts";

let home: string;
let path: string;
let env: Record<string, string>;

beforeEach(() => {
  home = temporaryDirectory();
  path = join(home, "state", "store.db");
  env = { HOME: home, COX_STORE_PATH: path };
});

function doctor(...args: string[]): Promise<Ran> {
  return runCommand(command, args, { env, cwd: home });
}

async function checks(): Promise<{ code: number; found: Diagnosis[] }> {
  const { code, out } = await doctor("--json");
  const { ok, checks: found } = JSON.parse(out) as { ok: boolean; checks: Diagnosis[] };
  expect(ok).toBe(code === 0);
  return { code, found };
}

async function aStore(): Promise<void> {
  await (await openSqliteStore(path)).close();
}

/** A program on the path that nobody starts. */
function program(name: string): void {
  const directory = join(home, "bin");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), "#!/bin/sh\n", { mode: 0o755 });
  env = { ...env, PATH: directory };
}

/** Every file below a directory with its mode and content. */
function snapshot(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (file) => `${file} ${statSync(file).mode} ${statSync(file).isFile() ? readFileSync(file).toString("hex") : ""}`,
    )
    .toSorted();
}

describe("cox doctor", () => {
  it("finds nothing broken on a new machine, and makes nothing", async () => {
    const before = snapshot(home);
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toContain("is not there yet");
    expect(out).toContain("evidence decides alone");
    expect(out).toContain("Nothing is broken.");
    expect(snapshot(home)).toEqual(before);
  });

  it("leaves a store, its mode and its directory as they are", async () => {
    await aStore();
    chmodSync(path, 0o644);
    const before = snapshot(home);
    const { code, found } = await checks();
    expect(code).toBe(0);
    expect(found).toContainEqual(
      expect.objectContaining({ about: "store", status: "warning", mend: `chmod 600 ${path}` }),
    );
    expect(snapshot(home)).toEqual(before);
  });

  it("looks at a store that is in use", async () => {
    const store = await openSqliteStore(path);
    await store.append("t", [{ v: 1, type: "thread:started", threadId: "t", host: "coxswain" }]);
    expect((await checks()).code).toBe(0);
    await store.append("t", [{ v: 1, type: "compacted" }]);
    await store.close();
  });

  it("names every wrong setting with its file and key", async () => {
    const file = join(home, ".config", "coxswain", "config.json");
    mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
    writeFileSync(file, '{ "observer": { "timeoutSeconds": "soon" }, "moed": "off" }');
    const { code, found } = await checks();
    expect(code).toBe(1);
    const wrong = found.filter(({ about, status }) => about === "config" && status === "broken");
    expect(wrong).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining("observer.timeoutSeconds"),
        mend: expect.stringContaining(file),
      }),
      expect.objectContaining({ detail: expect.stringContaining("moed") }),
    ]);
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    [
      "no database at all",
      async () => (
        mkdirSync(join(home, "state")),
        writeFileSync(path, "hello, this is not a database file ".repeat(40))
      ),
      /not a database|damaged|cannot be/,
    ],
    ["cut short", async () => (await aStore(), truncateSync(path, 8192)), /damaged|malformed|disk image/],
    [
      "another program's",
      async () => (mkdirSync(join(home, "state")), new DatabaseSync(path).exec("CREATE TABLE x (y)")),
      /another program/,
    ],
    [
      "a newer program's",
      async () => (await aStore(), new DatabaseSync(path).exec("PRAGMA user_version = 999")),
      /newer coxswain/,
    ],
    ["a directory", async () => void mkdirSync(path, { recursive: true }), /is no file/],
    ["below a file", async () => writeFileSync(join(home, "state"), ""), /below something that is no directory/],
  ])("says how to mend a store that is %s", async (_what, make, words) => {
    await make();
    const { code, found } = await checks();
    expect(code).toBe(1);
    const store = found.find(({ about }) => about === "store");
    expect(store).toMatchObject({
      status: "broken",
      detail: expect.stringMatching(words),
      mend: expect.stringMatching(/\w/),
    });
  });

  it("names the variables that hold keys, never the keys, and who would be asked", async () => {
    env = { ...env, GEMINI_API_KEY: "sekret-value-1", ANTHROPIC_API_KEY: "sekret-value-2" };
    const { out } = await doctor();
    expect(out).toContain("anthropic (ANTHROPIC_API_KEY), google (GEMINI_API_KEY)");
    expect(out).toMatch(/observer +none was set up/);
    env = { ...env, COX_OBSERVER_MODEL: "auto" };
    expect((await doctor()).out).toMatch(/observer +google\/gemini/);
    expect(out).not.toContain("sekret");
  });

  it("takes a provider with a name that every object knows for an unknown one", async () => {
    env = { ...env, COX_OBSERVER_MODEL: "constructor/x" };
    expect((await checks()).found.map(({ detail }) => detail).join("\n")).not.toContain("no key for it");
  });

  it("warns of an observer without a key, and of a limit in dollars without a price", async () => {
    env = { ...env, COX_OBSERVER_MODEL: "anthropic/some-new-model", COX_BUDGETS_COST_PER_DAY: "1" };
    const { code, found } = await checks();
    expect(code).toBe(0);
    const warnings = found.filter(({ status }) => status === "warning").map(({ detail }) => detail);
    expect(warnings).toEqual([expect.stringContaining("no key"), expect.stringContaining("nobody said what")]);
  });

  it("shows what went wrong lately: unchecked turns and errors", async () => {
    const store = await openSqliteStore(path);
    const at = new Date().toISOString();
    const verdict = { verdict: "unchecked" as const, category: null, message: null, reason: "google said 429" };
    await store.append("thread-1", [
      { v: 1, type: "thread:started", threadId: "thread-1", host: "coxswain" },
      { v: 1, at, type: "course-correction:usage-only", verdict, usage: [] },
      { v: 1, at, type: "error", code: "network", message: "the line is dead \u001b[31m" },
    ]);
    const rest = { confidence: null, findings: [], steps: [], judge: "gate" as const, usage: [], durationMs: 1 };
    const record = { threadId: "t2", host: "codex", session: "s", turn: 1, gateReasons: [], injected: false, at };
    await store.write({
      verdicts: [{ ...record, id: "v1", verdict: { ...verdict, ...rest, reason: "it failed: boom" } }],
    });
    await store.close();
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toContain("3 in the last 7 days");
    for (const reason of ["google said 429", "the line is dead", "it failed: boom"]) expect(out).toContain(reason);
    expect(out.replaceAll(/\s+/g, " ")).toContain("google said 429 → Wait, or name another model");
    expect(out).not.toContain("\u001b");
  });

  it("names the programs that can be asked without a key, and takes the first of them", async () => {
    program("gemini");
    program("claude");
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude", ".credentials.json"), "{}");
    env = { ...env, COX_OBSERVER_MODEL: "auto" };
    const { out } = await doctor();
    expect(out).toMatch(/logins +cli\/claude\n/);
    expect(out).toMatch(/observer +cli\/claude\. It is the first/);
  });

  it.each([
    ["is not installed", () => undefined, "Install codex."],
    ["has no login", () => program("codex"), "Start codex and log in."],
  ])("warns of an observer whose program %s", async (_, make, mend) => {
    make();
    env = { ...env, COX_OBSERVER_MODEL: "cli/codex" };
    const { found } = await checks();
    expect(found).toContainEqual(expect.objectContaining({ about: "observer", status: "warning", mend }));
  });

  it("finds an agent that has not written anything yet", async () => {
    program("codex");
    const { found } = await checks();
    expect(found).toContainEqual(
      expect.objectContaining({ about: "hosts", detail: expect.stringMatching(/Codex.*yet/) }),
    );
  });

  describe("about the hook of a host", () => {
    let root: string;
    let project: string;
    let cox: string;
    beforeEach(() => {
      root = join(home, "package");
      project = join(home, "project");
      cox = file(root, "bin/cox-hook.cjs", "");
      file(root, "dist/hook.cjs", "");
      symlinkSync(join(packageRoot(), "integrations"), join(root, "integrations"));
    });

    function file(directory: string, name: string, text: string): string {
      const at = join(directory, name);
      mkdirSync(dirname(at), { recursive: true });
      writeFileSync(at, text);
      return at;
    }

    function claude(directory: string, line: string): string {
      const hook = { hooks: [{ type: "command", command: line }] };
      return file(directory, ".claude/settings.json", JSON.stringify({ hooks: { Stop: [hook], PreCompact: [hook] } }));
    }

    function request(): PlaceRequest {
      const { config } = loadConfig({ cwd: home, env, tolerant: true });
      return { scope: "user", home, project, env, config, root, node: process.execPath, platform: "linux" };
    }

    function look(host = "claude-code", change: Partial<PlaceRequest> = {}): Diagnosis[] {
      return lookAtHook(host, { ...request(), ...change });
    }

    const SHARED = "command -v cox-hook >/dev/null 2>&1 && cox-hook claude-code --within 30 || true";
    const own = (node = process.execPath) => `'${node}' ${cox} claude-code --within 30`;

    it("says how it stands, and what to do", () => {
      expect(look()).toMatchObject([{ status: "note", mend: "cox install claude-code" }]);
      claude(home, `${process.execPath} ${cox} claude-code --within 30`);
      expect(look()).toMatchObject([{ status: "ok", detail: expect.stringContaining("claude-code is watched") }]);
      expect(look("claude-code", { node: "/other" })).toMatchObject([
        { status: "ok" },
        { status: "warning", mend: "cox install claude-code" },
      ]);
      rmSync(join(root, "dist"), { recursive: true });
      const idle = { status: "note", detail: expect.stringContaining("has the hook, but is not watched") };
      expect(look()).toMatchObject([idle, { mend: "Run npm run build." }]);
    });

    it("calls one broken whose node or program is gone", () => {
      const settings = claude(home, own("/gone/my node"));
      const detail = `the hook in ${settings} does nothing: /gone/my node is not there`;
      expect(look()).toEqual([{ about: "hook", status: "broken", detail, mend: "cox install claude-code" }]);
      claude(home, own());
      rmSync(cox);
      expect(look()).toMatchObject([{ status: "broken", detail: expect.stringContaining(`${cox} is not there`) }]);
    });

    it("calls one in a plugin broken whose program is gone", () => {
      const command = JSON.stringify([process.execPath, join(root, "gone", "cox-hook.cjs"), "opencode"]);
      file(home, ".config/opencode/plugins/coxswain.js", `// Coxswain\nconst COMMAND = ${command};\n`);
      expect(look("opencode")).toMatchObject([{ status: "broken", mend: "cox install opencode" }]);
    });

    it("calls one for everybody broken while cox-hook is not on the PATH", () => {
      const settings = claude(project, SHARED);
      expect(look()).toMatchObject([{ status: "broken", mend: expect.stringContaining("npm install -g coxswain") }]);
      program("cox-hook");
      expect(look()).toMatchObject([{ status: "ok", detail: `claude-code is watched: ${settings}` }]);
      claude(project, SHARED.replace("30", "99"));
      expect(look()[1]).toMatchObject({ status: "warning", mend: "cox install --project claude-code" });
    });

    it("sends nobody to install into settings that are broken", () => {
      const settings = file(home, ".gemini/settings.json", "not json {");
      const mend = "Mend that file, then cox install gemini-cli.";
      expect(look("gemini-cli")).toMatchObject([
        { status: "warning", detail: expect.stringMatching(`${settings} cannot be read: .*not valid JSON`), mend },
      ]);
      claude(home, own());
      writeFileSync(join(home, ".claude", "settings.json"), `{ ${own()}`);
      expect(look()).toMatchObject([{ status: "broken" }]);
    });

    it("does not call Codex watched before it trusts the hook", () => {
      const hook = { hooks: [{ type: "command", command: `${process.execPath} ${cox} codex --within 30` }] };
      file(home, ".codex/hooks.json", JSON.stringify({ hooks: { Stop: [hook], PreCompact: [hook] } }));
      expect(look("codex")).toMatchObject([
        { status: "note", detail: expect.stringContaining("codex has the hook, but is not watched") },
        { status: "warning", detail: expect.stringContaining("does not trust the hook") },
      ]);
    });

    it("does not call a host watched whose person has switched all hooks off", () => {
      const settings = claude(home, `${process.execPath} ${cox} claude-code --within 30`);
      writeFileSync(settings, readFileSync(settings, "utf8").replace("{", '{ "disableAllHooks": true, // loud\n'));
      expect(look()).toMatchObject([
        { status: "note", detail: expect.stringContaining("claude-code has the hook, but is not watched") },
        { status: "warning", detail: `disableAllHooks in ${settings} keeps claude-code from running any hook` },
      ]);
    });

    it.each([
      ["claude-code", ".claude/settings.json"],
      ["claude-code", ".claude/settings.local.json"],
      ["copilot", ".github/copilot/settings.json"],
      ["copilot", ".github/copilot/settings.local.json"],
      ["gemini-cli", ".gemini/settings.json"],
      ["qwen-code", ".qwen/settings.json"],
    ])("does not call %s watched where the project's %s has switched all hooks off", async (host, name) => {
      const installer = INSTALLERS.find((each) => each.name === host)!;
      const { path, value } = installer.hooksOff!;
      const [place, manifest] = [installPlace(installer, request()), openManifest(join(home, "state"))];
      applyInstall(
        await planInstall(installer, { place, manifest, codexHashes: async () => undefined }),
        "user",
        manifest,
      );
      expect(look(host)).toMatchObject([{ status: "ok" }]);
      const off = path.reduceRight<unknown>((below, key) => ({ [key]: below }), value);
      file(project, name, JSON.stringify(off));
      const key = path.join(".");
      const detail = `${key} in ${join(project, name)} keeps ${host} from running any hook in this directory`;
      expect(look(host)).toMatchObject([
        { status: "note", detail: expect.stringContaining("has the hook, but is not watched") },
        { status: "warning", detail },
      ]);
    });

    it("takes the word of the settings that speak loudest", () => {
      const settings = claude(home, `${process.execPath} ${cox} claude-code --within 30`);
      writeFileSync(settings, readFileSync(settings, "utf8").replace("{", '{ "disableAllHooks": true,'));
      file(project, ".claude/settings.json", "not json {");
      expect(look()).toMatchObject([{ status: "note" }, { status: "warning" }]);
      file(project, ".claude/settings.local.json", '{ "disableAllHooks": false }');
      expect(look()).toMatchObject([{ status: "ok" }]);
    });

    it("does not call anybody watched while everything is off", () => {
      claude(home, own());
      env = { ...env, COX_MODE: "off" };
      expect(look()[0]).toMatchObject({ status: "note", detail: expect.stringContaining("mode is off") });
    });
  });

  it.each([
    ["off", "warning", "no agent is watched", "Unset COX_MODE; cox config mode explains it."],
    ["shadow", "note", "nothing is said", "Unset COX_MODE; cox config mode explains it."],
    ["parallel", "ok", "parallel", undefined],
    ["of", "warning", "as long as the settings are wrong", "Mend them as said above."],
  ])("says what mode %s means", async (mode, status, words, mend) => {
    env = { ...env, COX_MODE: mode };
    const { found } = await checks();
    const said = found.filter(({ about }) => about === "mode");
    const detail: string = expect.stringContaining(words);
    expect(said).toEqual([{ about: "mode", status, detail, ...(mend === undefined ? {} : { mend }) }]);
  });

  it.each([
    ["google refused the API key (HTTP 401).", /key/],
    ["openai limits the rate of requests (HTTP 429): slow down.", /fallback/],
    ["The openai account has no credit or quota left (HTTP 402).", /credit/],
    ["The request is too large for openai/gpt-5.4 (HTTP 413).", /budgetCharacters/],
    ["cli/claude did not answer within the time limit.", /timeoutSeconds/],
    ["The connection to own failed: getaddrinfo ENOTFOUND nowhere.", /network/],
    ["the observer's budget for today is used up (5 of 5 tokens)", /budgets/],
    ["it failed: boom", /cox why/],
  ])("says how to mend: %s", (reason, mend) => {
    expect(mendFailure(reason)).toMatch(mend);
  });

  it("finds the agents of this machine, and leaves room for what is known about their hooks", () => {
    mkdirSync(join(home, ".claude", "projects"), { recursive: true });
    mkdirSync(join(home, "elsewhere", "sessions"), { recursive: true });
    const where = { home, env: { CODEX_HOME: join(home, "elsewhere") } };
    const hook: Diagnosis = {
      about: "hosts",
      status: "warning",
      detail: "the hook is not trusted yet",
      mend: "/hooks",
    };
    const found = lookAtHosts(where, (host) => (host === "codex" ? [hook] : []));
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringContaining("Claude Code"),
      expect.stringContaining(join(home, "elsewhere", "sessions")),
      "the hook is not trusted yet",
    ]);
  });

  it.each([
    ["v22.17.9", true, "broken"],
    ["v20.19.0", true, "broken"],
    ["v22.18.0", true, "ok"],
    ["v24.0.0", true, "ok"],
    ["v24.0.0", false, "broken"],
  ])("judges Node %s (with sqlite: %s) as %s", (version, sqlite, status) => {
    expect(lookAtNode(version, sqlite).map((found) => found.status)).toEqual([status]);
  });

  it("does not take arguments it does not know", async () => {
    await expect(doctor("everything")).rejects.toThrow("one word too many");
  });
});
