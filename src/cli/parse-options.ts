import { parseArgs, type ParseArgsConfig } from "node:util";
import { CoxError } from "../errors.ts";

/** Reads a command's arguments; what does not fit is a usage error that points to the command's help. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig["options"]>>(
  command: string,
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const what = error instanceof Error ? error.message.replace(/\. To specify a positional.*$/s, ".") : String(error);
    throw new CoxError("usage", `${command}: ${what}`, { cause: error, hint: `See cox ${command} --help.` });
  }
}
