import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, inject, it, vi } from "vitest";
import { EXPECTED } from "../../bench/verify/cells.ts";
import { runCell } from "../../bench/verify/run-cell.ts";
import { packedEnvironment } from "./run-cox.ts";
import { useWorkplace } from "./workplace.ts";

const { cox, script, work } = useWorkplace();

const PASS = { goal: "", completeness: "", rules: "", verdict: "PASS", category: null, feedback: null };
const FAIL = { ...PASS, verdict: "FAIL", category: "incomplete", feedback: "A third colour is missing." };

describe("cox run --mode verify", () => {
  it("sends an answer back, shows the feedback in its card, and ends with 11", async () => {
    const model = script("agent", { turns: [{ say: "Red, blue. Done." }, { say: "Red, blue, green. Done." }] });
    const observer = script("judge", { decisions: [{ times: 1, input: FAIL }, { input: PASS }] });
    const { code, out } = await cox(
      "run",
      "list three colours",
      "--mode",
      "verify",
      "--model",
      model,
      "--observer",
      observer,
    );
    expect(code).toBe(11);
    expect(out.replaceAll(/[│\s]+/g, " ")).toContain("[incomplete]: A third colour is missing.");
    expect(out).toContain("Red, blue, green. Done.");
  });

  it("shows the person what stays open when the attempts are used up", async () => {
    const turns = ["Red. Done.", "Blue. Done.", "Pink. Done."].map((say) => ({ say }));
    const model = script("agent", { turns });
    const observer = script("judge", { decisions: [{ input: FAIL }] });
    const { code, out } = await cox(
      "run",
      "list three colours",
      "--mode",
      "verify",
      "--model",
      model,
      "--observer",
      observer,
    );
    expect(code).toBe(4);
    expect(out).toMatch(/Pink\. Done\.\s*\nStill open[^\n]*A third colour is missing\./);
  });

  /** What the program that reads `--json` is told at the end. */
  async function told(says: string[], decisions: object[], ...args: string[]) {
    const model = script("agent", {
      turns: says.map((say) => (say === CUT ? { say, stopReason: "max_tokens" } : { say })),
    });
    const judge = ["--model", model, "--observer", script("judge", { decisions }), "--json", ...args];
    const { code, out } = await cox("run", "list three colours", "--mode", "verify", ...judge);
    const { type, closing, verdict, attempts, open, unchecked, exitCode } = JSON.parse(
      out.trim().split("\n").at(-1) ?? "",
    ) as Record<string, unknown>;
    expect({ type, exitCode }).toEqual({ type: "result", exitCode: code });
    return { code, closing, verdict, attempts, open, unchecked };
  }

  const CUT = "Red, blue and gre";
  const RED = "Red, blue. Done.";
  const once = [{ times: 1, input: FAIL }];
  const MISSING = [expect.stringContaining("A third colour is missing.")];
  const LATER = "I have put the missing part in now.";

  it.each<[string, string[], object[], object]>([
    ["passed", [RED, LATER], [...once, { input: PASS }], { code: 11, verdict: "ok", attempts: 2, open: [] }],
    ["open", [RED, LATER, "Better?"], [{ input: FAIL }], { code: 4, verdict: "correct", attempts: 3, open: MISSING }],
    ["unchecked", [RED], [{ fail: "auth" }], { code: 5, verdict: "unchecked", open: [] }],
    ["unchecked on a retry", [RED, LATER], [...once, { fail: "auth" }], { code: 4, open: MISSING, closing: LATER }],
    ["cut off on a retry", [RED, CUT], [...once, { input: PASS }], { code: 1, open: MISSING, closing: RED }],
    ["nothing to verify", ["Red."], [{ input: FAIL }], { code: 0, verdict: null, unchecked: null }],
  ])("tells a program what came of it: %s", async (_name, says, decisions, expected) => {
    expect(await told(says, decisions)).toMatchObject(expected);
  });

  it("is switched off by no project of a stranger", async () => {
    writeFileSync(
      work(".coxswain.json"),
      JSON.stringify({ verification: { triggerKeywords: ["zzz"], maxAttempts: 1 } }),
    );
    expect(await told([RED, LATER], [...once, { input: PASS }])).toMatchObject({ code: 11, attempts: 2 });
  });
});

it("cox verify runs the project's checks", async () => {
  writeFileSync(
    work("package.json"),
    JSON.stringify({ scripts: { test: "node -e 0", lint: "node -e 'process.exit(4)'" } }),
  );
  const { code, out } = await cox("verify");
  expect(code).toBe(1);
  expect(out).toMatch(/✗ lint +npm run lint +failed/);
  expect(out).toMatch(/✓ test +npm test +passed/);
});

describe("cox verify --baseline", () => {
  it.each(["pass", "fail now", "fail before", "hang", "missing tool", "flaky", "needs an ignored file"] as const)(
    "says what is so: %s",
    (variant) => {
      const program = join(inject("packageDirectory"), "bin", "cox.js");
      expect(runCell(program, "make", variant)).toMatchObject({ ...EXPECTED[variant], left: "" });
    },
  );
});

it.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("cox verify that is told to end by %s takes its tree of the last commit away", async (signal, code) => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: work(), encoding: "utf8" });
  writeFileSync(work("package.json"), JSON.stringify({ scripts: { test: "node slow.js" } }));
  writeFileSync(work("slow.js"), 'setTimeout(() => process.exit(1), __dirname.includes("cox-before-") ? 60_000 : 0);');
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  writeFileSync(work("notes.md"), "changed since");
  const trees = () => git("worktree", "list").trim().split("\n").length;
  const program = join(inject("packageDirectory"), "bin", "cox.js");
  const env = { ...packedEnvironment(), HOME: work() };
  const child = spawn(process.execPath, [program, "verify", "--baseline"], { cwd: work(), env, stdio: "ignore" });
  const closed = once(child, "close");
  await vi.waitUntil(() => trees() === 2, { timeout: 20_000 });
  child.kill(signal);
  expect(await closed).toEqual([code, null]);
  expect(trees()).toBe(1);
});

describe("cox heartbeat --once", () => {
  const agent = (turn: object) => ["--model", script("agent", { turns: [turn] }), "--observer", "none"];

  it("asks nobody where there is no work", async () => {
    writeFileSync(work("HEARTBEAT.md"), "# Nothing yet\n");
    const { code, err } = await cox("heartbeat", "--once", ...agent({ fail: "auth" }));
    expect(code).toBe(0);
    expect(err).toContain("HEARTBEAT.md holds no work");
  });

  it("says that there is no list of work, and fails", async () => {
    const { code, err } = await cox("heartbeat", "--once", ...agent({ fail: "auth" }));
    expect(code).toBe(1);
    expect(err).toMatch(/beat 1 failed: there is no .*HEARTBEAT\.md; write into it what is to be looked after\n/);
  });

  it.each(["HEARTBEAT_OK. Shall I water them?", "I am waiting for rain.", "I could not."])(
    "leaves no answer unverified that nobody is there to answer: %s",
    async (say) => {
      writeFileSync(work("HEARTBEAT.md"), "- water plants\n");
      const judge = script("judge", { decisions: [{ input: FAIL }] });
      const turns = [say, `${say} Again.`, `${say} And again.`].map((each) => ({ say: each }));
      const models = ["--model", script("agent", { turns }), "--observer", judge];
      const { code, err } = await cox("heartbeat", "--once", "--verify", ...models);
      expect(code).toBe(4);
      expect(err).toContain("something is still open");
    },
  );

  it("says that nobody checked an idle OK when there is no model to verify it", async () => {
    writeFileSync(work("HEARTBEAT.md"), "- water plants\n");
    const { code, out, err } = await cox("heartbeat", "--once", "--verify", ...agent({ say: "HEARTBEAT_OK" }));
    expect(code).toBe(5);
    expect(out).toContain("Coxswain could not check: there is no model to verify the answer.");
    expect(err).toContain("beat 1: nothing to do, but nobody checked it");
  });
});
