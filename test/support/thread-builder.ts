import { DELTA_VERSION } from "../../src/thread/delta-schema.ts";
import type { Delta } from "../../src/thread/delta.ts";
import type { AssistantMessage, StopReason, ToolStatus } from "../../src/thread/message.ts";
import { fold } from "../../src/thread/reducer.ts";
import { EMPTY_THREAD, type Thread } from "../../src/thread/thread.ts";
import type { Witnessed } from "../../src/thread/witnessed.ts";

export interface CommandResult {
  readonly exit?: number;
  readonly output?: string;
  readonly status?: ToolStatus;
  readonly background?: boolean;
  /** How it ended is not told, or not even that it did. */
  readonly untold?: "end" | "whether";
}

export interface CallResult {
  readonly output?: string;
  readonly status?: ToolStatus;
  readonly untold?: "end" | "whether";
}

export class ThreadBuilder {
  readonly #deltas: Delta[];
  #count = 0;

  constructor(deltas: readonly Delta[] = []) {
    this.#deltas = [...deltas];
    this.#count = deltas.length;
  }

  started(cwd: string, host = "claude-code"): this {
    return this.#add({ v: DELTA_VERSION, type: "thread:started", threadId: "fixture", host, cwd });
  }

  user(text: string, source: "user" | "queue" | "host" | "course-correction" | "verification" = "user"): this {
    return this.#add({
      v: DELTA_VERSION,
      type: "user:message",
      message: { role: "user", id: this.#id("user"), source: { type: source }, content: [{ type: "text", text }] },
    });
  }

  say(text: string): this {
    return this.#assistant([{ type: "text", text }], "tool_use");
  }

  close(text: string, stopReason: StopReason = "end_turn"): this {
    return this.#assistant([{ type: "text", text }], stopReason);
  }

  bash(command: string, result: CommandResult = {}): this {
    const exit = result.exit ?? 0;
    const status = result.status ?? (result.background ? "background" : exit === 0 ? "done" : "error");
    const input = result.background ? { command, run_in_background: true } : { command };
    const ended = status === "done" || status === "error";
    const told = { output: result.output ?? "", status, ...(result.untold && { untold: result.untold }) };
    return this.call("Bash", input, told, ended && !result.untold ? exit : undefined);
  }

  edit(path: string, oldText: string, newText: string, result: CallResult = {}): this {
    return this.call("Edit", { file_path: path, old_string: oldText, new_string: newText }, result);
  }

  create(path: string, content: string, result: CallResult = {}): this {
    return this.call("Write", { file_path: path, content }, result);
  }

  read(path: string, output = "", result: CallResult = {}): this {
    return this.call("Read", { file_path: path }, { output, ...result });
  }

  subagent(prompt: string, output: string): this {
    return this.call("Task", { description: "help", prompt, subagent_type: "general-purpose" }, { output });
  }

  call(name: string, input: unknown, result: CallResult = {}, exitCode?: number): this {
    const id = this.#id("call");
    this.#assistant([{ type: "tool_use", id, name, input }], "tool_use");
    return this.#add({
      v: DELTA_VERSION,
      type: "tool:data",
      toolUseId: id,
      status: result.status ?? "done",
      output: result.output ?? "",
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(result.untold && { endUntold: true }),
      ...(result.untold === "whether" && { mayRun: true }),
    });
  }

  guidance(path: string, content: string): this {
    return this.#add({ v: DELTA_VERSION, type: "guidance:discovered", files: [{ path, content }] });
  }

  compacted(): this {
    return this.#add({ v: DELTA_VERSION, type: "compacted", summary: "What happened so far." });
  }

  /** What Coxswain saw itself, after the steps so far. */
  witnessed(seen: Partial<Pick<Witnessed, "checks" | "mismatches">>): this {
    const after = this.build().stepCount;
    return this.#add({ v: DELTA_VERSION, type: "witnessed", after, checks: [], mismatches: [], ...seen });
  }

  cancelled(): this {
    return this.#add({ v: DELTA_VERSION, type: "cancelled", reason: "user" });
  }

  deltas(): readonly Delta[] {
    return this.#deltas;
  }

  build(): Thread {
    return fold(this.#deltas, EMPTY_THREAD);
  }

  #assistant(content: AssistantMessage["content"], stopReason: StopReason): this {
    return this.#add({
      v: DELTA_VERSION,
      type: "inference:completed",
      message: { role: "assistant", id: this.#id("assistant"), content, stopReason },
    });
  }

  #add(delta: Delta): this {
    this.#deltas.push(delta);
    return this;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}-${this.#count}`;
  }
}

export function thread(): ThreadBuilder {
  return new ThreadBuilder().started("/repo");
}
