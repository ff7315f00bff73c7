import { expect, it } from "vitest";
import type { Step } from "../src/thread/thread.ts";
import { claudeCodeCommands } from "./support/host-commands/claude-code.ts";
import { clineCommands, copilotCommands, opencodeCommands } from "./support/host-commands/editors.ts";
import { codexCommands, codexScripts } from "./support/host-commands/codex.ts";
import { geminiCommands, qwenCommands } from "./support/host-commands/gemini-shaped.ts";
import { openclawCommands, piCommands } from "./support/host-commands/pi-shaped.ts";
import { threadOf } from "./support/host-commands/thread-of.ts";
import { claudeTrajectory, codexTrajectory } from "./support/host-commands/trajectories.ts";
import { recordedIn, toldEnd } from "./support/told-runs.ts";

/**
 * What every reader owes about commands: the step that started one tells how it ended. Each host's records hold the
 * same five commands, in its own form: one that fails, one that takes too long, one in the background that is asked
 * about later (where the host can be asked), a chain and a pipe.
 */
it.each([
  ["claude-code", claudeCodeCommands, "error 1", "timed-out 143", "error 1, shown at 4", "error 2", "done"],
  ["codex", codexCommands, "error 1", "timed-out 124", "error 1, shown at 5", "error 2", "done 0"],
  ["codex", codexScripts, "error 1", "interrupted", "error 1, shown at 5", "error 2", "done, end untold"],
  ["copilot", copilotCommands, "error 1", "timed-out", "error 1, shown at 4", "error 2", "done 0"],
  ["openclaw", openclawCommands, "error 1", "timed-out", "error 1, shown at 4", "error 2", "done 0"],
  ["pi", piCommands, "error 1", "timed-out", undefined, "error 2", "done 0"],
  ["gemini-cli", geminiCommands, "error 1", "timed-out", "background", "error 2", "done 0"],
  ["qwen-code", qwenCommands, "error 1", "timed-out", "background", "error 2", "done 0"],
  ["opencode", opencodeCommands, "error 1", "timed-out", undefined, "error 2", "done 0"],
  ["cline", clineCommands, "error 1", "timed-out", "background", "error 2", "done 0"],
  ["atif", codexTrajectory, "error 1", "timed-out 124", "error 1, shown at 4", "error 2", "done 0"],
  ["atif", claudeTrajectory, "error 1", "timed-out 143", "background", "error 2", "done"],
] as const)("%s: how commands ended (%o)", (host, records, failing, tooLong, background, chained, piped) => {
  const steps = stepsOf(host, records);
  const ends = Object.fromEntries(steps.flatMap((step) => (step.action.command ? [[nameOf(step), endOf(step)]] : [])));
  expect(ends).toEqual({
    failing,
    tooLong,
    ...(background && { background }),
    chained,
    piped,
  });
  expect(steps.find((step) => nameOf(step) === "chained")?.action.command).toBe("tsc && npm test");
});

/** The same of the checks among them, in the words of programs: jest, and tsc before it in the chain. */
it.each([
  ["claude-code", claudeCodeCommands, "unknown, timed out", "failed 0/1, shown at 4"],
  ["codex", codexCommands, "unknown, timed out", "failed 0/1, shown at 5"],
  ["codex", codexScripts, "unknown, interrupted", "failed 0/1, shown at 5"],
  ["copilot", copilotCommands, "unknown, timed out", "failed 0/1, shown at 4"],
  ["openclaw", openclawCommands, "unknown, timed out", "failed 0/1, shown at 4"],
  ["pi", piCommands, "unknown, timed out", undefined],
  ["gemini-cli", geminiCommands, "unknown, timed out", "unknown, still running"],
  ["qwen-code", qwenCommands, "unknown, timed out", "unknown, still running"],
  ["opencode", opencodeCommands, "unknown, timed out", undefined],
  ["cline", clineCommands, "unknown, timed out", "unknown, still running"],
  ["atif", codexTrajectory, "unknown, timed out", "failed 0/1, shown at 4"],
  ["atif", claudeTrajectory, "unknown, timed out", "unknown, still running"],
] as const)("%s: how checks ended (%o)", (host, records, tooLong, background) => {
  const runs = recordedIn(threadOf(host, inWordsOfPrograms(records))).runs.map((run) => [run.command, toldEnd(run)]);
  expect(runs).toEqual([
    ["npm test", "failed 0/1"],
    ["jest", tooLong],
    ...(background ? [["npm run e2e", background]] : []),
    ["tsc", "failed"],
    ["npm test", "not reached"],
    ["npm test", "passed 5"],
  ]);
});

const WORDS: Readonly<Record<string, string>> = {
  "sleep 900": "npx jest",
  "1 failed": "Tests: 1 failed, 1 total",
  "5 passed": "Tests: 5 passed, 5 total",
  "a.ts: error": "a.ts(1,1): error TS2304: no soup",
};

function inWordsOfPrograms(records: readonly object[]): readonly object[] {
  let text = JSON.stringify(records);
  for (const [words, those] of Object.entries(WORDS)) text = text.replaceAll(words, those);
  return JSON.parse(text) as readonly object[];
}

it.each([
  ["claude-code", claudeCodeCommands],
  ["codex", codexCommands],
  ["codex", codexScripts],
  ["copilot", copilotCommands],
  ["openclaw", openclawCommands],
  ["atif", codexTrajectory],
] as const)("%s: a command that was left running has all that it printed", (host, records) => {
  const step = stepsOf(host, records).find((each) => nameOf(each) === "background");
  expect(step?.result?.output).toMatch(/starting[\s\S]*1 failed/);
});

const NAMES: Readonly<Record<string, string>> = {
  "npm test": "failing",
  "sleep 900": "tooLong",
  "npm run e2e": "background",
  "tsc && npm test": "chained",
  "npm test | tail -5": "piped",
};

function nameOf({ action }: Step): string {
  return NAMES[action.command ?? ""] ?? "unknown";
}

function endOf({ result, endShownAt }: Step): string {
  const code = result?.exitCode === undefined ? "" : ` ${result.exitCode}`;
  const shown = endShownAt === undefined ? "" : `, shown at ${endShownAt}`;
  return `${result?.status ?? "no result"}${code}${shown}${result?.endUntold ? ", end untold" : ""}`;
}

function stepsOf(host: string, records: readonly object[]): readonly Step[] {
  return threadOf(host, records).turns.flatMap(({ steps }) => steps);
}
