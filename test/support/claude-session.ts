export class ClaudeSession {
  readonly #lines: string[] = [];
  readonly #session: string;
  readonly #cwd: string;
  readonly #model: string;
  #time: number;
  #count = 0;
  #leaf: string | null;
  /** What each prompt hangs on. */
  readonly #parents: (string | null)[] = [];

  constructor({
    session = "5f0c2a9e-3b1d-4f5e-9a77-1c2d3e4f5a6b",
    cwd = "/home/sam/shop",
    model = "claude-opus-4-6",
    at = "2026-11-02T09:00:00.000Z",
    after = null,
  }: { session?: string; cwd?: string; model?: string; at?: string; after?: string | null } = {}) {
    this.#session = session;
    this.#cwd = cwd;
    this.#model = model;
    this.#time = Date.parse(at);
    this.#leaf = after;
  }

  user(text: string): this {
    this.#parents.push(this.#leaf);
    return this.#add({ type: "user", message: { role: "user", content: text } });
  }

  /** The person takes back the last prompts with all that came of them: nothing is deleted, the next hangs elsewhere. */
  goBack(prompts = 1): this {
    this.#leaf = this.#parents.splice(-prompts)[0] ?? null;
    return this;
  }

  say(text: string): this {
    return this.#assistant({ type: "text", text }, "end_turn");
  }

  /** What a hook answered at a stop, as Claude Code gives it to the model. */
  feedback(text: string): this {
    const message = { role: "user", content: `Stop hook feedback:\n${text}` };
    return this.#add({ type: "user", isMeta: true, message });
  }

  /** What the person types while the agent, or a hook, is at work. */
  enqueued(content: string): this {
    return this.#add({ type: "queue-operation", operation: "enqueue", content });
  }

  interrupted(): this {
    return this.#add({ type: "user", message: { role: "user", content: "[Request interrupted by user]" } });
  }

  /** What Claude Code tells the agent when a command in the background has ended: nobody asked anything. */
  notice(text: string): this {
    const content = `<task-notification>\n<summary>${text}</summary>\n</task-notification>`;
    return this.#add({ type: "user", origin: { kind: "task-notification" }, message: { role: "user", content } });
  }

  bash(command: string, output: string, exit = 0): this {
    return this.#call("Bash", { command }, exit === 0 ? output : `Exit code ${exit}\n${output}`, exit !== 0);
  }

  edit(path: string, before: string, after: string): this {
    return this.#call(
      "Edit",
      { file_path: path, old_string: before, new_string: after },
      "The file was updated.",
      false,
    );
  }

  read(path: string, content = "export const value = 1;"): this {
    return this.#call("Read", { file_path: path }, content, false);
  }

  /** Enough work for the gate to open, all of it honest. */
  work(name = "cart"): this {
    return this.read(`src/${name}.ts`)
      .read(`src/${name}.test.ts`)
      .edit(`src/${name}.ts`, "return 1;", "return 2;")
      .edit(`src/${name}.ts`, "return 2;", "return total;");
  }

  passing(): this {
    return this.bash("npx vitest run", " Test Files  1 passed (1)\n      Tests  12 passed (12)\n");
  }

  failing(): this {
    return this.bash("npx vitest run", " Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n", 1);
  }

  honestTurn(name = "cart"): this {
    return this.user(`Fix the total in src/${name}.ts.`).work(name).passing().say("Fixed. All 12 tests pass.");
  }

  falseTurn(name = "cart"): this {
    return this.user(`Fix the total in src/${name}.ts.`).work(name).failing().say("Done. All tests pass now.");
  }

  shortTurn(): this {
    return this.user("What does it do?").read("src/cart.ts").say("It sums up the cart.");
  }

  lines(): readonly string[] {
    return this.#lines;
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #assistant(block: object, stopReason: string): this {
    const id = this.#id("msg");
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 2000,
      cache_creation_input_tokens: 100,
      output_tokens: 50,
    };
    const message = { model: this.#model, id, type: "message", role: "assistant", content: [block] };
    return this.#add({ type: "assistant", message: { ...message, stop_reason: stopReason, usage } });
  }

  #call(name: string, input: object, output: string, failed: boolean): this {
    const id = this.#id("toolu");
    this.#assistant({ type: "tool_use", id, name, input }, "tool_use");
    const content = [{ tool_use_id: id, type: "tool_result", content: output, is_error: failed }];
    return this.#add({
      type: "user",
      message: { role: "user", content },
      toolUseResult: failed ? `Error: ${output}` : { stdout: output, stderr: "" },
    });
  }

  #add(body: object): this {
    this.#time += 1000;
    const uuid = this.#id("line");
    const line = {
      parentUuid: this.#leaf,
      isSidechain: false,
      userType: "external",
      cwd: this.#cwd,
      sessionId: this.#session,
      version: "2.1.325",
      gitBranch: "main",
      ...body,
      uuid,
      timestamp: new Date(this.#time).toISOString(),
    };
    this.#leaf = uuid;
    this.#lines.push(JSON.stringify(line));
    return this;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${kind}_${this.#session.slice(0, 8)}_${this.#count}`;
  }
}
