import type { Command } from "./command.ts";

export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const rows = commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`);
  return [
    "Coxswain watches AI coding agents and speaks up when “done” is not so.",
    "",
    "Usage: cox COMMAND [ARGUMENTS]",
    "",
    ...rows,
    "",
    "cox COMMAND --help explains one command, with examples.",
    "",
    "Exit codes: 0 done, 1 failed, not readable or nothing there yet, 2 wrong usage, 3 nothing to",
    "check (verify) or another one is running (heartbeat), 10 + N done after N corrections (run),",
    "130 Ctrl-C, which is how watch and heartbeat end: with 0. acp ends with the agent's code. What",
    "is found about an agent is no failure: check and audit end with 0 then, too.",
    "",
  ].join("\n");
}

export function commandHelp(command: Command): string {
  const width = Math.max(0, ...command.options.map(([flag]) => flag.length));
  const options = command.options.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`);
  return [
    command.summary,
    "",
    ...command.usage.map((form, index) => `${index === 0 ? "Usage:" : "      "} cox ${form}`),
    ...(options.length > 0 ? ["", "Options", ...options] : []),
    "",
    "Examples",
    ...command.examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}
