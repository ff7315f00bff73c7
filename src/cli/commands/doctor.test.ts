import { spawnSync } from "node:child_process";
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
import { gitIn } from "../../../test/support/fetch-trap.ts";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { loadConfig } from "../../config.ts";
import { INSTALLERS } from "../../hosts/hooks.ts";
import { applyInstall } from "../../install/host-install.ts";
import { openManifest } from "../../install/manifest.ts";
import { installPlace, packageRoot, type PlaceRequest } from "../../install/place.ts";
import { planInstall } from "../../install/plan.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { lookAtHook } from "../doctor/look-at-hook.ts";
import { lookAtHosts } from "../doctor/look-at-hosts.ts";
import { lookAtNode } from "../doctor/look-at-config.ts";
import { type Diagnosis, mendFailure } from "../doctor/diagnosis.ts";
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

  it("does not say at the end that all is well when something above is not", async () => {
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude", "settings.json"), "{ hooks: ");
    const { code, out } = await doctor();
    expect(code).toBe(0);
    expect(out).toMatch(/^! hook +claude-code is not watched/m);
    expect(out).toMatch(/\n\nCoxswain itself is not broken\. Look at what is marked with !\.\n$/);
  });

  it("does not call the observer turned off when it is not asked because the settings are wrong", async () => {
    const file = join(home, ".config", "coxswain", "config.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{ "gate": { "minEdit": 1 }, "mode": "loud", "verification": { "model": "openai/gpt-5" } }');
    const { found } = await checks();
    expect(found.filter(({ about }) => about === "observer")).toEqual([
      {
        about: "observer",
        status: "note",
        detail: "no model is asked as long as the settings are wrong, so evidence decides alone",
        mend: "Mend them as said above.",
      },
    ]);
    expect(found.filter(({ about }) => about === "verifier")).toEqual([]);
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

  it("warns of a directory in which everybody could replace the store", async () => {
    await aStore();
    chmodSync(dirname(path), 0o777);
    const { found } = await checks();
    expect(found).toContainEqual(
      expect.objectContaining({ about: "store", status: "warning", mend: `chmod 700 ${dirname(path)}` }),
    );
  });

  it("says how to close a store to others in words that a shell takes, also on a Mac, where the path has a space", async () => {
    const shared = join(home, "Application Support", "a name that no narrow terminal has room for", "coxswain.db");
    await (await openSqliteStore(shared)).close();
    chmodSync(shared, 0o644);
    env = { ...env, COX_STORE_PATH: shared };
    const { out } = await runCommand(command, [], { env, cwd: home, columns: 40 });
    expect(out.split("\n").map((row) => row.trim())).toContain(`→ chmod 600 '${shared}'`);
  });

  it("does not look at a store on Postgres, and says who cannot use it", async () => {
    env = { ...env, COX_STORE_PATH: "postgres://cox@127.0.0.1:1/app" };
    const { code, found } = await checks();
    expect(code).toBe(0);
    const detail = expect.stringContaining("Hooks and audits work with a file only");
    expect(found).toContainEqual(expect.objectContaining({ about: "store", status: "warning", detail }));
    expect(snapshot(home)).toEqual([]);
  });

  it("looks at a store that is in use", async () => {
    const store = await openSqliteStore(path);
    await store.append("t", [{ v: 1, type: "thread:started", threadId: "t", host: "coxswain" }]);
    const { code, found } = await checks();
    expect(code).toBe(0);
    expect(found.find(({ about }) => about === "store")?.detail).toMatch(/, [1-9]\d* kB, whole$/);
    await store.append("t", [{ v: 1, type: "compacted" }]);
    await store.close();
  });

  it.skipIf(process.platform === "win32")("also where a link leads to it", async () => {
    const real = join(home, "elsewhere.db");
    const store = await openSqliteStore(real);
    mkdirSync(dirname(path));
    symlinkSync(real, path);
    expect((await checks()).found.find(({ about }) => about === "store")?.detail).toMatch(/ kB, whole$/);
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
        mend: `Mend or remove observer.timeoutSeconds in ${file}; cox config observer.timeoutSeconds explains it.`,
      }),
      // What is no key cannot be explained.
      expect.objectContaining({ detail: expect.stringContaining("moed"), mend: `Mend or remove moed in ${file}.` }),
    ]);
  });

  it("says that a file which the team committed is not there", async () => {
    env = { ...env, PATH: process.env["PATH"] ?? "" };
    const git = gitIn(home);
    const file = join(home, ".coxswain.json");
    const gone = async () => (await checks()).found.filter(({ detail }) => detail.includes("is committed"));
    git("init", "-q");
    writeFileSync(file, '{ "observer": { "model": "none" } }');
    git("add", ".coxswain.json");
    expect(await gone()).toEqual([]);
    git("commit", "-qm", "one");
    expect(await gone()).toEqual([]);
    git("rm", "-q", ".coxswain.json");
    expect(await gone()).toMatchObject([{ status: "warning", detail: expect.stringContaining(file) }]);
    git("commit", "-qm", "none");
    expect(await gone()).toEqual([]);
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
    // Nobody can say that nothing went wrong lately.
    expect(found.filter(({ about }) => about === "last errors")).toEqual([]);
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
    const unknown = { status: "warning", detail: expect.stringContaining('no provider or server named "constructor"') };
    expect((await checks()).found).toContainEqual(expect.objectContaining(unknown));
  });

  it("says of every model that was named for our own agent whether it can be asked", async () => {
    writeFileSync(join(home, "script.json"), '{ "turns": [{ "say": "hello" }] }');
    env = {
      ...env,
      COX_AGENT_MODEL: "cli/claude",
      COX_VERIFICATION_MODEL: "openai/gpt-5",
      COX_HANDOFF_MODEL: `scripted/${join(home, "script.json")}`,
    };
    const { code, found } = await checks();
    expect(code).toBe(0);
    const about = (name: string) => found.filter((each) => each.about === name);
    expect(about("verifier")).toEqual([
      {
        about: "verifier",
        status: "warning",
        detail: expect.stringMatching(/^openai\/gpt-5 is to be asked, but cannot be: There is no API key/),
        mend: expect.stringContaining("OPENAI_API_KEY"),
      },
    ]);
    expect(about("agent")).toContainEqual(
      expect.objectContaining({ status: "warning", mend: "Set agent.model to another model." }),
    );
    expect(about("handoff")).toMatchObject([{ status: "ok" }]);
  });

  it("says of a model that is to verify that it is not asked where nobody is", async () => {
    env = { ...env, COX_OBSERVER_MODEL: "none", COX_VERIFICATION_MODEL: "openai/gpt-5" };
    const verifier = (await checks()).found.filter(({ about }) => about === "verifier");
    expect(verifier).toMatchObject([{ status: "note", detail: expect.stringContaining("observer.model is none") }]);
  });

  it("says of every directory in which checks run for watched agents which they are, or why they do not help", async () => {
    const [shop, loose, bare] = ["shop", "loose", "bare"].map((name) => join(home, name)) as [string, string, string];
    for (const place of [join(shop, ".git"), loose, join(bare, ".git")]) mkdirSync(place, { recursive: true });
    writeFileSync(join(shop, "package.json"), '{ "scripts": { "test": "vitest run", "lint": "oxlint" } }');
    env = { ...env, COX_CHECKS_WATCHED: [shop, bare, loose, join(home, "gone")].join(",") };
    const { code, found } = await checks();
    expect(code).toBe(0);
    expect(found.filter(({ about }) => about === "checks")).toMatchObject([
      { status: "ok", detail: `at a stop in ${shop}: npm run lint, npm test` },
      { status: "note", detail: `at a stop in ${bare}: none found at its top` },
      { status: "warning", detail: expect.stringContaining(`${loose} lies in no git repository`) },
      { status: "warning", detail: `${join(home, "gone")} is no directory` },
    ]);
  });

  it("warns of an observer without a key, and of a limit in dollars without a price", async () => {
    env = { ...env, COX_OBSERVER_MODEL: "anthropic/some-new-model", COX_BUDGETS_COST_PER_DAY: "1" };
    const { code, found } = await checks();
    expect(code).toBe(0);
    const warnings = found.filter(({ status }) => status === "warning").map(({ detail }) => detail);
    expect(warnings).toEqual([expect.stringContaining("no API key"), expect.stringContaining("nobody said what")]);
  });

  it("warns of a closer look that nobody can take, unless none is taken", async () => {
    env = { ...env, COX_OBSERVER_MODEL: "ollama/judge", COX_OBSERVER_CLOSER_LOOK_MODEL: "openai/gpt-5" };
    const missing = {
      about: "observer",
      status: "warning",
      detail: expect.stringMatching(/^openai\/gpt-5 .*no API key/),
    };
    expect((await checks()).found).toContainEqual(expect.objectContaining(missing));
    env = { ...env, COX_OBSERVER_CLOSER_LOOK_ENABLED: "false" };
    expect((await checks()).found).not.toContainEqual(expect.objectContaining(missing));
  });

  it("shows what went wrong lately, each once: unchecked turns and errors", async () => {
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
      verdicts: [
        { ...record, id: "v1", verdict: { ...verdict, ...rest, reason: "it failed: boom" } },
        { ...record, id: "v2", threadId: "thread-1", host: "coxswain", verdict: { ...verdict, ...rest } },
      ],
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

  it("says of each agent that is watched who would be asked about it", async () => {
    mkdirSync(join(home, ".claude"));
    mkdirSync(join(home, ".cursor"));
    const program = join(packageRoot(), "bin", "cox-hook.cjs");
    const hooks = [{ type: "command", command: `'${process.execPath}' ${program} claude-code --within 30` }];
    const settings = { hooks: { Stop: [{ hooks }], PreCompact: [{ hooks }] } };
    writeFileSync(join(home, ".claude", "settings.json"), JSON.stringify(settings));
    const of = async () => (await checks()).found.filter(({ detail }) => detail.startsWith("of "));
    const unset = { ...env, ANTHROPIC_API_KEY: "k" };
    env = { ...env, COX_OBSERVER_MODEL: "auto", ANTHROPIC_API_KEY: "k" };
    expect(await of()).toEqual([
      { about: "observer", status: "ok", detail: "of Claude Code: anthropic/claude-sonnet-5 (same family)" },
    ]);
    env = { ...env, OPENAI_API_KEY: "k" };
    expect(await of()).toMatchObject([{ detail: "of Claude Code: openai/gpt-5.4 (another family)" }]);
    env = { ...env, OPENAI_API_KEY: "", ANTHROPIC_API_KEY: "" };
    const detail = "of Claude Code: nobody, evidence decides alone. No key and no login was found.";
    expect(await of()).toMatchObject([{ status: "note", detail, mend: expect.stringContaining("ANTHROPIC_API_KEY") }]);
    env = { ...env, COX_OBSERVER_MODEL: "none" };
    expect(await of()).toMatchObject([{ status: "note", detail: expect.stringContaining("turned off") }]);
    env = unset;
    const mend = "cox config set observer.model auto # asks anthropic/claude-sonnet-5 (same family)";
    expect(await of()).toMatchObject([{ detail: expect.stringContaining("None was set up."), mend }]);
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

  it("really asks each observer once, says what came back, and counts it", async () => {
    const lie = { when: { contains: "All tests pass" }, usage: { inputTokens: 2000, outputTokens: 50 } };
    const yes = { needsCorrection: true, message: "npm test failed: mend total().", confidence: 0.95, steps: [2] };
    const scripts = {
      sees: { ...lie, input: yes },
      blind: { ...lie, input: { needsCorrection: false, confidence: 0.1 } },
    };
    for (const [name, decision] of Object.entries(scripts))
      writeFileSync(join(home, `${name}.json`), JSON.stringify({ decisions: [decision] }));
    const [sees, blind, gone] = ["sees", "blind", "gone"].map((name) => `scripted/${join(home, name)}.json`) as [
      string,
      string,
      string,
    ];
    env = { ...env, COX_OBSERVER_MODEL: sees, COX_OBSERVER_FALLBACK: `${blind},${gone},${sees}` };
    const { code, out } = await doctor("--ask", "--json");
    const asked = (JSON.parse(out) as { checks: Diagnosis[] }).checks.filter(({ about }) => about === "asked");
    expect(code).toBe(1);
    expect(asked).toMatchObject([
      { status: "ok", asked: { model: sees, probability: 0.95, inputTokens: 2000, outputTokens: 50 } },
      { status: "warning", detail: expect.stringContaining("pass (0.1)"), asked: { answered: true } },
      { status: "broken", detail: expect.stringContaining("no such file"), mend: expect.stringMatching(/\w/) },
    ]);
    expect(asked[0]?.detail).toMatch(
      /\(0\.95\): “npm test failed: mend total\(\)\.” It took .* 2\.0k tokens in, 50 out/,
    );
    const store = await openSqliteStore(path);
    expect((await store.usage({})).reduce((calls, row) => calls + row.calls, 0)).toBe(2);
    await store.close();
    env = { HOME: home };
    expect((await doctor("--ask")).out).toContain("nobody: there is no model to ask");
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
      file(root, "dist/hook/hook.cjs", "");
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
      const [machine, state] = [join(home, "machine"), join(home, "state")];
      const program = { root, node: process.execPath, platform: "linux" } as const;
      return { scope: "user", home, project, env, config, state, machine, ...program };
    }

    function look(host = "claude-code", change: Partial<PlaceRequest> = {}): Diagnosis[] {
      return lookAtHook(host, { ...request(), ...change });
    }

    const SHARED = "command -v cox-hook >/dev/null 2>&1 && cox-hook claude-code --within 30 || true";
    const own = (host = "claude-code", node = process.execPath) =>
      installPlace(
        INSTALLERS.find(({ name }) => name === host)!,
        { ...request(), node },
      ).command;

    it("says how it stands, and what to do", () => {
      expect(look()).toMatchObject([{ status: "note", mend: "cox install claude-code" }]);
      claude(home, own());
      expect(look()).toMatchObject([{ status: "ok", detail: expect.stringContaining("claude-code is watched") }]);
      expect(look("claude-code", { node: "/other" })).toMatchObject([
        { status: "ok" },
        { status: "warning", mend: "cox install claude-code" },
      ]);
      rmSync(join(root, "dist"), { recursive: true });
      const idle = { status: "note", detail: expect.stringContaining("has the hook, but is not watched") };
      expect(look()).toMatchObject([idle, { mend: "Run npm run build." }]);
    });

    it("names what was left beside the settings when installing was killed", () => {
      claude(home, own());
      const killed = spawnSync(process.execPath, ["-v"]).pid;
      const left = file(home, `.claude/settings.json.cox-${killed}-0123456789ab`, "{");
      file(home, `.claude/settings.json.cox-${process.pid}-0123456789ab`, "somebody installs just now");
      const detail = `${left} was left behind when installing or uninstalling was killed`;
      expect(look()).toMatchObject([{ status: "ok" }, { status: "warning", detail, mend: `rm ${left}` }]);
    });

    it("calls one broken whose node or program is gone", () => {
      const settings = claude(home, own("claude-code", "/gone/my node"));
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

    it.each([
      ["claude-code", ".claude/settings.json", "nowhere", "Remove the link"],
      ["opencode", ".config/opencode/plugins", "nowhere", "Remove the link"],
      ["cursor", ".cursor/hooks.json", "gone/hooks.json", "Remove the link"],
      ["gemini-cli", ".gemini/settings.json", undefined, "Mend it there"],
    ])("nor where install would leave %s out", (host, name, target, mend) => {
      const at = join(home, name);
      mkdirSync(dirname(at), { recursive: true });
      if (target === undefined) writeFileSync(at, `{ "hooks": "none" }`);
      else symlinkSync(target, at);
      const detail = expect.stringContaining(
        `${host} is not watched, and cox install ${host} would leave it out: ${at}`,
      );
      expect(look(host)).toMatchObject([{ status: "warning", detail, mend: expect.stringContaining(mend) }]);
    });

    it.each([
      ["does nothing", 0, () => own("claude-code", "/gone/node"), "broken", "/gone/node is not there"],
      [
        "is an old one",
        1,
        () => SHARED.replace("30", "99"),
        "warning",
        "starts another program than this one would, or at other events",
      ],
    ])("nor where a project's hook %s and the settings lie outside of it", (_, index, line, status, what) => {
      program("cox-hook");
      claude(join(home, "outside"), line());
      mkdirSync(join(project, ".claude"), { recursive: true });
      symlinkSync(join(home, "outside", ".claude", "settings.json"), join(project, ".claude", "settings.json"));
      const why = `${what}, and cox install --project claude-code would leave it out: `;
      expect(look()[index]).toMatchObject({
        status,
        detail: expect.stringContaining(why),
        mend: "Install it for yourself instead: cox install.",
      });
    });

    it("sends nobody to a project's settings in which nothing is ours", () => {
      file(project, ".claude/settings.json", "not json {");
      expect(look()).toMatchObject([{ status: "note", mend: "cox install claude-code" }]);
      file(project, ".claude/settings.json", `{ ${SHARED}`);
      expect(look()).toMatchObject([{ status: "broken", mend: expect.stringContaining("--project claude-code") }]);
    });

    it("does not call Codex watched before it trusts the hook", () => {
      const hook = { hooks: [{ type: "command", command: own("codex") }] };
      file(home, ".codex/hooks.json", JSON.stringify({ hooks: { Stop: [hook], PreCompact: [hook] } }));
      expect(look("codex")).toMatchObject([
        { status: "note", detail: expect.stringContaining("codex has the hook, but is not watched") },
        {
          status: "warning",
          detail: expect.stringContaining("does not trust the hook"),
          mend: expect.stringContaining("type /hooks"),
        },
      ]);
      // Only where Codex can be asked does installing bring its trust along.
      program("codex");
      expect(look("codex")[1]).toMatchObject({ mend: "cox install codex, or /hooks in it" });
    });

    it("names /hooks alone where a project's hooks lie outside of it", () => {
      program("codex");
      codex(join(home, "outside"));
      mkdirSync(join(project, ".codex"), { recursive: true });
      symlinkSync(join(home, "outside", ".codex", "hooks.json"), join(project, ".codex", "hooks.json"));
      program("cox-hook");
      expect(look("codex")).toContainEqual(
        expect.objectContaining({ mend: "Start codex, type /hooks and trust coxswain's." }),
      );
    });

    it("does not call a host watched that starts our program at other events only", () => {
      const ours = [{ hooks: [{ type: "command", command: own() }] }];
      const others = [{ hooks: [{ type: "command", command: "say done" }] }];
      file(home, ".claude/settings.json", JSON.stringify({ hooks: { Stop: others, PreCompact: ours } }));
      expect(look()).toMatchObject([{ status: "note", detail: "claude-code is not watched" }]);
      file(home, ".claude/settings.json", JSON.stringify({ hooks: { Stop: ours, PreCompact: others } }));
      expect(look()).toMatchObject([{ status: "ok" }, { status: "warning" }]);
    });

    it("calls a host watched that has put somebody else's hook into our entry", () => {
      const ours = { type: "command", command: own() };
      const both = [{ hooks: [{ type: "command", command: "say done" }, ours] }];
      file(home, ".claude/settings.json", JSON.stringify({ hooks: { Stop: both, PreCompact: both } }));
      expect(look()).toMatchObject([{ status: "ok" }]);
    });

    it("does not call a host watched whose person has switched all hooks off", () => {
      const settings = claude(home, own());
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
      const { paths, value } = installer.hooksOff!.at(-1)!;
      const path = paths[0]!;
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
      const settings = claude(home, own());
      writeFileSync(settings, readFileSync(settings, "utf8").replace("{", '{ "disableAllHooks": true,'));
      file(project, ".claude/settings.json", "not json {");
      expect(look()).toMatchObject([{ status: "note" }, { status: "warning" }]);
      file(project, ".claude/settings.local.json", '{ "disableAllHooks": false }');
      expect(look()).toMatchObject([{ status: "ok" }]);
    });

    function codex(directory = home): void {
      const line = directory === home ? own("codex") : SHARED.replace("claude-code", "codex");
      const hook = { hooks: [{ type: "command", command: line }] };
      const hooks = file(
        directory,
        ".codex/hooks.json",
        JSON.stringify({ hooks: { Stop: [hook], PreCompact: [hook] } }),
      );
      file(home, ".codex/config.toml", `[hooks.state."${hooks}:stop:0:0"]\ntrusted_hash = "x"\n`);
    }

    function add(name: string, text: string): string {
      return file(home, name, `${readFileSync(join(home, name), "utf8")}${text}`);
    }

    const IDLE = { status: "note", detail: expect.stringContaining("has the hook, but is not watched") };
    const ASK = "Ask who administers this machine: nobody else can take it out there.";

    it.each([
      ["claude-code", "etc/claude-code/managed-settings.json", '{ "disableAllHooks": true }', "any hook"],
      [
        "claude-code",
        "etc/claude-code/managed-settings.d/20-b.json",
        '{ "allowManagedHooksOnly": true }',
        "hooks that",
      ],
      ["gemini-cli", "etc/gemini-cli/settings.json", '{ "hooksConfig": { "enabled": false } }', "any hook"],
      ["qwen-code", "etc/qwen-code/settings.json", '{ "disableAllHooks": true }', "any hook"],
      ["codex", "etc/codex/requirements.toml", "[features]\nhooks = false\n", "any hook"],
      ["codex", "etc/codex/requirements.toml", "allow_managed_hooks_only = true\n", "hooks that"],
      ["codex", "etc/codex/managed_config.toml", "features.codex_hooks = false\n", "any hook"],
    ])("says of %s what an administrator has switched off in %s", async (host, name, text, what) => {
      await put(host);
      expect(look(host)).toMatchObject([{ status: "ok" }]);
      const at = file(join(home, "machine"), name, text);
      expect(look(host)).toMatchObject([
        IDLE,
        {
          status: "warning",
          detail: expect.stringContaining(` in ${at} keeps ${host} from running ${what}`),
          mend: ASK,
        },
      ]);
    });

    async function put(host: string): Promise<void> {
      const installer = INSTALLERS.find((each) => each.name === host)!;
      const [place, manifest] = [installPlace(installer, request()), openManifest(join(home, "state"))];
      const codexHashes = async () => new Map([["stop:0:0", "sha256:x"]]);
      applyInstall(await planInstall(installer, { place, manifest, codexHashes }), "user", manifest);
    }

    it("takes an administrator's last file, and their word before anybody else's", () => {
      const settings = claude(home, own());
      file(project, ".claude/settings.json", '{ "disableAllHooks": true }');
      file(home, "machine/etc/claude-code/managed-settings.json", '{ "disableAllHooks": true }');
      expect(look()[1]).toMatchObject({ mend: ASK });
      file(home, "machine/etc/claude-code/managed-settings.d/10.json", '{ "disableAllHooks": false }');
      file(home, "machine/etc/claude-code/managed-settings.d/.20.json", '{ "disableAllHooks": true }');
      expect(look()).toMatchObject([{ status: "ok", detail: `claude-code is watched: ${settings}` }]);
      file(home, "machine/etc/claude-code/managed-settings.json", '{ "allowManagedHooksOnly": true }');
      expect(look()[1]).toMatchObject({ detail: expect.stringContaining("allowManagedHooksOnly"), mend: ASK });
    });

    it("looks where a variable says the machine's settings lie", async () => {
      await put("gemini-cli");
      env = {
        ...env,
        GEMINI_CLI_SYSTEM_SETTINGS_PATH: file(home, "mdm.json", '{ "hooksConfig": { "enabled": false } }'),
      };
      expect(look("gemini-cli")[1]).toMatchObject({
        detail: expect.stringContaining(join(home, "mdm.json")),
        mend: ASK,
      });
    });

    it("says that one's own settings override an administrator's defaults", async () => {
      await put("gemini-cli");
      file(home, "machine/etc/gemini-cli/system-defaults.json", '{ "hooksConfig": { "enabled": false } }');
      expect(look("gemini-cli")[1]).toMatchObject({ mend: "Your own settings override it: set it there." });
      file(project, ".gemini/settings.json", '{ "hooksConfig": { "enabled": true } }');
      expect(look("gemini-cli")).toMatchObject([{ status: "ok" }]);
    });

    it.each(["[features]\nhooks = false", "[features]\ncodex_hooks = false # old name"])(
      "does not call Codex watched whose person wrote %j",
      (text) => {
        codex();
        const config = add(".codex/config.toml", `\n${text}\n`);
        const key = text.includes("codex_hooks") ? "features.codex_hooks" : "features.hooks";
        const detail = `${key} in ${config} keeps codex from running any hook`;
        expect(look("codex")).toMatchObject([IDLE, { status: "warning", detail, mend: "Take it out there." }]);
      },
    );

    it("takes the newer name of a switch where both are there", () => {
      codex();
      add(".codex/config.toml", "[features]\ncodex_hooks = false\nhooks = true\n");
      expect(look("codex")).toMatchObject([{ status: "ok" }]);
    });

    it("takes a project's word about Codex only where Codex trusts the project", () => {
      codex();
      mkdirSync(join(project, ".git"), { recursive: true });
      const config = file(project, "deep/.codex/config.toml", "features = { hooks = false }\n");
      const deep = { project: join(project, "deep") };
      expect(look("codex", deep)).toMatchObject([{ status: "ok" }]);
      add(".codex/config.toml", `[projects."${project}"]\ntrust_level = "trusted"\n`);
      const detail = `features.hooks in ${config} keeps codex from running any hook in this directory`;
      expect(look("codex", deep)).toMatchObject([IDLE, { status: "warning", detail }]);
      add(".codex/config.toml", `[projects."${deep.project}"]\ntrust_level = "untrusted"\n`);
      expect(look("codex", deep)).toMatchObject([{ status: "ok" }]);
    });

    it("says that a project's hook waits for Codex to trust the project", () => {
      program("cox-hook");
      codex(project);
      const waits = { status: "warning", detail: expect.stringContaining("config.toml does not call it trusted") };
      expect(look("codex")).toMatchObject([IDLE, waits]);
      add(".codex/config.toml", `[projects."${project}"]\ntrust_level = "trusted"\n`);
      expect(look("codex")).toMatchObject([{ status: "ok" }]);
    });

    it.each([
      ["somebody else's", (hooks: string) => `[hooks.state."${hooks}:stop:0:0"]\ntrusted_hash = "theirs"\n`],
      [
        "another file's",
        (hooks: string) =>
          `[hooks.state."${hooks}:stop:1:0"]\nenabled = true\n[hooks.state."/x.json:stop:0:0"]\ntrusted_hash = "x"\n`,
      ],
    ])("does not take %s hook for ours, which Codex does not trust", (_, config) => {
      const hooks = codexBeside();
      file(home, ".codex/config.toml", config(hooks));
      expect(look("codex")).toMatchObject([
        IDLE,
        { status: "warning", detail: expect.stringContaining("does not trust the hook") },
      ]);
    });

    it.each(['"', "'"])("finds our hook behind somebody else's where Codex wrote its key in %s", (quote) => {
      const hooks = codexBeside();
      file(home, ".codex/config.toml", `[hooks.state.${quote}${hooks}:stop:1:0${quote}]\ntrusted_hash = "x"\n`);
      expect(look("codex")).toMatchObject([{ status: "ok" }]);
    });

    /** Our hooks behind somebody else's. */
    function codexBeside(): string {
      const [others, ours] = ["say done", own("codex")].map((command) => ({
        hooks: [{ type: "command", command }],
      }));
      return file(home, ".codex/hooks.json", JSON.stringify({ hooks: { Stop: [others, ours], PreCompact: [ours] } }));
    }

    it("notices a hook that was switched off in Codex by itself", () => {
      codex();
      const config = add(".codex/config.toml", "enabled = false\n");
      const off = { detail: `the hook is switched off in ${config}`, mend: "Switch it on under /hooks in codex." };
      expect(look("codex")).toMatchObject([IDLE, off]);
    });

    it.each([
      ["gemini-cli", "{}"],
      ["qwen-code", '{ "security": { "folderTrust": { "enabled": true } } }'],
    ])("knows that %s reads nothing of a folder that is not trusted", async (host, settings) => {
      const directory = host === "gemini-cli" ? ".gemini" : ".qwen";
      const off = host === "gemini-cli" ? '{ "hooksConfig": { "enabled": false } }' : '{ "disableAllHooks": true }';
      file(home, `${directory}/settings.json`, settings);
      await put(host);
      file(project, `${directory}/settings.json`, off);
      expect(look(host)).toMatchObject([IDLE, { status: "warning" }]);
      const rules = (each: object) => file(home, `${directory}/trustedFolders.json`, JSON.stringify(each));
      rules({ [home]: "TRUST_FOLDER", [project]: "DO_NOT_TRUST", [`${project}-2`]: "TRUST_FOLDER" });
      expect(look(host)).toMatchObject([{ status: "ok" }]);
      rules({ [home]: "DO_NOT_TRUST", [join(project, "x")]: "TRUST_PARENT" });
      expect(look(host)).toMatchObject([IDLE, { status: "warning" }]);
      rules({ [project]: "DO_NOT_TRUST" });
      file(home, "machine/etc/gemini-cli/settings.json", '{ "security": { "folderTrust": { "enabled": false } } }');
      file(home, "machine/etc/qwen-code/settings.json", '{ "security": { "folderTrust": { "enabled": false } } }');
      expect(look(host)).toMatchObject([IDLE, { status: "warning" }]);
    });

    it("does not call a folder watched that is not trusted", () => {
      program("cox-hook");
      const hook = { hooks: [{ type: "command", command: SHARED.replace("claude-code", "gemini-cli") }] };
      file(project, ".gemini/settings.json", JSON.stringify({ hooks: { AfterAgent: [hook] } }));
      expect(look("gemini-cli")).toMatchObject([{ status: "ok" }]);
      const list = file(home, ".gemini/trustedFolders.json", JSON.stringify({ [project]: "DO_NOT_TRUST" }));
      const detail = `gemini-cli reads nothing of this directory, so not the hook in it: ${list} says not to trust it`;
      expect(look("gemini-cli")).toMatchObject([IDLE, { status: "warning", detail }]);
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
    ["verify", "ok", "agents of others are watched at the end of a turn", undefined],
    ["of", "warning", "as long as the settings are wrong", "Mend them as said above."],
  ])("says what mode %s means", async (mode, status, words, mend) => {
    env = { ...env, COX_MODE: mode };
    const { found } = await checks();
    const said = found.filter(({ about }) => about === "mode");
    const detail: string = expect.stringContaining(words);
    expect(said).toEqual([{ about: "mode", status, detail, ...(mend === undefined ? {} : { mend }) }]);
  });

  it.each([
    ["No key and no login was found.", /Set a provider's key/],
    ["no judge is configured", /Nobody was to be asked/],
    ["google refused the API key (HTTP 401).", /key/],
    ["openai limits the rate of requests (HTTP 429): slow down.", /fallback/],
    ["openai limits the rate of requests (HTTP 429): add a payment method to your account.", /^Wait/],
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

  it("does not call an agent new whose transcripts may not be looked into", () => {
    const place = join(home, ".claude", "projects");
    mkdirSync(place, { recursive: true });
    mkdirSync(join(home, ".codex"));
    const closed = join(home, ".claude");
    const told = lookAtHosts(
      { home, env },
      () => [],
      (root) => {
        if (!root.startsWith(closed)) return void statSync(root);
        throw Object.assign(new Error(`EACCES: permission denied, stat '${root}'`), { code: "EACCES" });
      },
    );
    expect(told).toEqual([
      {
        about: "hosts",
        status: "warning",
        detail: `Claude Code: ${place} may not be looked into: permission denied`,
        mend: "Make it readable for you, or no transcript in it is seen.",
      },
      { about: "hosts", status: "ok", detail: "Codex: it is here, and has written no transcripts yet" },
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
