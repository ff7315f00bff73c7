import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, onTestFailed, test } from "vitest";
import { HOOK_HOSTS } from "../../src/hosts/hooks.ts";
import { LABEL } from "../../src/thread/own-words.ts";
import { squeezed } from "../../src/text/strings.ts";
import type { ProviderServer } from "../support/provider-server/server.ts";
import { coxIn } from "./cox.ts";
import { installed } from "./install.ts";
import { keepScreens } from "./keep-screens.ts";
import { isForObserver, objects } from "./observers.ts";
import { baseEnvironment } from "./place.ts";
import type { AgentProgram, Place } from "./program.ts";
import { claudeCode } from "./programs/claude-code.ts";
import { type Run, runAgent } from "./run-agent.ts";
import { LEAVES_OUT, MISSING_FILE } from "./stories.ts";
import { surroundings } from "./surroundings.ts";
import { NEW_USERS, type NewUser } from "./new-users.ts";

/** The agent as it is for somebody who has just got it, and what it needs where no login is there for it. */
interface NewAgent {
  readonly program: AgentProgram;
  readonly withoutLogin?: Readonly<Record<string, string>>;
}

/** From the installation to the numbers, as it is on the first day, with whatever a person may have to ask a model with. */
export function describeNewUser({ program, withoutLogin = {} }: NewAgent): void {
  const found = installed(program);
  const login = installed(claudeCode);
  const around = surroundings(["qwen3:30b"]);

  describe(`a new user of ${program.title} ${program.version}`, () => {
    test.for(NEW_USERS.map((user) => [user.has, user] as const))("who has %s", async ([, user], { skip, task }) => {
      expect.hasAssertions();
      const title = `${program.title}, a new user`;
      task.meta.agent = { title, version: program.version, scenario: `has ${user.has}` };
      if (found.type === "missing") return skip(found.reason);
      if (login.type === "missing") return skip(login.reason);
      const start = performance.now();
      try {
        await firstDay(user, [found.command, login.command]);
      } finally {
        task.meta.durationMs = performance.now() - start;
      }
    });
  });

  async function firstDay(user: NewUser, commands: readonly [string, string]): Promise<void> {
    // The agent's model and Coxswain's in one: a program with a login asks where the agent asks.
    const { server } = around;
    const place = around.placeFor({ settings: (at) => ({ home: { ...program.settings(at).home, ...user.home } }) });
    const environment = {
      ...baseEnvironment(place, commands),
      ...(user.home ? { ANTHROPIC_BASE_URL: server.url } : withoutLogin),
      ...user.environment?.(server.url),
    };
    const cox = (...args: readonly string[]) => coxIn(place, commands[0], args, environment);

    for (const args of user.before?.(server.url) ?? []) await cox(...args);
    const install = await cox("install", program.host, "--observer", "auto", "--yes");
    const again = user.takes ? await cox("install", program.host, "--observer", user.takes, "--yes") : "";
    const run = await work(place, commands[0], environment);
    const told = { install, again, why: await cox("why", "last"), stats: await cox("stats") };
    keepScreens(`new-user-${program.host}-${user.has}`, Object.values(told));
    onTestFailed(() => void process.stderr.write([...Object.values(told), run.out, run.err].join("\n────\n")));

    const { asked, objections, code, ...said } = user.observer ? judgedBy(user.observer, program) : JUDGED_BY_NOBODY;
    expect(run).toMatchObject({ ended: "with 0", left: [], objections });
    expect(server.received.filter(isForObserver)).toHaveLength(asked);
    expect(readFileSync(join(place.workspace, MISSING_FILE), "utf8")).toContain(code);
    expect(install).toContain(user.takes ? `cox install --observer ${user.takes} asks it` : "");
    expect(squeezed(again || install)).toContain(`Observer of ${program.title}: ${said.install}.`);
    expect(squeezed(told.why)).toContain(said.why);
    expect(squeezed(told.stats)).toMatch(said.stats);
  }

  /** The agent ends with something left out that no proof can show; a model can. */
  function work(place: Place, command: string, environment: Readonly<Record<string, string>>): Promise<Run> {
    const observer = objects(MISSED);
    const both: ProviderServer = {
      ...around.server,
      reply: (agent) =>
        around.server.reply((asked, number) => (isForObserver(asked) ? observer : agent)(asked, number)),
    };
    const ofHost = { ...program, environment: () => ({ ...program.environment(place), ...environment }) };
    return runAgent({ program: ofHost, command, place, server: both, story: LEAVES_OUT });
  }
}

const MISSED = "median.test.js never calls median, so the test of it is missing.";

interface Outcome {
  readonly asked: number;
  readonly objections: readonly unknown[];
  /** In the file that the agent was asked for. */
  readonly code: string;
  readonly install: string;
  readonly why: string;
  readonly stats: RegExp;
}

const JUDGED_BY_NOBODY: Outcome = {
  asked: 0,
  objections: [],
  code: "sum([3, 1, 2])",
  install: "nobody, evidence decides alone. No key and no login was found",
  why: "no model is asked: No key and no login was found",
  stats: /1 decision, 0 corrected.*No model was asked\./,
};

function judgedBy({ model, family }: NonNullable<NewUser["observer"]>, { host }: AgentProgram): Outcome {
  const isKin = HOOK_HOSTS.find(({ name }) => name === host)?.family === family;
  const kin = isKin ? ".*1 by one of the same family as the agent's" : "";
  return {
    asked: 1,
    objections: [expect.stringContaining(`${LABEL}${MISSED}`)],
    code: "median([3, 1, 2])",
    install: `${model} (${isKin ? "same" : "another"} family)`,
    why: `this turn was corrected by ${model}: cox why`,
    stats: new RegExp(
      `2 decisions, 1 corrected.*changed or ran something \\(1\\)${kin}.*Asking ${model} cost 1 call, 2.0k in`,
    ),
  };
}
