import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { DISK, type FileResult } from "../session/audit-file.ts";
import { auditAll, type PoolOptions } from "./pool.ts";

const settings = {
  gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
  ignoreStandDown: [],
  threshold: 0.8,
  lowered: [],
};

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function auditPaths(paths: readonly string[], options: Partial<PoolOptions>): Promise<FileResult[]> {
  const results: FileResult[] = [];
  await auditAll(
    paths.map((path) => ({ path, bytes: statSync(path).size })),
    {
      settings,
      signal: new AbortController().signal,
      onResults: (more) => results.push(...more),
      ...options,
    },
  );
  return results;
}

it("a file that needs more room than a thread has is read all the same, and so are the others", async () => {
  const long = new ClaudeSession().user("Look at everything in src/cart.ts.");
  const output = "const total = 1;\n".repeat(10_000);
  for (let index = 0; index < 200; index += 1) long.bash(`cat src/${index}.ts`, output);
  const paths = [
    write("long.jsonl", long.say("There is nothing wrong.").text()),
    ...["a", "b", "c"].map((name) => write(`${name}.jsonl`, new ClaudeSession({ session: name }).falseTurn().text())),
  ];
  const results = await auditPaths(paths, {
    workers: 2,
    memory: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 40 },
  });
  expect(results.map(({ type, path }) => ({ type, path })).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
    paths.toSorted().map((path) => ({ type: "read", path })),
  );
}, 30_000);

it("of a line of nothing but empty lists nothing is read, but all that is around it", async () => {
  const lists = `{"type":"user","message":{"role":"user","content":[${"[],".repeat(4_100_000)}[]]}}\n`;
  const bad = write("lists.jsonl", new ClaudeSession().falseTurn().text() + lists);
  const cold = join(folder, "cold.jsonl.zst");
  writeFileSync(cold, zstdCompressSync(lists));
  const good = write("good.jsonl", new ClaudeSession({ session: "good" }).falseTurn().text());
  const here: string[] = [];
  const access = { ...DISK, open: (path: string) => (here.push(path), DISK.open(path)) };
  const results = await auditPaths([bad, cold, good], { access });
  expect(results.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    expect.objectContaining({ type: "foreign", path: cold }),
    expect.objectContaining({ type: "read", path: good }),
    expect.objectContaining({ type: "read", path: bad }),
  ]);
  // How long it takes is not known before, and this thread must react to Ctrl-C.
  expect(here).not.toContain(cold);
}, 30_000);

it("a short audit is read by this thread too, and nothing is read twice", async () => {
  const output = "const total = 1;\n".repeat(24_000);
  const paths = Array.from({ length: 60 }, (_, index) => {
    const session = new ClaudeSession({ session: `s${index}` })
      .user("Look at src/cart.ts.")
      .bash("cat src/cart.ts", output);
    return write(`${index}.jsonl`, session.say("There is nothing wrong.").text());
  });
  const readHere: string[] = [];
  const results = await auditPaths(paths, {
    access: {
      ...DISK,
      open(path, host) {
        readHere.push(path);
        return DISK.open(path, host);
      },
    },
  });
  expect(results.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  expect(results.every(({ type }) => type === "read")).toBe(true);
  expect(readHere.length).toBeGreaterThan(0);
  expect(readHere.length).toBeLessThan(paths.length);
});

it("an audit that is interrupted while this thread reads hands in nothing more", async () => {
  const output = "const total = 1;\n".repeat(24_000);
  const paths = Array.from({ length: 60 }, (_, index) =>
    write(`${index}.jsonl`, new ClaudeSession({ session: `s${index}` }).user("Look.").bash("cat a.ts", output).text()),
  );
  const interrupt = new AbortController();
  let handed = 0;
  await auditPaths(paths, {
    signal: interrupt.signal,
    onResults(results) {
      handed += results.length;
      if (handed >= 5) interrupt.abort();
    },
  });
  expect(handed).toBeGreaterThanOrEqual(5);
  expect(handed).toBeLessThan(paths.length);
});

it.each([0, 2])("what is thrown at a result ends the audit, and not the process (%i threads)", async (workers) => {
  const paths = Array.from({ length: 40 }, (_, index) =>
    write(`${index}.jsonl`, new ClaudeSession({ session: `s${index}` }).falseTurn().text()),
  );
  let handed = 0;
  const onResults = () => {
    handed += 1;
    throw new Error("no room");
  };
  await expect(auditPaths(paths, { workers, onResults })).rejects.toThrow("no room");
  expect(handed).toBe(1);
});

it.each([0, 1])("our own words are told from the person's, by every thread (%i threads)", async (workers) => {
  const words = "You say that it works, but the tests failed.";
  const session = new ClaudeSession().user("Fix it.").say("It works.").user(words).say("Now it does.");
  const said = new Map([["claude-code", [{ text: words, requestId: "r" }]]]);
  const paths = [write("a.jsonl", session.text())];
  const turns = (results: readonly FileResult[]) =>
    results.map((result) => (result.type === "read" ? result.record.turns.length : result.reason));
  expect(turns(await auditPaths(paths, { workers }))).toEqual([2]);
  expect(turns(await auditPaths(paths, { workers, said }))).toEqual([1]);
});
