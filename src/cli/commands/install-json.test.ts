import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import type { Command } from "../command.ts";
import { command as install } from "./install.ts";
import { command as uninstall } from "./uninstall.ts";

const MINE = '{\n  "theme": "Dark"\n}\n';
let home: string;
let gemini: string;
let codex: string;
let env: Record<string, string>;

beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home, "bin"));
  writeFileSync(join(home, "bin", "cox-hook"), "#!/bin/sh\n", { mode: 0o755 });
  mkdirSync(join(home, ".gemini"));
  gemini = join(home, ".gemini", "settings.json");
  codex = join(home, ".codex", "hooks.json");
  writeFileSync(gemini, MINE);
  env = { HOME: home, PATH: join(home, "bin") };
});

/** For a project, since for oneself the program has to be built. All that is printed has to be one document. */
async function told(command: Command, ...args: string[]) {
  const io = { env, cwd: home, ask: async () => "y" };
  const { out, ...rest } = await runCommand(command, ["--project", "--json", ...args], io);
  return { ...rest, report: JSON.parse(out) as { hosts: { files: { added: string[] }[] }[]; remarks: string[] } };
}

it("tells what would be put where, and puts nothing there", async () => {
  const { code, err, report } = await told(install, "--dry-run", "--mode", "shadow", "gemini-cli", "codex");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(report).toEqual({
    scope: "project",
    dryRun: true,
    hosts: [
      {
        host: "gemini-cli",
        title: "Gemini CLI",
        files: [{ file: gemini, change: "changed", removed: ['  "theme": "Dark"'], added: expect.any(Array) }],
        remarks: [],
      },
      {
        host: "codex",
        title: "Codex",
        files: [{ file: codex, change: "created", removed: [], added: expect.any(Array) }],
        remarks: [expect.stringContaining("until you trust it"), expect.stringContaining("type /hooks and trust")],
      },
    ],
    settings: { file: join(home, ".config", "coxswain", "config.json"), set: { mode: "shadow" } },
    remarks: [expect.stringMatching(/^Proof decides alone: .* cox config set observer\.model auto\.$/)],
    warnings: [],
  });
  expect(report.hosts[0]?.files[0]?.added.join("\n")).toContain("cox-hook gemini-cli");
  expect(readFileSync(gemini, "utf8")).toBe(MINE);
  expect([codex, join(home, ".local"), join(home, ".config")].filter((path) => existsSync(path))).toEqual([]);
});

it("tells what was put where, what it was before, and whether that is watched", async () => {
  const { code, report } = await told(install, "--yes", "gemini-cli", "codex");
  const backup = expect.stringMatching(/backups.*settings\.json$/);
  expect({ code, report }).toMatchObject({
    code: 0,
    report: {
      dryRun: false,
      hosts: [
        { host: "gemini-cli", watched: true, files: [{ file: gemini, change: "changed", backup }] },
        { host: "codex", watched: false, files: [{ file: codex, change: "created" }] },
      ],
      remarks: [
        expect.stringMatching(/^Watching Gemini CLI\. Sessions that are open/),
        expect.stringContaining("no model is asked"),
        expect.stringContaining("cox uninstall --project"),
      ],
    },
  });
  const again = await told(install, "--yes", "gemini-cli");
  expect(again.report).toMatchObject({ hosts: [{ files: [{ change: "none", added: [], removed: [], backup }] }] });
});

it("tells of a host that is left out why, and of the others what was done", async () => {
  writeFileSync(gemini, "not json {");
  const { code, err, report } = await told(install, "--yes", "--observer", "auto", "gemini-cli", "qwen-code");
  expect({ code, report }).toMatchObject({
    code: 1,
    report: {
      hosts: [
        { host: "gemini-cli", files: [], error: expect.stringContaining(`${gemini} was left alone`) },
        { host: "qwen-code", watched: true, files: [{ change: "created" }] },
      ],
      warnings: [expect.stringMatching(/^observer: none/)],
    },
  });
  expect(err).toContain("Gemini CLI is left out");
  const alone = await told(install, "--yes", "--observer", "none", "gemini-cli");
  // Nothing was installed, so nothing was set either.
  expect(alone).toMatchObject({ code: 1, report: { settings: { set: {} }, remarks: [] } });
});

it("tells no file that could not be written as if it were", async () => {
  writeFileSync(join(home, ".local"), "");
  const { code, report } = await told(install, "--yes", "gemini-cli");
  const error = expect.stringContaining("cannot be written");
  const host = { host: "gemini-cli", title: "Gemini CLI", files: [], remarks: [], error };
  expect({ code, report }).toMatchObject({ code: 1, report: { hosts: [host], remarks: [] } });
  expect(report.hosts[0]).not.toHaveProperty("watched");
  expect(readFileSync(gemini, "utf8")).toBe(MINE);
});

it("asks nobody in the middle of it", async () => {
  await expect(told(install, "gemini-cli")).rejects.toMatchObject({
    code: "usage",
    message: "there is nobody to ask.",
  });
});

it("fails in words that become JSON where there is no agent", async () => {
  await expect(
    runCommand(install, ["--json", "--dry-run"], { env: { HOME: join(home, "bin") }, cwd: home }),
  ).rejects.toThrow("no agent was found on this machine.");
});

it("tells what is taken back, or would be, and where it still is", async () => {
  await told(install, "--yes", "gemini-cli", "codex");
  const installed = readFileSync(gemini, "utf8");
  const hosts = [
    { host: "codex", title: "Codex", files: [{ file: codex, how: "removed", added: [], removed: expect.any(Array) }] },
    {
      host: "gemini-cli",
      title: "Gemini CLI",
      files: [{ file: gemini, how: "restored", added: ['  "theme": "Dark"'], removed: expect.any(Array) }],
    },
  ];
  const elsewhere = await runCommand(uninstall, ["--project", "--json", "codex"], { env, cwd: join(home, "bin") });
  expect(JSON.parse(elsewhere.out)).toMatchObject({ hosts: [], elsewhere: [{ host: "codex", scope: "project" }] });
  const planned = await told(uninstall, "--dry-run");
  expect(planned).toEqual({ code: 0, err: "", report: { scope: "project", dryRun: true, hosts, elsewhere: [] } });
  expect(readFileSync(gemini, "utf8")).toBe(installed);
  expect((await told(uninstall)).report).toEqual({ scope: "project", dryRun: false, hosts, elsewhere: [] });
  expect(readFileSync(gemini, "utf8")).toBe(MINE);
  expect((await told(uninstall)).report).toMatchObject({ hosts: [] });
});

it("tells of a file that cannot be taken back why", async () => {
  await told(install, "--yes", "gemini-cli");
  writeFileSync(gemini, `${readFileSync(gemini, "utf8")} }`);
  const { code, err, report } = await told(uninstall);
  const error = expect.stringContaining(`${gemini} was left alone`);
  expect({ code, report }).toMatchObject({
    code: 1,
    report: { hosts: [{ host: "gemini-cli", files: [{ file: gemini, how: "failed", error }] }] },
  });
  expect(err).toContain("then run the same command again");
});
