import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../../test/support/bare-environment.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { isAlive } from "../../../test/support/is-alive.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as heartbeat } from "./heartbeat.ts";

let home: string;
let work: string;
beforeEach(() => {
  home = temporaryDirectory();
  work = join(home, "work");
  mkdirSync(work);
});

const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
const IDLE = {
  ...PASS,
  verdict: "FAIL",
  category: "incomplete",
  feedback: "The report is due and was not written: write report.txt.",
};
const WORK = "# Heartbeat\n\n- [ ] write report.txt every morning\n";

function scripts(agent: object, judge: object = {}): void {
  writeFileSync(join(home, "agent.json"), JSON.stringify(agent));
  writeFileSync(join(home, "judge.json"), JSON.stringify(judge));
}

const environment = () => ({
  ...BARE_ENVIRONMENT,
  HOME: home,
  COX_STORE_PATH: join(home, "store.db"),
  COX_AGENT_MODEL: "scripted/../agent.json",
  COX_OBSERVER_MODEL: "scripted/../judge.json",
});

interface Event {
  readonly type: string;
  readonly result?: {
    readonly outcome: string;
    readonly answer: string;
    readonly open: readonly string[];
    readonly unchecked: string | null;
    readonly threadId: string;
  };
  readonly reason?: string;
}

async function beat(...args: string[]) {
  const io = { env: environment(), cwd: work };
  const { code, out, err } = await runCommand(heartbeat, ["--once", "--json", ...args], io);
  const events =
    out.trim() === ""
      ? []
      : out
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as Event);
  return { code, err, events, result: events.findLast((event) => event.type === "beat:finished")?.result };
}

describe("cox heartbeat --once", () => {
  it("an idle OK while the file holds work is caught, sent back, and the work is done", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts(
      {
        turns: [
          { when: { contains: "write report.txt every morning" }, say: "HEARTBEAT_OK" },
          {
            when: { lastMessageFrom: "verification", lastMessageContains: "report.txt" },
            calls: [{ tool: "create_file", input: { path: "report.txt", content: "all well\n" } }],
          },
          { say: "I wrote report.txt." },
        ],
      },
      {
        decisions: [
          {
            when: { contains: ["- this is a heartbeat", "> - [ ] write report.txt every morning", "| HEARTBEAT_OK"] },
            times: 1,
            input: IDLE,
          },
          { when: { contains: "# EARLIER FEEDBACK" }, input: PASS },
        ],
      },
    );
    const { code, result } = await beat("--verify");
    expect(code).toBe(0);
    expect(result).toMatchObject({ outcome: "worked", answer: "I wrote report.txt.", open: [] });
    expect(readFileSync(join(work, "report.txt"), "utf8")).toBe("all well\n");
  });

  it("an OK that is right passes", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "HEARTBEAT_OK" }] }, { decisions: [{ input: PASS }] });
    expect((await beat("--verify")).result).toMatchObject({ outcome: "ok" });
  });

  it("attempts exhausted: what stays open is told", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts(
      { turns: [{ say: "HEARTBEAT_OK" }, { say: "HEARTBEAT_OK." }, { say: "**HEARTBEAT_OK**" }] },
      { decisions: [{ input: IDLE }] },
    );
    expect(await beat("--verify")).toMatchObject({
      code: 4,
      result: { outcome: "ok", verdict: "correct", attempts: 3, open: [expect.stringContaining("report.txt")] },
    });
    const terminal = { env: environment(), cwd: work, isTerminal: true, columns: 60 };
    const { out, err } = await runCommand(heartbeat, ["--once", "--verify"], terminal);
    expect(out).toContain("Still open, and not sent back because this request was");
    expect(err).toMatch(/beat 1: it has answered, but something is still open\n$/);
  });

  it.each(["HEARTBEAT_OK. Shall I check it for you?", "I am waiting for the numbers.", "I could not write it."])(
    "nobody is there to answer it, so it is judged: %s",
    async (say) => {
      writeFileSync(join(work, "HEARTBEAT.md"), WORK);
      scripts({ turns: [{ say }, { say: `${say} Still.` }, { say: `${say} No.` }] }, { decisions: [{ input: IDLE }] });
      const { code, result } = await beat("--verify");
      expect({ code, result }).toMatchObject({ code: 4, result: { answer: `${say} No.`, attempts: 3 } });
    },
  );

  it.each(["off", "parallel"])("--verify is refused in a mode that verifies nothing: %s", async (mode) => {
    scripts({});
    await expect(beat("--verify", "--mode", mode)).rejects.toMatchObject({
      code: "usage",
      message: `--verify and --mode ${mode} exclude each other.`,
    });
  });

  it("without --verify heartbeat answers are not verified, whatever the mode", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "HEARTBEAT_OK, all done" }] }, { decisions: [{ input: IDLE }] });
    for (const args of [[], ["--mode", "verify"]]) {
      const { events } = await beat(...args);
      expect(events.filter((event) => event.type === "assessment:finished")).toMatchObject([
        { decision: { verdict: { judge: expect.not.stringMatching("model") } } },
      ]);
    }
  });

  it.each(["none", "auto"])("an idle OK that nobody can verify is no pass (observer %s, no key)", async (observer) => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "HEARTBEAT_OK" }] });
    const { code, events, result } = await beat("--verify", "--observer", observer);
    expect(code).toBe(5);
    expect(result).toMatchObject({ outcome: "ok", unchecked: expect.stringContaining("no model to verify") });
    expect(events.filter((event) => event.type === "assessment:finished")).toMatchObject([
      { decision: { verdict: { verdict: "unchecked" } } },
    ]);
  });

  it("with an empty file no model is asked", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), "# Heartbeat\n\n<!-- nothing yet -->\n");
    scripts({ turns: [{ fail: "auth" }] });
    expect(await beat()).toMatchObject({ code: 0, result: { outcome: "empty", threadId: null } });
  });

  it.each<[name: string, make: (path: string) => void, reason: string]>([
    ["no file", () => undefined, "there is no "],
    ["a directory", (path) => mkdirSync(path), "is not a plain file"],
    ["a file too large", (path) => writeFileSync(path, "x".repeat(1_000_001)), "is larger than 1 MB"],
  ])("%s in the place of the list is not taken for an empty one", async (_name, make, reason) => {
    make(join(work, "HEARTBEAT.md"));
    scripts({ turns: [{ fail: "auth" }] });
    const { code, events } = await beat();
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "beat:failed", reason: expect.stringContaining(reason) });
    expect(events.at(-1)?.reason).toContain("HEARTBEAT.md");
  });

  it("a beat that fails says why", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ fail: "auth" }] });
    const { code, events } = await beat();
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "beat:failed", reason: expect.stringContaining("auth") });
  });

  it.each([
    ["max_tokens", "output limit"],
    ["refusal", "refused"],
  ])("a beat that ends with %s is none that was done", async (stopReason, reason) => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "I begin", stopReason }] });
    const { code, events } = await beat();
    expect(code).toBe(1);
    expect(events.at(-1)).toMatchObject({ type: "beat:failed", reason: expect.stringContaining(reason) });
  });

  it("a beat that is stopped before its agent has begun does nothing", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    const calls = [{ tool: "create_file", input: { path: "report.txt", content: "made" } }];
    scripts({ turns: [{ calls }, { say: "Done." }] });
    const stop = new AbortController();
    let out = "";
    await runCommand(heartbeat, ["--once", "--json"], {
      env: environment(),
      cwd: work,
      signal: stop.signal,
      out(text) {
        out += text;
        if (text.includes("beat:started")) stop.abort();
      },
    });
    expect(out).toMatch(/"type":"beat:finished".*"outcome":"stopped"/);
    expect(existsSync(join(work, "report.txt"))).toBe(false);
  });

  it("is a thread of its own in mode heartbeat", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "HEARTBEAT_OK" }] });
    const { result } = await beat();
    const store = await openSqliteStore(join(home, "store.db"));
    const [started] = await store.read(result?.threadId ?? "");
    await store.close();
    expect(started?.delta).toMatchObject({ type: "thread:started", mode: "heartbeat" });
  });

  it.each(["0s", "30", "8d", "soon"])("refuses --every %s", async (every) => {
    await expect(beat("--every", every)).rejects.toThrow(/--every takes a duration/);
  });
});

describe("cox heartbeat as a process", () => {
  /** The command from source, as a person would start it. */
  function start(...args: string[]) {
    const main = resolve(import.meta.dirname, "../main.ts");
    const child = spawn(process.execPath, [main, "heartbeat", "--json", ...args], {
      cwd: work,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    const until = async (found: (text: string) => boolean): Promise<void> => {
      while (!found(out)) await once(child.stdout, "data");
    };
    return { child, until, exit: once(child, "exit"), out: () => out };
  }

  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s stops it cleanly in the middle of a beat, with the command it runs",
    async (signal) => {
      writeFileSync(join(work, "HEARTBEAT.md"), WORK);
      scripts({
        turns: [
          { calls: [{ tool: "bash", input: { command: "echo $$ > pid; echo ready; sleep 100" } }] },
          { say: "never said" },
        ],
      });
      const { child, until, exit, out } = start("--every", "1h");
      await until((text) => text.includes('"type":"tool:progress"'));
      child.kill(signal);
      expect(await exit).toEqual([0, null]);
      expect(isAlive(Number(readFileSync(join(work, "pid"), "utf8")))).toBe(false);
      expect(out()).toMatch(/"type":"beat:finished".*"outcome":"stopped"/);
      const store = await openSqliteStore(join(home, "store.db"));
      expect(await store.readGuard(`heartbeat:${work}`)).toBeUndefined();
      await store.close();
    },
  );

  it("beats again and again, and a second one for the same workspace does not start", async () => {
    writeFileSync(join(work, "HEARTBEAT.md"), WORK);
    scripts({ turns: [{ say: "HEARTBEAT_OK", repeat: true }] });
    const first = start("--every", "1s");
    await first.until((text) => text.includes('"type":"beat:started","number":2'));
    const second = start("--every", "1s");
    expect(await second.exit).toEqual([3, null]);
    const { events } = await beat();
    const message = expect.stringMatching(/another heartbeat runs for .*, or was killed less than 90 s ago\.$/);
    expect(events).toMatchObject([{ type: "error", code: "heartbeat.running", message }]);
    first.child.kill("SIGTERM");
    expect(await first.exit).toEqual([0, null]);
    expect(existsSync(join(work, "pid"))).toBe(false);
  });
});
