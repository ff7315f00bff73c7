import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { userInfo } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { DEFAULTS } from "../config.ts";
import { lastMomentMs, limitMs } from "./run-hook.ts";

const FALSE_DONE = "Done. All tests pass now.";
let place: HookPlace;
beforeEach(() => {
  place = new HookPlace();
});
afterEach(() => place.remove());

describe("at a stop", () => {
  it("says what the record proves, keeps it, and says it to the agent", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    const output = await place.hook({ last_assistant_message: FALSE_DONE });
    expect(output).toMatch(/^\{"decision":"block","reason":"[^\n]*tests[^\n]*"\}$/);
    const [record] = await place.verdicts();
    expect(record).toMatchObject({
      host: "claude-code",
      session: "session",
      threadId: "5f0c2a9e-3b1d-4f5e-9a77-1c2d3e4f5a6b",
      turn: 1,
      cwd: place.root,
      injected: true,
      verdict: { verdict: "correct", judge: "evidence" },
    });
    expect(record!.gateReasons.join("\n")).toContain("✓ tool-calls: 5 tool calls");
  });

  it("is not held up by a directory that no system could open", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    expect(await place.hook({ last_assistant_message: FALSE_DONE, cwd: "/a".repeat(40_000) })).toContain("block");
    expect(await place.verdicts()).toMatchObject([{ cwd: place.root }]);
  });

  it.each([
    ["nested in millions of lists", "[".repeat(5_000_000) + "]".repeat(5_000_000)],
    ["of millions of lists", `[${"[],".repeat(5_000_000)}0]`],
    ["of lists that do not end", "[".repeat(5_000_000)],
  ])("is not silenced by a line %s", async (_, value) => {
    const line = `{"type":"user","uuid":"u","message":{"role":"user","content":[]},"toolUseResult":${value}}\n`;
    const text = new ClaudeSession().falseTurn().text();
    const last = text.lastIndexOf("\n", text.length - 2) + 1;
    place.write(line + text.slice(0, last) + line + text.slice(last));
    expect(await place.hook({ last_assistant_message: FALSE_DONE })).toContain("block");
  });

  it("answers in JSON that a strict host can read, also about words that were cut within a character", async () => {
    const session = new ClaudeSession().user("Fix the total. Do not edit package.json \ud83d!").work();
    place.write(session.edit("package.json", "1.0.0", "1.1.0").say("Fixed.").text());
    expect(await place.hook({ last_assistant_message: "Fixed." })).toContain("edit package.json \ufffd!");
  });

  it("leaves an honest turn alone, and keeps that it looked", async () => {
    place.write(new ClaudeSession().honestTurn().text());
    expect(await place.hook({ last_assistant_message: "Fixed. All 12 tests pass." })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: false, verdict: { verdict: "ok", judge: "evidence" } }]);
  });

  it("asks no model because its key happens to be there", async () => {
    place.env["OPENAI_API_KEY"] = "dummy";
    place.settings({ providers: { openai: { baseURL: "http://127.0.0.1:9", apiKeyEnv: "OPENAI_API_KEY" } } });
    place.write(new ClaudeSession().honestTurn().text());
    await place.stop("Fixed. All 12 tests pass.");
    expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "ok", judge: "evidence" } }]);
  });

  it.each([
    ["by what little was done", {}, 0, "hardly a tool call since the person spoke, and nothing is claimed"],
    ["by a mode that is not watched", { minToolCalls: 0, minEdits: 0, skipModes: ["plan"] }, 1, "mode plan is not"],
  ])("says nothing where the gate is closed, and keeps why: %s", async (_, gate, turn, why) => {
    place.settings({ gate }).write(new ClaudeSession().shortTurn().text());
    for (const _stop of [1, 2])
      expect(await place.stop("It sums up the cart.", { permission_mode: "plan" })).toBeUndefined();
    expect(await place.verdicts()).toEqual([]);
    const reason = expect.stringContaining(`not looked at: ${why}`);
    const gateReasons = expect.arrayContaining([expect.stringMatching(/^✗/)]);
    const kept = { turn, injected: false, cwd: place.root, gateReasons };
    expect(await place.leftAlone()).toMatchObject([{ ...kept, verdict: { verdict: "ok", judge: "gate", reason } }]);
  });

  it.each([
    ["in the observer's own run", {}, { COX_OBSERVER: "1" }, {}],
    ["when it is turned off", {}, {}, { mode: "off" }],
    ["in a mode that is not looked at", { permission_mode: "plan" }, {}, { gate: { skipModes: ["plan"] } }],
    ["while background tasks run", { background_tasks: [{ id: "b" }] }, {}, {}],
    ["at a subagent's stop", { hook_event_name: "SubagentStop", agent_id: "a" }, {}, {}],
    ["at an event that is none of its business", { hook_event_name: "SessionStart" }, {}, {}],
    ["between two calls, outside parallel mode", { hook_event_name: "PostToolBatch" }, {}, {}],
  ])("does nothing %s", async (_, change, env, settings) => {
    place.settings(settings).write(new ClaudeSession().falseTurn().text());
    Object.assign(place.env, env);
    const agent = { agent_transcript_path: place.transcript };
    expect(await place.hook({ last_assistant_message: FALSE_DONE, ...agent, ...change })).toBe("");
    expect(await place.verdicts()).toEqual([]);
  });

  it("looks at a stop while nothing but a development server runs", async () => {
    const server = { id: "b", type: "shell", status: "running", description: "dev server", command: "npm run dev" };
    place.write(new ClaudeSession().falseTurn().text());
    expect(await place.stop(FALSE_DONE, { background_tasks: [server] })).toContain("tests");
  });

  it("looks at a subagent's stop where that is asked for", async () => {
    place.settings({ standDown: { ignore: ["subagent"] } }).write(new ClaudeSession().falseTurn().text());
    const change = { hook_event_name: "SubagentStop", agent_id: "a", agent_transcript_path: place.transcript };
    expect(await place.stop(FALSE_DONE, change)).toContain("tests");
  });

  it("looks while background tasks run where that is asked for", async () => {
    place.settings({ standDown: { ignore: ["running"] } }).write(new ClaudeSession().falseTurn().text());
    expect(await place.stop(FALSE_DONE, { background_tasks: [{ id: "b" }] })).toContain("tests");
  });

  it("knows where the agent works when only the host says so", async () => {
    place.settings({ gate: { allow: [place.root] } });
    const lines = new ClaudeSession().falseTurn().lines();
    place.write(lines.map((line) => `${JSON.stringify({ ...JSON.parse(line), cwd: undefined })}\n`).join(""));
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });

  it("looks for a person who is on the list of those it looks for", async () => {
    place.settings({ gate: { allow: [userInfo().username] } }).write(new ClaudeSession().falseTurn().text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });

  it.each([
    ["copilot", { stopReason: "cancelled" }],
    ["cursor", { hook_event_name: "stop", status: "aborted" }],
    ["cursor", { hook_event_name: "subagentStop", status: "error" }],
  ])("does not wait for the end of a turn that was cut: %s %j", async (named, change) => {
    place.settings({ standDown: { ignore: ["subagent"] } });
    const where = { transcript_path: place.transcript, transcriptPath: place.transcript };
    const input = JSON.stringify({ sessionId: "s", conversation_id: "s", timestamp: 7, ...where, ...change });
    expect(await place.hook({}, { named, input, withinMs: 200 })).toBe("");
    expect(existsSync(place.store)).toBe(false);
  });

  it("decides in shadow mode and says nothing", async () => {
    place.settings({ mode: "shadow" }).write(new ClaudeSession().falseTurn().text());
    expect(await place.hook({ last_assistant_message: FALSE_DONE })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: "shadow", verdict: { verdict: "correct" } }]);
  });

  it("says nothing under settings that cannot be read", async () => {
    place.settings("{ mode: ").write(new ClaudeSession().falseTurn().text());
    expect(await place.hook({ last_assistant_message: FALSE_DONE })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ injected: "shadow" }]);
  });
});

describe("the time there is", () => {
  const limit = (own: number, within: number) =>
    limitMs({ ...DEFAULTS, hook: { timeoutSeconds: own } }, within * 1000) / 1000;

  it.each([
    [25, 30, 25],
    [300, 305, 300],
    [300, 30, 28],
    [300, 1, 0.5],
  ])("is %d seconds, and of the host's %d no more than %d", (own, within, seconds) => {
    expect(limit(own, within)).toBe(seconds);
  });

  it.each([0.1, 1, 20, 30, 105, 305, 86_405])(
    "ends before all is ended, and that before the host's %d seconds",
    (within) => {
      const last = lastMomentMs(within * 1000) / 1000;
      expect(last).toBeGreaterThan(limit(86_400, within));
      expect(last).toBeGreaterThan(limit(within - 5, within));
      expect(last).toBeLessThan(within);
    },
  );
});

describe("words that are not on the disk yet", () => {
  it("come from the host", async () => {
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing();
    place.write(session.text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });

  it("are not taken twice", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    await place.stop(FALSE_DONE);
    const [record] = await place.verdicts();
    expect(record!.verdict.message!.match(/All tests pass now/g)).toHaveLength(1);
  });

  it("are waited for before anything is said: what came before them may be missing too", async () => {
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing();
    place.write(session.text());
    const known = session.lines().length;
    session.passing().say(FALSE_DONE);
    setTimeout(() => appendFileSync(place.transcript, `${session.lines().slice(known).join("\n")}\n`), 150);
    expect(await place.stop(FALSE_DONE)).toBeUndefined();
  });

  it("are waited for with the file itself", async () => {
    setTimeout(() => place.write(new ClaudeSession().falseTurn().text()), 150);
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });

  it("are not waited for forever", async () => {
    const started = performance.now();
    expect(await place.hook({ last_assistant_message: FALSE_DONE }, { withinMs: 1000 })).toBe("");
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it("are the host's, where a call has no result yet", async () => {
    const session = new ClaudeSession().falseTurn();
    const lines = session.lines().toSpliced(-2, 1);
    place.write(`${lines.join("\n")}\n`);
    expect(await place.hook({ last_assistant_message: FALSE_DONE }, { withinMs: 2500 })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "unchecked", judge: "gate" } }]);
  });
});

describe("a second stop", () => {
  it("is not told the same again, and the person hears it once", async () => {
    const session = new ClaudeSession().falseTurn();
    place.write(session.text());
    const said = await place.stop(FALSE_DONE);
    session.feedback(said!).read("src/cart.ts").say(FALSE_DONE);
    place.write(session.text());
    const told = await place.hook({ last_assistant_message: FALSE_DONE, stop_hook_active: true });
    expect(JSON.parse(told)).toEqual({ systemMessage: expect.stringMatching(/^Coxswain: Still open, but not said/) });
    session.feedback("other").read("src/cart.ts").say(FALSE_DONE);
    place.write(session.text());
    expect(await place.hook({ last_assistant_message: FALSE_DONE, stop_hook_active: true })).toBe("");
  });

  it("is told to the person where the agent did nothing but say it again", async () => {
    const session = new ClaudeSession().falseTurn();
    const said = await place.write(session.text()).stop(FALSE_DONE);
    place.write(session.feedback(said!).say(FALSE_DONE).text());
    const told = await place.hook({ last_assistant_message: FALSE_DONE, stop_hook_active: true });
    expect(told).toContain("not said because nothing changed since the last correction");
    expect((await place.verdicts()).map(({ injected }) => injected)).toEqual([true, false]);
  });

  it("knows its own words again, so that no model is asked about the answer", async () => {
    const session = new ClaudeSession().falseTurn();
    place.write(session.text());
    const said = await place.stop(FALSE_DONE);
    session.feedback(said!).edit("src/cart.ts", "total", "sum").passing().say("Now all 12 tests pass.");
    place.write(session.text());
    await place.stop("Now all 12 tests pass.");
    const [, second] = await place.verdicts();
    expect(second!.gateReasons.join("\n")).toContain("✗ fresh-request: the agent answers a correction");
  });

  it("knows that it spoke where the host does not write it down", async () => {
    const session = new ClaudeSession().falseTurn();
    place.write(session.text());
    await place.stop(FALSE_DONE);
    session.edit("src/cart.ts", "total", "sum").passing().say("Now all 12 tests pass.");
    place.write(session.text());
    await place.stop("Now all 12 tests pass.");
    place.write(session.honestTurn("tax").text());
    await place.stop("Fixed. All 12 tests pass.");
    const [, second, next] = (await place.verdicts()).map(({ gateReasons }) => gateReasons.join("\n"));
    expect(second).toContain("marked not to be checked again");
    expect(next).toContain("✓ not-skipped");
  });

  it("hears what is new although it left as it was what it heard before", async () => {
    const session = new ClaudeSession()
      .user("Fix the total in src/cart.ts. Do not edit package.json.")
      .work()
      .edit("package.json", "1.0.0", "1.1.0")
      .say("I changed the total.");
    const first = await place.write(session.text()).stop("I changed the total.");
    expect(first).toContain("package.json");
    session.feedback(first!).failing().edit("src/cart.ts", "total", "sum").say(FALSE_DONE);
    const second = await place.write(session.text()).stop(FALSE_DONE, { stop_hook_active: true });
    expect(second).toContain("tests");
    expect(second).not.toContain("package.json");
  });

  it("is spoken to at most twice for one request, whatever the agent claims", async () => {
    const files = ["package.json", "src/tax.ts", "src/price.ts", "README.md"];
    const bans = files.map((file) => `Do not edit \`${file}\`.`).join(" ");
    const session = new ClaudeSession().user(`Fix the total in src/cart.ts. ${bans}`).work().failing();
    const heard: string[] = [];
    for (const [index, file] of files.entries()) {
      session.edit(file, `a${index}`, `b${index}`).say(FALSE_DONE);
      place.write(session.text());
      const said = await place.stop(FALSE_DONE, { stop_hook_active: index > 0 });
      if (said === undefined) continue;
      heard.push(said);
      session.feedback(said);
    }
    expect(heard).toHaveLength(2);
    expect(new Set(heard).size).toBe(2);
  });

  it("is looked at where the host woke the agent again, however little it did since", async () => {
    const session = new ClaudeSession().honestTurn();
    expect(await place.write(session.text()).stop("Fixed. All 12 tests pass.")).toBe(undefined);
    session.notice("Background command completed").edit("src/cart.ts", "total", "sum").failing().say(FALSE_DONE);
    expect(await place.write(session.text()).stop(FALSE_DONE)).toContain("tests");
  });

  it("is looked at as a whole where another hook had the agent go on", async () => {
    const HONEST = "I could not fix it: two tests still fail.";
    const session = new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing().say(HONEST);
    expect(await place.write(session.text()).stop(HONEST)).toBe(undefined);
    session.feedback("Say it in short.").read("src/cart.ts").say(FALSE_DONE);
    expect(await place.write(session.text()).stop(FALSE_DONE, { stop_hook_active: true })).toContain("tests");
  });

  it("is spoken to again when the person asks for something new", async () => {
    const session = new ClaudeSession().falseTurn();
    place.write(session.text());
    session.feedback((await place.stop(FALSE_DONE))!).say("Sorry.");
    place.write(session.falseTurn("basket").text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    const [, second] = await place.verdicts();
    expect(second!.gateReasons.join("\n")).toContain("✓ not-skipped");
  });

  it("is answered by one of three hooks that run at once, and the others say nothing at all", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    const stop = () => place.hook({ last_assistant_message: FALSE_DONE });
    const answers = await Promise.all([stop(), stop(), stop()]);
    expect(answers.filter((answer) => answer !== "")).toEqual([expect.stringContaining('"decision":"block"')]);
  });
});

it("keeps none of the agent's closing words among the counters", async () => {
  const secret = "correct horse battery staple";
  const closing = `${FALSE_DONE} The password is ${secret}.`;
  place.write(new ClaudeSession().user("Fix the total in src/cart.ts.").work().failing().say(closing).text());
  expect(await place.stop(closing)).toContain("tests");
  const database = new DatabaseSync(place.store);
  const counters = JSON.stringify(database.prepare("SELECT key, value FROM guard").all());
  database.close();
  expect(counters).toContain("stop:claude-code:session");
  expect(counters).not.toContain(secret);
});

describe("a long session", () => {
  const PADDING = "x".repeat(70_000);
  const HONEST = "Fixed. All 12 tests pass.";

  /** Each is large; what an earlier one forbade or showed matters to later ones. */
  const TURNS: readonly ((session: ClaudeSession) => ClaudeSession)[] = [
    (session) => session.user("Do not edit package.json. Fix src/cart.ts.").work().passing().say(HONEST),
    (session) => {
      session.user("What does it do?").read("src/large.ts", PADDING);
      for (const name of ["cart", "basket", "api", "tax"]) session.read(`src/${name}.ts`);
      return session.say("It sums up the cart.");
    },
    (session) =>
      session.user("Fix src/basket.ts.").read("src/large.ts", PADDING).work("basket").failing().say(FALSE_DONE),
    (session) =>
      session
        .user("Now src/api.ts.")
        .read("src/large.ts", PADDING)
        .work("api")
        .edit("package.json", "1.0.0", "1.1.0")
        .passing()
        .say(HONEST),
    (session) => session.user("Fix src/price.ts.").read("src/large.ts", PADDING).work("price").passing().say(HONEST),
    (session) => session.user("And src/tax.ts.").read("src/large.ts", PADDING).work("tax").failing().say(FALSE_DONE),
  ];

  it("is judged from a kept place as from its beginning", async () => {
    const session = new ClaudeSession();
    const fresh = new HookPlace();
    try {
      for (const [index, turn] of TURNS.entries()) {
        const last = turn(session).lines().at(-1)!;
        const closing = [HONEST, FALSE_DONE].find((words) => last.includes(words)) ?? "";
        for (const each of [place, fresh]) each.write(session.text());
        rmSync(dirname(fresh.store), { recursive: true, force: true });
        expect(await place.stop(closing)).toEqual(await fresh.stop(closing));
        for (const { turn, verdict, injected } of await fresh.verdicts()) {
          expect((await place.verdicts()).at(-1)).toMatchObject({ turn, verdict, injected });
        }
        // What is kept at the first stops has to do: there is more of it than before a session is compacted.
        if (index > 1) await place.hook({ hook_event_name: "PreCompact" });
      }
      expect(await place.cursorOffset()).toBeGreaterThan(200_000);
      const records = await place.verdicts();
      expect(records.map((record) => record.turn)).toEqual([1, 2, 3, 4, 5, 6]);
      // Here the agent never gets what it is told, and the next stop shows that.
      expect(records.map((record) => record.injected)).toEqual([false, false, false, false, false, true]);
      expect(records[3]!.verdict.findings).toMatchObject([{ id: "forbidden-action-done", subject: "package.json" }]);
    } finally {
      fresh.remove();
    }
  });

  it.each<[string, (session: ClaudeSession) => void]>([
    ["was cut", (session) => place.write(session.text()) && truncateSync(place.transcript, 0)],
    ["was replaced by another", () => (rmSync(place.transcript), place.write("").write(""), undefined)],
    ["was written anew in its place", () => writeFileSync(place.transcript, "x".repeat(10))],
  ])("is read from its beginning when its file %s", async (_, break_) => {
    const session = new ClaudeSession().honestTurn().honestTurn("price").honestTurn("tax");
    place.write(session.text());
    await place.stop("Fixed. All 12 tests pass.");
    expect(await place.cursorOffset()).toBeGreaterThan(0);
    break_(session);
    place.write(new ClaudeSession().falseTurn().text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });

  it("is read from its beginning where an older version kept the place, which does not hold the last words", async () => {
    const failed =
      " FAIL  src/cart.test.ts > sums up\n Test Files  1 failed (1)\n      Tests  1 failed | 11 passed (12)\n";
    const [on, off] = ['test("sums up", () => {', 'test.skip("sums up", () => {'];
    const session = new ClaudeSession().user("Take the coupon out of src/cart.ts.").work();
    const proposal = "The coupon is out. One test still expects it. Should I skip that test?";
    await place.write(session.bash("npx vitest run", failed, 1).say(proposal).text()).stop(proposal);
    place.keptByOlderVersion();
    session
      .user("yes")
      .read("src/cart.test.ts")
      .read("src/cart.ts")
      .read("README.md")
      .bash("npx vitest run", failed, 1);
    session.edit("src/cart.test.ts", on, off).passing().say(HONEST);
    expect(await place.write(session.text()).stop(HONEST)).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ turn: 1 }, { turn: 2, verdict: { verdict: "ok" } }]);
  });

  it("is known as well when it is looked at once more", async () => {
    const { transcript } = place;
    const session = new ClaudeSession();
    await place.write(TURNS[0]!(session).text()).stop(HONEST);
    session.user("Now src/api.ts.").work("api").edit("package.json", "1.0.0", "1.1.0").failing();
    place.write(session.text());
    setTimeout(() => appendFileSync(transcript, `${session.say(FALSE_DONE).lines().at(-1)!}\n`), 100);
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    const [, record] = await place.verdicts();
    expect(record!.verdict.findings.map(({ id }) => id)).toContain("forbidden-action-done");
  });

  it("keeps its place before it is compacted", async () => {
    const session = new ClaudeSession().honestTurn().honestTurn("price").user("And now src/tax.ts.").work("tax");
    place.write(session.text());
    await place.hook({ hook_event_name: "PreCompact" });
    expect(await place.cursorOffset()).toBeGreaterThan(0);
    expect(await place.verdicts()).toEqual([]);
  });
});

describe("a turn that could not be checked", () => {
  const UNCHECKED = { verdict: "unchecked", reason: expect.stringMatching(/^it failed: .*session\.jsonl/) };

  it("is kept with its reason where the transcript cannot be read", async () => {
    mkdirSync(place.transcript);
    expect(await place.hook({ last_assistant_message: FALSE_DONE })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ session: "session", injected: false, verdict: UNCHECKED }]);
  });

  it.each([null, ""])("is kept at once where there is no transcript to wait for (%j)", async (transcript_path) => {
    let waited = 0;
    const clock = () => (waited += 1);
    expect(await place.hook({ transcript_path, last_assistant_message: FALSE_DONE }, { clock, startedAt: 0 })).toBe("");
    expect(waited).toBeLessThan(20);
    expect(await place.verdicts()).toMatchObject([
      { verdict: { verdict: "unchecked", reason: expect.stringContaining("the host named no transcript") } },
    ]);
  });

  it("is kept where reading alone would take more than the time there is", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    let ticks = 0;
    const clock = () => (ticks += 1000);
    expect(await place.hook({ last_assistant_message: FALSE_DONE }, { clock, startedAt: 0 })).toBe("");
    expect(await place.verdicts()).toMatchObject([
      { verdict: { ...UNCHECKED, reason: expect.stringContaining("too long to be read in the time there is") } },
    ]);
    expect(ticks).toBeLessThan(25_000);
  });

  it("is kept once, however often it happens, where the transcript does not come", async () => {
    for (let stop = 0; stop < 2; stop += 1) {
      expect(await place.hook({ last_assistant_message: FALSE_DONE }, { withinMs: 200 })).toBe("");
    }
    expect(await place.verdicts()).toMatchObject([{ injected: false, verdict: UNCHECKED }]);
  });
});

it("an observer is shown the whole session, also where the hook reads on from a kept place", async () => {
  const HONEST = "Fixed. All 12 tests pass.";
  const silent = { needsCorrection: false, message: null, confidence: 1, steps: [] };
  const objection = { ...silent, needsCorrection: true, message: "the beginning is missing" };
  const decisions = [{ when: { contains: "Keep the old names." }, input: silent }, { input: objection }];
  writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
  place.settings({ observer: { model: "scripted/script.json" } });
  const session = new ClaudeSession().user("Keep the old names.").work().passing().say(HONEST);
  expect(await place.write(session.text()).stop(HONEST)).toBe(undefined);
  expect(await place.write(session.honestTurn("tax").text()).stop(HONEST)).toBe(undefined);
  expect(await place.verdicts()).toMatchObject([{ verdict: { judge: "model" } }, { verdict: { judge: "model" } }]);
});

describe("what an observer was asked for is paid", () => {
  const objecting = () => {
    const input = { needsCorrection: true, message: "the currency is missing", confidence: 0.95, steps: [1] };
    const usage = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 0 };
    writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions: [{ input, usage, times: 9 }] }));
    place.settings({ observer: { model: "scripted/script.json", closerLook: { enabled: false } } });
    return new ClaudeSession().user("Fix the total in src/cart.ts.").work().passing();
  };

  it("also where the last words came meanwhile, and it was asked again", async () => {
    const session = objecting();
    place.write(session.text());
    const heard = place.stop("Fixed.");
    await expect.poll(() => place.tokensSpent(), { interval: 20, timeout: 10_000 }).toBe(10);
    place.write(session.say("Fixed.").text());
    expect(await heard).toContain("currency");
    expect(await place.tokensSpent()).toBe(20);
  });

  it("also where another hook spoke at the same stop", async () => {
    place.write(objecting().say("Fixed.").text());
    const answers = await Promise.all([place.stop("Fixed."), place.stop("Fixed.")]);
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1);
    expect(await place.tokensSpent()).toBe(20);
  });
});

describe("an observer that cannot be asked", () => {
  const HONEST = "Fixed. All 12 tests pass.";
  const observed = (settings: object = {}) => {
    const decisions = [{ when: { tool: "course_correct" }, fail: "auth", times: 9, input: {} }];
    writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
    place.settings({ observer: { model: "scripted/script.json" }, ...settings });
  };

  it("is told to the person, once in a session, and the agent may stop", async () => {
    observed();
    const session = new ClaudeSession().honestTurn();
    place.write(session.text());
    const told = JSON.parse(await place.hook({ last_assistant_message: HONEST })) as object;
    expect(told).toEqual({ systemMessage: expect.stringMatching(/^Coxswain could not check: .*"auth"/) });
    place.write(session.honestTurn("price").text());
    expect(await place.hook({ last_assistant_message: HONEST })).toBe("");
    expect(await place.hook({ last_assistant_message: HONEST, session_id: "other" })).toBe(JSON.stringify(told));
    const records = await place.verdicts();
    expect(records.map(({ verdict }) => verdict.verdict)).toEqual(["unchecked", "unchecked"]);
  });

  it("is not told in shadow", async () => {
    observed({ mode: "shadow" });
    place.write(new ClaudeSession().honestTurn().text());
    expect(await place.hook({ last_assistant_message: HONEST })).toBe("");
    expect(await place.verdicts()).toMatchObject([{ verdict: { verdict: "unchecked" } }]);
  });
});

describe("who is asked about an agent with auto", () => {
  const HONEST = "Fixed. All 12 tests pass.";
  beforeEach(() => {
    place.settings({ observer: { model: "auto" } });
    place.write(new ClaudeSession().honestTurn().text());
  });

  it("is the agent's own family where nobody else can be, and the decision says so", async () => {
    const structured_output = { needsCorrection: false, message: null, confidence: 0.9, steps: [] };
    const said = JSON.stringify({ structured_output, usage: { input_tokens: 7, output_tokens: 3 } });
    const bin = join(place.root, "bin");
    place.env["PATH"] = [bin, "/bin", "/usr/bin"].join(delimiter);
    mkdirSync(bin);
    mkdirSync(join(place.root, ".claude"));
    writeFileSync(join(place.root, ".claude", ".credentials.json"), "{}");
    writeFileSync(join(bin, "claude"), `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 });
    expect(await place.stop(HONEST)).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ verdict: { judge: "model", sameFamily: "anthropic" } }]);
  });

  it("is nobody without a key and a login, and the decision says why", async () => {
    expect(await place.stop(HONEST)).toBeUndefined();
    const [record] = await place.verdicts();
    expect(record).toMatchObject({ verdict: { verdict: "ok", judge: "evidence" } });
    expect(record!.gateReasons).toContain("✗ observer: no model is asked: No key and no login was found");
  });
});

describe("a command that the person ran in the session", () => {
  const ran = () =>
    new ClaudeSession()
      .user("Fix the total in src/cart.ts.")
      .work()
      .read("src/price.ts")
      .say("Changed. Please run the tests.")
      .user("<bash-input>npx vitest run</bash-input>")
      .user("<bash-stdout>      Tests  12 passed (12)\n</bash-stdout><bash-stderr></bash-stderr>");

  it("is answered in a turn of its own: what it printed is no claim about what the agent ran", async () => {
    place.write(ran().say("All 12 tests pass.").text());
    expect(await place.stop("All 12 tests pass.")).toBeUndefined();
  });

  it("is answered in a turn of its own, too, before the answer is on the disk", async () => {
    place.write(ran().text());
    expect(await place.stop("All 12 tests pass.")).toBeUndefined();
  });
});

describe("what the person took back", () => {
  const HONEST = "Fixed. All 12 tests pass.";

  it("was not asked for", async () => {
    const asked = "Fix the total in src/cart.ts, then commit it and create docs/total.md.";
    place.write(new ClaudeSession().honestTurn("shop").user(asked).goBack().honestTurn().text());
    expect(await place.stop(HONEST)).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ turn: 2, verdict: { verdict: "ok" } }]);
  });

  it("was not asked for, either, where it was stopped before its answer and is still there", async () => {
    const asked = "Fix the total in src/cart.ts, then commit it and create docs/total.md.";
    const session = new ClaudeSession().honestTurn("shop").user(asked).user("[Request interrupted by user]");
    place.write(session.honestTurn().text());
    expect(await place.stop(HONEST)).toBeUndefined();
    expect(await place.verdicts()).toMatchObject([{ turn: 3, verdict: { verdict: "ok" } }]);
  });

  it("is not judged again, and what takes its place is, stop after stop", async () => {
    const session = new ClaudeSession().honestTurn("shop");
    place.write(session.text());
    expect(await place.stop(HONEST)).toBeUndefined();
    place.write(session.falseTurn().text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    place.write(session.goBack().honestTurn("price").text());
    expect(await place.stop(HONEST)).toBeUndefined();
    const known = session.text().length;
    place.write(session.goBack().falseTurn("second").text());
    const objection = await place.stop(FALSE_DONE);
    expect(objection).toContain("tests");
    expect(await place.cursorOffset()).toBeGreaterThan(known);
    place.write(session.feedback(objection!).passing().say(HONEST).text());
    expect(await place.stop(HONEST, { stop_hook_active: true })).toBeUndefined();
    place.write(session.goBack(2).falseTurn("first").text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    place.write(session.goBack().user("Fix the total.").work().passing().say(HONEST).text());
    expect(await place.stop(HONEST)).toBeUndefined();
    place.write(session.falseTurn("last").text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    expect((await place.verdicts()).map(({ turn, verdict }) => [turn, verdict.verdict])).toEqual([
      [1, "ok"],
      [2, "correct"],
      [2, "ok"],
      [2, "correct"],
      [2, "ok"],
      [1, "correct"],
      [1, "ok"],
      [2, "correct"],
    ]);
  });
});

describe("a store that does not work", () => {
  const FAILURES: [string, (place: HookPlace) => void][] = [
    ["is a directory", ({ store }) => mkdirSync(store, { recursive: true })],
    [
      "is not a database",
      ({ store }) => {
        mkdirSync(dirname(store), { recursive: true });
        writeFileSync(store, "this is not a database, and it is long enough to be looked at as one".repeat(20));
      },
    ],
  ];

  it.each(FAILURES)("that %s makes it throw, and the program is silent", async (_, break_) => {
    place.write(new ClaudeSession().falseTurn().text());
    break_(place);
    await expect(place.stop(FALSE_DONE)).rejects.toMatchObject({ code: "store.unavailable" });
  });

  it.skipIf(process.getuid?.() === 0)("cannot be written", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    await place.stop("Nothing.");
    chmodSync(place.store, 0o400);
    await expect(place.stop(FALSE_DONE)).rejects.toMatchObject({ code: "store.unavailable" });
  });

  it("and was moved away is made anew", async () => {
    place.write(new ClaudeSession().falseTurn().text());
    expect(await place.stop(FALSE_DONE)).toContain("tests");
    renameSync(dirname(place.store), `${dirname(place.store)}-old`);
    expect(await place.stop(FALSE_DONE)).toContain("tests");
  });
});
