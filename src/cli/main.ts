import process from "node:process";
import { nearest } from "../config/nearest.ts";
import { CoxError, describeError } from "../errors.ts";
import { neutralise } from "../observer/render/untrusted.ts";
import { type Command, EXIT_DONE, EXIT_UNREADABLE, EXIT_USAGE, type Io } from "./command.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { processIo } from "./process-io.ts";
import { version } from "./version.ts";

/** Loaded only when called, so that `cox --help` does not pay for what it does not use. */
const COMMANDS: Record<string, () => Promise<{ command: Command }>> = {
  demo: () => import("./commands/demo.ts"),
  check: () => import("./commands/check.ts"),
  audit: () => import("./commands/audit.ts"),
  why: () => import("./commands/why.ts"),
  feedback: () => import("./commands/feedback.ts"),
  stats: () => import("./commands/stats.ts"),
  watch: () => import("./commands/watch.ts"),
  run: () => import("./commands/run.ts"),
  chat: () => import("./commands/chat.ts"),
  verify: () => import("./commands/verify.ts"),
  heartbeat: () => import("./commands/heartbeat.ts"),
  threads: () => import("./commands/threads.ts"),
  handoff: () => import("./commands/handoff.ts"),
  usage: () => import("./commands/usage.ts"),
  prompt: () => import("./commands/prompt.ts"),
  config: () => import("./commands/config.ts"),
  doctor: () => import("./commands/doctor.ts"),
  acp: () => import("./commands/acp.ts"),
  install: () => import("./commands/install.ts"),
  uninstall: () => import("./commands/uninstall.ts"),
  hook: () => import("./commands/hook.ts"),
};

async function main(args: string[], io: Io): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return help(rest[0], io);
  if (name === "--version" || name === "-v") {
    io.out(`${await version()}\n`);
    return EXIT_DONE;
  }
  const command = await load(name);
  if (!command) return unknownCommand(name, io);
  // What stands behind -- belongs to another program.
  const own = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (own.includes("--help") || own.includes("-h")) {
    io.out(commandHelp(command));
    return EXIT_DONE;
  }
  return command.run(rest, io);
}

async function load(name: string): Promise<Command | undefined> {
  const loader = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return loader && (await loader()).command;
}

async function help(name: string | undefined, io: Io): Promise<number> {
  const one = name === undefined ? undefined : await load(name);
  if (name !== undefined && !one) return unknownCommand(name, io);
  const all = await Promise.all(Object.values(COMMANDS).map(async (loader) => (await loader()).command));
  io.out(one ? commandHelp(one) : generalHelp(all));
  return EXIT_DONE;
}

function unknownCommand(name: string, io: Io): number {
  const commands = Object.keys(COMMANDS);
  const meant = nearest(name, commands);
  io.err(
    `cox: there is no command "${neutralise(name)}". ${meant ? `Did you mean "${meant}"?` : `Commands: ${commands.join(", ")}.`} See cox --help.\n`,
  );
  return EXIT_USAGE;
}

/** Every complaint begins with the command that makes it, whoever words it. */
function complaint(text: string, name = ""): string {
  if (!Object.hasOwn(COMMANDS, name)) return `cox: ${text}`;
  return `cox ${name}: ${text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text}`;
}

const io = processIo();
try {
  process.exitCode = await main(process.argv.slice(2), io);
} catch (error) {
  io.err(`${complaint(neutralise(describeError(error)), process.argv[2])}\n`);
  process.exitCode = error instanceof CoxError && error.code === "usage" ? EXIT_USAGE : EXIT_UNREADABLE;
}
