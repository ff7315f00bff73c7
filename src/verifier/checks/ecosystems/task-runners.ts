import type { FoundCheck, ProjectFiles, Ecosystem } from "../project-files.ts";
import { checksAmong } from "../task-names.ts";

type Tasks = ReadonlyMap<string, string | undefined>;

/** GNU projects call their tests `check` and the build `all`. */
const MAKE_NAMES = { test: ["check"], build: ["all"] };

export const makefile = runner({
  name: "Makefile",
  files: ["GNUmakefile", "makefile", "Makefile"],
  read: makeTargets,
  call: (task) => ["make", task],
  others: MAKE_NAMES,
});
export const justfile = runner({
  name: "justfile",
  files: ["justfile", "Justfile", ".justfile"],
  read: justRecipes,
  call: (task) => ["just", task],
});
export const taskfile = runner({
  name: "Taskfile",
  files: ["Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml", "Taskfile.dist.yml"],
  read: taskEntries,
  call: (task) => ["task", task],
});
export const mise = runner({
  name: "mise",
  files: ["mise.toml", ".mise.toml", ".mise/config.toml"],
  read: miseTasks,
  call: (task) => ["mise", "run", task],
});

interface Runner {
  readonly name: string;
  /** The files that may contain its tasks; the first that exists counts. */
  readonly files: readonly string[];
  readonly read: (text: string) => Tasks;
  readonly call: (task: string) => FoundCheck["command"];
  readonly others?: Parameters<typeof checksAmong>[3];
}

function runner({ name, files, read, call, others }: Runner): Ecosystem {
  return {
    name,
    tier: "task",
    find(project: ProjectFiles) {
      const file = files.find((candidate) => project.has(candidate));
      const text = file === undefined ? undefined : project.read(file);
      if (file === undefined || text === undefined) return [];
      return checksAmong(read(text), call, (task) => `${file} ${task}`, others);
    },
  };
}

function makeTargets(text: string): Tasks {
  const names = [...text.matchAll(/^([A-Za-z0-9_][\w. \t-]*):(?![=:])/gm)].flatMap(([, list = ""]) =>
    list.trim().split(/\s+/),
  );
  return new Map(names.map((name) => [name, undefined]));
}

function justRecipes(text: string): Tasks {
  const recipes = [...text.matchAll(/^@?([A-Za-z_][\w-]*)((?:[ \t][^:\n]*)?):(?!=)/gm)];
  return new Map(
    recipes
      .filter(([, , parameters = ""]) =>
        parameters
          .trim()
          .split(/\s+/)
          .every((word) => word === "" || /=|^\*/.test(word)),
      )
      .map(([, name = ""]) => [name, undefined]),
  );
}

function taskEntries(text: string): Tasks {
  const names: string[] = [];
  let inside = false;
  let indent: number | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const depth = line.length - line.trimStart().length;
    if (depth === 0) {
      inside = /^tasks\s*:/.test(line);
      indent = undefined;
      continue;
    }
    indent ??= depth;
    const name = /^\s+["']?([\w:.-]+?)["']?\s*:(?:\s|$)/.exec(line)?.[1];
    if (inside && depth === indent && name !== undefined) names.push(name);
  }
  return new Map(names.map((name) => [name, undefined]));
}

function miseTasks(text: string): Tasks {
  const tasks = new Map<string, string | undefined>();
  let section = "";
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.trim();
    if (header !== undefined) {
      section = header;
      const task = /^tasks\."?([\w:.-]+)"?$/.exec(header)?.[1];
      if (task !== undefined) tasks.set(task, undefined);
      continue;
    }
    const [, name = "", body] = /^"?([\w:.-]+)"?\s*=\s*(?:["'](.*)["']|.*)$/s.exec(line.trim()) ?? [];
    if (section === "tasks" && name !== "") tasks.set(name, body);
    const owner = /^tasks\."?([\w:.-]+)"?$/.exec(section)?.[1];
    if (owner !== undefined && name === "run" && body !== undefined) tasks.set(owner, body);
  }
  return tasks;
}
