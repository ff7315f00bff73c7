import type { CallNow } from "../reading/ledger.ts";
import { asList, asRecord } from "../reading/loose.ts";

export const RUN_COMMANDS = "run_commands";

/**
 * A call as the thread knows it. Several commands may stand in one call, run side by side, and have a result each: they
 * are told as a call each, so that the failure of one is no failure of the others.
 */
export function callsOf(id: string, name: string, input: unknown): CallNow[] {
  const commands = name === RUN_COMMANDS ? commandsIn(input) : [];
  if (commands.length === 0) return [{ id, name, input }];
  return commands.map((command, index) => ({
    id: commands.length === 1 ? id : partOf(id, index),
    name,
    input: { command },
  }));
}

/** The name of one command among several of a call. */
export function partOf(id: string, index: number): string {
  return `${id}:${index + 1}`;
}

/** Models give the commands as a list, as one text, or each as a program and its arguments. */
function commandsIn(input: unknown): readonly Command[] {
  const given = asRecord(input)?.["commands"] ?? input;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.flatMap((item): readonly Command[] => {
    if (typeof item === "string") return [item];
    const { command, args } = asRecord(item) ?? {};
    if (typeof command !== "string") return [];
    return asList(args).length === 0 ? [command] : [[command, ...asList(args)]];
  });
}

type Command = string | readonly unknown[];
