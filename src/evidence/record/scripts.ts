import { rememberingLines } from "../../thread/shell/remembering-lines.ts";
import type { Step } from "../../thread/thread.ts";

/** What the project's tasks run, as far as the thread has shown it: `package:test` → `vitest run`. */
export type Scripts = ReadonlyMap<string, string>;

const MAX_SCRIPTS = 300;
const FILES: readonly (readonly [RegExp, (text: string) => readonly (readonly [string, string])[]])[] = [
  [/(?:^|\/)package\.json$/, (text) => jsonScripts(text, "package")],
  [/(?:^|\/)composer\.json$/, (text) => jsonScripts(text, "composer")],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$/, (text) => recipes(text, "make")],
  [/(?:^|\/)\.?[Jj]ustfile$/, (text) => recipes(text, "just")],
  [/(?:^|\/)\.?mise(?:\.local)?\.toml$/, miseTasks],
  [/(?:^|\/)pyproject\.toml$/, poeTasks],
];

/**
 * Adds what a step shows of the project's tasks: a file that was read, written or printed, or a runner's own echo. Only
 * a command that may start tasks echoes one: in the output of a command that looks, such lines are plain text.
 */
export function scriptsAfter(scripts: Scripts, step: Step, mayStartTasks: boolean): Scripts {
  const shown = shownFiles(step);
  const echoed = mayStartTasks ? echoedScripts((step.result?.output ?? "").slice(0, 20_000)) : [];
  if (shown.length === 0 && echoed.length === 0) return scripts;
  return new Map([...scripts, ...shown, ...echoed].slice(-MAX_SCRIPTS));
}

function shownFiles(step: Step): readonly (readonly [string, string])[] {
  const { kind, paths, command, changes } = step.action;
  const read = kind === "read" ? paths : command === undefined ? [] : printedFiles(command);
  const shown = read.flatMap((path) => readAs(path, () => step.result?.output));
  const written = changes.flatMap(({ path, newText }) => (path === undefined ? [] : readAs(path, () => newText)));
  return [...shown, ...written];
}

/** The text is only asked for where the name is one of those that hold tasks. */
function readAs(path: string, textOf: () => string | undefined): readonly (readonly [string, string])[] {
  const reader = FILES[fileNamed(path)]?.[1];
  const text = (reader && textOf()) ?? "";
  return !reader || text === "" || text.length > 200_000 ? [] : reader(withoutLineNumbers(text));
}

/** Remembered, because the same few files are read and written again and again. */
const fileNamed = rememberingLines((path) => FILES.findIndex(([name]) => name.test(path)));

/** `cat package.json`: one file, alone, so that the output is its text. */
function printedFiles(command: string): readonly string[] {
  const file = /^(?:cd \S+ && )?(?:cat|bat|head -\S+|jq \S+) (\S+)(?:\s+2>(?:&1|\/dev\/null))?$/.exec(
    command.trim(),
  )?.[1];
  return file === undefined ? [] : [file];
}

function withoutLineNumbers(text: string): string {
  return /^\s*\d+[→\t|]/.test(text) ? text.replace(/^[ \t]*\d+[→\t|]/gm, "") : text;
}

/** `"scripts": { "test": "vitest run" }`; in a fragment of the file, pairs whose value is no version. */
function jsonScripts(text: string, source: string): readonly (readonly [string, string])[] {
  const block =
    /"scripts"\s*:\s*\{([^}]*)\}/.exec(text.slice(0, text.lastIndexOf("}") + 1))?.[1] ??
    (text.includes('"scripts"') || text.length > 4000 ? "" : text);
  return [...block.matchAll(/"([\w:.-]{1,60})"\s*:\s*"((?:[^"\\]|\\.){1,500})"/g)].flatMap((pair) => {
    const [, name = "", value = ""] = pair;
    return /^[\^~>=<*]?\d|^(?:workspace|file|link|npm|git\+?|https?):|^[\w./@-]+$/.test(value) &&
      !/^[\w-]+$/.test(value)
      ? []
      : [[`${source}:${name}`, value.replaceAll('\\"', '"')] as const];
  });
}

/** `target: needs` and the indented lines under it. */
function recipes(text: string, source: string): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  let name: string | undefined;
  let body: string[] = [];
  const close = (): void => {
    if (name !== undefined && body.length > 0) found.push([`${source}:${name}`, body.join(" && ")]);
  };
  for (const line of text.split("\n")) {
    const target = /^([\w./:-]+)(?: [^:=]*)?:(?![=:])/.exec(line)?.[1];
    if (target !== undefined) {
      close();
      [name, body] = [target, []];
    } else if (/^[\t ]+\S/.test(line) && name !== undefined) {
      const command = line
        .trim()
        .replace(/^[@+]+/, "")
        .replaceAll("$$", "$");
      if (!command.startsWith("#")) body.push(command.startsWith("-") ? `${command.slice(1)} || true` : command);
    }
  }
  close();
  return found;
}

/** `[tasks.lint]` with `run = "…"`. */
function miseTasks(text: string): readonly (readonly [string, string])[] {
  const sections = text.split(/^\[(?=tasks\.)/m).slice(1);
  return sections.flatMap((section) => {
    const name = /^tasks\."?([\w:.-]+)"?\]/.exec(section)?.[1];
    const run = /^run\s*=\s*(?:"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/m.exec(section);
    const body = run?.[1] ?? run?.[2] ?? run?.[3];
    return name === undefined || body === undefined ? [] : [[`mise:${name}`, body.trim()] as const];
  });
}

function poeTasks(text: string): readonly (readonly [string, string])[] {
  const block =
    /^\[tool\.(?:poe\.tasks|pdm\.scripts|hatch\.envs\.default\.scripts|pixi\.tasks)\]\n([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(
      text,
    )?.[1] ?? "";
  return [...block.matchAll(/^"?([\w:-]+)"?\s*=\s*"([^"\n]+)"/gm)].map(
    (pair) => [`poe:${pair[1] ?? ""}`, pair[2] ?? ""] as const,
  );
}

/** What npm, mise and Task print before they run something. A task that runs in several packages has several bodies. */
function echoedScripts(output: string): readonly (readonly [string, string])[] {
  if (!mayEcho(output) || !/^(?:> |\[\S+\] \$ |task: \[)/m.test(output)) return [];
  const bodies = new Map<string, Set<string>>();
  for (const [source, pattern] of ECHOES) {
    for (const match of output.matchAll(pattern)) {
      const key = `${source}:${match[1] ?? ""}`;
      const known = bodies.get(key) ?? new Set();
      if (known.size < 8) bodies.set(key, known.add(match[2] ?? ""));
    }
  }
  return [...bodies].map(([key, parts]) => [key, [...parts].join(" && ")] as const);
}

/** False when the output has no echo: a quick search for the rarest sign of each, since every output is searched. */
function mayEcho(output: string): boolean {
  return (
    output.startsWith("> ") ||
    standsAround(output, ">", "\n> ") ||
    standsAround(output, "$", "] $ ") ||
    standsAround(output, "[", "task: [")
  );
}

/** Whether the text contains the whole. A search for one of its characters is much faster than for all of it. */
function standsAround(text: string, character: string, whole: string): boolean {
  const before = whole.indexOf(character);
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    if (at >= before && text.startsWith(whole, at - before)) return true;
  }
  return false;
}

const ECHOES: readonly (readonly [string, RegExp])[] = [
  ["package", /^> (?=\S+@\S)\S+ ([\w:.-]+)(?: \S+)?\n> (.+)$/gm],
  ["mise", /^\[([\w:.-]+)\] \$ (.+)$/gm],
  ["task", /^task: \[([\w:.-]+)\] (.+)$/gm],
];
