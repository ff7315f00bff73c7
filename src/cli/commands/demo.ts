import { execFile } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { workUntilRest } from "../../agent/worker.ts";
import { openAgentSession } from "../../compose/agent-session.ts";
import { type Config, DEFAULTS } from "../../config.ts";
import { CoxError } from "../../text/errors.ts";
import { packageRoot } from "../../install/place.ts";
import { jsonLine } from "../../text/json.ts";
import { inTemporaryDirectory, makeTemporaryDirectory } from "../../process/temporary-directory.ts";
import { explained } from "../../show/stop-line.ts";
import { styleFor, wrap } from "../../show/wrap.ts";
import { createMemoryStore } from "../../store/memory.ts";
import { lastTurn } from "../../thread/turns.ts";
import { EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { runPrinter } from "../show/run-printer.ts";

const TASK =
  "Add restock(name, amount) to src/inventory.js. It must refuse amounts below 1. Add tests for it and run the test suite.";

export const command = defineCommand({
  name: "demo",
  usage: ["demo [--keep] [--json]"],
  options: [
    ["--keep", "keep the workspace, so that you can look at it"],
    ["--json", "only the result, as JSON"],
  ],
  words: 0,
  examples: ["cox demo", "cox demo --keep"],
  async run({ values }, io) {
    if (!values.keep) return inTemporaryDirectory("demo", (workspace) => play(workspace, values, io));
    const workspace = makeTemporaryDirectory("demo");
    try {
      return await play(workspace, values, io);
    } finally {
      if (!values.json) io.err(`The workspace is ${workspace}\n`);
    }
  },
});

type Wishes = Record<"json" | "keep", boolean>;

async function play(workspace: string, { json, keep }: Wishes, io: Io): Promise<number> {
  cpSync(join(demoFiles(), "workspace"), workspace, { recursive: true });
  const show = json ? () => undefined : runPrinter(io, () => session.log.thread);
  const session = await openAgentSession(
    { config: settings(), env: io.env, cwd: workspace },
    { store: createMemoryStore(), emit: (event) => show(event) },
  );
  if (!json) io.out(introduction(io));
  await workUntilRest(session.worker, TASK, io.signal);
  if (io.signal.aborted) return EXIT_CANCELLED;

  const tests = await runTests(workspace, io.signal);
  if (io.signal.aborted) return EXIT_CANCELLED;
  const corrections = lastTurn(session.log.thread)?.corrections ?? 0;
  const caught = corrections > 0 && tests.passed;
  if (json) {
    const message = session.log.thread.corrections[0]?.message ?? null;
    const kept = keep ? { workspace } : {};
    io.out(jsonLine({ corrections, message, testsPassed: tests.passed, ...kept }));
  } else io.out(conclusion(tests, caught, io));
  return caught ? EXIT_DONE : EXIT_FAILED;
}

/** The demo ignores the person's settings: wrong ones, or ones that skip such a turn, would spoil it. */
function settings(): Config {
  return {
    ...DEFAULTS,
    agent: { ...DEFAULTS.agent, model: `scripted/${join(demoFiles(), "script.json")}` },
    observer: { ...DEFAULTS.observer, model: "none" },
  };
}

function introduction({ color, columns }: Io): string {
  const { dim, bold } = styleFor(color);
  return [
    ...wrap(
      "A small agent works in a temporary project. Its words come from a script; its edits and commands are real. Nobody has told Coxswain what will happen: it judges from the record, without a model.",
      columns,
    ).map(dim),
    "",
    ...wrap(`> ${TASK}`, columns).map(bold),
    "",
    "",
  ].join("\n");
}

function conclusion(tests: TestRun, caught: boolean, io: Io): string {
  const style = styleFor(io.color);
  const next = NEXT.map(([command, meaning]) => [`${COX} ${command}`, meaning] as const);
  const result = tests.passed ? style.green(`✓ ${tests.summary}`) : style.red(`✗ ${tests.summary}`);
  return [
    "",
    style.dim("Now the demo itself runs the tests of the workspace:"),
    result,
    "",
    ...wrap(
      caught
        ? "The first “Done!” was false. Coxswain said what was missing, and the agent did it."
        : "Nothing was caught. That is a bug: please report it.",
      io.columns,
    ),
    "",
    "Next:",
    ...explained(next, io.columns),
    "",
  ].join("\n");
}

const NEXT = [
  ["audit", "the false “done”s in the sessions already on this machine"],
  ["check FILE", "judge one of them, with the proof"],
  ["install --dry-run", "what watching your agents live would change"],
  ['run "TASK"', "let our own agent work, watched (needs a model: see its --help)"],
  ["--help", "everything else"],
] as const;

/** In a checkout, there is no `cox` command yet. */
const COX = import.meta.filename.endsWith(".ts") ? "npm run -s cox --" : "cox";

interface TestRun {
  readonly passed: boolean;
  readonly summary: string;
}

/** Really runs the tests, with the Node that runs us: the agent's claims play no part in it. */
async function runTests(workspace: string, signal: AbortSignal): Promise<TestRun> {
  const ran = await promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap"], {
    cwd: workspace,
    timeout: 20_000,
    signal,
  }).then(
    ({ stdout }) => ({ passed: true, stdout }),
    (error: { stdout?: string }) => ({ passed: false, stdout: error.stdout ?? "" }),
  );
  const count = (what: string) => new RegExp(`^# ${what} (\\d+)`, "m").exec(ran.stdout)?.[1] ?? "0";
  return { passed: ran.passed, summary: `node --test: ${count("pass")} passed, ${count("fail")} failed` };
}

function demoFiles(): string {
  const files = join(packageRoot(), "samples", "demo");
  if (existsSync(files)) return files;
  throw new CoxError("usage", "The demo's files are missing from this installation.", {
    hint: "Install coxswain again.",
  });
}
