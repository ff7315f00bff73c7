import { expect, it } from "vitest";
import { hostNamed } from "../src/hosts/hosts.ts";
import type { LineReading } from "../src/hosts/host.ts";
import { fold } from "../src/thread/reducer.ts";
import type { Step } from "../src/thread/thread.ts";
import { claudeCodeCommands } from "./support/host-commands/claude-code.ts";
import { clineCommands, copilotCommands, opencodeCommands } from "./support/host-commands/editors.ts";
import { codexCommands, codexScripts } from "./support/host-commands/codex.ts";
import { geminiCommands, qwenCommands } from "./support/host-commands/gemini-shaped.ts";
import { openclawCommands, piCommands } from "./support/host-commands/pi-shaped.ts";
import { claudeTrajectory, codexTrajectory } from "./support/host-commands/trajectories.ts";

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

function stepsOf(name: string, records: readonly object[]): readonly Step[] {
  const host = hostNamed(name);
  if (!host) throw new Error(`there is no host ${name}`);
  expect(host.readDocument !== undefined || host.detect(records)).toBe(true);
  const reader = host.createReader();
  const [only] = records;
  const document = records.length === 1 ? host.readDocument?.(only) : undefined;
  const readings = document
    ? document.flatMap((record, index): LineReading[] => (reader.readRecord ? [reader.readRecord(record, index)] : []))
    : records.map((record) => reader.read(Buffer.from(JSON.stringify(record))));
  const thread = fold(readings.flatMap((reading) => (reading.type === "deltas" ? reading.deltas : [])));
  expect(thread.dropped).toBe(0);
  return thread.turns.flatMap(({ steps }) => steps);
}
