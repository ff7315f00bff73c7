import process from "node:process";
import { findProgram } from "./find-program.ts";
import { systemProgram } from "./system-program.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What `spawn` is to be told to start a program. */
interface Call {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly options: { readonly env: Environment; readonly windowsVerbatimArguments?: true };
}

/**
 * Windows looks for programs in its own way, and starts the `.cmd` files by which npm puts them on the path only through
 * its shell. Neither shall find what lies in the project before what is installed.
 */
export function callOf(
  [file, ...parameters]: readonly [file: string, ...parameters: string[]],
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Call {
  if (platform !== "win32") return { file, parameters, options: { env } };
  const path = /[\\/]/.test(file) ? file : findProgram(file, env);
  // As Node itself tells it of a program that is not there.
  if (path === undefined) throw Object.assign(new Error(`spawn ${file} ENOENT`), { code: "ENOENT" });
  if (!/\.(?:cmd|bat)$/i.test(path)) return { file: path, parameters, options: { env } };
  // The shell would end the line there, and the program get half of what it is told.
  if (parameters.some((word) => /[\r\n]/.test(word)))
    throw new Error(`${path} can be told nothing that has several lines`);
  const line = [inShell(path.replaceAll("/", "\\")), ...parameters.map(asParameter)].join(" ");
  return {
    file: env["COMSPEC"] ?? env["ComSpec"] ?? systemProgram("cmd", env),
    parameters: ["/d", "/s", "/c", `"${line}"`],
    options: { env: { ...env, NoDefaultCurrentDirectoryInExePath: "1" }, windowsVerbatimArguments: true },
  };
}

/** In quotes for the program, and twice in the shell's: such a file hands on what it is given through the shell again. */
function asParameter(word: string): string {
  const quoted = `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\+)$/, "$1$1")}"`;
  return inShell(inShell(quoted));
}

function inShell(word: string): string {
  return word.replaceAll(/[()[\]%!^"`<>&|;, *?]/g, "^$&");
}
