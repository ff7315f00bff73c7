import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { type Ran, runCommand } from "../../../test/support/run-command.ts";
import { said, started, usage, verdict } from "../../../test/contracts/store-samples.ts";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import type { Command, Io } from "../command.ts";
import { command as audit } from "./audit.ts";
import { command as forget } from "./forget.ts";

let home: string;
let path: string;
beforeEach(() => {
  home = temporaryDirectory();
  path = join(home, "state", "coxswain.db");
});

function run(command: Command, args: readonly string[], options: Partial<Io> = {}): Promise<Ran> {
  return runCommand(command, args, { env: { HOME: home, COX_STORE_PATH: path }, cwd: home, ...options });
}

/** A thread and a verdict in ~/boat, and a transcript that an audit has read. */
async function keepSomething(): Promise<string> {
  const store = await openSqliteStore(path);
  const cwd = join(home, "boat");
  await store.append("t", [started({ cwd }), said("caulk the hull")]);
  await store.write({ verdicts: [verdict("v", { cwd })], usage: [{ threadId: "t", usage: usage() }] });
  await store.giveFeedback("v", { judgement: "wrong" });
  await store.close();
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  const transcript = join(folder, "a.jsonl");
  writeFileSync(transcript, new ClaudeSession({ cwd: "/home/sam/shop" }).falseTurn().text());
  await run(audit, []);
  return transcript;
}

const auditPath = () => join(home, "state", "coxswain-audit.db");

const onDisk = () =>
  readdirSync(join(home, "state"))
    .map((name) => readFileSync(join(home, "state", name), "latin1"))
    .join("");

const answering = (answer: string | undefined): Partial<Io> => ({ isTerminal: true, ask: async () => answer });

describe("cox forget", () => {
  it.skipIf(process.getuid?.() === 0)("does not say that there is nothing where it may not look", async () => {
    await keepSomething();
    chmodSync(join(home, "state"), 0);
    try {
      const { code, out, err } = await run(forget, ["--yes"]);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toMatch(/coxswain\.db .*\n.*coxswain-audit\.db/);
    } finally {
      chmodSync(join(home, "state"), 0o700);
    }
  });

  it("says what is wrong with an age before it misses somebody to ask", async () => {
    await expect(run(forget, ["--older-than", "soon"])).rejects.toThrow(
      '--older-than takes an age or a date, not "soon"',
    );
  });

  it("makes nothing where there is nothing", async () => {
    expect(await run(forget, ["--yes"])).toEqual({ code: 0, out: "There is nothing to forget.\n", err: "" });
    expect(existsSync(join(home, "state"))).toBe(false);
  });

  it("shows what would go and deletes nothing", async () => {
    await keepSomething();
    const before = readFileSync(path, "latin1");
    const { code, out } = await run(forget, ["--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain(path);
    expect(out).toMatch(/1 {2}thread +of cox run/);
    expect(out).toMatch(/1 {2}verdict +that cox why explains, marked with cox feedback\n/);
    expect(out).toMatch(/1 {2}transcript +what audits found in them; the files stay/);
    expect(out).toMatch(/\nNothing was deleted: this was a dry run\.\n$/);
    expect(readFileSync(path, "latin1")).toBe(before);
  });

  it("deletes what a person agrees to, and nothing of anybody else", async () => {
    const transcript = await keepSomething();
    const settings = join(home, ".config", "coxswain", "config.json");
    mkdirSync(join(home, ".config", "coxswain"), { recursive: true });
    writeFileSync(settings, '{ "mode": "shadow" }');
    writeFileSync(join(home, "state", "install.json"), "{}");
    const text = readFileSync(transcript, "utf8");
    const { code, out } = await run(forget, [], answering("y"));
    expect(code).toBe(0);
    expect(out).toContain("Deleted. What is left takes ");
    expect(onDisk()).not.toMatch(/caulk the hull|All tests pass/);
    expect(existsSync(join(home, "state", "install.json"))).toBe(true);
    expect(readFileSync(settings, "utf8")).toContain("shadow");
    expect(readFileSync(transcript, "utf8")).toBe(text);
    expect((await run(forget, ["--dry-run"])).out).toBe("There is nothing to forget.\n");
    expect((await run(audit, [])).out).toContain("✗ 1 turn said something untrue");
  });

  it.each([
    ["no", false, 0, "n"],
    ["nothing but Return", false, 0, ""],
    ["the end of the input", false, 0, undefined],
    ["Ctrl-C", true, 130, undefined],
  ])("deletes nothing when the answer is %s", async (_, pressed, code, answer) => {
    await keepSomething();
    const signal = pressed ? AbortSignal.abort() : new AbortController().signal;
    const ran = await run(forget, [], { ...answering(answer), signal });
    expect(ran).toMatchObject({ code, err: "Nothing was deleted.\n" });
    expect((await run(forget, ["--dry-run"])).out).toContain("thread ");
  });

  it("takes only what is of a project, or old, in the audit's results too", async () => {
    await keepSomething();
    const json = async (...args: string[]) =>
      JSON.parse((await run(forget, [...args, "--dry-run", "--json"])).out) as Record<string, unknown>;
    const nothing = { deleted: false, threads: 0, verdicts: 0, usage: 0, transcripts: 0 };
    expect(await json("--older-than", "1d")).toMatchObject(nothing);
    expect(await json("--project", "elsewhere")).toMatchObject(nothing);
    expect(await json("--project", "boat")).toMatchObject({ ...nothing, threads: 1, verdicts: 1, marked: 1 });
    expect(await json("--project", "/home/sam")).toMatchObject({ ...nothing, transcripts: 1 });
    expect(await json("--older-than", "0h")).toMatchObject({ threads: 1, verdicts: 1, usage: 1, transcripts: 1 });
  });

  it("answers a script with numbers, and asks it nothing", async () => {
    await keepSomething();
    const { out, err } = await run(forget, ["--yes", "--json"]);
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      deleted: true,
      threads: 1,
      verdicts: 1,
      marked: 1,
      usage: 1,
      transcripts: 1,
    });
    await expect(run(forget, [])).rejects.toMatchObject({ code: "usage", hint: expect.stringContaining("--yes") });
    await expect(run(forget, ["--json"], answering("y"))).rejects.toMatchObject({ code: "usage" });
    await expect(run(forget, ["--project", "", "--yes"])).rejects.toThrow("a path is empty");
    await expect(run(forget, ["--older-than", "soon", "--yes"])).rejects.toThrow("takes an age or a date");
  });

  it("counts what has not come from the log into the file yet, also where that lies behind a link", async () => {
    await keepSomething();
    const store = await openSqliteStore(path);
    await store.append("long", [started({ cwd: home }), said("caulk ".repeat(50_000))]);
    const sizes = ["", "-wal"].map((ending) => statSync(path + ending).size);
    const link = join(home, "link.db");
    symlinkSync(path, link);
    const { out } = await run(forget, ["--dry-run", "--json"], { env: { HOME: home, COX_STORE_PATH: link } });
    await store.close();
    const { bytes, files } = JSON.parse(out) as { bytes: { before: number }; files: string[] };
    expect(files).toEqual([link]);
    expect(bytes.before).toBe(sizes.reduce((sum, size) => sum + size));
  });

  it("takes what an audit let go of out of the file, also where nothing is left to delete", async () => {
    rmSync(await keepSomething());
    await run(forget, ["--yes"]);
    const cache = new DatabaseSync(auditPath());
    cache.exec("INSERT INTO memories VALUES ('gone.jsonl', CAST('caulk the hull' AS BLOB)); DELETE FROM memories");
    cache.close();
    expect(onDisk()).toContain("caulk the hull");
    expect((await run(forget, ["--dry-run"])).out).toBe("There is nothing to forget.\n");
    expect(onDisk()).toContain("caulk the hull");
    expect(await run(forget, [], answering("n"))).toEqual({ code: 0, out: "There is nothing to forget.\n", err: "" });
    expect(onDisk()).not.toContain("caulk the hull");
  });

  it("says that a file still holds it while another process is reading", { timeout: 30_000 }, async () => {
    await keepSomething();
    const reader = new DatabaseSync(path);
    reader.exec("BEGIN; SELECT * FROM threads");
    const { code, out, err } = await run(forget, ["--yes"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("Deleted. ") });
    expect(err).toBe(
      `cox forget: Another process is reading ${path}: what was deleted goes from the file when it ends.\n`,
    );
    expect(onDisk()).toContain("caulk the hull");
    reader.close();
    expect(onDisk()).not.toContain("caulk the hull");
  });

  it.each([
    ["audit's results", auditPath, () => path, { threads: 1, transcripts: 0 }],
    ["store", () => path, auditPath, { threads: 0, transcripts: 1 }],
  ])("deletes the rest where the file of the %s is damaged, and says so", async (_, damaged, whole, rest) => {
    await keepSomething();
    writeFileSync(damaged(), "no database ".repeat(1000));
    const told = `cox forget: The store ${damaged()} is damaged or no database. Move it away`;
    const counted = await run(forget, ["--dry-run"]);
    expect(counted).toMatchObject({ code: 1, err: expect.stringContaining(told) });
    const { code, out, err } = await run(forget, ["--yes", "--json"]);
    expect(code).toBe(1);
    expect(err.split(told)).toHaveLength(2);
    expect(JSON.parse(out)).toMatchObject({ deleted: true, ...rest, failures: [expect.stringContaining(damaged())] });
    expect(readFileSync(whole(), "latin1")).not.toMatch(/caulk the hull|All tests pass/);
    const again = await run(forget, ["--yes"]);
    expect(again).toEqual({ code: 1, out: "", err: expect.stringContaining(told) });
  });

  it.skipIf(process.platform === "win32")("knows a project that was recorded or is named through a link", async () => {
    await keepSomething();
    mkdirSync(join(home, "shed"));
    symlinkSync(join(home, "shed"), join(home, "link"));
    const store = await openSqliteStore(path);
    await store.append("real", [started({ cwd: realpathSync(join(home, "shed")) })]);
    await store.append("named", [started({ cwd: join(home, "link") })]);
    await store.close();
    for (const name of ["shed", "link"]) {
      const { out } = await run(forget, ["--project", name, "--dry-run", "--json"]);
      expect(JSON.parse(out), name).toMatchObject({ threads: 2, verdicts: 0 });
    }
    const { out } = await run(forget, ["--project", "shed", "--yes", "--json"]);
    expect(JSON.parse(out)).toMatchObject({ deleted: true, threads: 2, verdicts: 0 });
  });
});
