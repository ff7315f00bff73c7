import { runRelay } from "../../acp/run-relay.ts";
import type { Supervisor } from "../../acp/supervisor.ts";
import { composeSupervisor } from "../../compose/acp.ts";
import type { Settings } from "../../compose/settings.ts";
import { configForWatching, loadConfig } from "../../config.ts";
import { committedFile } from "../../config/committed.ts";
import { observerEnvironment } from "../../config/environment.ts";
import { CoxError, describeError, errorCode } from "../../text/errors.ts";
import { type Command, EXIT_FAILED, type Io } from "../command.ts";
import { readArguments } from "../define-command.ts";
import { openStoreOr } from "../open-store.ts";
import { SETTING_FLAGS, allowWords } from "../options/parse-options.ts";
import { problemTeller, refuseWrongFlags } from "../tell-problems.ts";

const OPTIONS = [
  ["COMMAND", "the agent that speaks ACP on its standard input and output"],
  ["--observer MODEL", "the model that is asked: auto, none or provider/model (default: as configured, else none)"],
  ["--shadow", "decide and record, but say nothing"],
] as const;

export const command: Command = {
  name: "acp",
  usage: ["acp [OPTIONS] -- COMMAND [ARGUMENT…]"],
  options: OPTIONS,
  examples: [
    "cox acp -- npx -y @agentclientprotocol/claude-agent-acp",
    "cox acp -- gemini --acp",
    "cox acp --observer none -- opencode acp",
    "# in the editor's settings, put this command where the agent's own command stands",
    "# to run a project's own checks when a turn ends there, name it in checks.watched: cox config checks.watched",
  ],
  async run(args, io) {
    const end = args.indexOf("--");
    // Without `--`, the agent's own options would be taken for unknown options of ours.
    if (end === -1) throw noCommand();
    const [file, ...parameters] = args.slice(end + 1);
    const { values, positionals } = readArguments("acp", args.slice(0, end), OPTIONS);
    allowWords(0, "acp", positionals);
    if (!file) throw noCommand();
    const overrides = {
      ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
      ...(values.shadow ? { mode: "shadow" } : {}),
    };
    const began = new Date();
    const committed = (directory: string) => committedFile(directory, began, io.env);
    const load = (cwd: string) =>
      loadConfig({ cwd, env: io.env, overrides, flags: SETTING_FLAGS, tolerant: true, committed });
    refuseWrongFlags(load(io.cwd));
    const tell = problemTeller("acp", io);
    const settingsFor = (cwd: string = io.cwd): Settings => {
      const loaded = load(cwd);
      tell(loaded);
      return { config: configForWatching(loaded), env: io.env, cwd };
    };
    const report = (trouble: unknown) => io.err(`cox acp: ${describeError(trouble)}\n`);
    // If the store cannot be opened, the agent is still started: an editor without us is better off than one without
    // its agent.
    const store = await openStoreOr(settingsFor().config, report);
    try {
      return await runRelay({
        command: [file, ...parameters],
        cwd: io.cwd,
        // Otherwise the agent's own hooks would judge the same turns a second time.
        env: observerEnvironment(io.env),
        editor: { input: process.stdin, output: process.stdout },
        supervisor: store ? composeSupervisor({ settingsFor, store, report }) : NOBODY,
        signal: io.signal,
      });
    } catch (error) {
      return notStarted(file, error, io);
    } finally {
      await store?.close();
    }
  },
};

const NOBODY: Supervisor = { endOfTurn: () => Promise.resolve({}), note: () => Promise.resolve() };

function notStarted(file: string, error: unknown, io: Io): number {
  const reason = REASONS[errorCode(error) ?? ""] ?? describeError(error);
  io.err(`cox acp: ${file} cannot be started: ${reason}.\n`);
  return EXIT_FAILED;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such command",
  EACCES: "it is no program, or you may not run it",
};

function noCommand(): CoxError {
  return new CoxError("usage", "no COMMAND was given after --.", {
    hint: "Put the agent's command there: cox acp -- gemini --acp.",
  });
}
