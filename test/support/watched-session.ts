import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runHook } from "../../src/hook/run-hook.ts";
import type { HookPlace } from "./hook-place.ts";
import type { Happening, HostProtocol, Stop } from "./host-protocols/protocol.ts";

/** What the agent does before it stops, and what it says then. */
export interface Work {
  readonly exit: number;
  readonly closing: string;
  /** A file that it leaves with the marks of a conflict in it. */
  readonly breaks?: string;
  /** One in which it takes them out again. */
  readonly mends?: string;
}

/** One session of one host, with an agent that obeys every objection and claims something new, and our hook at every stop. */
export class WatchedSession {
  /** What was said to the agent, by the person's request it was about. */
  readonly heard = new Map<string, string[]>();
  readonly printed: string[] = [];
  readonly #place: HookPlace;
  readonly #protocol: HostProtocol;
  readonly #happened: Happening[];
  readonly #name: string;
  readonly #newId: () => string;
  #resumed = 0;

  constructor(place: HookPlace, protocol: HostProtocol, name: string, newId: () => string, happened: Happening[] = []) {
    this.#place = place;
    this.#protocol = protocol;
    this.#name = name;
    this.#newId = newId;
    this.#happened = happened;
  }

  user(text: string): this {
    this.#happened.push({ type: "user", id: this.#newId(), text });
    return this;
  }

  compact(): this {
    this.#happened.push({ type: "compacted", id: this.#newId(), text: "So far: the total was fixed." });
    return this;
  }

  /** Goes on under the same name in another file, as some hosts do with a session that is taken up again. */
  resume(): this {
    this.#resumed += 1;
    return this;
  }

  /** A copy that goes on under another name, as hosts make one when a session is forked. */
  fork(name: string): WatchedSession {
    return new WatchedSession(this.#place, this.#protocol, name, this.#newId, [...this.#happened]);
  }

  /**
   * The agent works and stops. `hooks` run at once, and the host's own counter says what it likes. Gives the person's
   * request once for each time that the agent was spoken to.
   */
  async stop(work: Work, { hooks = 1, active = false } = {}): Promise<readonly string[]> {
    this.#work(work);
    this.#happened.push({ type: "said", id: this.#newId(), text: work.closing });
    return this.#ask(work, { hooks, active });
  }

  async between(work: Work): Promise<readonly string[]> {
    this.#work(work);
    return this.#ask(work, { hooks: 1, active: false, change: this.#protocol.between });
  }

  /** Enough for the gate to open, and something new every time. */
  #work({ exit, breaks, mends }: Work): void {
    const call = (deed: Extract<Happening, { type: "call" }>["deed"]): void =>
      void this.#happened.push({ type: "call", id: this.#newId(), deed });
    for (const path of ["src/cart.ts", "src/tax.ts", "src/cart.test.ts"]) call({ type: "read", path });
    call({ type: "edit", path: "src/cart.ts", before: "total", after: this.#newId() });
    if (breaks !== undefined) call({ type: "edit", path: breaks, before: "total", after: MARKED });
    if (mends !== undefined) call({ type: "edit", path: mends, before: MARKED, after: "sum" });
    const output = exit === 0 ? "      Tests  12 passed (12)\n" : "      Tests  1 failed | 11 passed (12)\n";
    call({ type: "run", command: "npx vitest run", output, exit });
  }

  async #ask(
    { closing }: Work,
    { hooks, active, change }: { hooks: number; active: boolean; change?: object | undefined },
  ): Promise<readonly string[]> {
    const stop: Stop = { closing, said: this.#said(), active, at: 1_790_000_000_000 + this.#happened.length };
    const path = join(this.#place.root, `${this.#name}-${this.#resumed}.jsonl`);
    const text = this.#protocol.write(this.#name, this.#happened, stop);
    writeFileSync(path, text);
    const messages = this.#protocol.handsOver ? { messages: JSON.parse(text) as unknown } : {};
    const input = { cwd: this.#place.root, ...this.#protocol.stop(this.#name, path, stop), ...messages, ...change };
    const answers = await Promise.all(Array.from({ length: hooks }, () => this.#hook(JSON.stringify(input))));
    this.printed.push(...answers);
    return answers.flatMap(wordsIn).map((words) => {
      const request = this.#request();
      this.heard.set(request, [...(this.heard.get(request) ?? []), words]);
      this.#happened.push({ type: "heard", id: this.#newId(), text: words });
      return request;
    });
  }

  async #hook(input: string): Promise<string> {
    const { env, root: cwd } = this.#place;
    const request = { named: this.#protocol.name.split(",")[0] ?? "", input, env, cwd, startedAt: Date.now() };
    const startBeside = async (): Promise<void> => void (await runHook({ ...request, beside: true }));
    return (await runHook({ ...request, startBeside })).output;
  }

  #request(): string {
    return this.#happened.findLast(({ type }) => type === "user")?.id ?? "";
  }

  #said(): string {
    const from = this.#happened.findLastIndex(({ type }) => type === "user");
    return this.#happened
      .slice(from)
      .flatMap((each) => (each.type === "said" ? [each.text] : []))
      .join("\n");
  }
}

const MARKED = "<<<<<<< HEAD\ntotal\n=======\nsum\n>>>>>>> other";

/** What goes to the agent, in the form of any host. */
function wordsIn(output: string): string[] {
  if (output === "") return [];
  const answer = JSON.parse(output) as {
    reason?: string;
    followup_message?: string;
    additional_context?: string;
    hookSpecificOutput?: { additionalContext?: string; reason?: string };
  };
  const { hookSpecificOutput: inside } = answer;
  const words =
    answer.reason ??
    answer.followup_message ??
    answer.additional_context ??
    inside?.additionalContext ??
    inside?.reason;
  return words === undefined ? [] : [words];
}
