import type { CallNow } from "../reading/ledger.ts";
import { asList, asRecord } from "../../loose.ts";

export const RUN_COMMANDS = "run_commands";

/** Several commands of one call run side by side: a call each, so that one's failure is not the others'. */
export function callsOf(id: string, name: string, input: unknown): CallNow[] {
  const given = name === RUN_COMMANDS ? listIn(input) : [];
  const inputs = given.map((item) => ({ item, command: commandIn(item) }));
  if (!inputs.some(({ command }) => command !== undefined)) return [{ id, name, input }];
  // An item that is no command keeps its place, because it has a result as well.
  return inputs.map(({ item, command }, index) => ({
    id: inputs.length === 1 ? id : partOf(id, index),
    name,
    input: command === undefined ? item : { command },
  }));
}

export function partOf(id: string, index: number): string {
  return `${id}:${index + 1}`;
}

/** The commands of a call. Models give them as a list, as one text, or each as a program with its arguments. */
function listIn(input: unknown): readonly unknown[] {
  const given = asRecord(input)?.["commands"] ?? input;
  return Array.isArray(given) ? given : [given];
}

function commandIn(item: unknown): string | readonly unknown[] | undefined {
  if (typeof item === "string") return item;
  const { command, args } = asRecord(item) ?? {};
  if (typeof command !== "string") return undefined;
  return asList(args).length === 0 ? command : [command, ...asList(args)];
}
