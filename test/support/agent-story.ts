import type { Delta } from "../../src/thread/delta.ts";
import type { Thread } from "../../src/thread/thread.ts";
import { type CallResult, ThreadBuilder } from "./thread-builder.ts";

interface Tools {
  readonly run: (command: string) => readonly [string, unknown];
  readonly edit: (path: string, before: string, after: string) => readonly [string, unknown];
  readonly write: (path: string, content: string) => readonly [string, unknown];
  readonly read: (path: string) => readonly [string, unknown];
  readonly plan: (tasks: readonly PlanEntry[]) => readonly [string, unknown];
}

type PlanEntry = readonly [text: string, status: "pending" | "in_progress" | "completed"];

export type Agent = "claude" | "codex" | "gemini" | "copilot" | "vscode" | "pi" | "opencode" | "cursor";

const listed = (tasks: readonly PlanEntry[]): readonly object[] =>
  tasks.map(([content, status], id) => ({ id: `${id}`, content, status }));

const TOOLS: Readonly<Record<Agent, Tools>> = {
  claude: {
    run: (command) => ["Bash", { command }],
    edit: (path, before, after) => ["Edit", { file_path: path, old_string: before, new_string: after }],
    write: (path, content) => ["Write", { file_path: path, content }],
    read: (path) => ["Read", { file_path: path }],
    plan: (tasks) => ["TodoWrite", { todos: listed(tasks) }],
  },
  codex: {
    run: (command) => ["exec_command", { cmd: command, workdir: "/repo" }],
    edit: (path, before, after) => [
      "apply_patch",
      {
        input: `*** Begin Patch\n*** Update File: ${path}\n@@\n${marked("-", before)}\n${marked("+", after)}\n*** End Patch\n`,
      },
    ],
    write: (path, content) => [
      "apply_patch",
      { input: `*** Begin Patch\n*** Add File: ${path}\n${marked("+", content)}\n*** End Patch\n` },
    ],
    read: (path) => ["exec_command", { cmd: `sed -n '1,200p' ${path}`, workdir: "/repo" }],
    plan: (tasks) => ["update_plan", { plan: tasks.map(([step, status]) => ({ step, status })) }],
  },
  gemini: {
    run: (command) => ["run_shell_command", { command }],
    edit: (path, before, after) => ["replace", { file_path: path, old_string: before, new_string: after }],
    write: (path, content) => ["write_file", { file_path: path, content }],
    read: (path) => ["read_file", { absolute_path: path }],
    plan: (tasks) => ["write_todos", { todos: tasks.map(([description, status]) => ({ description, status })) }],
  },
  copilot: {
    run: (command) => ["bash", { command, sessionId: "main", async: false }],
    edit: (path, before, after) => ["edit", { path, old_str: before, new_str: after }],
    write: (path, content) => ["create", { path, file_text: content }],
    read: (path) => ["view", { path }],
    plan: (tasks) => ["manage_todo_list", { todoList: listed(tasks) }],
  },
  vscode: {
    run: (command) => ["run_in_terminal", { command, explanation: "", isBackground: false }],
    edit: (path, before, after) => ["replace_string_in_file", { filePath: path, oldString: before, newString: after }],
    write: (path, content) => ["create_file", { filePath: path, content }],
    read: (path) => ["read_file", { filePath: path }],
    plan: (tasks) => ["manage_todo_list", { todoList: listed(tasks) }],
  },
  pi: {
    run: (command) => ["bash", { command }],
    edit: (path, before, after) => ["edit", { path, oldText: before, newText: after }],
    write: (path, content) => ["write", { path, content }],
    read: (path) => ["read", { path }],
    plan: (tasks) => ["todo_write", { todos: listed(tasks) }],
  },
  opencode: {
    run: (command) => ["bash", { command, description: "" }],
    edit: (path, before, after) => ["edit", { filePath: path, oldString: before, newString: after }],
    write: (path, content) => ["write", { filePath: path, content }],
    read: (path) => ["read", { filePath: path }],
    plan: (tasks) => ["todowrite", { todos: listed(tasks) }],
  },
  cursor: {
    run: (command) => ["run_terminal_cmd", { command, is_background: false }],
    edit: (path, before, after) => ["search_replace", { file_path: path, old_string: before, new_string: after }],
    write: (path, content) => ["write", { file_path: path, contents: content }],
    read: (path) => ["read_file", { target_file: path }],
    plan: (tasks) => ["todo_write", { todos: listed(tasks) }],
  },
};

function marked(mark: string, text: string): string {
  return text
    .split("\n")
    .map((line) => mark + line)
    .join("\n");
}

/** Tells a turn the way one agent would have recorded it: the same words for all, the tools of each. */
export class AgentStory {
  readonly #builder: ThreadBuilder;
  readonly #tools: Tools;

  constructor(agent: Agent, cwd: string) {
    this.#tools = TOOLS[agent];
    this.#builder = new ThreadBuilder().started(cwd, agent);
  }

  ask(text: string): this {
    this.#builder.user(text);
    return this;
  }

  rule(path: string, content: string): this {
    this.#builder.guidance(path, content);
    return this;
  }

  say(text: string): this {
    this.#builder.say(text);
    return this;
  }

  run(command: string, output = "", exit = 0): this {
    const [tool, input] = this.#tools.run(command);
    this.#builder.call(tool, input, { output, status: exit === 0 ? "done" : "error" }, exit);
    return this;
  }

  edit(path: string, before: string, after: string, result: CallResult = {}): this {
    const [tool, input] = this.#tools.edit(path, before, after);
    this.#builder.call(tool, input, result);
    return this;
  }

  write(path: string, content: string, result: CallResult = {}): this {
    const [tool, input] = this.#tools.write(path, content);
    this.#builder.call(tool, input, result);
    return this;
  }

  read(path: string, output = ""): this {
    const [tool, input] = this.#tools.read(path);
    this.#builder.call(tool, input, { output });
    return this;
  }

  plan(...tasks: readonly PlanEntry[]): this {
    const [tool, input] = this.#tools.plan(tasks);
    this.#builder.call(tool, input);
    return this;
  }

  helper(prompt: string, report: string): this {
    this.#builder.subagent(prompt, report);
    return this;
  }

  call(tool: string, input: unknown, result: CallResult = {}, exitCode?: number): this {
    this.#builder.call(tool, input, result, exitCode);
    return this;
  }

  end(text: string): this {
    this.#builder.close(text);
    return this;
  }

  deltas(): readonly Delta[] {
    return this.#builder.deltas();
  }

  build(): Thread {
    return this.#builder.build();
  }
}
