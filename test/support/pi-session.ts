/** Writes a session the way pi does: a tree, in which who goes back names an earlier entry as the parent. */
export class PiSession {
  readonly #lines = [JSON.stringify({ type: "session", version: 3, id: "pi-tree", cwd: "/home/sam/shop" })];
  #newest: string | null = null;

  get newest(): string | null {
    return this.#newest;
  }

  goBackTo(entry: string | null): this {
    this.#newest = entry;
    return this;
  }

  user(text: string): this {
    return this.#add({ role: "user", content: [{ type: "text", text }] });
  }

  say(text: string): this {
    return this.#assistant({ type: "text", text }, "stop");
  }

  edit(path: string): this {
    return this.#call(
      "edit",
      { path, edits: [{ oldText: "1", newText: "2" }] },
      `Successfully replaced 1 block in ${path}.`,
    );
  }

  bash(command: string, output: string, failed = false): this {
    return this.#call("bash", { command }, failed ? `${output}\n\nCommand exited with code 1` : output, failed);
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  #call(name: string, input: object, output: string, isError = false): this {
    const id = `call-${this.#lines.length}`;
    this.#assistant({ type: "toolCall", id, name, arguments: input }, "toolUse");
    const content = [{ type: "text", text: output }];
    return this.#add({ role: "toolResult", toolCallId: id, toolName: name, content, isError });
  }

  #assistant(block: object, stopReason: string): this {
    return this.#add({ role: "assistant", content: [block], model: "claude-opus-4-6", stopReason });
  }

  /** Every entry is a day later than the one before. */
  #add(message: object): this {
    const count = this.#lines.length;
    const id = `entry-${count}`;
    const timestamp = new Date(Date.UTC(2026, 0, count)).toISOString();
    this.#lines.push(JSON.stringify({ type: "message", id, parentId: this.#newest, timestamp, message }));
    this.#newest = id;
    return this;
  }
}
