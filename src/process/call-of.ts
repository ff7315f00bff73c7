import { type Environment, findProgram, systemProgram } from "./find-program.ts";

interface Call {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly options: { readonly env: Environment; readonly windowsVerbatimArguments?: true };
}

/** By path: by its name Windows may look into the project first. `.cmd` files are run only by its shell. */
export function callOf(
  [file, ...parameters]: readonly [file: string, ...parameters: string[]],
  env: Environment,
  { within, platform = process.platform }: { readonly within?: string; readonly platform?: NodeJS.Platform } = {},
): Call {
  const path = isPath(file, platform) ? file : findProgram(file, env, within);
  if (path === undefined) throw Object.assign(new Error(`${file} is not installed`), { code: "ENOENT" });
  if (platform !== "win32" || !/\.(?:cmd|bat)$/i.test(path)) return { file: path, parameters, options: { env } };
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

function isPath(file: string, platform: NodeJS.Platform): boolean {
  return file.includes("/") || (platform === "win32" && file.includes("\\"));
}

/** Quoted for the program and escaped twice: a `.cmd` file passes its arguments through the shell again. */
function asParameter(word: string): string {
  const quoted = `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)(\\+)$/, "$1$1")}"`;
  return inShell(inShell(quoted));
}

function inShell(word: string): string {
  return word.replaceAll(/[()[\]%!^"`<>&|;, *?]/g, "^$&");
}
