import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";
import type { Variables, Config } from "../config.ts";
import { valueOf } from "../text/jsonc.ts";
import { findProgram } from "../process/find-program.ts";
import { rootOf } from "./json-edit.ts";
import { CoxError } from "../text/errors.ts";
import type { InstallPlace, Installer } from "../hosts/installer.ts";
import { upwards } from "../text/places.ts";
import { farewellMark } from "./manifest.ts";

export interface PlaceRequest {
  readonly scope: InstallPlace["scope"];
  readonly home: string;
  readonly project: string;
  readonly env: Variables;
  readonly config: Config;
  readonly state: string;
  readonly root: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
  readonly machine?: string;
}

/** Seconds added to our own limit for the host's limit, so that the host never has to end us. */
const HOST_RESERVE = 5;

export function installPlace(
  installer: Pick<Installer, "name" | "title" | "inPowerShell" | "verifies">,
  request: PlaceRequest,
): InstallPlace {
  const { scope, home, project, env, config, root, platform, machine = "/" } = request;
  const verifying = installer.verifies ? config.verification.timeoutSeconds + HOST_RESERVE : 0;
  const seconds = Math.ceil(Math.max(config.hook.timeoutSeconds, verifying)) + HOST_RESERVE;
  const words = [...programWords(installer, request), installer.name, "--within", String(seconds)];
  const line = words.map((word) => shellWord(word, platform)).join(" ");
  const shells = scope === "user" ? { bash: line, powershell: `& ${line}` } : harmlessWhereMissing(line);
  return {
    scope,
    home,
    project,
    env,
    words,
    command: commandOf(installer, request, { line, ...shells }),
    shells,
    seconds,
    parallel: config.mode === "parallel",
    subagents: config.standDown.ignore.includes("subagent"),
    integration: (name) => readFileSync(join(root, "integrations", name), "utf8"),
    platform,
    machine,
  };
}

function commandOf(
  { inPowerShell }: Pick<Installer, "inPowerShell">,
  { scope, platform }: PlaceRequest,
  { line, bash, powershell }: InstallPlace["shells"] & { readonly line: string },
): string {
  if (platform === "win32") return inPowerShell && scope === "user" ? powershell : line;
  return scope === "user" ? line : bash;
}

/** The root of the package that this file belongs to, in a checkout as in a bundle. */
export function packageRoot(): string {
  for (const directory of upwards(import.meta.dirname))
    if (existsSync(join(directory, "package.json"))) return directory;
  throw new CoxError("usage", "The package that this program came in is gone.", { hint: "Install coxswain again." });
}

/** False in a checkout without a build: the program for the hosts does not exist. */
export function isBuilt(root: string): boolean {
  return existsSync(join(root, "dist", "hook", "hook.cjs"));
}

/** True when the package is in npx's cache, which may be emptied any day. */
export function isPassing(root: string): boolean {
  return root.includes(`${sep}_npx${sep}`);
}

/** The project that the package is a dependency of: the hook ends with it. None for what is installed `global`. */
export function dependingProject(root: string): string | undefined {
  const words = root.split(sep);
  const above = words.flatMap((word, index) => (word === "node_modules" ? [words.slice(0, index)] : []));
  const project = above.find((those) => existsSync([...those, "package.json"].join(sep)));
  return project?.includes("global") ? undefined : project?.join(sep);
}

function programWords({ name, title }: Pick<Installer, "name" | "title">, request: PlaceRequest): string[] {
  const { scope, root, node, state } = request;
  if (scope === "project") return [PROGRAM];
  const farewell = `Coxswain was uninstalled, so it no longer watches ${title}. To take its hook out of the settings: npx --package coxswain cox uninstall ${name}`;
  return [node, "-e", UNLESS_GONE, join(root, "bin", "cox-hook.cjs"), farewellMark(state, name), farewell];
}

/** Where the program is gone, says so once. No shell may find anything in it: no quotes, dollar, backslash. */
const UNLESS_GONE =
  "const[,program,mark,farewell]=process.argv;process.argv.splice(2,2);" +
  "try{if(fs.existsSync(program))require(program).run();" +
  "else if(fs.mkdirSync(mark,{recursive:true,mode:448})){" +
  "fs.writeSync(1,JSON.stringify({systemMessage:farewell})+os.EOL);fs.writeSync(2,farewell+os.EOL)}}catch{}";

/** In a shared file, the line must do nothing where Coxswain is not installed. */
function harmlessWhereMissing(line: string): InstallPlace["shells"] {
  return {
    bash: `command -v ${PROGRAM} >/dev/null 2>&1 && ${line} || true`,
    powershell: `if (Get-Command ${PROGRAM} -ErrorAction SilentlyContinue) { ${line} }`,
  };
}

export function shellWord(word: string, platform: NodeJS.Platform): string {
  // All Windows shells accept forward slashes, and Git Bash, in which hooks run there, drops backslashes.
  const path = platform === "win32" ? word.replaceAll("\\", "/") : word;
  if (/^[\w@%+=:,./-]+$/.test(path)) return path;
  return platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** The first program that a file starts for us and that does not exist. Throws when a JSON file is not valid JSON. */
export function missingProgram(file: string, text: string, env: Variables): string | undefined {
  const commands = file.endsWith(".json") ? commandsIn(text) : pluginCommands(text);
  return commands.flatMap(programsOf).find((program) => !isThere(program, env));
}

/** Looks a name up as a host would. A program in npx's cache does not count, since it is found only while npx runs. */
export function isThere(program: string, env: Variables): boolean {
  if (isAbsolute(program)) return existsSync(program);
  const found = findProgram(program, env);
  return found !== undefined && !isPassing(found);
}

type Words = readonly string[];

function commandsIn(text: string): Words[] {
  const { hooks } = Object(valueOf(rootOf(text))) as { hooks?: unknown };
  return linesIn(hooks).map(wordsOf);
}

function linesIn(value: unknown): string[] {
  if (typeof value === "string") return namesOurProgram(value) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(linesIn) : [];
}

function wordsOf(line: string): Words {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g) ?? [];
  return words.map((word) => word.replaceAll(/'([^']*)'|"([^"]*)"|\\(')/g, "$1$2$3"));
}

function pluginCommands(text: string): Words[] {
  const list = /^const COMMAND = (\[.*\]);$/m.exec(text)?.[1];
  return list === undefined ? [] : [JSON.parse(list) as string[]];
}

/** Our program and the absolute paths before it; the meaning of other words is unknown. */
function programsOf(words: Words): string[] {
  const last = words.findLastIndex((word) => namesOurProgram(word));
  return words.slice(0, last + 1).filter((word) => isAbsolute(word) || word === PROGRAM);
}

/** Part of every command that we put into settings, so that we find it again. */
export const PROGRAM = "cox-hook";

export function namesOurProgram(text: string | Buffer): boolean {
  return text.includes(PROGRAM);
}

/** True for an entry of a hook list that starts our program, in any host's form. */
export function isOurEntry(entry: unknown): boolean {
  if (typeof entry !== "object" || entry === null) return false;
  const { hooks, command, bash } = entry as { hooks?: unknown; command?: unknown; bash?: unknown };
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurEntry);
  return [command, bash].some((line) => typeof line === "string" && namesOurProgram(line));
}
