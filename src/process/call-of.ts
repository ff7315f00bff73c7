import process from "node:process";
import { findProgram } from "./find-program.ts";
import { systemProgram } from "./system-program.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The arguments with which `spawn` starts a program. */
interface Call {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly options: { readonly env: Environment; readonly windowsVerbatimArguments?: true };
}

/**
 * Windows searches programs in its own way, and runs `.cmd` files, with which npm installs them, only through its
 * shell. In both cases, a program in the project must not be found before an installed one.
 */
export function callOf(
  [file, ...parameters]: readonly [file: string, ...parameters: string[]],
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Call {
  if (platform !== "win32") return { file, parameters, options: { env } };
  const path = /[\\/]/.test(file) ? file : findProgram(file, env);
  // The error that Node gives for a missing program.
  if (path === undefined) throw Object.assign(new Error(`spawn ${file} ENOENT`), { code: "ENOENT" });
  if (!/\.(?:cmd|bat)$/i.test(path)) return { file: path, parameters, options: { env } };
  // The shell would end the line there, and the program would get only half of its arguments.
  if (parameters.some((word) => /[\r\n]/.test(word)))
    throw new Error(`${path} can be told nothing that has several lines`);
  const line = [inShell(path.replaceAll("/", "\\")), ...parameters.map(asParameter)].join(" ");
  return {
    file: env["COMSPEC"] ?? env["ComSpec"] ?? systemProgram("cmd", env),
    parameters: ["/d", "/s", "/c", `"${line}"`],
    options: { env: { ...env, NoDefaultCurrentDirectoryInExePath: "1" }, windowsVerbatimArguments: true },
  };
}

/**
 * Quoted for the program and escaped twice for the shell, because a `.cmd` file passes its arguments through the
 * shell again.
 */
function asParameter(word: string): string {
  const quoted = `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\+)$/, "$1$1")}"`;
  return inShell(inShell(quoted));
}

function inShell(word: string): string {
  return word.replaceAll(/[()[\]%!^"`<>&|;, *?]/g, "^$&");
}
