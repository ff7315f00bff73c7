import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";
import { temporaryDirectory } from "../../test/support/tool-bench.ts";

const MAIN = resolve(import.meta.dirname, "main.ts");

function cox(home: string, ...args: string[]) {
  const env = { ...BARE_ENVIRONMENT, HOME: home, NODE_NO_WARNINGS: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { cwd: home, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

it.each([
  [["why", "nobody", "--json"], 2, "usage", 'There is no decision "nobody".'],
  [["stats", "--json", "--since", "soon"], 2, "usage", '--since takes an age or a date, not "soon"'],
  [["usage", "--json", "--bogus"], 2, "usage", "Unknown option '--bogus'. See cox usage --help."],
  [["threads", "last", "--json"], 1, "store.empty", "There is no thread yet."],
])("a program that asked for JSON is told in JSON what went wrong: %j", (args, status, code, words) => {
  const ran = cox(temporaryDirectory(), ...args);
  expect(ran.status).toBe(status);
  expect(JSON.parse(ran.stdout)).toEqual({ type: "error", code, message: expect.stringContaining(words) });
  expect(ran.stderr).toBe(`cox ${args[0]}: ${(JSON.parse(ran.stdout) as { message: string }).message}\n`);
});

it("a person is told it once, and so is a program whose --json belongs to another one", () => {
  const home = temporaryDirectory();
  expect(cox(home, "why", "nobody")).toMatchObject({ status: 2, stdout: "" });
  expect(cox(home, "chat", "--json")).toMatchObject({ status: 2, stdout: "" });
  expect(cox(home, "acp", "--bogus", "--", "agent", "--json")).toMatchObject({ status: 2, stdout: "" });
  expect(cox(home, "bogus", "--json")).toMatchObject({ status: 2, stdout: "" });
});

it("who puts an option before its command is told where it stands", () => {
  expect(cox(temporaryDirectory(), "--json", "stats")).toEqual({
    status: 2,
    stdout: "",
    stderr: "cox: an option stands behind its command: cox COMMAND --json. See cox --help.\n",
  });
});

it("who forgets the -- before an agent is told of it, not of the agent's options", () => {
  const { status, stderr } = cox(temporaryDirectory(), "acp", "gemini", "--acp");
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "cox acp: no COMMAND was given after --. The agent's command stands there: cox acp -- gemini --acp.\n",
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
  const { status, stdout } = cox(home, "stats", "--json");
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
