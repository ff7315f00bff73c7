export class CodexSession {
  readonly #lines: string[] = [];
  readonly #id: string;
  #time: number;
  #calls = 0;

  constructor({ id = "0197-shop", cwd = "/home/sam/shop", model = "gpt-5.5", at = "2026-11-02T09:00:00.000Z" } = {}) {
    this.#id = id;
    this.#time = Date.parse(at);
    this.#add("session_meta", {
      id,
      timestamp: at,
      cwd,
      originator: "codex-tui",
      cli_version: "0.140.0",
      source: "cli",
    });
    this.#add("turn_context", { turn_id: "t", cwd, model });
  }

  user(text: string): this {
    return this.#item({ type: "message", role: "user", content: [{ type: "input_text", text }] });
  }

  say(text: string): this {
    this.#item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
    const usage = { input_tokens: 900, cached_input_tokens: 600, output_tokens: 40, total_tokens: 940 };
    const total = { ...usage, total_tokens: this.#lines.length };
    return this.#add("event_msg", { type: "token_count", info: { total_token_usage: total, last_token_usage: usage } });
  }

  run(cmd: string, output: string, exit = 0): this {
    const call_id = this.#call();
    this.#item({ type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd }), call_id });
    const text = `Wall time: 0.2000 seconds\nProcess exited with code ${exit}\nOutput:\n${output}`;
    return this.#item({ type: "function_call_output", call_id, output: text });
  }

  patch(path: string, before: string, after: string): this {
    const call_id = this.#call();
    const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch\n`;
    this.#item({ type: "custom_tool_call", status: "completed", call_id, name: "apply_patch", input });
    return this.#item({ type: "custom_tool_call_output", call_id, output: "Exit code: 0\nOutput:\nSuccess.\n" });
  }

  turn(name: string, isFalse: boolean): this {
    this.user(`Make the ${name} list sort by date.`)
      .run(`cat src/${name}.ts`, "export const list = [];\n")
      .run("ls", "src\n")
      .patch(`src/${name}.ts`, "list", "sorted(list)")
      .run("npm run build", "built in 1.2s\n")
      .run(
        "npx vitest run",
        isFalse ? "      Tests  2 failed | 9 passed (11)\n" : "      Tests  11 passed (11)\n",
        isFalse ? 1 : 0,
      );
    return this.say("The list is sorted now, and all tests pass.");
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #call(): string {
    this.#calls += 1;
    return `call_${this.#id}_${this.#calls}`;
  }

  #item(payload: object): this {
    return this.#add("response_item", payload);
  }

  #add(type: string, payload: object): this {
    this.#time += 1000;
    this.#lines.push(JSON.stringify({ timestamp: new Date(this.#time).toISOString(), type, payload }));
    return this;
  }
}
