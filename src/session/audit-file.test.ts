import { execFileSync } from "node:child_process";
import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { corpusFile, corpusFiles, NO_CORPUS } from "../../test/support/corpus.ts";
import { PiSession } from "../../test/support/pi-session.ts";
import { auditFile, DISK, type FileTask, type ReadFile, type TranscriptAccess } from "./audit-file.ts";
import { provingOf } from "../audit/proving.ts";

const judging = provingOf({
  gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
  ignoreStandDown: [],
  threshold: 0.8,
  lowered: [],
});
const fixtures = globSync("test/fixtures/*/*/transcript.jsonl", { cwd: resolve(import.meta.dirname, "../..") });

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cox-audit-file-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
beforeEach(() => {
  count += 1;
  path = join(folder, `${count}.jsonl`);
});

function read(task: FileTask, access?: TranscriptAccess): ReadFile {
  const result = auditFile(task, judging, access);
  if (result.type !== "read") throw new Error(result.reason);
  return result;
}

function goOn(earlier: ReadFile, access?: TranscriptAccess): ReadFile {
  return read({ path: earlier.path, earlier }, access);
}

/** Notes where every reading began and how many bytes it took. */
function counting(): { access: TranscriptAccess; readings: { from: number; bytes: number }[]; opened: string[] } {
  const readings: { from: number; bytes: number }[] = [];
  const opened: string[] = [];
  return {
    readings,
    opened,
    access: {
      tail: DISK.tail,
      open(file, host) {
        opened.push(file);
        return DISK.open(file, host);
      },
      read(file, host, options) {
        const reading = DISK.read(file, host, options);
        readings.push({ from: options.from?.offset ?? 0, bytes: reading.bytes });
        return reading;
      },
    },
  };
}

describe("auditing one file", () => {
  it.skipIf(process.platform === "win32")("does not wait for a pipe that took the place of what was read", () => {
    writeFileSync(path, new ClaudeSession().honestTurn().text());
    const earlier = read({ path });
    rmSync(path);
    execFileSync("/usr/bin/env", ["mkfifo", path]);
    expect(auditFile({ path, earlier }, judging)).toMatchObject({ type: "failed" });
  });

  it("reads a file with a call nested so deep that it cannot be remembered, and reads it anew the next time", () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const text = new ClaudeSession().falseTurn().user("Look.").read("last.ts").say("Done.").text();
    writeFileSync(path, text.replace('"file_path":"last.ts"', `"pages":${deep}`));
    const first = read({ path });
    expect(first.cases).toHaveLength(1);
    expect(first.memory).toHaveLength(0);
    expect(goOn(first).record).toEqual(first.record);
  });

  it("judges every turn that ended, and keeps the case of a false done", () => {
    writeFileSync(path, new ClaudeSession().honestTurn().shortTurn().falseTurn().text());
    const { record, cases } = read({ path });
    expect(record.turns.map((turn) => turn.look?.verdict)).toEqual(["ok", "ok", "correct"]);
    expect(record).toMatchObject({ host: "claude-code", cwd: "/home/sam/shop", malformed: 0, unfinished: false });
    expect(record.turns[2]).toMatchObject({ model: "claude-opus-4-6", steps: 5, at: "2026-11-02T09:00:17.000Z" });
    expect(record.turns[2]?.tokens).toEqual([
      {
        model: "claude-opus-4-6",
        inputTokens: 12_660,
        outputTokens: 300,
        cachedInputTokens: 12_000,
        cacheWriteTokens: 600,
      },
    ]);
    const [found] = cases;
    expect(cases).toHaveLength(1);
    expect(found).toMatchObject({
      turn: 3,
      path,
      request: "Fix the total in src/cart.ts.",
      line: record.turns[2]?.line,
    });
    expect(found?.verdict.findings[0]?.id).toBe("claimed-check-failed");
    expect(found?.receipt).toContainEqual(expect.objectContaining({ part: "claims", state: "contradicted" }));
    const last = found?.receipt.findLast(({ part }) => part === "checks");
    expect(last).toMatchObject({ tone: "bad", about: '"vitest run"' });
    const step = found?.steps.find((each) => each.number === last?.steps[0]);
    expect(step).toMatchObject({ ok: false, outcome: "exit 1", output: expect.stringContaining("1 failed") });
    const lines = readFileSync(path, "utf8").split("\n");
    expect(lines[(step?.line ?? 0) - 1]).toContain("npx vitest run");
  });

  it("reads only what was added, and judges the turn it belongs to anew", () => {
    const session = new ClaudeSession().honestTurn().user("Fix the total in src/b.ts.").work("b").failing();
    writeFileSync(path, session.text());
    const first = read({ path });
    expect(first.record.turns.map((turn) => turn.look?.verdict)).toEqual(["ok", undefined]);
    const size = readFileSync(path).length;
    const added = session.lines().length;
    session.say("Done. All tests pass now.").shortTurn();
    appendFileSync(path, `${session.lines().slice(added).join("\n")}\n`);
    const { access, readings, opened } = counting();
    const second = goOn(first, access);
    expect({ readings, opened }).toEqual({
      readings: [{ from: size, bytes: readFileSync(path).length - size }],
      opened: [],
    });
    expect(second).toMatchObject({ keptTurns: 1, cases: [{ turn: 2 }] });
    expect(second.record).toEqual(read({ path }).record);
  });

  it("goes on also where much had to be remembered, and counts on what could not be read", () => {
    const session = new ClaudeSession().honestTurn().user("Fix the total in src/b.ts.").work("b");
    for (let edit = 0; edit < 40; edit += 1) session.edit(`src/${edit}.ts`, "a".repeat(500), "b".repeat(500));
    writeFileSync(path, `${session.text()}{ broken\n`);
    const first = read({ path });
    expect(first.memory.length).toBeGreaterThan(0);
    const size = readFileSync(path).length;
    appendFileSync(path, "{ broken, too\n");
    const { access, readings } = counting();
    expect(goOn(first, access).record.malformed).toBe(2);
    expect(readings).toEqual([{ from: size, bytes: 14 }]);
  });

  it("reads a file again from the start when it is another one by now", () => {
    writeFileSync(path, new ClaudeSession().honestTurn().text());
    const first = read({ path });
    const other = new ClaudeSession({ session: "aaaaaaaa-3b1d-4f5e-9a77-1c2d3e4f5a6b" }).falseTurn().falseTurn("b");
    writeFileSync(path, other.text());
    const second = goOn(first);
    expect(second.record.threadId).toMatch(/^aaaaaaaa/);
    expect(second).toMatchObject({ keptTurns: 0, cases: [{ turn: 1 }, { turn: 2 }] });
  });

  it("reads it again, too, when what was kept cannot be understood", () => {
    writeFileSync(path, new ClaudeSession().falseTurn().text());
    const first = read({ path });
    expect(goOn({ ...first, memory: Buffer.from("not ours") }).record).toEqual(first.record);
  });

  it("finds the turn that took another's place where it stands", () => {
    const session = new ClaudeSession().honestTurn("shop").honestTurn("cart");
    const line = session.lines().length + 1;
    writeFileSync(path, session.goBack().falseTurn("price").text());
    const { record, cases } = read({ path });
    expect(record.turns.map((turn) => [turn.line, turn.look?.verdict])).toEqual([
      [1, "ok"],
      [line, "correct"],
    ]);
    expect(cases[0]?.steps.at(-1)?.line).toBe(session.lines().length - 2);
  });

  it("leaves a half-written last line for later", () => {
    const text = new ClaudeSession().falseTurn().text();
    writeFileSync(path, text.slice(0, -40));
    const first = read({ path });
    expect(first.record.unfinished).toBe(true);
    appendFileSync(path, text.slice(-40));
    expect(goOn(first).record.turns).toEqual(read({ path }).record.turns);
    expect(goOn(first).record.unfinished).toBe(false);
  });

  it("takes a file for that of the host whose it is said to be", () => {
    writeFileSync(path, new ClaudeSession().falseTurn().text());
    expect(read({ path, host: "claude-code" }).record.host).toBe("claude-code");
    expect(auditFile({ path, host: "codex" }, judging).type).toBe("foreign");
  });

  it("tells a file that is no transcript from one that cannot be read", () => {
    writeFileSync(path, '{"hello":"world"}\n');
    expect(auditFile({ path }, judging)).toMatchObject({ type: "foreign", path });
    expect(auditFile({ path: join(folder, "missing.jsonl") }, judging)).toMatchObject({ type: "failed" });
  });

  it("does not read on in a subagent's own file, and does not judge it", () => {
    const line = (index: number) =>
      JSON.stringify({
        ...JSON.parse(new ClaudeSession().falseTurn().lines()[index]!),
        isSidechain: true,
        agentId: "a1",
      });
    writeFileSync(path, `${[0, 1, 2, 3].map(line).join("\n")}\n`);
    expect(read({ path })).toEqual({
      type: "read",
      path,
      record: {
        host: "claude-code",
        threadId: expect.stringContaining("a1"),
        cwd: "/home/sam/shop",
        subagent: true,
        turns: [],
        malformed: 0,
        unfinished: false,
      },
      cases: [],
      keptTurns: 0,
      bytes: 0,
      memory: new Uint8Array(),
    });
  });
});

describe("a person who goes back and says something else", () => {
  it("is found where and when the other words stand", () => {
    const session = new PiSession().user("First.").say("One.");
    const { newest } = session;
    session.user("Second.").say("Two.").goBackTo(newest).user("Other words.").say("Three.");
    writeFileSync(path, session.text());
    expect(read({ path }).record.turns).toMatchObject([
      { turn: 1, line: 2, at: "2026-01-01T00:00:00.000Z" },
      { turn: 2, line: 6, at: "2026-01-05T00:00:00.000Z" },
    ]);
  });

  it("is read also where so much was said since that the place was forgotten", () => {
    const session = new PiSession().user("First.").say("One.");
    const { newest } = session;
    for (let turn = 0; turn < 4; turn += 1)
      session.user("Look.").bash("cat large.log", "x".repeat(200_000), false).say("I looked.");
    writeFileSync(path, session.goBackTo(newest).user("Other words.").say("Three.").text());
    expect(read({ path }).record.turns).toMatchObject([{ turn: 1 }, { turn: 2, steps: 0 }]);
  });

  it("leaves of the turn that was cut what was not taken back", () => {
    const session = new PiSession().user("Fix the total in src/cart.ts.").edit("src/cart.ts").edit("src/total.ts");
    const { newest } = session;
    session.edit("src/cart.ts").bash("npx vitest run", " Tests  1 failed | 11 passed (12)\n", true);
    session.bash("npx vitest run", " Tests  1 failed | 11 passed (12)\n", true).say("Done. All tests pass now.");
    session.user("Thanks.").say("You are welcome.");
    writeFileSync(path, session.text());
    expect(read({ path })).toMatchObject({ cases: [{ turn: 1 }] });
    writeFileSync(path, session.goBackTo(newest).user("Stop, I do it myself.").say("As you like.").text());
    const { record, cases } = read({ path });
    expect(cases).toEqual([]);
    expect(record.turns).toMatchObject([
      { turn: 1, line: 2, steps: 2 },
      { turn: 2, line: 16, steps: 0 },
    ]);
  });
});

describe("reading a transcript in two parts", () => {
  it("holds to what the person forbade in a turn that is not read again", () => {
    const HONEST = "Fixed. All 12 tests pass.";
    const session = new ClaudeSession().user("Do not edit package.json. Fix src/cart.ts.").work().passing().say(HONEST);
    writeFileSync(path, session.honestTurn("price").text());
    const first = read({ path });
    session.user("Now src/api.ts.").work("api").edit("package.json", "1.0.0", "1.1.0").passing().say(HONEST);
    writeFileSync(path, session.text());
    const { turns } = goOn(first).record;
    expect(turns).toEqual(read({ path }).record.turns);
    expect(turns[2]?.look).toMatchObject({ findings: [{ id: "forbidden-action-done" }] });
  });

  it.each(fixtures.map((file) => [file]))("gives the same as reading it at once: %s", (file) => {
    const bytes = readFileSync(resolve(import.meta.dirname, "../..", file));
    writeFileSync(path, bytes);
    const whole = auditFile({ path }, judging);
    if (whole.type !== "read") return;
    const part = join(folder, `${count}-${basename(path)}`);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: bytes.length - 1 }), (cut) => {
        writeFileSync(part, bytes.subarray(0, cut));
        const first = auditFile({ path: part }, judging);
        if (first.type !== "read" || first.record.host !== whole.record.host) return;
        writeFileSync(part, bytes);
        const { record, cases, keptTurns } = goOn(first);
        expect(record).toEqual(whole.record);
        const later = whole.cases.filter((found) => found.turn > keptTurns);
        expect(cases.map((found) => found.turn)).toEqual(later.map((found) => found.turn));
      }),
      { numRuns: 15 },
    );
  });

  it.skipIf(NO_CORPUS !== undefined)("gives the same on real transcripts, cut anywhere", () => {
    const files = corpusFiles().filter((_, index) => index % 6 === 0);
    for (const [index, name] of files.entries()) {
      const bytes = readFileSync(corpusFile(name));
      writeFileSync(path, bytes);
      const whole = read({ path });
      writeFileSync(path, bytes.subarray(0, Math.floor((bytes.length * (index + 1)) / (files.length + 1))));
      const first = auditFile({ path }, judging);
      if (first.type !== "read") continue;
      writeFileSync(path, bytes);
      const { record, cases, keptTurns } = goOn(first);
      expect({ name, record }).toEqual({ name, record: whole.record });
      const kept = whole.cases.filter((found) => found.turn > keptTurns).map((found) => found.id);
      expect(cases.map((found) => found.id)).toEqual(kept);
    }
  });
});
