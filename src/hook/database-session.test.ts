import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HookPlace } from "../../test/support/hook-place.ts";
import { opencode } from "../../test/support/host-protocols/opencode.ts";
import type { Deed, Happening } from "../../test/support/host-protocols/protocol.ts";

/** opencode keeps its sessions in a database: there is no place in a file to go on from. */
let place: HookPlace;
let database: DatabaseSync;
beforeEach(() => {
  place = new HookPlace();
  database = new DatabaseSync(join(place.root, "opencode.db"));
  database.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT,
      revert TEXT, time_created INTEGER, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);
    INSERT INTO session VALUES ('ses_1', 'p', NULL, '/shop', NULL, NULL, 1, 1);`);
});
afterEach(() => {
  database.close();
  place.remove();
});

it("looks at each turn of a session in a database, the honest and the false", async () => {
  keep([
    ...turn("one", { command: "npm test", output: "12 passed", exit: 0 }),
    said("one", "Fixed. All 12 tests pass."),
  ]);
  expect(await stop()).toBe("");
  keep([
    ...turn("two", { command: "npm test", output: "1 failed", exit: 1 }),
    said("two", "Done. All tests pass now."),
  ]);
  expect(await stop()).toContain("tests");
  const verdicts = (await place.verdicts()).map(({ verdict, turn: number }) => [number, verdict.verdict]);
  expect(verdicts).toEqual([
    [1, "ok"],
    [2, "correct"],
  ]);
});

it.each(["delete", "wal"])("waits for what opencode has not written yet (journal: %s)", async (journal) => {
  database.exec(`PRAGMA journal_mode = ${journal}`);
  keep(turn("one", { command: "npm test", output: "1 failed", exit: 1 }));
  const stopped = stop();
  setTimeout(() => keep([said("one", "Done. All tests pass now.")]), 150);
  expect(await stopped).toContain("tests");
});

it("leaves a subagent's session alone, unless that is asked for: opencode tells of its stops as of any other", async () => {
  database.exec("UPDATE session SET parent_id = 'ses_0'");
  keep([
    ...turn("one", { command: "npm test", output: "1 failed", exit: 1 }),
    said("one", "Done. All tests pass now."),
  ]);
  expect(await stop()).toBe("");
  place.settings({ standDown: { ignore: ["subagent"] } });
  expect(await stop()).toContain("tests");
});

function stop(): Promise<string> {
  const input = JSON.stringify({ ...opencode.stop("ses_1", "", NOTHING_SAID), transcript_path: `${file()}#ses_1` });
  return place.hook({}, { named: "opencode", input });
}

const NOTHING_SAID = { closing: "", said: "", active: false, at: 0 };

function file(): string {
  return join(place.root, "opencode.db");
}

function turn(name: string, run: Omit<Extract<Deed, { type: "run" }>, "type">): Happening[] {
  const deeds: Deed[] = [
    { type: "read", path: "src/cart.ts" },
    { type: "edit", path: "src/cart.ts", before: "a", after: name },
    { type: "read", path: "src/tax.ts" },
    { type: "read", path: "src/sum.ts" },
    { type: "run", ...run },
  ];
  const calls = deeds.map((deed, index): Happening => ({ type: "call", id: `msg_${name}_b${index}`, deed }));
  return [{ type: "user", id: `msg_${name}_a`, text: `Fix the ${name}.` }, ...calls];
}

function said(name: string, text: string): Happening {
  return { type: "said", id: `msg_${name}_c`, text };
}

let kept = 0;
function keep(happened: readonly Happening[]): void {
  const messages = JSON.parse(opencode.write("ses_1", happened, NOTHING_SAID)) as {
    readonly info: { readonly id: string };
    readonly parts: readonly object[];
  }[];
  for (const { info, parts } of messages) {
    kept += 1;
    const { id, ...data } = info;
    database.prepare("INSERT INTO message VALUES (?, 'ses_1', ?, ?)").run(id, kept, JSON.stringify(data));
    for (const part of parts)
      database.prepare("INSERT INTO part VALUES (?, ?, 'ses_1', ?)").run(`prt_${kept}`, id, JSON.stringify(part));
  }
}
