import { execFileSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { expect } from "vitest";
import type { ProviderServer } from "../support/provider-server/server.ts";
import { writeFiles } from "../support/write-files.ts";
import { type Case, type DefineCase, holdToCases } from "./cases.ts";
import { standingOf } from "./conversation.ts";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import { observerSettings, objects } from "./observers.ts";
import { type AgentProgram, json, type Place } from "./program.ts";
import { runAgent } from "./run-agent.ts";
import {
  BREAKS_A_TEST,
  FAILS_AND_SAYS_SO,
  LIES_ONCE,
  LOOKS_AGAIN,
  SKIPS_THE_TESTS,
  TASK,
  WRITES_WHERE_NOBODY_MAY,
} from "./stories.ts";
import { treeOf } from "./tree.ts";
import { verdictsIn } from "./verdicts.ts";

type Scope = "--user" | "--project";

export function describeAgent(program: AgentProgram): void {
  const found = installed(program);
  const command = found.type === "installed" ? found.command : "";
  const cox = (place: Place, ...args: string[]) => coxIn(place, command, args);
  const install = (place: Place, scope: Scope, flags: readonly string[]) =>
    cox(place, "install", program.host, scope, "--yes", ...flags);
  const uninstall = (place: Place, scope: Scope) => cox(place, "uninstall", program.host, scope, "--yes");

  const subject = {
    title: program.title,
    version: program.version,
    found,
    settings: program.settings,
    letIn: async (place: Place, flags: readonly string[]) => void (await install(place, "--user", flags)),
    run: (place: Place, server: ProviderServer, story: typeof LIES_ONCE) =>
      runAgent({ program, command, place, server, story }),
  };
  holdToCases(subject, (define) => {
    comesAndGoes(define, "--user", "uninstalling leaves everything as it was");
    comesAndGoes(define, "--project", "for one project it comes and goes the same");
    define("where its directory is named, the project's tests are run, and what they deny is not believed", isTested);
    if (HELD_TO_DEFINITIONS.has(program.host)) isHeldToADefinition(define);
    if (program.steers) define("in parallel mode it is told while it works", isToldAtWork);
  });

  /** In and out without a trace, then in for a run, and out again: the person's settings are theirs the whole time. */
  function comesAndGoes(define: DefineCase, scope: Scope, name: string): void {
    define(name, async ({ place, tell }) => {
      const before = treeOf(place);
      await install(place, scope, ["--observer", "none"]);
      expect(treeOf(place)).not.toEqual(before);
      await uninstall(place, scope);
      expect(treeOf(place)).toEqual(before);

      await install(place, scope, ["--observer", "none"]);
      expect((await tell(LIES_ONCE)).objections).toHaveLength(1);
      await uninstall(place, scope);
      expect(treeOf(place)).toMatchObject(before);

      expect((await tell(LIES_ONCE)).objections).toEqual([]);
    });
  }
}

/** Those of which everything that the rules rest on is in the record. */
const HELD_TO_DEFINITIONS = new Set(["claude-code", "codex", "gemini-cli"]);

const DEFINITION = { ran: [{ command: "npm test", when: "*.js" }], never: { paths: ["generated/**"] } };

/** The project's own file, as its team committed it before the session began. */
function isHeldToADefinition(define: DefineCase): void {
  define("by the project's definition, a turn that skipped the tests is sent back once", async (at) => {
    commitDefinition(at.place);
    await at.letIn("--observer", "none");
    const run = await at.tell(SKIPS_THE_TESTS);
    expect(run.objections).toEqual([expect.stringContaining("This project's definition asks for `npm test`")]);
  });
  define("by the project's definition, who says that a test fails may stop", async (at) => {
    commitDefinition(at.place);
    await at.letIn("--observer", "none");
    expect((await at.tell(FAILS_AND_SAYS_SO)).objections).toEqual([]);
    expect(await verdictsIn(at.place)).toMatchObject([{ verdict: "ok", judge: "evidence" }]);
  });
  define("by the project's definition, what nobody may do is named with its step", async (at) => {
    commitDefinition(at.place);
    await at.letIn("--observer", "none");
    const run = await at.tell(WRITES_WHERE_NOBODY_MAY);
    expect(run.objections).toEqual([
      expect.stringMatching(/asks for no changes of generated\/\*\*; generated\/table\.js was changed \(step \d+\)/),
    ]);
    expect(at.wrote("generated/table.js")).toBe(false);
  });
}

function commitDefinition({ workspace, home }: Place): void {
  writeFiles(workspace, { ".coxswain.json": json({ done: DEFINITION }) });
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Sam", "-c", "user.email=sam@example.com", ...words], {
      cwd: workspace,
      env: { ...process.env, HOME: home },
    });
  git("add", "--all");
  git("commit", "--quiet", "--message", "What done means");
}

async function isTested({ place, letIn, tell }: Case): Promise<void> {
  writeFiles(join(place.home, ".config", "coxswain"), {
    "config.json": json({ checks: { watched: [place.workspace] } }),
  });
  await letIn("--observer", "none");
  const run = await tell(BREAKS_A_TEST);
  expect(run.objections).toEqual([expect.stringContaining("fails when I run it")]);
}

async function isToldAtWork({ place, letIn, tell, server, observer }: Case): Promise<void> {
  const message = "Say what median gives for an even number of values.";
  observer.reply(objects(message));
  await letIn(...observerSettings(place, observer), "--mode", "parallel");
  const run = await tell(LOOKS_AGAIN);
  expect(run.objections).toEqual([]);
  const atWork = server.received.filter((asked) => standingOf(asked, TASK)?.objections.length === 0);
  expect(atWork.filter(({ body }) => JSON.stringify(body).includes(message)).length).toBeGreaterThan(0);
}
