import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../test/support/run-command.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { findProgram } from "../process/find-program.ts";
import type { Command } from "./command.ts";
import { command as audit } from "./commands/audit.ts";
import { command as check } from "./commands/check.ts";
import { completionCommand } from "./commands/completion.ts";
import { command as install } from "./commands/install.ts";
import { SHELLS } from "./completion.ts";

const COMMANDS: readonly Command[] = [check, audit, install];
const completion = completionCommand(async () => COMMANDS);

async function scriptFor(shell: string, ...args: string[]): Promise<string> {
  return (await runCommand(completion, [shell, ...args], { env: {}, cwd: "/" })).out;
}

it.each(SHELLS)("tells %s every command, and every option from its table", async (shell) => {
  const script = await scriptFor(shell);
  const options = COMMANDS.flatMap((command) =>
    command.options.flatMap(([flag]) => /^--([\w-]+)/.exec(flag)?.[1] ?? []),
  );
  expect(options.length).toBeGreaterThan(20);
  for (const { name } of COMMANDS) expect(script).toContain(name);
  for (const option of options) expect(script).toContain(shell === "fish" ? `-l ${option} ` : `--${option}`);
  expect(JSON.parse(await scriptFor(shell, "--json"))).toEqual({ shell, script });
});

it("says which shells it knows", async () => {
  await expect(scriptFor("tcsh")).rejects.toThrow('there is no script for "tcsh"');
  await expect(runCommand(completion, [], { env: {}, cwd: "/" })).rejects.toThrow("no shell was named");
});

const BASH = findProgram("bash", { PATH: "/bin:/usr/bin:/usr/local/bin:/opt/homebrew/bin" });
describe.skipIf(BASH === undefined)("in bash", () => {
  /** What is offered for the last of these words. */
  async function offered(...words: string[]): Promise<readonly string[]> {
    const home = temporaryDirectory();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "cox.bash"), await scriptFor("bash"));
    const typed = words.map((word) => `'${word}'`).join(" ");
    const ask = `. ./cox.bash; COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _cox; printf '%s\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync(BASH ?? "", ["--norc", "-c", ask], { cwd: home, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  }

  it.each<[string[], string[]]>([
    [["cox", "a"], ["audit"]],
    [
      ["cox", ""],
      ["check", "audit", "install"],
    ],
    [["cox", "check", "--li"], ["--list"]],
    [
      ["cox", "check", "--turn", ""],
      ["last", "all"],
    ],
    [["cox", "check", "--turn", "a"], ["all"]],
    [
      ["cox", "audit", "--host", "co"],
      ["codex", "copilot"],
    ],
    // A file, which bash itself completes.
    [["cox", "check", "sess"], []],
    [["cox", "nothing", "--a"], []],
  ])("offers for %j %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });
});

it.each([
  ["zsh", "-n"],
  ["fish", "--no-execute"],
])("is a script that %s takes", async (shell, onlyReads) => {
  const program = findProgram(shell, { PATH: process.env["PATH"] });
  const script = await scriptFor(shell);
  // Each quote that opens closes, also where no such shell is there to say so.
  for (const line of script.split("\n").filter((row) => !row.startsWith("#")))
    expect(line.replaceAll(/'\\''|\\'|\\\\/g, "").match(/'/g)?.length ?? 0).toSatisfy(
      (count: number) => count % 2 === 0,
    );
  if (program === undefined) return;
  const { status, stderr } = spawnSync(program, [onlyReads], { input: script, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
