import fs, {
  appendFileSync,
  type Dirent,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { writeAuditHome } from "../../test/support/audit-home.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { OpenClawDatabase } from "../../test/support/openclaw-database.ts";
import { PiSession } from "../../test/support/pi-session.ts";
import { type AuditOptions, type AuditProgress, type AuditRun, dropGone, runAudit } from "./audit.ts";
import { describeError } from "../text/errors.ts";
import { enduringCache } from "./enduring-cache.ts";
import { type AuditCache, forgetfulCache, openAuditCache } from "./cache.ts";
import { findInPaths, findInPlaces, type Found } from "./find-transcripts.ts";
import { transcriptPlaces } from "./places.ts";
import { summarise } from "./summary.ts";

const settings = {
  gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
  ignoreStandDown: [],
  threshold: 0.8,
  lowered: [],
};

const NOTHING_FOUND = { files: [], databases: [], closed: [] };

let home: string;
const caches: AuditCache[] = [];
beforeEach(() => {
  home = temporaryDirectory();
});
afterEach(() => {
  for (const cache of caches.splice(0)) cache.close();
});

async function openCache(judging = "one", { writing = "now", fresh = false } = {}): Promise<AuditCache> {
  const cache = await openAuditCache(join(home, "state", "audit.db"), { writing, judging }, fresh);
  caches.push(cache);
  return cache;
}

async function audit(options: Partial<AuditOptions> = {}): Promise<AuditRun> {
  return runAudit({
    found: findInPlaces(transcriptPlaces({ home, env: {} })),
    settings,
    redact: (text) => text,
    signal: new AbortController().signal,
    workers: 0,
    ...options,
    cache: options.cache ?? (await openCache()),
  });
}

const sum = (run: AuditRun) => summarise(run, { threshold: 0.8, costOf: () => 0.01 }).summary;

/** Counts every byte that this process reads from transcripts, wherever it is read. */
async function countingReads<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; bytes: number; opened: string[] }> {
  const { openSync, readSync } = fs;
  const opened: string[] = [];
  let bytes = 0;
  fs.openSync = (...given: Parameters<typeof openSync>) => {
    opened.push(String(given[0]));
    return openSync(...given);
  };
  fs.readSync = ((...given: Parameters<typeof readSync>) => {
    const count = readSync(...given);
    bytes += count;
    return count;
  }) as typeof readSync;
  syncBuiltinESMExports();
  try {
    const result = await work();
    return { result, bytes, opened: opened.filter((path) => path.endsWith(".jsonl")) };
  } finally {
    Object.assign(fs, { openSync, readSync });
    syncBuiltinESMExports();
  }
}

function write(name: string, text: string): string {
  const path = join(home, ".claude", "projects", "p", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe("an audit", () => {
  it("reads everything once, and the second time not a byte", async () => {
    writeAuditHome(home, 12);
    const first = await countingReads(audit);
    expect(first.opened.length).toBeGreaterThanOrEqual(12);
    expect(first.bytes).toBeGreaterThanOrEqual(first.result.read.bytes);
    expect(sum(first.result).corrected).toBeGreaterThan(5);
    const second = await countingReads(audit);
    expect({ opened: second.opened, bytes: second.bytes }).toEqual({ opened: [], bytes: 0 });
    expect(second.result).toMatchObject({ read: { files: 0, bytes: 0 }, known: 12 });
    expect(second.result.sessions).toEqual(first.result.sessions);
  });

  it("reads only the end of a file that has grown", async () => {
    const session = new ClaudeSession().honestTurn();
    const path = write("a.jsonl", session.text());
    await audit();
    const size = statSync(path).size;
    const before = session.lines().length;
    const added = `${session.falseTurn().lines().slice(before).join("\n")}\n`;
    appendFileSync(path, added);
    const { result, bytes } = await countingReads(audit);
    expect(result.read).toEqual({ files: 1, bytes: added.length });
    // The 64 bytes before the new ones are compared, at the beginning and again for the next time.
    expect(bytes).toBeLessThan(added.length + 200);
    expect(statSync(path).size - size).toBe(added.length);
    expect(sum(result)).toMatchObject({ turns: 2, corrected: 1 });
    expect(result.sessions[0]?.record.turns).toHaveLength(2);
  });

  it("notices a file that was cut and written on, and one whose place another has taken", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    truncateSync(path, 0);
    writeFileSync(path, new ClaudeSession({ session: "bbbbbbbb" }).honestTurn().honestTurn("b").text());
    expect(sum(await audit())).toMatchObject({ turns: 2, corrected: 0 });
    rmSync(path);
    write("a.jsonl", new ClaudeSession({ session: "cccccccc" }).falseTurn().text());
    expect(sum(await audit())).toMatchObject({ turns: 1, corrected: 1 });
    expect((await openCache()).casesOf(new Set([path]))).toMatchObject([{ threadId: "cccccccc" }]);
  });

  it("notices other words of the same length in their midst", async () => {
    const text = new ClaudeSession().falseTurn().shortTurn().text();
    const path = write("a.jsonl", text);
    expect(sum(await audit())).toMatchObject({ corrected: 1 });
    writeFileSync(path, text.replace("All tests pass now.", "One of them failed."));
    const later = new Date(Date.now() + 5000);
    utimesSync(path, later, later);
    expect(sum(await audit())).toMatchObject({ turns: 2, corrected: 0 });
  });

  it("keeps what it has when it is interrupted, and goes on from there", async () => {
    writeAuditHome(home, 80);
    const interrupt = new AbortController();
    const first = await audit({
      signal: interrupt.signal,
      onProgress: ({ filesDone }) => filesDone === 70 && interrupt.abort(),
    });
    expect(first).toMatchObject({ read: { files: 70 }, left: 10 });
    const second = await audit();
    expect(second).toMatchObject({ known: 70, read: { files: 10 }, left: 0 });
    expect(sum(second)).toEqual(sum(await audit({ cache: forgetfulCache() })));
  });

  it("finds the same with threads as without", async () => {
    writeAuditHome(home, 24);
    const cache = forgetfulCache();
    const parallel = await audit({ workers: 2, cache });
    expect(parallel.failed).toEqual([]);
    const alone = await audit();
    expect(parallel.sessions).toEqual(alone.sessions);
    const paths = new Set(alone.sessions.map((file) => file.path));
    const ids = (from: AuditCache) =>
      from
        .casesOf(paths)
        .map(({ id }) => id)
        .sort();
    expect(ids(cache)).toEqual(ids(await openCache()));
  });

  it("has kept all but the newest when it is ended before it can", async () => {
    for (let number = 0; number < 70; number += 1) write(`${number}.jsonl`, "{}\n");
    const end = ({ filesDone }: AuditProgress): void => {
      if (filesDone === 70) throw new Error("killed");
    };
    await expect(audit({ onProgress: end })).rejects.toThrow("killed");
    expect(await audit()).toMatchObject({ known: 64, read: { files: 6 } });
  });

  it("ends its threads when it is interrupted", async () => {
    writeAuditHome(home, 140);
    const interrupt = new AbortController();
    const run = await audit({ workers: 2, signal: interrupt.signal, onProgress: () => interrupt.abort() });
    expect(run.left).toBeGreaterThan(0);
    expect(run.read.files + run.left).toBe(140);
  });

  it("keeps nothing of a file that is gone, and all of one that was only not asked for", async () => {
    const [gone, there] = ["a", "C# b"].map((name) =>
      write(`${name}.jsonl`, new ClaudeSession({ session: `${name}aaaaaaa` }).falseTurn().text()),
    );
    await audit();
    rmSync(gone ?? "");
    dropGone(await openCache(), NOTHING_FOUND);
    const cache = await openCache();
    expect([...cache.files.keys()]).toEqual([there]);
    expect(cache.casesOf(new Set([gone ?? "", there ?? ""]))).toHaveLength(1);
    expect(cache.memoryOf(gone ?? "")).toBeUndefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ["whose file is gone", async () => dropGone(await openCache(), NOTHING_FOUND)],
    ["written down otherwise: it may hold what is redacted now", async () => openCache("one", { writing: "later" })],
  ])("leaves no word in its file of what was %s", async (_, letGo) => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    rmSync(path);
    const database = join(home, "state", "audit.db");
    const onDisk = () => {
      for (const cache of caches.splice(0)) cache.close();
      return readFileSync(database, "latin1");
    };
    expect(onDisk()).toContain("All tests pass");
    await letGo();
    expect(onDisk()).not.toContain("All tests pass");
  });

  it("mixes nothing with what an audit with other settings keeps at the same time", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    const earlier = await openCache("one");
    await openCache("two");
    const enduring = enduringCache(earlier);
    await audit({ cache: enduring });
    expect(enduring.casesOf(new Set([path]))).toHaveLength(1);
    expect(describeError(enduring.trouble())).toBe("Another audit, with other settings, has begun since.");
    expect((await openCache("two")).files.size).toBe(0);
  });

  it("keeps nothing of what a file told that is no transcript any more", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    const [found] = (await openCache()).casesOf(new Set([path]));
    expect((await openCache()).casesNamed(found?.id ?? "")).toHaveLength(1);
    writeFileSync(path, '{"hello":"world"}\n');
    const { sessions, foreign } = await audit();
    expect({ sessions, foreign }).toEqual({ sessions: [], foreign: [{ path, reason: expect.any(String) }] });
    expect((await audit()).foreign).toEqual(foreign);
    const cache = await openCache();
    expect(cache.casesNamed(found?.id ?? "")).toEqual([]);
    expect(cache.memoryOf(path)).toBeUndefined();
  });

  it("takes a session that has just begun for one, also after somebody named it", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text().slice(0, 60));
    const { failed } = await audit({ found: findInPaths([path], undefined) });
    expect(failed).toHaveLength(1);
    const { foreign, begun } = await audit();
    expect({ foreign, begun }).toEqual({ foreign: [], begun: [{ path, reason: expect.any(String) }] });
  });

  it("looks again at a file that was written since, although it is as long as before", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    expect((await audit()).read.files).toBe(0);
    utimesSync(path, new Date(), new Date(Date.now() + 60_000));
    expect((await audit()).read.files).toBe(1);
  });

  it("reads another file that took the place of one, with its length and its time", async () => {
    const time = new Date("2026-01-01T00:00:00Z");
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    utimesSync(path, time, time);
    await audit();
    const text = readFileSync(path, "utf8").replaceAll("12 tests", "13 tests");
    renameSync(write("other", text), path);
    utimesSync(path, time, time);
    expect(await audit()).toMatchObject({ known: 0, read: { files: 1 } });
  });

  it("does not read a subagent's own file again however it grows", async () => {
    const [line = ""] = new ClaudeSession().falseTurn().lines();
    const path = write("a.jsonl", `${JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: "a1" })}\n`);
    await audit();
    appendFileSync(path, `${line}\n`);
    expect(await audit()).toMatchObject({ known: 1, read: { files: 0 } });
  });

  it("keeps no case of a turn that went on and came out well", async () => {
    const session = new ClaudeSession().falseTurn();
    const path = write("a.jsonl", session.text());
    const cases = async () => {
      await audit();
      return (await openCache()).casesOf(new Set([path]));
    };
    expect(await cases()).toHaveLength(1);
    session.feedback("Run them.").edit("src/cart.ts", "total", "sum").passing().say("Fixed. All 12 tests pass.");
    writeFileSync(path, session.text());
    const full = enduringCache({
      ...(await openCache()),
      save() {
        throw new Error("disk full");
      },
    });
    await audit({ cache: full });
    expect(full.casesOf(new Set([path]))).toEqual([]);
    expect(await cases()).toEqual([]);
  });

  it("forgets an opinion with the transcript it is about, whatever it says of itself", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    const cache = await openCache();
    const { verdict } = cache.casesOf(new Set([path]))[0]!;
    cache.keepOpinion("model", cache.files.get(path)!.record!.turns[0]!.key, { verdict, steps: 5 });
    expect(cache.forget({ before: "2999-01-01T00:00:00Z", dryRun: true })).toEqual({ transcripts: 1, opinions: 1 });
    expect([cache.opinionsOf("model").size, cache.opinionsOf("another").size]).toEqual([1, 0]);
    expect(cache.forget({ before: "2999-01-01T00:00:00Z" })).toEqual({ transcripts: 1, opinions: 1 });
    expect(cache.opinionsOf("model").size).toBe(0);
  });

  it("forgets an opinion without a time by its project, and never by its age", async () => {
    const path = write("a.jsonl", new ClaudeSession({ cwd: "/home/sam/shop" }).falseTurn().text());
    await audit();
    const cache = await openCache();
    const { at: _at, ...found } = cache.casesOf(new Set([path]))[0]!;
    cache.keepOpinion("model", "of a turn whose file is gone", { verdict: found.verdict, steps: 5, found });
    cache.drop([path]);
    const nothing = { transcripts: 0, opinions: 0 };
    const isAbout = (cwd: string) => cwd === "/home/sam/shop";
    expect(cache.forget({ before: "2999-01-01T00:00:00Z", isAbout })).toEqual(nothing);
    expect(cache.forget({ isAbout: () => false })).toEqual(nothing);
    expect(cache.casesNamed(found.id)).toEqual([found]);
    expect(cache.forget({ isAbout })).toEqual({ ...nothing, opinions: 1 });
    expect(cache.casesNamed(found.id)).toEqual([]);
  });

  it("forgets an opinion whose transcript is gone by the time of its turn", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    const cache = await openCache();
    const found = { ...cache.casesOf(new Set([path]))[0]!, at: "2026-01-02T00:00:00.000Z" };
    cache.keepOpinion("model", "of a turn whose file is gone", { verdict: found.verdict, steps: 5, found });
    cache.drop([path]);
    expect(cache.forget({ before: "2026-01-02T00:00:00.000Z" }).opinions).toBe(0);
    expect(cache.forget({ before: "2026-01-03T00:00:00.000Z" }).opinions).toBe(1);
  });

  it("reads again what was judged with other settings, and what is to be read afresh", async () => {
    write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    const again = { known: 0, read: { files: 1 } };
    expect(await audit({ cache: await openCache("two") })).toMatchObject(again);
    expect(await audit({ cache: await openCache("two", { fresh: true }) })).toMatchObject(again);
    expect(await audit({ cache: await openCache("two") })).toMatchObject({ known: 1, read: { files: 0 } });
  });

  it.each([
    ["another folder", "one", {}],
    ["another folder with other settings", "two", {}],
    ["another folder afresh", "one", { fresh: true }],
  ])("keeps what it found, and does not read it again, when it looks at %s", async (_, judging, options) => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    const other = join(home, "other", "b.jsonl");
    mkdirSync(dirname(other), { recursive: true });
    writeFileSync(other, new ClaudeSession().honestTurn().text());
    await audit();
    const [found] = (await openCache()).casesOf(new Set([path]));
    const elsewhere = findInPaths([dirname(other)], undefined);
    const cache = await openCache(judging, options);
    expect(await audit({ cache, found: elsewhere })).toMatchObject({ read: { files: 1 } });
    dropGone(cache, elsewhere);
    expect((await openCache()).casesNamed(found!.id)).toEqual([found]);
    expect(await audit({ cache: await openCache() })).toMatchObject({ known: 1, read: { files: 0 } });
  });

  it("still knows a case that a report names where other settings say nothing of its turn", async () => {
    const path = write("a.jsonl", new ClaudeSession().falseTurn().text());
    await audit();
    const [found] = (await openCache()).casesOf(new Set([path]));
    const cache = await openCache("two");
    await audit({ cache, settings: { ...settings, threshold: 1.1 } });
    expect(cache.casesOf(new Set([path]))).toEqual([]);
    expect(cache.casesNamed(found!.id)).toEqual([found]);
    await audit({ cache: await openCache("one") });
    expect(cache.casesNamed(found!.id)).toEqual([found]);
    rmSync(path);
    dropGone(await openCache("two"), findInPaths([home], undefined));
    expect(cache.casesNamed(found!.id)).toEqual([]);
  });

  it("takes secrets out of what it keeps", async () => {
    const path = write(
      "a.jsonl",
      new ClaudeSession().user("The key is hunter2.").work().failing().say("Done. All tests pass.").text(),
    );
    await audit({ redact: (text) => text.replaceAll("hunter2", "[redacted]") });
    const cache = await openCache();
    expect(JSON.stringify([...cache.files.values(), cache.casesOf(new Set([path]))])).not.toContain("hunter2");
    expect(cache.casesOf(new Set([path]))[0]?.request).toBe("The key is [redacted].");
  });

  it("says which file could not be read, and reads the others", async () => {
    writeAuditHome(home, 6);
    const stop = new AbortController();
    const files = findInPlaces(transcriptPlaces({ home, env: {} })).files;
    const run = await audit({
      found: { files: [...files, { ...files[0]!, path: "\0" }], databases: [], closed: [] },
      signal: stop.signal,
    });
    expect(run.failed).toMatchObject([{ path: "\0" }]);
    expect(run.sessions).toHaveLength(6);
  });
});

describe("turns that are told more than once", () => {
  const original = new ClaudeSession().honestTurn().falseTurn("b");
  const asSession = (text: string, session: string) =>
    text.replaceAll('"sessionId":"5f0c2a9e-3b1d-4f5e-9a77-1c2d3e4f5a6b"', `"sessionId":"${session}"`);

  it("count once: a copy, a resumed session and a fork", async () => {
    write("original.jsonl", original.text());
    write("copy.jsonl", original.text());
    const resumed = asSession(original.text(), "resumed");
    const more = new ClaudeSession({ session: "resumed", at: "2026-11-05T09:00:00.000Z", after: "it" });
    write("resumed.jsonl", resumed + more.falseTurn("c").text());
    const fork = asSession(`${original.lines().slice(0, 12).join("\n")}\n`, "forked");
    write("fork.jsonl", fork + new ClaudeSession({ session: "forked", after: "it" }).honestTurn("d").text());
    const summary = sum(await audit());
    expect(summary).toMatchObject({ sessions: 1, files: 4, turns: 4, looked: 4, corrected: 2 });
    expect(summary.copies).toEqual({ files: 1, turns: 5 });
  });

  it("count from the copy that tells most of them", async () => {
    write("short.jsonl", `${original.lines().slice(0, 20).join("\n")}\n`);
    write("whole.jsonl", original.text());
    expect(sum(await audit())).toMatchObject({ turns: 2, corrected: 1 });
  });

  it("count apart when two people asked the same thing", async () => {
    write("one.jsonl", new ClaudeSession({ session: "11111111" }).falseTurn().text());
    write("two.jsonl", new ClaudeSession({ session: "22222222" }).falseTurn().text());
    expect(sum(await audit())).toMatchObject({ sessions: 2, turns: 2, corrected: 2 });
  });
});

describe("sessions whose calls have no ids of their own", () => {
  const line = (role: string, ...content: object[]) => JSON.stringify({ role, message: { content } });
  const call = (name: string, input: object) => line("assistant", { type: "tool_use", name, input });
  function cursor(folder: string, file: string, steps = 3): void {
    const place = join(home, ".cursor", "projects", folder, "agent-transcripts", folder);
    mkdirSync(place, { recursive: true });
    const change = { path: `src/${file}.ts`, old_string: "1", new_string: "2" };
    const lines = [
      line("user", { type: "text", text: "<user_query>\nFix the bug and run the tests.\n</user_query>" }),
      call("Read", { path: "package.json" }),
      call("Read", { path: `src/${file}.ts` }),
      ...Array.from({ length: steps }, () => call("StrReplace", change)),
      line("assistant", { type: "text", text: "Fixed. All tests pass." }),
    ];
    writeFileSync(join(place, `${folder}.jsonl`), `${lines.join("\n")}\n`);
  }

  it("count apart when they only begin alike", async () => {
    cursor("one", "cart");
    cursor("two", "rate");
    expect(sum(await audit())).toMatchObject({ sessions: 2, turns: 2, corrected: 2, copies: { turns: 0 } });
  });

  it("count once when one is a copy of the other, or its beginning", async () => {
    cursor("one", "cart");
    cursor("two", "cart");
    cursor("three", "cart", 8);
    expect(sum(await audit())).toMatchObject({ sessions: 1, turns: 1, corrected: 1, copies: { turns: 2 } });
  });
});

describe("looking for transcripts", () => {
  it("finds nothing in an empty home, and that is no trouble", async () => {
    expect(findInPlaces(transcriptPlaces({ home, env: {} }))).toEqual(NOTHING_FOUND);
    expect(await audit()).toMatchObject({ sessions: [], failed: [] });
  });

  it("follows the variables that move a host's directory", () => {
    const other = join(home, "elsewhere");
    mkdirSync(join(other, "projects", "p"), { recursive: true });
    writeFileSync(join(other, "projects", "p", "a.jsonl"), "{}\n");
    const places = transcriptPlaces({ home, env: { CLAUDE_CONFIG_DIR: other, COPILOT_HOME: other } });
    expect(findInPlaces(places).files.map((file) => file.path)).toEqual([join(other, "projects", "p", "a.jsonl")]);
  });

  it.each([
    ["in its usual place", ".openclaw", {}],
    ["where a variable says", "claw", { OPENCLAW_STATE_DIR: "claw" }],
    ["in another home", "claw/.openclaw", { OPENCLAW_HOME: "claw" }],
  ])("finds OpenClaw's sessions %s", (_, folder, env) => {
    const sessions = join(home, folder, "agents", "main", "sessions");
    mkdirSync(sessions, { recursive: true });
    writeFileSync(join(sessions, "sessions.json"), "{}\n");
    writeFileSync(join(sessions, "a.jsonl"), '{"type":"session","version":3,"id":"a","cwd":"/w"}\n');
    const moved = Object.fromEntries(Object.entries(env).map(([name, at]) => [name, join(home, at)]));
    expect(findInPlaces(transcriptPlaces({ home, env: moved })).files).toMatchObject([
      { path: join(sessions, "a.jsonl"), host: "openclaw" },
    ]);
  });

  it("says which directory is closed and looks into the others", () => {
    writeAuditHome(home, 8);
    const list = (directory: string): readonly Dirent[] => {
      const refusal = `EACCES: permission denied, scandir '${directory}'`;
      if (directory.endsWith("-home-sam-shop")) throw Object.assign(new Error(refusal), { code: "EACCES" });
      return fs.readdirSync(directory, { withFileTypes: true });
    };
    const { files, closed } = findInPlaces(transcriptPlaces({ home, env: {} }), { list, stat: statSync });
    expect(closed).toEqual([{ path: expect.stringContaining("-home-sam-shop"), reason: "permission denied" }]);
    expect(files.length).toBeGreaterThan(3);
  });

  it("says what a path is that leads nowhere, and does not walk in circles", () => {
    mkdirSync(join(home, "sub"));
    symlinkSync(home, join(home, "sub", "up"));
    symlinkSync(join(home, "nowhere"), join(home, "broken.jsonl"));
    symlinkSync(join(home, "circle.jsonl"), join(home, "circle.jsonl"));
    writeFileSync(join(home, "sub", "a.jsonl"), "{}\n");
    const { files, closed } = findInPaths([home, join(home, "missing")], undefined);
    expect(files.map((file) => file.path)).toEqual([join(home, "sub", "a.jsonl")]);
    const reasons = ["not there", "too many symbolic links encountered", "not there"];
    expect(closed.map(({ reason }) => reason)).toEqual(reasons);
  });

  it("does not count a file twice that two paths lead to, nor forget that it was named", () => {
    writeFileSync(join(home, "a.jsonl"), "{}\n");
    const { files } = findInPaths([home, join(home, "a.jsonl"), home], undefined);
    expect(files).toMatchObject([{ path: join(home, "a.jsonl"), named: true }]);
  });

  it("says what could not be read, and reads the rest", async () => {
    write("good.jsonl", new ClaudeSession().falseTurn().text());
    write("half.jsonl", new ClaudeSession({ session: "dddddddd" }).honestTurn().text().slice(0, -30));
    write("empty.jsonl", "");
    write("other.jsonl", '{"hello":"world"}\n');
    write("binary.jsonl", "\u0000\u0001\u0002");
    const run = await audit();
    expect(sum(run)).toMatchObject({ turns: 2, corrected: 1 });
    expect(run.foreign).toHaveLength(3);
    expect(run.sessions.filter(({ record }) => record.unfinished)).toHaveLength(1);
    expect(await audit()).toMatchObject({ known: 5, read: { files: 0 } });
  });

  it("counts turns by the time they were asked, else by the file's", async () => {
    const path = write("a.jsonl", new ClaudeSession({ at: "2026-11-02T09:00:00.000Z" }).falseTurn().text());
    write(
      "b.jsonl",
      new ClaudeSession({ session: "eeeeeeee" })
        .falseTurn()
        .text()
        .replaceAll(/,"timestamp":"[^"]*"/g, ""),
    );
    utimesSync(join(path, "..", "b.jsonl"), 0, Date.parse("2026-12-24T09:00:00.000Z") / 1000);
    const run = await audit();
    expect(sum(run).byWeek.map(({ name, corrected }) => [name, corrected])).toEqual([
      ["2026-W45", 1],
      ["2026-W52", 1],
    ]);
    const since = summarise(run, { threshold: 0.8, costOf: () => undefined, since: "2026-12-01T00:00:00.000Z" });
    expect(since.summary).toMatchObject({ sessions: 1, turns: 1 });
    const elsewhere = summarise(run, { threshold: 0.8, costOf: () => undefined, isAbout: () => false });
    expect(elsewhere.summary.turns).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("2026-11-02");
  });
});

describe("sessions in a database", () => {
  interface Database {
    readonly path: string;
    readonly write: (session: string, lines: readonly [string, object][]) => void;
    readonly remove: (session: string) => void;
  }

  function database(name = "opencode"): Database {
    const path = join(home, ".local", "share", name, `${name}.db`);
    mkdirSync(join(path, ".."), { recursive: true });
    const store = new DatabaseSync(path);
    store.exec(`CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT,
        revert TEXT, time_created INTEGER, time_updated INTEGER);
      CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT);
      CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);`);
    databases.push(store);
    let count = 0;
    return {
      path,
      remove: (session) => void store.prepare("DELETE FROM session WHERE id = ?").run(session),
      write(session, messages) {
        count += 1;
        store
          .prepare(
            `INSERT INTO session VALUES (?, 'p', NULL, '/home/sam/shop', NULL, NULL, 1, ?)
             ON CONFLICT (id) DO UPDATE SET time_updated = excluded.time_updated`,
          )
          .run(session, count);
        for (const [role, part] of messages) {
          count += 1;
          const id = `${session}_${String(count).padStart(4, "0")}`;
          const info = { role, time: { created: count }, modelID: "gpt-5.5", providerID: "openai", finish: "stop" };
          store.prepare("INSERT INTO message VALUES (?, ?, ?, ?)").run(id, session, count, JSON.stringify(info));
          store.prepare("INSERT INTO part VALUES (?, ?, ?, ?)").run(`p_${id}`, id, session, JSON.stringify(part));
        }
      },
    };
  }
  const databases: DatabaseSync[] = [];
  afterEach(() => {
    for (const store of databases.splice(0)) store.close();
  });

  it("are found where Kilo keeps them, too", async () => {
    const kilo = database("kilo");
    kilo.write("ses_k", [
      ["user", { type: "text", text: "Rename it." }],
      ["assistant", { type: "text", text: "Renamed." }],
    ]);
    const { sessions } = await audit();
    expect(sessions.map(({ path }) => path)).toEqual([`${kilo.path}#ses_k`]);
  });
  const said = (text: string) => ({ type: "text", text });

  it("are audited one by one, and only those that changed are read again", async () => {
    const { path, write: writeSession } = database();
    writeSession("ses_1", [
      ["user", said("Hello.")],
      ["assistant", said("Hi.")],
    ]);
    writeSession("ses_2", [
      ["user", said("What is it?")],
      ["assistant", said("A shop.")],
    ]);
    const first = await audit();
    expect(first.failed).toEqual([]);
    expect(first.sessions.map((file) => file.path).sort()).toEqual([`${path}#ses_1`, `${path}#ses_2`]);
    expect(sum(first)).toMatchObject({ sessions: 2, turns: 2 });
    writeSession("ses_2", [
      ["user", said("And more?")],
      ["assistant", said("Not yet.")],
    ]);
    const second = await audit();
    expect(second).toMatchObject({ known: 1, read: { files: 1 } });
    expect(sum(second)).toMatchObject({ sessions: 2, turns: 3 });
  });

  it("are kept while they are there, and let go when the person has deleted them", async () => {
    const { path, write: writeSession, remove } = database();
    for (const session of ["ses_1", "ses_2"]) {
      writeSession(session, [
        ["user", said("Hello.")],
        ["assistant", said("Hi.")],
      ]);
    }
    await audit();
    const kept = async (lookedAt: Found) => {
      dropGone(await openCache(), lookedAt);
      return [...(await openCache()).files.keys()];
    };
    remove("ses_1");
    expect(await kept(NOTHING_FOUND)).toEqual([`${path}#ses_1`, `${path}#ses_2`]);
    expect(await kept(findInPaths([path], undefined))).toEqual([`${path}#ses_2`]);
  });

  it("are found among those of OpenClaw, also in a named directory, beside its earlier files", async () => {
    const agent = join(home, ".openclaw", "agents", "main");
    const claw = new OpenClawDatabase(join(agent, "agent", "openclaw-agent.sqlite"));
    databases.push(claw.database);
    const session = claw.session("s1").falseTurn();
    claw.session("s2", "agent:main:subagent:7d").user("Look.").say("Seen.");
    mkdirSync(join(agent, "sessions"));
    const earlier = join(agent, "sessions", "a.jsonl");
    writeFileSync(earlier, new PiSession().user("Hello.").say("Hi.").text());
    const first = await audit();
    expect(first.failed).toEqual([]);
    expect(first.sessions.map(({ path, record }) => [path, record.host, record.threadId])).toEqual([
      [`${claw.path}#s1`, "openclaw", "s1"],
      [earlier, "openclaw", "pi-tree"],
    ]);
    expect(sum(first)).toMatchObject({ turns: 2, corrected: 1 });
    session.user("And now?").say("They fail.");
    const second = await audit();
    expect(second).toMatchObject({ known: 1, read: { files: 1 } });
    expect(sum(second)).toMatchObject({ turns: 3, corrected: 1 });
    expect(findInPaths([join(home, ".openclaw")], undefined).files.map(({ path }) => path)).toEqual(
      first.sessions.map(({ path }) => path),
    );
  });

  it("of another program are said to be so", async () => {
    const path = join(home, "other.db");
    const store = new DatabaseSync(path);
    store.exec("CREATE TABLE notes (text TEXT)");
    store.close();
    const { files, closed } = findInPaths([path], undefined);
    expect({ files, closed }).toEqual({ files: [], closed: [{ path, reason: expect.stringContaining("not one of") }] });
  });
});
