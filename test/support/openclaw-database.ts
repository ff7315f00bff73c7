import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { zstdCompressSync } from "node:zlib";

/** OpenClaw compresses what is larger, where that is worth it. */
const LARGE = 1024;
const START = Date.UTC(2026, 9, 1);

/** The database of one of OpenClaw's agents: what of its tables (schema 23) tells of sessions, kept open as it does. */
export class OpenClawDatabase {
  readonly database: DatabaseSync;
  readonly path: string;
  #written = 0;

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.path = path;
    this.database = new DatabaseSync(path);
    this.database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE schema_meta (meta_key TEXT PRIMARY KEY, role TEXT, schema_version INTEGER) STRICT;
      INSERT INTO schema_meta VALUES ('primary', 'agent', 23);
      CREATE TABLE session_windows (session_id TEXT NOT NULL PRIMARY KEY, session_key TEXT NOT NULL,
        created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL) STRICT;
      CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT,
        created_at INTEGER NOT NULL, event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT,
        PRIMARY KEY (session_id, seq)) STRICT;`);
  }

  session(id: string, key = `agent:main:explicit:${id}`): OpenClawSession {
    this.database.prepare("INSERT INTO session_windows VALUES (?, ?, 1, 1)").run(id, key);
    const session = new OpenClawSession((entry) => this.#write(id, entry));
    return session.entry({ type: "session", version: 4, id, cwd: "/home/sam/shop", parentId: undefined });
  }

  close(): void {
    this.database.close();
  }

  #write(session: string, entry: object): void {
    this.#written += 1;
    const at = START + this.#written;
    const text = JSON.stringify({ timestamp: new Date(at).toISOString(), ...entry });
    const [plain, packed] = text.length > LARGE ? [null, zstdCompressSync(text)] : [text, null];
    this.database
      .prepare("INSERT INTO transcript_events VALUES (?, ?, ?, ?, ?, ?, NULL)")
      .run(session, this.#written, plain, at, packed, Buffer.byteLength(text));
  }
}

/** Writes entries the way OpenClaw does: a failed command is no error, and its details say how it ended. */
export class OpenClawSession {
  readonly #write: (entry: object) => void;
  #count = 0;
  newest: string | null = null;

  constructor(write: (entry: object) => void) {
    this.#write = write;
  }

  entry(entry: object): this {
    this.#count += 1;
    const id = `entry-${this.#count}`;
    this.#write({ id, parentId: this.newest, ...entry });
    if (this.#count > 1) this.newest = id;
    return this;
  }

  user(text: string, more: object = {}): this {
    return this.#message({ role: "user", content: text, ...more });
  }

  say(text: string): this {
    return this.#assistant({ type: "text", text }, "stop");
  }

  edit(path: string): this {
    const edits = [{ oldText: "1", newText: String(this.#count) }];
    return this.call("edit", { path, edits }, `Successfully replaced 1 block(s) in ${path}.`, { changed: true });
  }

  exec(command: string, output: string, exitCode = 0): this {
    const text = exitCode === 0 ? output : `${output}\n\n(Command exited with code ${exitCode})`;
    return this.call("exec", { command }, text, { status: "completed", exitCode, exitReason: "exit" });
  }

  call(toolName: string, input: object, text: string, details: object): this {
    const id = `call-${this.#count}`;
    this.#assistant({ type: "toolCall", id, name: toolName, arguments: input }, "toolUse");
    const content = [{ type: "text", text }];
    return this.#message({ role: "toolResult", toolCallId: id, toolName, content, details, isError: false });
  }

  /** A turn that is long enough to be looked at and ends in words that its record contradicts. */
  falseTurn(): this {
    this.user("Fix the total and run the tests.");
    for (const path of ["cart.ts", "tax.ts", "total.ts", "cart.test.ts"]) this.edit(path);
    return this.exec("npm test", "1 failed", 1).say("Done! All tests pass.");
  }

  #assistant(block: object, stopReason: string): this {
    return this.#message({ role: "assistant", content: [block], provider: "openai", model: "gpt-5.5", stopReason });
  }

  #message(message: object): this {
    return this.entry({ type: "message", message });
  }
}
