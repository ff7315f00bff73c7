import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { spawn, spawnSync } from "node:child_process";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { writeAuditHome } from "../support/audit-home.ts";
import { ClaudeSession } from "../support/claude-session.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { packedEnvironment, runCox } from "./run-cox.ts";

let home: string;
beforeEach(() => {
  home = temporaryDirectory();
});

const cox = (...args: string[]) => runCox(args, { cwd: home, env: { HOME: home } });

function write(name: string, text: string): string {
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe("the packed cox audit", () => {
  it("says what it looked for in an empty home", async () => {
    const { code, out, err } = await cox("audit");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("No transcripts were found. Looked for those of Claude Code, ");
  });

  it.skipIf(!existsSync("/dev/full"))("says that its output has no room", () => {
    const program = join(inject("packageDirectory"), "bin", "cox.js");
    const full = openSync("/dev/full", "w");
    const env = { ...packedEnvironment(), HOME: home };
    const ran = spawnSync(process.execPath, [program, "audit"], { cwd: home, env, stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    expect(ran.status).toBe(1);
    expect(String(ran.stderr)).toContain("the output cannot be written");
  });

  it("keeps nothing in the directory it is started in", async () => {
    await runCox(["audit"], { cwd: home, env: { HOME: home, XDG_CACHE_HOME: "cache" } });
    expect(readdirSync(home)).not.toContain("cache");
  });

  it("reads with threads what is worth it, and knows it the second time", async () => {
    writeAuditHome(home, 24);
    write(
      "large.jsonl",
      new ClaudeSession({ session: "large" }).user("Read.").read("a.ts", "x".repeat(7_000_000)).say("Ok.").text(),
    );
    const first = await cox("audit", "--json");
    expect(first).toMatchObject({ code: 0, err: "" });
    const { summary, run } = JSON.parse(first.out) as Report;
    expect(run).toMatchObject({ read: { files: 25 }, failed: [], left: 0 });
    expect(summary.corrected).toBeGreaterThan(10);
    const second = JSON.parse((await cox("audit", "--json")).out) as Report;
    expect(second.run).toMatchObject({ read: { files: 0, bytes: 0 }, known: 25 });
    expect(second.summary).toEqual(summary);
  });

  it("keeps what V8 compiled, and does without what is broken", async () => {
    writeAuditHome(home, 4);
    const large = new ClaudeSession({ session: "large" }).user("Read.").read("a.ts", "x".repeat(7_000_000)).say("Ok.");
    write("large.jsonl", large.text());
    const env = { HOME: home, XDG_CACHE_HOME: "" };
    const audited = async () => {
      const { out } = await runCox(["audit", "--json", "--fresh"], { cwd: home, env });
      return (JSON.parse(out) as Report).summary;
    };
    const compiled = join(home, ".cache", "coxswain", "compiled");
    const summary = await audited();
    const kept = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(kept.length).toBeGreaterThan(5);
    expect(await audited()).toEqual(summary);
    for (const { parentPath, name } of kept) writeFileSync(join(parentPath, name), "no code");
    expect(await audited()).toEqual(summary);
    rmSync(compiled, { recursive: true });
    writeFileSync(compiled, "in the way");
    expect(await audited()).toEqual(summary);
  });

  it("behaves with thousands of small files", async () => {
    const FILES = 2000;
    for (let index = 0; index < FILES; index += 1) {
      const session = new ClaudeSession({ session: `${String(index).padStart(8, "0")}-x` });
      write(`${index}.jsonl`, (index % 100 === 0 ? session.falseTurn() : session.shortTurn()).text());
    }
    const { code, out } = await cox("audit");
    expect(code).toBe(0);
    expect(out).toContain("2,000 sessions: 2,000 turns, 2,000 of them looked at.\n✗ 20 turns");
    expect(out).toMatch(/Read \d+ MB in 2,000 files/);
  });

  it("tells half-written, foreign and empty files apart, and audits the rest", async () => {
    write("good.jsonl", new ClaudeSession().falseTurn().text());
    write("half.jsonl", new ClaudeSession({ session: "bbbbbbbb" }).falseTurn().text().slice(0, -50));
    write("empty.jsonl", "");
    write("other.jsonl", "nothing like a transcript\n");
    const { code, out } = await cox("audit");
    expect(code).toBe(0);
    expect(out).toContain("Not transcripts: 2 files (--json names them).\n");
    expect(out).toContain("Still being written: 1 file");
    expect(out).toContain("✗ 1 turn ");
  });

  it.skipIf(process.getuid?.() === 0)("says what it may not read (root may read everything)", async () => {
    const path = write("secret.jsonl", new ClaudeSession().falseTurn().text());
    write("open.jsonl", new ClaudeSession({ session: "cccccccc" }).falseTurn().text());
    chmodSync(path, 0);
    mkdirSync(join(home, ".codex", "sessions"), { recursive: true });
    chmodSync(join(home, ".codex", "sessions"), 0);
    const { code, out } = await cox("audit");
    chmodSync(join(home, ".codex", "sessions"), 0o700);
    expect(code).toBe(0);
    expect(out).toContain("Could not be read: 2 paths.");
    expect(out).toContain("permission denied");
    expect(out).toContain("✗ 1 turn ");
  });

  it("keeps what it has on Ctrl-C and goes on from there", async () => {
    writeAuditHome(home, 250);
    const { code, out } = await interrupted();
    if (code === 0) return;
    expect(code).toBe(130);
    expect(out).toContain("Interrupted: ");
    const known = Number(/(\d+)/.exec(/Read .* in ([\d,]+) files?/.exec(out)?.[1] ?? "0")?.[1] ?? 0);
    const { run } = JSON.parse((await cox("audit", "--json")).out) as Report;
    expect(run.known).toBe(known);
    expect(run.read.files).toBe(250 - known);
  });

  /** Sends the signal as soon as something has been kept. */
  function interrupted(): Promise<{ code: number | null; out: string }> {
    const program = join(inject("packageDirectory"), "bin", "cox.js");
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, "audit"], {
        cwd: home,
        env: { ...packedEnvironment(), HOME: home },
      });
      let out = "";
      const kept = join(home, ".local", "state", "coxswain", "coxswain-audit.db-wal");
      const timer = setInterval(() => {
        if ((statSync(kept, { throwIfNoEntry: false })?.size ?? 0) < 300_000) return;
        clearInterval(timer);
        child.kill("SIGINT");
      }, 5);
      child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
      child.on("error", reject);
      child.on("close", (code) => {
        clearInterval(timer);
        resolve({ code, out });
      });
    });
  }
});

interface Report {
  readonly summary: { readonly corrected: number };
  readonly run: { readonly known: number; readonly read: { readonly files: number; readonly bytes: number } };
}
