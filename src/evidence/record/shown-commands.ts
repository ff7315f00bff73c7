import type { ShellCommand } from "../../thread/shell/shell-command.ts";

/** What npm and pnpm print before they run a script: `> soup@1.0.0 test` and `> vitest run`. */
interface Banner {
  readonly script: string;
  readonly body: string;
  readonly at: number;
  /** Where it ends. */
  readonly to: number;
}

const BANNER = /^> \S{1,100} (\S{1,60})(?: \/.{1,200})?\n> (.{1,2000})$/gm;

export function bannersIn(output: string): readonly Banner[] {
  if (!output.includes("> ")) return [];
  return [...output.matchAll(BANNER)].map(({ 0: whole, 1: script = "", 2: body = "", index: at }) => {
    return { script, body, at, to: at + whole.length };
  });
}

/** The banner of this command: where several call one script, they print theirs in their order. */
export function bannerOf(
  command: ShellCommand,
  commands: readonly ShellCommand[],
  banners: readonly Banner[],
): Banner | undefined {
  const script = banners.find((banner) => calls(command, banner.script))?.script;
  if (script === undefined) return undefined;
  const printed = banners.filter((banner) => banner.script === script);
  const calling = [...new Set(commands.filter((other) => calls(other, script)).map(({ text }) => text))];
  const banner = printed[calling.indexOf(command.text)];
  // The script of another command may start it as well.
  const isInner = banners.some(({ body }) => wordsOf(body).includes(script) && STARTERS.has(wordsOf(body)[0] ?? ""));
  return printed.length > calling.length || isInner ? undefined : banner;
}

/** The next command of the line of which something stands in the output. */
export function nextThatPrints(commands: readonly ShellCommand[], index: number): ShellCommand | undefined {
  const own = commands[index]?.text;
  return commands.slice(index + 1).find((later) => later.text !== own && later.join !== "|" && !printsNothing(later));
}

function printsNothing({ name, args }: ShellCommand): boolean {
  return name === "cd" || name === "true" || (name === "git" && args.some(({ text }) => text === "--check"));
}

/** True where the next of a chain would have begun with a banner, and has not: it was not reached. */
export function lacksNext(commands: readonly ShellCommand[], index: number, output: string): boolean {
  const next = nextThatPrints(commands, index);
  return next?.join === "&&" && commands[index]?.pipedInto.length === 0 && lacksBanner(next, commands, output);
}

/** True where banners are printed, and none is surely the one that this command prints. */
export function lacksBanner(command: ShellCommand, commands: readonly ShellCommand[], output: string): boolean {
  const words = wordsOf(command.text);
  const prints = words.some((word) => STARTERS.has(word)) && !words.some((word) => SILENT.has(word));
  const banners = prints && command.pipedInto.length === 0 ? bannersIn(output) : [];
  return banners.length > 0 && !bannerOf(command, commands, banners);
}

const STARTERS = new Set(["npm", "pnpm"]);

/** True for `npm run test`, `pnpm -F soup test`: the name stands before the script's own arguments. */
function calls({ text }: ShellCommand, script: string): boolean {
  const words = wordsOf(text);
  const starter = words.findIndex((word) => STARTERS.has(word));
  const end = words.indexOf("--");
  const before = words.slice(starter + 1, end === -1 ? undefined : end);
  return starter !== -1 && before.includes(script) && !before.some((word) => SILENT.has(word));
}

const SILENT = new Set(["-s", "--silent", "--quiet", "exec", "dlx"]);

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s;&|()]+/);
}

/** True where a runner that marks each line with its task (`[lint] $ eslint .`) shows one of this command. */
export function callsTask({ text }: ShellCommand, output: string): boolean {
  return wordsOf(text)
    .slice(1)
    .some((word) => output.includes(`[${word}] `) || output.includes(`[${word}:`));
}

/** The task of which its runner says that it failed (`[lint] ERROR task failed`), where this command names it. */
export function failedTask({ text }: ShellCommand, output: string): boolean {
  return wordsOf(text).some((word) => `\n${output}\n`.includes(`\n[${word}] ERROR task failed\n`));
}

/** True where the output holds what only a command behind this one can have printed: so that one was reached. */
export function showsLater(index: number, commands: readonly ShellCommand[], output: string): boolean {
  const own = commands[index];
  if (!own || own.pipedInto.length > 0 || own.scopes.some((scope) => scope === "loop" || scope === "function"))
    return false;
  const banners = bannersIn(output);
  for (let at = index + 1; at < commands.length; at += 1) {
    const later = commands[at];
    if (!later || (later.join !== "&&" && later.join !== "|")) return false;
    if (later.join === "|" || later.text === own.text) continue;
    if (bannerOf(later, commands, banners) || printedByGit(later, commands.slice(0, at), output)) return true;
  }
  return false;
}

/** What git prints in lines that no check prints. */
const GIT: ReadonlyMap<string, RegExp> = new Map([
  ["status", /^(?:(?:[MADRCU?][MADRCU? ]| [MADRCU]) \S|On branch \S)/m],
  ["diff", /^(?:diff --git a\/| \d{1,6} files? changed, )/m],
  ["commit", /^\[\S.{0,100} [\da-f]{7,12}\] \S/m],
]);

function printedByGit(command: ShellCommand, before: readonly ShellCommand[], output: string): boolean {
  const call = gitCall(command);
  const pattern = call === undefined ? undefined : GIT.get(call);
  return pattern !== undefined && !before.some((other) => gitCall(other) === call) && pattern.test(output);
}

/** True for a formatter that says in Go's own words where a file is no Go. */
export function formatsGo({ name, args }: ShellCommand): boolean {
  return GO_FORMATTERS.has(name) || (name === "go" && args[0]?.text === "fmt");
}

const GO_FORMATTERS = new Set(["gofmt", "goimports", "gofumpt"]);

/** True for what prints a diff that is not a formatter's. */
export function printsDiff(command: ShellCommand): boolean {
  return command.name === "diff" || DIFFS.has(gitCall(command) ?? "");
}

const DIFFS = new Set(["diff", "show", "log", "stash"]);

/** `diff --check` prints no diff. */
function gitCall({ name, args }: ShellCommand): string | undefined {
  if (name !== "git" || args.some(({ text }) => text === "--check")) return undefined;
  return args[0]?.text;
}
