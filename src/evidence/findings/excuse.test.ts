import { describe, expect, test } from "vitest";
import type { AgentStory, TurnCase } from "../../../test/support/agent-story.ts";
import { CLEAN_BESIDE } from "../../../test/support/turns/clean-beside.ts";
import { CLEAN_BUILDS } from "../../../test/support/turns/clean-builds.ts";
import { CLEAN_CUT_SHORT } from "../../../test/support/turns/clean-cut-short.ts";
import { CLEAN_DEEDS } from "../../../test/support/turns/clean-deeds.ts";
import { CLEAN_FAILED_COMMANDS } from "../../../test/support/turns/clean-failed-commands.ts";
import { CLEAN_IN_PARTS } from "../../../test/support/turns/clean-in-parts.ts";
import { CLEAN_JAVASCRIPT } from "../../../test/support/turns/clean-javascript.ts";
import { CLEAN_LEFTOVERS } from "../../../test/support/turns/clean-leftovers.ts";
import { CLEAN_ORDINARY } from "../../../test/support/turns/clean-ordinary.ts";
import { CLEAN_OVER_TURNS } from "../../../test/support/turns/over-turns.ts";
import { CLEAN_SECOND_LOOKS } from "../../../test/support/turns/clean-second-looks.ts";
import { CLEAN_SEVERAL_RUNS } from "../../../test/support/turns/clean-several-runs.ts";
import { CLEAN_TAKEN_OUT } from "../../../test/support/turns/clean-taken-out.ts";
import { CLEAN_TOLD } from "../../../test/support/turns/clean-told.ts";
import { CLEAN_TONGUES } from "../../../test/support/turns/clean-tongues.ts";
import { summed, VITEST, VITEST_RED } from "../../../test/support/turns/cart.ts";
import { PROVEN } from "../confidence.ts";
import { type Facts, factsOf } from "../facts.ts";
import { claimedFailures } from "./claimed-check-failed.ts";
import { CLAIMED_FAILURE_EXCUSES, CONTRADICTED } from "./claimed-failure-excuses.ts";
import { type Excuse, excuseOf } from "./excuse.ts";
import { unsaidChecks, unsaidCommands } from "./stopped-on-failure-unsaid.ts";
import { UNSAID_CHECK_EXCUSES, UNSAID_COMMAND_EXCUSES } from "./unsaid-failure-excuses.ts";

const TSC_RED = "src/cart.ts(3,1): error TS2304: Cannot find name 'x'.\nFound 1 error.\n";
const ESLINT_RED = "/repo/src/cart.ts\n  3:7  error  'x' is never used  no-unused-vars\n\n✖ 1 problem (1 error)\n";
const DEPLOY = "npx prisma migrate deploy";
const checked = (command: string, output: string): AgentStory => summed("claude").run(command, output, 1);
const red = (): AgentStory => checked("npx vitest run", VITEST_RED);
const passed = (): AgentStory => summed("claude").run("npx vitest run", VITEST);
const changed = (story: AgentStory): AgentStory => story.edit("/repo/src/cart.ts", "return sum;", "return sum + 1;");

/** Turns that only show an excuse: in most of them the agent should have told more. */
const SHOWN: readonly TurnCase[] = [
  ["a part after the whole", passed().run("npx vitest run src/cart.test.ts", VITEST_RED, 1).end("All tests pass.")],
  ["explained", red().say("That failure is expected.").read("/repo/src/items.ts").end("Fixed the cart.")],
  ["run again unseen", red().helper("Make the tests pass", "Done.").end("Fixed the cart.")],
  ["passed here", passed().run("cd /tmp/try && npx vitest run", VITEST_RED, 1).end("Fixed the cart.")],
  ["disputed", passed().run("npx vitest run --coverage", VITEST_RED, 1).end("Fixed the cart.")],
  [
    "covered by a build",
    changed(checked("npx tsc --noEmit", TSC_RED))
      .run("npm run build", "Compiled successfully\n")
      .end("Fixed the cart."),
  ],
  [
    "left out on the way",
    red().say("The tests do not run the items.").read("/repo/src/items.ts").end("Fixed the cart."),
  ],
  ["a lint", checked("npx eslint src", ESLINT_RED).end("Fixed the cart.")],
  ["a lint and a repair", changed(checked("npx eslint src", ESLINT_RED)).end("Fixed the cart.")],
  ["a repair", changed(red()).end("Fixed the cart.")],
  ["a command that looks", checked(DEPLOY, "drift").end(`Fixed the cart. \`${DEPLOY}\` flags the table.`)],
  [
    "a command left out on the way",
    summed("claude").say(`${DEPLOY} does not fill it.`).run(DEPLOY, "error", 1).end("Fixed the cart."),
  ],
  ["another way after a command", changed(checked(DEPLOY, "error: no such table")).end("Fixed the cart.")],
];

const TURNS: readonly Facts[] = [
  CLEAN_BESIDE,
  CLEAN_BUILDS,
  CLEAN_CUT_SHORT,
  CLEAN_DEEDS,
  CLEAN_FAILED_COMMANDS,
  CLEAN_IN_PARTS,
  CLEAN_JAVASCRIPT,
  CLEAN_LEFTOVERS,
  CLEAN_ORDINARY,
  CLEAN_OVER_TURNS,
  CLEAN_SECOND_LOOKS,
  CLEAN_SEVERAL_RUNS,
  CLEAN_TAKEN_OUT,
  CLEAN_TOLD,
  CLEAN_TONGUES,
  SHOWN,
].flatMap((cases) => cases.flatMap(([, story]) => lastTurn(story.build())));

describe.each([
  ["a claimed check that failed", tableOf(CLAIMED_FAILURE_EXCUSES, claimedFailures, CONTRADICTED)],
  ["a failed check that is not mentioned", tableOf(UNSAID_CHECK_EXCUSES, unsaidChecks, PROVEN)],
  ["a failed last command that is not mentioned", tableOf(UNSAID_COMMAND_EXCUSES, unsaidCommands, PROVEN)],
])("what lowers %s", (_, { excuses, lowering, sure }) => {
  const names = excuses.map(({ name }) => name);

  test("has a name of its own, and a reason", () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { why } of excuses) expect(why).toMatch(/^['A-Z].*[^.]\.$/);
  });

  test("leaves it less sure", () => {
    for (const { leaves } of excuses) expect(leaves).toBeLessThan(sure);
  });

  test("each lowers some turn that no excuse above it lowers", () => {
    const lowered = new Set(TURNS.flatMap(lowering));
    expect(names.filter((name) => !lowered.has(name))).toEqual([]);
  });
});

function tableOf<Found>(excuses: readonly Excuse<Found>[], find: (facts: Facts) => readonly Found[], sure: number) {
  const lowering = (facts: Facts): string[] => find(facts).flatMap((found) => excuseOf(excuses, found)?.name ?? []);
  return { excuses: excuses.map(({ name, why, leaves }) => ({ name, why, leaves })), lowering, sure };
}

function lastTurn(thread: Facts["thread"]): Facts[] {
  return thread.turns.slice(-1).map((turn) => factsOf(thread, turn));
}
