import type { Step } from "../../thread/thread.ts";

/** What the project's tasks run, as far as the thread has shown it: `package:test` → `vitest run`. */
export type Scripts = ReadonlyMap<string, string>;

const MAX_SCRIPTS = 300;
type Reader = (text: string) => readonly (readonly [string, string])[];
const READERS: readonly (readonly [names: string, Reader])[] = [
  ["package.json", (text) => jsonScripts(text, "package")],
  ["composer.json", (text) => jsonScripts(text, "composer")],
  ["Makefile makefile GNUmakefile", (text) => recipes(text, "make")],
  ["justfile Justfile .justfile", (text) => recipes(text, "just")],
  ["mise.toml .mise.toml mise.local.toml .mise.local.toml", miseTasks],
];
const FILES: ReadonlyMap<string, Reader> = new Map(
  READERS.flatMap(([names, reader]) => names.split(" ").map((name) => [name, reader] as const)),
);

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
  const reader = FILES.get(path.slice(path.lastIndexOf("/") + 1));
  const text = (reader && textOf()) ?? "";
  return !reader || text === "" || text.length > 200_000 ? [] : reader(text.replaceAll(LINE_NUMBER, ""));
}

/** `cat package.json`: one file, alone, so that the output is its text. */
function printedFiles(command: string): readonly string[] {
  const file = /^(?:cd \S+ && )?(?:cat|bat|head -\S+|jq \S+) (\S+)(?:\s+2>(?:&1|\/dev\/null))?$/.exec(
    command.trim(),
  )?.[1];
  return file === undefined ? [] : [file];
}

const LINE_NUMBER = /^[ \t]*\d+[→\t|]/gm;

/** `"scripts": { "test": "vitest run" }`; in a fragment of the file, pairs whose value is no version. */
function jsonScripts(text: string, source: string): readonly (readonly [string, string])[] {
  const block =
    /"scripts"\s*:\s*\{([^}]*)\}/.exec(text.slice(0, text.lastIndexOf("}") + 1))?.[1] ??
    (text.includes('"scripts"') || text.length > 4000 ? "" : text);
  return [...block.matchAll(/"([\w:.-]{1,60})"\s*:\s*"((?:[^"\\]|\\.){1,500})"/g)].flatMap((pair) => {
    const [, name = "", value = ""] = pair;
    return VERSION.test(value) ? [] : [[`${source}:${name}`, value.replaceAll('\\"', '"')] as const];
  });
}

const VERSION = /^[\^~>=<*]?\d|^(?:workspace|file|link|npm|git\+?|https?):|^(?=.*[./@])[\w./@-]+$/;

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
    } else if ((line.startsWith("\t") || line.startsWith(" ")) && line.trim() !== "" && name !== undefined) {
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

/** What npm and mise print before they run something. A task that runs in several packages has several bodies. */
function echoedScripts(output: string): readonly (readonly [string, string])[] {
  if (!mayEcho(output)) return [];
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
  return output.startsWith("> ") || standsAround(output, ">", "\n> ") || standsAround(output, "$", "] $ ");
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
];
