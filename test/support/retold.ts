import type { Delta } from "../../src/thread/delta.ts";
import { fold } from "../../src/thread/reducer.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { literally } from "../../src/literally.ts";
import type { AgentStory } from "./agent-story.ts";

/** How a system writes what a story has in the way of Linux. Places are told by how they go on below the project. */
interface System {
  /** The project as the host names it, as tools name files in it, as commands do, and as programs and people do. */
  readonly roots: { readonly cwd: string; readonly tool: string; readonly command: string; readonly said: string };
  readonly slash: "/" | "\\";
  readonly lineEnd: string;
  /** Commands, programs and people write files below the project with the same slash. */
  readonly turnsAll?: true;
}

type NamedSystem = readonly [name: string, System];

export const SYSTEMS: readonly [NamedSystem, ...NamedSystem[]] = [
  ["Windows with PowerShell", { roots: allAt("C:\\Users\\Me\\repo"), slash: "\\", lineEnd: "\r\n", turnsAll: true }],
  [
    "Windows with Git Bash, whatever the case of letters",
    {
      roots: { ...allAt("C:\\Users\\Me\\repo"), tool: "c:\\users\\me\\Repo", command: "/c/Users/Me/repo" },
      slash: "\\",
      lineEnd: "\r\n",
    },
  ],
  [
    "macOS, among temporary files",
    { roots: { ...allAt("/tmp/me/repo"), tool: "/private/tmp/me/repo" }, slash: "/", lineEnd: "\n" },
  ],
];

function allAt(root: string): System["roots"] {
  return { cwd: root, tool: root, command: root, said: root };
}

const TOOL_PATH = /^(?:file_?path|path|filename|absolute_path|target_file|notebook_path|workdir|directory)$/i;
const RELATIVE =
  /(?<![\w@:/.\\-])(?:\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|json|md)\b/g;

/** The thread that the story would have made on another system, with the same work and the same words. */
export function retoldOn(system: System, story: AgentStory): Thread {
  const deltas = JSON.parse(JSON.stringify(story.deltas())) as Delta[];
  const [started] = deltas;
  const root = started?.type === "thread:started" ? started.cwd : undefined;
  return fold(root?.startsWith("/") ? (retold(deltas, "", "said", new Teller(system, root)) as Delta[]) : deltas);
}

type Part = "command" | "content" | "output" | "said";

function retold(value: unknown, key: string, part: Part, teller: Teller): unknown {
  if (typeof value === "string") return teller.text(value, key, part);
  if (Array.isArray(value)) return value.map((each) => retold(each, key, part, teller));
  if (typeof value !== "object" || value === null) return value;
  const within = "type" in value && value.type === "tool_result" ? "output" : part;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      retold(each, name, name === "input" ? "content" : within, teller),
    ]),
  );
}

class Teller {
  readonly #system: System;
  readonly #below: RegExp;

  constructor(system: System, root: string) {
    this.#system = system;
    this.#below = new RegExp(String.raw`(?<![\w.])${literally(root)}((?:/[\w.@-]+)*)(?!\w)`, "g");
  }

  text(text: string, key: string, part: Part): string {
    const { roots, turnsAll } = this.#system;
    if (key === "cwd" && part === "said") return this.#at(roots.cwd, text);
    if (TOOL_PATH.test(key)) return this.#turned(this.#at(roots.tool, text));
    if (key === "command" || key === "cmd") {
      const line = this.#at(roots.command, text);
      return turnsAll && !line.includes("<<") ? this.#withTurnedFiles(line) : line;
    }
    const told = this.#at(roots.said, text);
    const files = turnsAll && part !== "content" ? this.#withTurnedFiles(told) : told;
    return part === "output" ? files.replaceAll("\n", this.#system.lineEnd) : files;
  }

  #at(root: string, text: string): string {
    const turn = root.includes("\\");
    return text.replaceAll(this.#below, (_, rest: string) => root + (turn ? this.#turned(rest) : rest));
  }

  #withTurnedFiles(text: string): string {
    return text.replaceAll(RELATIVE, (path) => this.#turned(path));
  }

  #turned(path: string): string {
    return path.replaceAll("/", this.#system.slash);
  }
}
