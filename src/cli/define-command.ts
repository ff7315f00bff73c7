import type { ParseArgsOptionsConfig } from "node:util";
import type { Command, Io, OptionRow } from "./command.ts";
import { allowWords, parseOptions } from "./options/parse-options.ts";

type NameIn<Flag> = Flag extends `--${infer Name} ${string}` ? Name : Flag extends `--${infer Name}` ? Name : never;

type ValueOf<Row extends OptionRow> = Row extends readonly [`--${string} ${string}`, ...unknown[]]
  ? Row extends readonly [string, string, { readonly multiple: true }]
    ? string[]
    : Row extends readonly [string, string, { readonly default: string }]
      ? string
      : string | undefined
  : boolean;

export interface Given<Rows extends readonly OptionRow[]> {
  readonly values: { readonly [Row in Rows[number] as NameIn<Row[0]>]: ValueOf<Row> };
  readonly positionals: string[];
  readonly args: readonly string[];
}

export function defineCommand<const Rows extends readonly OptionRow[]>(
  command: Omit<Command, "options" | "run"> & {
    readonly options: Rows;
    readonly words?: number;
    run(given: Given<Rows>, io: Io): Promise<number>;
  },
): Command {
  const { words = Number.POSITIVE_INFINITY, ...shown } = command;
  return {
    ...shown,
    async run(args, io) {
      const given = readArguments(command.name, args, command.options);
      allowWords(words, command.name, given.positionals);
      return command.run(given, io);
    },
  };
}

/** For a command that must look at its arguments before they are read. */
export function readArguments<const Rows extends readonly OptionRow[]>(
  name: string,
  args: string[],
  rows: Rows,
): Given<Rows> {
  const { values, positionals } = parseOptions(name, args, optionsOf(rows));
  return { values: values as Given<Rows>["values"], positionals, args };
}

/** The rows that begin with `--`; one whose flag names a value takes one. */
function optionsOf(rows: readonly OptionRow[]): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = {};
  for (const [flag, , { multiple, ...taken } = {}] of rows) {
    const [, name, value] = /^--(\S+)( .*)?$/.exec(flag) ?? [];
    if (name === undefined) continue;
    if (value === undefined) options[name] = { type: "boolean", default: false };
    else options[name] = { type: "string", ...(multiple ? { multiple, default: [] } : taken) };
  }
  return options;
}
