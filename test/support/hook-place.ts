import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readRequestState } from "../../src/guard/guard.ts";
import type { HookRequest } from "../../src/hook/hook-run.ts";
import { runHook } from "../../src/hook/run-hook.ts";
import type { VerdictRecord } from "../../src/store/records.ts";
import { openSqliteStore } from "../../src/store/sqlite.ts";
import { totalUsage } from "../../src/store/usage-row.ts";
import { LABEL } from "../../src/thread/own-words.ts";
import { wasLeftAlone } from "../../src/verdict.ts";

export class HookPlace {
  readonly root = mkdtempSync(join(tmpdir(), "cox-hook-"));
  readonly transcript = join(this.root, "session.jsonl");
  readonly env: Record<string, string> = {
    HOME: this.root,
    PATH: "/nowhere",
    XDG_STATE_HOME: join(this.root, "state"),
    XDG_CONFIG_HOME: join(this.root, "config"),
  };

  get store(): string {
    return join(this.root, "state", "coxswain", "coxswain.db");
  }

  settings(config: object | string): this {
    mkdirSync(join(this.root, "config", "coxswain"), { recursive: true });
    const text = typeof config === "string" ? config : JSON.stringify(config);
    writeFileSync(join(this.root, "config", "coxswain", "config.json"), text);
    return this;
  }

  write(text: string): this {
    writeFileSync(this.transcript, text);
    return this;
  }

  /** What Claude Code gives its hook at a stop, changed where wanted. */
  input(change: Readonly<Record<string, unknown>> = {}): string {
    return JSON.stringify({
      session_id: "session",
      transcript_path: this.transcript,
      cwd: this.root,
      prompt_id: "p",
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: "",
      background_tasks: [],
      session_crons: [],
      ...change,
    });
  }

  async hook(change: Readonly<Record<string, unknown>> = {}, request: Partial<HookRequest> = {}): Promise<string> {
    const result = await runHook({
      named: "claude-code",
      input: this.input(change),
      env: this.env,
      cwd: this.root,
      startedAt: Date.now(),
      ...request,
    });
    return result.output;
  }

  /** What the agent hears at a stop that ends with these words, after our name. */
  async stop(closing: string, change: Readonly<Record<string, unknown>> = {}): Promise<string | undefined> {
    const output = await this.hook({ last_assistant_message: closing, ...change });
    return output === "" ? undefined : unlabelled((JSON.parse(output) as { reason?: string }).reason);
  }

  async verdicts(): Promise<readonly VerdictRecord[]> {
    return (await this.records()).filter(({ verdict }) => !wasLeftAlone(verdict));
  }

  async leftAlone(): Promise<readonly VerdictRecord[]> {
    return (await this.records()).filter(({ verdict }) => wasLeftAlone(verdict));
  }

  private async records(): Promise<readonly VerdictRecord[]> {
    const store = await openSqliteStore(this.store);
    try {
      return [...(await store.listVerdicts())].reverse();
    } finally {
      await store.close();
    }
  }

  async leavesFor(requestId: string): Promise<number> {
    const store = await openSqliteStore(this.store);
    try {
      return readRequestState(await store.readGuard(`request:claude-code:${requestId}`)).raised.length;
    } finally {
      await store.close();
    }
  }

  async tokensSpent(): Promise<number> {
    const store = await openSqliteStore(this.store);
    try {
      return totalUsage(await store.usage()).inputTokens;
    } finally {
      await store.close();
    }
  }

  /** Makes of the place that is kept what the first version kept there. */
  keptByOlderVersion(): void {
    const database = new DatabaseSync(this.store);
    const fields = "'$.carried.words', '$.carried.left'";
    const { changes } = database
      .prepare(`UPDATE cursors SET state = json_remove(json_set(state, '$.form', 1), ${fields})`)
      .run();
    database.close();
    if (changes !== 1) throw new Error("No place is kept.");
  }

  async cursorOffset(session = "session"): Promise<number | undefined> {
    const store = await openSqliteStore(this.store);
    try {
      return (await store.getCursor("claude-code", session))?.offset;
    } finally {
      await store.close();
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Words that are spoken without our name are a fault, whatever they say. */
export function unlabelled(spoken: string | undefined): string | undefined {
  if (spoken !== undefined && !spoken.startsWith(LABEL)) throw new Error(`It is not told who says: ${spoken}`);
  return spoken?.slice(LABEL.length);
}
