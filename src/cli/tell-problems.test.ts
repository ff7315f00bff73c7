import { join } from "node:path";
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { runCommand } from "../../test/support/run-command.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Command } from "./command.ts";
import { command as audit } from "./commands/audit.ts";
import { command as check } from "./commands/check.ts";
import { command as install } from "./commands/install.ts";
import { command as prompt } from "./commands/prompt.ts";
import { command as stats } from "./commands/stats.ts";
import { command as threads } from "./commands/threads.ts";
import { command as usage } from "./commands/usage.ts";
import { command as watch } from "./commands/watch.ts";

it.each<[Command, string[]]>([
  [audit, ["session.jsonl", "--json"]],
  [check, ["session.jsonl", "--json"]],
  [install, ["--project", "--dry-run", "gemini-cli"]],
  [prompt, ["session.jsonl", "--json"]],
  [stats, []],
  [threads, []],
  [usage, []],
  [watch, []],
])("$name says which settings of a project and the environment do not hold", async (command, args) => {
  const home = temporaryDirectory();
  const project = join(home, "project");
  mkdirSync(project);
  const session = join(project, "session.jsonl");
  writeFileSync(session, new ClaudeSession().falseTurn().text());
  writeFileSync(join(project, ".coxswain.json"), '{ "observer": { "model": "google/x" } }');
  const interrupted = command === watch ? AbortSignal.abort() : new AbortController().signal;
  const { err } = await runCommand(
    command,
    args.map((word) => (word === "session.jsonl" ? session : word)),
    { env: { HOME: home, PATH: "", COX_OBSERVER_MODLE: "none" }, cwd: project, signal: interrupted },
  );
  expect(err).toMatch(/^warning: .*\.coxswain\.json:1: "observer\.model" is ignored: .*"trust\.projects"/m);
  expect(err.match(/is ignored/g)).toHaveLength(1);
  expect(err).toContain('warning: COX_OBSERVER_MODLE: no key has this variable. Did you mean "COX_OBSERVER_MODEL"?');
});
