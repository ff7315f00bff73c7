import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import { placedPath, roleOf } from "./paths.ts";

/** The sub-commands with which a package manager writes a package into the project. */
const ADDING: ReadonlyMap<string, RegExp> = new Map([
  ["npm", /^(?:i|install|add)$/],
  ["pnpm", /^(?:add|i|install)$/],
  ["yarn", /^add$/],
  ["bun", /^(?:add|i|install)$/],
  ["uv", /^add$/],
  ["poetry", /^add$/],
  ["pdm", /^add$/],
  ["cargo", /^add$/],
  ["go", /^get$/],
  ["bundle", /^add$/],
  ["composer", /^require$/],
  ["dotnet", /^add$/],
  ["flutter", /^add$/],
  ["dart", /^add$/],
]);
/** With these options the package goes somewhere else, or nowhere. */
const ELSEWHERE = /^(?:-g|--global|--no-save|--dry-run|--location=global)$/;
const VALUED =
  /^(?:--registry|--prefix|-C|--dir|-w|--workspace|-F|--filter|--group|-G|--optional|--features|--cwd|--userconfig)$/;

/**
 * The package that a line adds to the project. To install what is declared already adds nothing, and neither does a
 * tool that is put only into the environment.
 */
export function addedPackage(line: string, workspace?: string): string | undefined {
  if (!/\b(?:i|install|add|get|require)\b/.test(line)) return undefined;
  return parseCommandLine(line)
    .filter(({ cwd }) => cwd === undefined || roleOf(placedPath(`${cwd}/package.json`, workspace)) !== "scratch")
    .flatMap((command) => packageOf(command) ?? [])[0];
}

function packageOf(command: ShellCommand): string | undefined {
  const words = command.args.map((word) => word.text);
  if (words.some((word) => ELSEWHERE.test(word))) return undefined;
  const names = words.filter((word, index) => !word.startsWith("-") && !VALUED.test(words[index - 1] ?? ""));
  const [sub = "", ...rest] = names[0] === "pub" ? names.slice(1) : names;
  if (!ADDING.get(command.name)?.test(sub)) return undefined;
  const packages = command.name === "dotnet" ? rest.slice(rest.indexOf("package") + 1) : rest;
  if (command.name === "dotnet" && !rest.includes("package")) return undefined;
  return packages.find((name) => /^@?[A-Za-z]/.test(name) && !/^(?:\.|\/|file:|all$)/.test(name));
}

/** The name of the package, without its version. */
export function packageName(added: string): string {
  return added.replace(/(?<=.)(?:@|==|>=|<=|~=|\^).*$/s, "");
}
