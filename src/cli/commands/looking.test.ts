import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import type { Command } from "../command.ts";
import { command as config } from "./config.ts";
import { command as feedback } from "./feedback.ts";
import { command as handoff } from "./handoff.ts";
import { command as run } from "./run.ts";
import { command as stats } from "./stats.ts";
import { command as threads } from "./threads.ts";
import { command as usage } from "./usage.ts";
import { command as verify } from "./verify.ts";
import { command as why } from "./why.ts";

const COMMANDS = new Map<string, Command>(
  [config, feedback, handoff, run, stats, threads, usage, verify, why].map((each) => [each.name, each]),
);

it.each([
  "config",
  "feedback last wrong",
  "feedback a-3f9c right",
  "handoff last onwards --yes",
  "run --resume last",
  "stats",
  "threads",
  "threads last",
  "usage",
  "verify --thread 3f9c",
  "why",
  "why a-3f9c",
])("where nothing was ever kept, %s begins no store", async (line) => {
  const home = temporaryDirectory();
  const [name = "", ...args] = line.split(" ");
  await runCommand(COMMANDS.get(name)!, args, { env: { HOME: home }, cwd: home }).catch(() => undefined);
  expect(readdirSync(home)).toEqual([]);
});

it.each([
  ["stats", 0],
  ["threads", 0],
  ["usage", 0],
  ["why", "store.empty"],
  ["feedback last wrong", "store.empty"],
])("wrong settings keep nobody from looking: %s", async (line, outcome) => {
  const home = temporaryDirectory();
  const [name = "", ...args] = line.split(" ");
  let err = "";
  const io = { env: { HOME: home, COX_MODE: "nope" }, cwd: home, err: (text: string) => void (err += text) };
  const ended = runCommand(COMMANDS.get(name)!, args, io).then(
    ({ code }) => code,
    (error: { readonly code: string }) => error.code,
  );
  expect(await ended).toBe(outcome);
  expect(err).toMatch(/^error: COX_MODE: .*must be one of/);
  expect(err).toMatch(/^Until you mend that, the data in .*coxswain\.db is used\.$/m);
});
