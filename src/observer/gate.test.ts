import { describe, expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../test/support/thread-builder.ts";
import { fold } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import {
  type Gate,
  gate,
  type GateCondition,
  gateLines,
  type GateInput,
  type GateSettings,
  withGuard,
} from "./gate.ts";

const SETTINGS: GateSettings = { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] };

function worked(calls = 5): ThreadBuilder {
  const builder = thread().user("do it").edit("/repo/a.ts", "a", "b");
  for (let call = 1; call < calls; call += 1) builder.bash("ls");
  return builder;
}

function decide(builder: ThreadBuilder, more: Partial<GateInput> = {}): Gate {
  const built = builder.build();
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return gate({ thread: built, turn, settings: SETTINGS, ...more });
}

function failedIn(result: Gate): GateCondition[] {
  return result.reasons.filter((reason) => !reason.passed).map((reason) => reason.name);
}

describe("gate", () => {
  it("opens after five calls and an edit, and says why for every condition", () => {
    const result = decide(worked().close("Done."));
    expect(result.open).toBe(true);
    expect(result.reasons).toHaveLength(8);
    expect(result.reasons.every((reason) => reason.detail !== "")).toBe(true);
  });

  it("reports every condition that fails, not only the first", () => {
    const result = decide(thread().user("hi").bash("ls").close("Hello."), {
      standDown: { rule: "told-to-stop", detail: "the person said to wait or to stop" },
    });
    expect(failedIn(result)).toEqual(["tool-calls", "edits", "stand-down"]);
    expect(result.evidenceOpen).toBe(false);
  });

  it("can be read again later, line by line", () => {
    const closed = thread().user("hi").bash("ls").close("Hello.").user("no", "course-correction").close("Ok.");
    const settings = { ...SETTINGS, allow: ["/elsewhere", "somebody"] };
    const standDown = { rule: "running", detail: "2 background tasks are still running" };
    expect(gateLines(decide(closed, { settings, mode: "free", standDown }))).toEqual([
      "✗ tool-calls: 1 tool call since the person spoke, 5 wanted",
      "✗ edits: 0 file edits since the person spoke, 1 wanted",
      "✗ fresh-request: the agent answers a correction: only proof may object again",
      "✓ not-skipped: this answer may be checked",
      "✗ mode: mode free is not watched",
      "✗ allowed: neither the person nor the workspace is on the allow-list",
      "✓ guard: the loop guard is open",
      "✗ stand-down: running: 2 background tasks are still running",
    ]);
    expect(gateLines(decide(worked(), { settings, user: "somebody" })).slice(-4)).toEqual([
      "✓ mode: the host names no mode",
      '✓ allowed: "somebody" is on the allow-list',
      "✓ guard: the loop guard is open",
      "✓ stand-down: no rule says to keep quiet",
    ]);
    expect(gateLines(decide(worked(), { mode: "build" }))).toContain("✓ mode: mode build is watched");
  });

  it("lets only evidence go on when the loop guard is exhausted", () => {
    const opened = decide(worked().close("Done."));
    const closed = withGuard(opened, "corrected twice already");
    expect(closed).toMatchObject({ open: false, evidenceOpen: true });
    expect(closed.reasons.find((reason) => !reason.passed)).toEqual({
      name: "guard",
      passed: false,
      detail: "corrected twice already",
    });
    expect(withGuard(opened, undefined)).toBe(opened);
  });

  it("counts from the person's last words, not from the thread's start", () => {
    expect(failedIn(decide(worked(9).close("Done.").user("thanks").bash("ls").close("Welcome.")))).toEqual([
      "tool-calls",
      "edits",
    ]);
  });

  it("does not count an edit that failed", () => {
    const failed = thread()
      .user("go")
      .edit("/repo/a", "a", "b", { status: "error" })
      .bash("ls")
      .bash("ls")
      .bash("ls")
      .bash("ls");
    expect(failedIn(decide(failed.close("Done.")))).toEqual(["edits"]);
  });

  it("counts an edit whose result is not in the record, and one call with it", () => {
    const built = thread().user("go").edit("/repo/a", "a", "b").bash("ls").bash("ls").bash("ls").bash("ls");
    const first = built.deltas().find(({ type }) => type === "tool:data");
    const deltas = built.deltas().filter((delta) => delta !== first);
    const untold = fold(deltas, EMPTY_THREAD);
    expect(untold.turns[0]?.steps[0]?.result).toBeUndefined();
    expect(gate({ thread: untold, turn: untold.turns[0]!, settings: SETTINGS }).open).toBe(true);
  });

  it("counts an edit made through the shell", () => {
    const edited = thread()
      .user("go")
      .bash("sed -i s/a/b/ x.ts")
      .bash("ls")
      .bash("ls")
      .bash("ls")
      .bash("ls")
      .close("Done.");
    expect(decide(edited).open).toBe(true);
  });

  it("lets only evidence go on when the agent answers a correction", () => {
    const answered = worked()
      .close("Done.")
      .user("you skipped the test", "course-correction")
      .bash("ls")
      .close("Done now.");
    const result = decide(answered);
    expect(result.open).toBe(false);
    expect(result.evidenceOpen).toBe(true);
    expect(failedIn(result)).toEqual(["fresh-request"]);
  });

  it("opens again when the person speaks after a correction", () => {
    const spoke = worked()
      .close("Done.")
      .user("no", "course-correction")
      .close("Ok.")
      .user("now this")
      .edit("/repo/a", "b", "c")
      .bash("ls")
      .bash("ls")
      .bash("ls")
      .bash("ls");
    expect(decide(spoke.close("Done.")).open).toBe(true);
  });

  it("lets only evidence go on when the inference was marked to be skipped", () => {
    const skipped = { ...worked().close("Done.").build(), skipCorrection: true };
    const result = decide(worked().close("Done."), { thread: skipped });
    expect([result.open, result.evidenceOpen, failedIn(result)]).toEqual([false, true, ["not-skipped"]]);
  });

  it.each([
    ["/repo", undefined, true],
    ["/repo/", undefined, true],
    ["/rep", undefined, false],
    ["/", undefined, true],
    ["somebody", "somebody", true],
    ["somebody", "else", false],
  ])("knows whether %s allows the user %s", (entry, user, open) => {
    const settings = { ...SETTINGS, allow: [entry] };
    expect(decide(worked().close("Done."), { settings, user }).open).toBe(open);
  });

  it("skips free modes", () => {
    const built = worked().close("Done.").build();
    const turn = built.turns[0];
    if (!turn) throw new Error("no turn");
    const inMode = (mode: string) => failedIn(gate({ thread: { ...built, mode }, turn, settings: SETTINGS }));
    expect(inMode("free")).toEqual(["mode"]);
    expect(inMode("build")).toEqual([]);
    expect(failedIn(decide(worked().close("Done."), { mode: "free" }))).toEqual(["mode"]);
  });
});
