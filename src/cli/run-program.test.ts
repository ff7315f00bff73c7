import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { type Ran, runCommand } from "../../test/support/run-command.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Io } from "./command.ts";
import { type Commands, runProgram } from "./run-program.ts";

const MAIN = resolve(import.meta.dirname, "main.ts");

const COMMANDS: Commands = {
  acp: () => import("./commands/acp.ts"),
  chat: () => import("./commands/chat.ts"),
  stats: () => import("./commands/stats.ts"),
  threads: () => import("./commands/threads.ts"),
  usage: () => import("./commands/usage.ts"),
  why: () => import("./commands/why.ts"),
};

function cox(home: string, ...args: string[]): Promise<Ran> {
  const program = { run: (typed: readonly string[], io: Io) => runProgram(COMMANDS, typed, io) };
  return runCommand(program, args, { env: { HOME: home }, cwd: home });
}

it.each([
  [["why", "nobody", "--json"], 2, "usage", 'There is no decision "nobody".'],
  [["stats", "--json", "--since", "soon"], 2, "usage", '--since takes an age or a date, not "soon"'],
  [["usage", "--json", "--bogus"], 2, "usage", "Unknown option '--bogus'. See cox usage --help."],
  [["threads", "last", "--json"], 1, "store.empty", "There is no thread yet."],
])("a program that asked for JSON is told in JSON what went wrong: %j", async (args, status, code, words) => {
  const ran = await cox(temporaryDirectory(), ...args);
  expect(ran.code).toBe(status);
  expect(JSON.parse(ran.out)).toEqual({ type: "error", code, message: expect.stringContaining(words) });
  expect(ran.err).toBe(`cox ${args[0]}: ${(JSON.parse(ran.out) as { message: string }).message}\n`);
});

it("a person is told it once, and so is a program whose --json belongs to another one", async () => {
  const home = temporaryDirectory();
  expect(await cox(home, "why", "nobody")).toMatchObject({ code: 2, out: "" });
  expect(await cox(home, "chat", "--json")).toMatchObject({ code: 2, out: "" });
  expect(await cox(home, "acp", "--bogus", "--", "agent", "--json")).toMatchObject({ code: 2, out: "" });
  expect(await cox(home, "bogus", "--json")).toMatchObject({ code: 2, out: "" });
});

it("who puts an option before its command is told where it stands", async () => {
  expect(await cox(temporaryDirectory(), "--json", "stats")).toEqual({
    code: 2,
    out: "",
    err: "cox: an option stands behind its command: cox COMMAND --json. See cox --help.\n",
  });
});

it("who forgets the -- before an agent is told of it, not of the agent's options", async () => {
  expect(await cox(temporaryDirectory(), "acp", "gemini", "--acp")).toEqual({
    code: 2,
    out: "",
    err: "cox acp: no COMMAND was given after --. Put the agent's command there: cox acp -- gemini --acp.\n",
  });
});

it.skipIf(process.platform === "win32")("the work goes on where nobody reads how far it is", () => {
  const home = temporaryDirectory();
  const scripts = { build: "echo built >> ran", test: "echo tested >> ran" };
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "x", scripts }));
  const env = { ...BARE_ENVIRONMENT, HOME: home, NODE_NO_WARNINGS: "1" };
  spawnSync("sh", ["-c", `"${process.execPath}" "${MAIN}" verify 2>&1 > out | true`], { cwd: home, env });
  expect(readFileSync(join(home, "ran"), "utf8")).toBe("built\ntested\n");
  expect(readFileSync(join(home, "out"), "utf8")).toContain("npm run build");
});

it("wrong settings are told in JSON too", () => {
  const home = temporaryDirectory();
  mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
  writeFileSync(join(home, ".config", "coxswain", "config.json"), "[]");
  const env = { ...BARE_ENVIRONMENT, HOME: home, NODE_NO_WARNINGS: "1" };
  const words = [MAIN, "forget", "--dry-run", "--json"];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: home, env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ type: "error", message: expect.stringContaining("config.json:1:") });
});

it.each(["--help", "audit"])("a checkout that is not built says so in one sentence: %s", (word) => {
  const home = temporaryDirectory();
  cpSync(resolve(import.meta.dirname, "../../bin"), join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "type": "module" }');
  const env = { ...BARE_ENVIRONMENT, HOME: home };
  const ran = spawnSync(process.execPath, [join(home, "bin", "cox.js"), word], { cwd: home, env, encoding: "utf8" });
  expect(ran).toMatchObject({ status: 1, stdout: "" });
  expect(ran.stderr).toBe("cox: this checkout is not built yet. Run npm run build, or use npm run -s cox -- in it.\n");
});
