import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { started, verdict } from "../../../test/contracts/store-samples.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { visibleWidth } from "../../show/wrap.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as stats } from "./stats.ts";
import { command as threads } from "./threads.ts";
import { command as usage } from "./usage.ts";
import { command as why } from "./why.ts";

it("does not say that there are no threads where there are others than those asked for", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  mkdirSync(join(home, "boat"));
  const list = async (...args: string[]) =>
    (await runCommand(threads, args, { env: { HOME: home, COX_STORE_PATH: path }, cwd: home })).out;
  expect(await list("--here")).toBe('No threads yet. cox run "TASK" starts one.\n');
  const store = await openSqliteStore(path);
  await store.append("t", [started({ host: "coxswain", cwd: join(home, "boat"), at: new Date().toISOString() })]);
  await store.close();
  expect(await list()).toContain(join(home, "boat"));
  expect(await list("--here")).toMatch(
    /^No thread was changed in this directory since \S+ \d\d:\d\d UTC\. --since looks further back, and without --here those of all/,
  );
  expect(await list("--since", "2999-01-01")).toBe(
    "No thread was changed since 2999-01-01. --since looks further back.\n",
  );
});

it("tells a thread without empty lines at its end, and says where a step is cut", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  const store = await openSqliteStore(path);
  const long = `echo ${"あ".repeat(80)}`;
  const deltas = new ThreadBuilder().started(home, "coxswain").user("go on").bash(long).close("There.").deltas();
  await store.append("t", deltas);
  await store.close();
  const { out } = await runCommand(threads, ["t"], {
    env: { HOME: home, COX_STORE_PATH: path },
    cwd: home,
    columns: 80,
  });
  expect(out).toMatch(/There\.\n$/);
  const step = out.split("\n").find((line) => line.includes("echo")) ?? "";
  expect(step).toContain("…");
  expect(visibleWidth(step)).toBeLessThanOrEqual(80);
});

it("says of a call that has no result that it has none", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  const store = await openSqliteStore(path);
  const deltas = new ThreadBuilder().started(home, "coxswain").user("go on").bash("sleep 9").deltas();
  await store.append(
    "t",
    deltas.filter(({ type }) => type !== "tool:data"),
  );
  await store.close();
  const { out } = await runCommand(threads, ["t"], { env: { HOME: home, COX_STORE_PATH: path }, cwd: home });
  expect(out).toMatch(/sleep 9 no result\n$/);
});

it.skipIf(process.platform === "win32")(
  "finds a directory with --here by each of its names, as stats does",
  async () => {
    const home = temporaryDirectory();
    const path = join(home, "store.db");
    mkdirSync(join(home, "boat"));
    symlinkSync(join(home, "boat"), join(home, "link"));
    const at = new Date().toISOString();
    const store = await openSqliteStore(path);
    await store.append("t", [started({ host: "coxswain", cwd: join(home, "link"), at })]);
    await store.write({ verdicts: [verdict("v", { cwd: join(home, "link"), at })] });
    await store.close();
    const io = { env: { HOME: home, COX_STORE_PATH: path }, cwd: join(home, "boat") };
    expect((await runCommand(threads, ["--here"], io)).out).toContain(join(home, "link"));
    expect((await runCommand(stats, ["--here"], io)).out).toContain("1 decision, 0 corrected, 1 handed");
  },
);

it("stats do not say that no model was asked where one was and told no cost", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  const of = verdict("v", { cwd: home, at: new Date().toISOString() });
  const store = await openSqliteStore(path);
  await store.write({ verdicts: [{ ...of, verdict: { ...of.verdict, judge: "model", usage: [] } }] });
  await store.close();
  const io = { env: { HOME: home, COX_STORE_PATH: path }, cwd: home };
  expect((await runCommand(stats, [], io)).out).toContain("\nA model was asked for 1 of them and told no cost.\n");
});

it("stats and why count calls whose tokens nobody told", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  const of = verdict("v", { cwd: home, at: new Date().toISOString() });
  const call = { operationType: "course-correction", model: "local/m", inputTokens: 0, outputTokens: 0 } as const;
  const usage = [{ ...call, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }];
  const store = await openSqliteStore(path);
  await store.write({
    verdicts: [{ ...of, verdict: { ...of.verdict, judge: "model", usage } }],
    usage: usage.map((used) => ({ usage: used })),
  });
  await store.close();
  const io = { env: { HOME: home, COX_STORE_PATH: path }, cwd: home };
  expect((await runCommand(stats, [], io)).out).toContain("\nAsking local/m cost 1 call, whose tokens nobody told.\n");
  expect((await runCommand(why, [], io)).out).toContain("local/m: 1 call, tokens not told");
});

it("why does not call the verifier the observer", async () => {
  const home = temporaryDirectory();
  const path = join(home, "store.db");
  const of = verdict("v", { cwd: home, at: new Date().toISOString() });
  const passed = { ...of.verdict, verdict: "ok", judge: "model", reason: "the verifier passed the answer" } as const;
  const store = await openSqliteStore(path);
  await store.write({ verdicts: [{ ...of, verdict: { ...passed, confidence: null, category: null, findings: [] } }] });
  await store.close();
  const io = { env: { HOME: home, COX_STORE_PATH: path }, cwd: home };
  expect((await runCommand(why, [], io)).out).toContain("decided    by a model: the verifier passed the answer\n");
});

it.each([
  ["threads", threads, ["--json"], "[]\n"],
  ["stats", stats, [], expect.stringContaining("Nothing was decided since")],
  ["usage", usage, [], expect.stringContaining("No usage is on record since")],
])("%s looks, and makes no store where there is none", async (_, command, args, said) => {
  const home = temporaryDirectory();
  const path = join(home, "state", "store.db");
  const { code, out } = await runCommand(command, args, { env: { HOME: home, COX_STORE_PATH: path }, cwd: home });
  expect({ code, out }).toEqual({ code: 0, out: said });
  await expect(runCommand(why, [], { env: { HOME: home, COX_STORE_PATH: path }, cwd: home })).rejects.toThrow(
    "No live",
  );
  expect(readdirSync(home)).toEqual([]);
});

it("usage names every limit that is set", async () => {
  const home = temporaryDirectory();
  const env = { HOME: home, COX_BUDGETS_COST_PER_DAY: "2.5", COX_BUDGETS_TOKENS_PER_THREAD: "null" };
  const { out } = await runCommand(usage, [], { env, cwd: home });
  expect(out).toContain("\n\nObserver: no limit a thread, at most 2.0M tokens and $2.50 a day.\n");
  const narrow = await runCommand(usage, [], { env, cwd: home, columns: 60 });
  expect(narrow.out.split("\n").filter((line) => line.length > 60)).toEqual([]);
});
