import { parseArgs, type ParseArgsConfig } from "node:util";
import { nearest } from "../../config/nearest.ts";
import { CoxError } from "../../errors.ts";

/** Reads a command's arguments; wrong ones become a usage error that points to the command's help. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const what = inOneSentence(error instanceof Error ? error.message : String(error));
    const meant = /^Unknown option '--(.+)'/.exec(what)?.[1];
    const known = meant === undefined ? undefined : nearest(meant, Object.keys(options));
    const hint = `${known === undefined ? "" : `Did you mean --${known}? `}See cox ${command} --help.`;
    throw new CoxError("usage", what, { cause: error, hint });
  }
}

/** Throws for surplus words: they probably mean something that the command would not do. */
export function allowWords(most: number, command: string, words: readonly string[]): void {
  const tooMany = words[most];
  if (tooMany === undefined) return;
  throw new CoxError("usage", `"${tooMany}" is one word too many.`, { hint: `See cox ${command} --help.` });
}

/**
 * Throws for an empty path. It is probably an unset variable in a script, and would mean this directory, or nothing.
 */
export function refuseEmptyPaths(command: string, paths: readonly string[]): void {
  if (paths.includes("")) throw new CoxError("usage", `a path is empty.`, { hint: `See cox ${command} --help.` });
}

/** Node's message, which has several lines and sometimes a full stop, as one sentence. */
function inOneSentence(message: string): string {
  const option = /--[^' ]+/.exec(message)?.[0] ?? "an option";
  if (message.includes("argument missing")) return `${option} needs a value.`;
  if (message.includes("argument is ambiguous"))
    return `${option} needs a value; write ${option}=VALUE if it begins with "-".`;
  return `${message.replace(/[.\n].*$/s, "")}.`;
}
