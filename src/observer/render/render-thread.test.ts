import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDelta } from "../../../test/support/any-delta.ts";
import { readRecord } from "../../../test/support/record-structure.ts";
import { type ThreadBuilder, thread } from "../../../test/support/thread-builder.ts";
import type { Delta } from "../../thread/delta.ts";
import { fold } from "../../thread/reducer.ts";
import type { Thread } from "../../thread/thread.ts";
import { DEFAULT_BUDGET, type RenderSettings, renderThread, threadUntil } from "./render-thread.ts";

const END = "(end of the record)";

describe("the evidence rendering", () => {
  const worked = thread()
    .guidance("/repo/AGENTS.md", "Run `npm test` before you are done.")
    .user("Fix the parser and add a test.\nDo not touch the lexer.")
    .say("I look first.")
    .read("/repo/src/parser.ts", "one\ntwo\nthree")
    .edit(
      "/repo/src/parser.ts",
      "const a = 1;\nconst b = 2;\nconst c = 3;",
      "const a = 1;\nconst b = 20;\nconst c = 3;",
    )
    .bash("cd /repo && npm test", { exit: 1, output: "FAIL parser.test.ts\n1 failed" })
    .bash("git diff", { output: "" })
    .close("All tests pass!");
  const text = render(worked.build());

  it("says so where the log does not hold what was asked", () => {
    expect(render(thread().user("").close("Done.").build())).toContain("## USER\n(the log does not say");
  });

  it("shows every part in the order in which it happened, the closing text last", () => {
    expect(text.split("\n")).toEqual([
      "# GUIDANCE FILES",
      "## FILE ./AGENTS.md",
      "| Run `npm test` before you are done.",
      "# TURN 1",
      "## USER",
      "> Fix the parser and add a test.",
      "> Do not touch the lexer.",
      "## AGENT",
      "| I look first.",
      "[1] ok · read (3 lines) ./src/parser.ts",
      "[2] ok · edit (+1 -1) ./src/parser.ts",
      "|   const a = 1;",
      "| - const b = 2;",
      "| + const b = 20;",
      "|   const c = 3;",
      "[3] FAILED, exit 1 · run cd . && npm test",
      "| FAIL parser.test.ts",
      "| 1 failed",
      "[4] ok · run git diff",
      "  (no output)",
      "## CLOSING TEXT (the agent's claims, to be checked)",
      "| All tests pass!",
      END,
    ]);
  });

  it("keeps the summary line of a check that stands far above the end of its output", () => {
    const output = `${"setup\n".repeat(50)}Tests: 3 failed, 12 passed\n${"closing handle\n".repeat(200)}`;
    const shown = render(thread().user("go").bash("npm test", { exit: 1, output }).close("Done.").build());
    expect(shown).toContain("| Tests: 3 failed, 12 passed");
    expect(shown).toMatch(/⟦… \d+ lines before …⟧/);
  });

  it("does not lift words like error out of a log whose runner counted no failure", () => {
    const output = `error: refused on purpose\n${"log line of the test\n".repeat(200)}1274 pass\n0 fail`;
    const shown = render(thread().user("go").bash("bun test", { output }).close("Done.").build());
    expect(shown).not.toContain("refused on purpose");
    expect(shown).toContain("| 1274 pass\n| 0 fail");
  });

  it("does not let an empty search pass for a hit", () => {
    const looked = thread().user("go").call("Grep", { pattern: "a" }, { output: "No files found" });
    const shown = render(looked.call("Grep", { pattern: "b" }, { output: "src/no-files.ts" }).close("Done.").build());
    expect(shown).toContain("search (no match) a");
    expect(shown).toContain("search (1 line) b");
  });

  it("shows what failed even when it is only a read", () => {
    const failed = thread()
      .user("go")
      .read("/repo/x", "File does not exist.", { status: "error" })
      .close("Done.")
      .build();
    expect(render(failed)).toContain("[1] FAILED · read (1 line) ./x\n| File does not exist.");
  });

  it("puts a command of several lines below its step, where its lines stay lines", () => {
    const script = `cat > a.sh <<'EOF'\n${"echo hello\n".repeat(30)}EOF`;
    const shown = render(thread().user("go").bash(script, { output: "ok" }).close("Done.").build());
    expect(shown).toContain("  command:\n| cat > a.sh <<'EOF'\n| echo hello\n");
    expect(shown).toContain("  output:\n| ok");
  });

  it("tells a plan by what is still open", () => {
    const todos = [
      { content: "write the migration", status: "completed" },
      { content: "run it", status: "pending" },
    ];
    const shown = render(thread().user("go").call("TodoWrite", { todos }).close("Done.").build());
    expect(shown).toContain("· think plan: 1 of 2 done, open: run it (pending)");
  });

  it("labels a correction as the observer's own words and each closing text as claims", () => {
    const corrected = thread()
      .user("go")
      .bash("ls")
      .close("Done.")
      .user("you skipped the test", "course-correction")
      .bash("npm test")
      .close("Now done.");
    const shown = render(corrected.build());
    expect(shown).toContain("## COURSE CORRECTION (your own words, from before)\n> you skipped the test");
    expect(shown.match(/## CLOSING TEXT/g)).toHaveLength(2);
  });

  it("says where the person spoke while the agent worked", () => {
    const shown = render(
      thread().user("go").bash("ls").user("and build it", "queue").bash("ls").close("Done.").build(),
    );
    expect(shown).toContain("## USER\n> go\n");
    expect(shown).toContain("## USER (while the agent worked)\n> and build it\n");
  });

  it("leaves out what somebody told the host after the last words, until there is a next turn", () => {
    const left = thread().user("go").bash("ls").close("Done.").user("<command-name>/exit</command-name>", "host");
    expect(render(left.build())).not.toContain("/exit");
    expect(render(left.user("go on").bash("ls").close("Done.").build())).toContain("/exit");
  });

  it("marks an interruption", () => {
    expect(render(thread().user("go").bash("sleep 9").cancelled().build())).toContain("## INTERRUPTED");
  });

  it("puts the ledger of the stop that is judged before its closing text, and none at earlier ones", () => {
    const built = thread().user("one").bash("ls").close("Done one.").user("two").bash("ls").close("Done two.").build();
    const shown = render(built, { ledger: (seen, turn) => [`turn ${turn.number}: ${seen.stepCount} steps known`] });
    const parts = shown.split("\n").filter((line) => line.startsWith("- ") || line.includes("Done "));
    expect(parts).toEqual(["| Done one.", "- turn 2: 2 steps known", "| Done two."]);
  });
});

describe("the compact rendering", () => {
  it("shows 200 characters of a call and 500 of a result", () => {
    const built = thread()
      .user("go")
      .bash(`echo ${"a".repeat(400)}`, { output: "b".repeat(300).concat("\n", "c".repeat(900)) })
      .close("Done.")
      .build();
    const [headline = "", ...rest] = render(built, { rendering: "compact" }).split("\n").slice(3);
    expect(headline.replace("[1] ok · ", "")).toHaveLength(200);
    expect(rest.slice(0, 2).join("\n").replaceAll("| ", "")).toHaveLength(500);
  });
});

describe("the budget", () => {
  it("is never exceeded, and every line stays ours or quoted, for any thread and any budget", () => {
    fc.assert(
      fc.property(fc.array(anyDelta, { maxLength: 60 }), fc.integer({ min: 0, max: 3000 }), (deltas, budget) => {
        const built = fold(deltas);
        const turn = built.turns.at(-1);
        if (!turn) return;
        for (const rendering of ["evidence", "compact"] as const) {
          const text = renderThread(built, turn, { budget, rendering });
          expect(text.length).toBeLessThanOrEqual(budget);
          if (budget > 400) readRecord(text);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("holds for a long thread with everything in it", () => {
    const built = longThread(120, 12).build();
    for (const budget of [4000, 32_000, 100_000]) {
      const text = render(built, { budget });
      expect(text.length).toBeLessThanOrEqual(budget);
      expect(text).toContain("> request 1 ");
      expect(text).toContain("> request 120 ");
      expect(text).toContain("closing of turn 120");
      readRecord(text);
    }
  });

  it("keeps the first message whole, the last closing text, and the newest steps of one endless turn", () => {
    const builder = thread().user(`the very first request: ${"detail ".repeat(500)}end of it`);
    for (let step = 0; step < 3000; step += 1) work(builder, step);
    const text = render(builder.close("All 3000 done.").build());
    expect(text.length).toBeLessThanOrEqual(DEFAULT_BUDGET);
    expect(text).toContain("end of it");
    expect(text).toContain("[3000] ");
    expect(text).toContain("| All 3000 done.");
    expect(text).toMatch(/\(steps 1 to \d+, not shown: /);
  });

  it("keeps of early edits what they are about, and how a new file begins, once they are told in short", () => {
    const builder = thread()
      .user("Refactor it.")
      .edit("/repo/src/core.ts", "return slow(value);\n".repeat(30), "return quick(value);\n".repeat(20))
      .create("/repo/src/quick.ts", `export const quick = 1;\n${"const more = 1;\n".repeat(80)}`);
    for (let step = 0; step < 55; step += 1) work(builder, step);
    const text = render(builder.close("All done.").build());
    expect(text.length).toBeLessThan(DEFAULT_BUDGET);
    expect(text).toMatch(/^\[1\] ok · edit \(\+20 -30\) .*\n\| - return slow\(value\);\n/m);
    expect(text).toMatch(/^\[2\] ok · create .*\n\| \+ export const quick = 1;\n/m);
    expect(text).not.toContain("log line\n".repeat(30));
  });

  it("shows a long message of the person whole while there is room, and its ends once there is none", () => {
    const text = `the list begins${" and so on".repeat(1500)} and here it ends`;
    const builder = thread().user(text);
    for (let step = 0; step < 5; step += 1) work(builder, step);
    builder.close("All done.");
    expect(render(builder.build())).toContain(`> ${text}`);
    for (let step = 5; step < 100; step += 1) work(builder, step);
    const crowded = render(builder.close("All done.").build());
    expect(crowded).toMatch(/> the list begins.* characters cut …⟧.* and here it ends\n/);
    expect(crowded).toContain("| All done.");
  });

  it("gives long rules the room that the record leaves, and a fifth where it leaves none", () => {
    const rules = Array.from({ length: 1000 }, (_, index) => `- rule ${index}`).join("\n");
    const builder = thread().guidance("/repo/AGENTS.md", rules).user("Fix it.");
    const shares = [5, 110, 300].map((steps) => {
      for (let step = 0; step < steps; step += 1) work(builder, step);
      const text = render(builder.build());
      return text.indexOf("# TURN") / DEFAULT_BUDGET;
    });
    expect(shares).toEqual([expect.closeTo(0.4, 2), expect.closeTo(0.37, 2), expect.closeTo(0.15, 2)]);
  });

  it("says which turns are left out", () => {
    expect(render(longThread(200, 3).build(), { budget: 8000 })).toMatch(/\(turns 2 to \d+ are left out\)/);
  });
});

describe("a growing thread", () => {
  it("is told by a text that only grows at its end while it fits", () => {
    const texts = growing(longThread(6, 5));
    for (const [index, text] of texts.slice(1).entries()) {
      const earlier = texts[index] ?? "";
      expect(text.startsWith(earlier.slice(0, -END.length))).toBe(true);
    }
  });

  it("shifts rarely once it is longer than the budget", () => {
    const texts = growing(longThread(60, 5));
    const shares = texts.slice(1).map((text, index) => commonShare(texts[index] ?? "", text));
    const kept = (least: number) => shares.filter((share) => share >= least).length / shares.length;
    expect(kept(0.95)).toBeGreaterThanOrEqual(0.5);
    // The turn that was judged is told in short from then on.
    expect(kept(0.8)).toBeGreaterThanOrEqual(0.9);
  });

  it("shows more of the judged turn where there is room, and earlier turns in short before it is cut", () => {
    const long = Array.from({ length: 60 }, (_, line) => `const value${line} = ${line};`).join("\n");
    const told = (steps: number) => {
      const builder = longThread(3, steps).user("And now the page.");
      return render(builder.create("/repo/page.ts", long).close("Done.").build(), { budget: 12_000 });
    };
    expect(told(2)).toContain("const value30 = 30;");
    const crowded = told(30);
    expect(crowded).toContain("const value30 = 30;");
    expect(crowded).not.toContain("[3] ok");
  });

  it("names an output that was there already", () => {
    const output = "still waiting for the build\n".repeat(20);
    const shown = render(
      thread().user("go").bash("status", { output }).bash("status", { output }).close("Done.").build(),
    );
    expect(shown).toContain("(the same output as in step 1)");
    expect(shown.split("still waiting for the build")).toHaveLength(21);
  });

  it("keeps its beginning while one turn grows step by step", () => {
    const builder = thread().user("a long job");
    const texts: string[] = [];
    for (let step = 0; step < 250; step += 1) {
      work(builder, step);
      if (step % 5 === 4) texts.push(render(builder.build()));
    }
    const shares = texts.slice(1).map((text, index) => commonShare(texts[index] ?? "", text));
    expect(shares.filter((share) => share >= 0.95).length / shares.length).toBeGreaterThanOrEqual(0.8);
  });
});

function render(built: Thread, settings: RenderSettings = {}): string {
  const turn = built.turns.at(-1);
  if (!turn) throw new Error("no turn");
  return renderThread(built, turn, settings);
}

/** The text at the end of each turn. */
function growing(builder: ThreadBuilder): string[] {
  const built = builder.build();
  return built.turns.map((turn) => renderThread(built, turn));
}

function longThread(turns: number, steps: number): ThreadBuilder {
  const builder = thread();
  for (let turn = 1; turn <= turns; turn += 1) {
    builder.user(`request ${turn} of the person`);
    for (let step = 0; step < steps; step += 1) work(builder, turn * steps + step);
    builder.close(`closing of turn ${turn}`);
  }
  return builder;
}

function work(builder: ThreadBuilder, step: number): void {
  const path = `/repo/src/file-${step % 17}.ts`;
  if (step % 3 === 0) builder.read(path, "content\n".repeat(40));
  else if (step % 3 === 1)
    builder.edit(path, `const value = ${step};`, `const value = ${step + 1};\nconst other = ${step};`);
  else builder.bash(`npm test -- file-${step % 17}`, { output: `${"log line\n".repeat(30)}${step} passed` });
}

function commonShare(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let common = 0;
  while (common < shorter && left[common] === right[common]) common += 1;
  return common / shorter;
}

/** At each end of a turn: what was there then, and what is now told of it. */
function stops(deltas: readonly Delta[]): readonly { readonly was: Thread; readonly told: Thread }[] {
  const whole = fold(deltas);
  return deltas.flatMap((delta, index) => {
    if (delta.type !== "inference:completed" || delta.message.stopReason !== "end_turn") return [];
    const was = fold(deltas.slice(0, index + 1));
    const turn = whole.turns[was.turns.length - 1]!;
    return [{ was, told: threadUntil(whole, turn, was.messages.length - 1).thread }];
  });
}

it("tells of an earlier stop only what was there then, not a result that came later", () => {
  const deltas = thread()
    .user("Run the tests and fix the parser.")
    .bash("npm test", { output: "3 passed" })
    .edit("/repo/a.ts", "a", "b")
    .close("I started the tests.")
    .user("wait for them", "course-correction")
    .close("They pass.")
    .deltas();
  const result = deltas.find((delta) => delta.type === "tool:data")!;
  const late = [...deltas.filter((delta) => delta !== result).slice(0, -1), result, ...deltas.slice(-1)];
  const seen = stops(late);
  expect(seen.map(({ told }) => told.turns)).toEqual(seen.map(({ was }) => was.turns));
  expect(seen.map(({ told }) => told.messages)).toEqual(seen.map(({ was }) => was.messages));
});

it("counts the steps until then, also in a turn that has none of its own", () => {
  const deltas = thread()
    .user("Fix it.")
    .edit("/repo/a.ts", "a", "b")
    .close("Fixed.")
    .user("Thanks. Is it good now?")
    .close("It is.")
    .user("Now the other one.")
    .edit("/repo/b.ts", "a", "b")
    .close("Fixed.")
    .deltas();
  expect(stops(deltas).map(({ told }) => told.stepCount)).toEqual([1, 1, 2]);
});

it("keeps what Coxswain saw after a turn without steps", () => {
  const mismatches = [{ path: "a.ts", kind: "gone" as const, missing: "", unsure: false }];
  const built = thread()
    .user("Fix it.")
    .edit("/repo/b.ts", "a", "b")
    .close("Fixed.")
    .user("And a.ts?")
    .close("I created a.ts.")
    .witnessed({ mismatches })
    .user("Really?")
    .close("Yes.")
    .build();
  const turn = built.turns[1]!;
  expect(threadUntil(built, turn, turn.end - 1).turn.witnessed).toEqual(turn.witnessed);
});
