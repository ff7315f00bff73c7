import { createRelay } from "../../src/acp/relay.ts";
import type { Supervisor } from "../../src/acp/supervisor.ts";

/**
 * An agent that speaks ACP, with our relay between it and its editor. It obeys every prompt with new work and a new
 * claim, whoever the prompt is from.
 */
export class AcpAgent {
  readonly corrections: number[] = [];
  readonly #relay: ReturnType<typeof createRelay>;
  readonly #answered = new Map<number, () => void>();
  readonly #session: string;
  #prompts = 0;
  #calls = 0;

  constructor(supervisor: Supervisor, session: string, claim: () => string) {
    this.#session = session;
    this.#relay = createRelay({
      supervisor,
      toEditor: (line) => {
        const { id } = JSON.parse(line.toString()) as { id?: number };
        if (id !== undefined) this.#answered.get(id)?.();
      },
      toAgent: (line) => {
        const { id, method } = JSON.parse(line.toString()) as { id: number | string; method?: string };
        if (method !== "session/prompt") return;
        if (typeof id === "string") this.corrections[this.#prompts - 1]! += 1;
        queueMicrotask(() => this.#work(id, claim()));
      },
    });
  }

  prompt(text: string): Promise<void> {
    const id = (this.#prompts += 1);
    this.corrections.push(0);
    return new Promise((resolve) => {
      this.#answered.set(id, resolve);
      const params = { sessionId: this.#session, prompt: [{ type: "text", text }] };
      this.#relay.fromEditor(lineOf({ id, method: "session/prompt", params }));
    });
  }

  #work(id: number | string, claim: string): void {
    for (const path of ["/shop/a.ts", "/shop/b.ts", "/shop/c.ts", "/shop/d.ts"])
      this.#did({ title: "Read", kind: "read", locations: [{ path }] });
    const diff = { type: "diff", path: "/shop/a.ts", oldText: "total", newText: `total ${this.#calls}` };
    this.#did({ title: "Edit", kind: "edit", content: [diff] });
    this.#tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: claim } });
    this.#relay.fromAgent(lineOf({ id, result: { stopReason: "end_turn" } }));
  }

  #did(fields: object): void {
    this.#calls += 1;
    this.#tell({ sessionUpdate: "tool_call", toolCallId: `call-${this.#calls}`, status: "completed", ...fields });
  }

  #tell(update: object): void {
    this.#relay.fromAgent(lineOf({ method: "session/update", params: { sessionId: this.#session, update } }));
  }
}

function lineOf(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
