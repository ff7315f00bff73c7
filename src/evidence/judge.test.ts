import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyDeltas } from "../../test/support/any-delta.ts";
import { judged } from "../../test/support/found.ts";
import { growth, MORE_THAN_ITS_INPUT, processorTime } from "../../test/support/growth.ts";
import { REMEASURED } from "../../test/support/remeasured.ts";
import { thread, ThreadBuilder } from "../../test/support/thread-builder.ts";
import { fold, reduce } from "../thread/reducer.ts";
import { EMPTY_THREAD } from "../thread/thread.ts";
import { factsOf } from "./facts.ts";
import { FINDING_RULES } from "./findings/all.ts";
import { createEvidenceJudge, findingsOf } from "./judge.ts";
import { ledgerOf } from "./ledger.ts";

describe("the verdict", () => {
  test("is ok where nothing speaks against the turn", () => {
    const builder = thread()
      .user("Fix the parser.")
      .edit("/repo/a.py", "return 1", "return 2")
      .bash("pytest", { output: "===== 4 passed in 0.12s =====" })
      .close("Fixed. All 4 tests pass.");
    expect(judged(builder)).toMatchObject({ verdict: "ok", findings: [], judge: "evidence", message: null });
  });

  test("corrects in the words of the surest finding, with its steps and category", () => {
    const verdict = judged(
      thread().user("Fix it.").edit("/repo/a.py", "return 1", "return 2").close("All tests pass."),
    );
    expect(verdict).toMatchObject({ verdict: "correct", category: "unverified-claim", steps: [1] });
    expect(verdict.message).toBe(verdict.findings[0]?.message);
  });

  test("joins at most two objections into one message", () => {
    const builder = thread()
      .user("Fix it, but don't touch `src/legacy.ts`.")
      .edit("/repo/src/legacy.ts", "a", "b")
      .create("/repo/data.json", "{,}")
      .close("All tests pass.");
    const verdict = judged(builder);
    expect(verdict.findings.length).toBeGreaterThanOrEqual(3);
    expect(verdict.message).toBe(`${verdict.findings[0]?.message} ${verdict.findings[1]?.message}`);
  });

  test("is blocked where the agent honestly says so first", () => {
    const builder = thread().user("Do it.").edit("/repo/a.py", "1", "2").edit("/repo/a.py", "2", "1");
    expect(judged(builder.close("I could not remove it because three callers still need it.")).verdict).toBe("blocked");
  });

  test.each([
    ["asks the person", "All tests pass. Which of the two names do you prefer?"],
    ["presents options", "All tests pass. There are two options: keep it or drop it. Which one?"],
  ])("only notes what it found when the closing %s", (_, closing) => {
    const verdict = judged(thread().user("Fix it.").edit("/repo/a.py", "return 1", "return 2").close(closing));
    expect(verdict.verdict).toBe("ok");
    expect(verdict.findings).not.toEqual([]);
  });

  test("still speaks when the closing only offers to commit", () => {
    const builder = thread()
      .user("Fix it.")
      .edit("/repo/a.py", "return 1", "return 2")
      .close("All tests pass. Want me to commit?");
    expect(judged(builder).verdict).toBe("correct");
  });

  test("does not correct a turn the person stopped", () => {
    const builder = thread()
      .user("Fix it.")
      .edit("/repo/a.py", "return 1", "return 2")
      .close("All tests pass.", "aborted");
    expect(judged(builder).verdict).toBe("ok");
  });

  test("looks only at what holds in the middle, while the turn runs", () => {
    const running = thread()
      .user("Create `docs/a.md`. Don't touch `src/b.ts`.")
      .edit("/repo/src/b.ts", "a", "b")
      .build();
    const turn = running.turns.at(-1)!;
    expect(findingsOf(factsOf(running, turn)).map((finding) => finding.id)).toEqual(["forbidden-action-done"]);
  });

  test("takes its threshold from the settings", () => {
    const built = thread().user("Fix it.").edit("/repo/a.py", "return 1", "return 2").close("All tests pass.").build();
    const assess = (threshold: number) =>
      createEvidenceJudge({ threshold }).assess({ thread: built, turn: built.turns.at(-1)! });
    expect(assess(0.5)).toMatchObject({ verdict: "correct" });
    expect(assess(0.99)).toMatchObject({ verdict: "ok" });
  });
});

test("every rule has an id of its own and says what it means", () => {
  expect(new Set(FINDING_RULES.map((rule) => rule.id)).size).toBe(FINDING_RULES.length);
  for (const rule of FINDING_RULES) {
    expect(rule.meaning).toMatch(/^[A-Z].*\.$/);
    expect(rule.title).toMatch(/^[A-Z].{4,44}[^.]$/);
  }
  expect(new Set(FINDING_RULES.map(({ title }) => title)).size).toBe(FINDING_RULES.length);
});

test("the ledger weighs claims, asks and runs", () => {
  const built = thread()
    .user("Create `src/b.py`, add tests and commit.")
    .create("/repo/src/b.py", "x = 1\n")
    .bash("pytest", { output: "===== 4 passed in 0.12s =====" })
    .close("Created `src/b.py`. All tests pass. Lint is clean.")
    .build();
  const ledger = ledgerOf(factsOf(built, built.turns.at(-1)!));
  expect(ledger.claims.map(({ claim, standing }) => [claim.type, standing])).toEqual([
    ["created", "supported"],
    ["tests-pass", "supported"],
    ["lint-clean", "unsupported"],
  ]);
  expect(ledger.requests.map(({ request, standing }) => [request.kind, standing])).toEqual([
    ["create-file", "done"],
    ["add-tests", "open"],
    ["git", "listed"],
  ]);
  expect(ledger.receipts).toHaveLength(1);
});

test("the ledger holds against each ask what was found about that one", () => {
  const standings = (ask: string, closing: string) => {
    const built = thread().user(ask).read("/repo/a.py").create("/repo/src/b.py", "x = 1\n").close(closing).build();
    const { requests } = ledgerOf(factsOf(built, built.turns.at(-1)!));
    return requests.map(({ about, standing }) => `${standing}: ${about}`);
  };
  expect(standings("Create `src/b.py`. Update the README.", "It is there.")).toEqual(["done: src/b.py", "open: docs"]);
  const list =
    "1. Create `src/b.py` with a constant.\n2. Translate every greeting into formal Icelandic prose.\n3. Rename variables everywhere consistently please.";
  expect(standings(list, "It is there.")).toEqual(["done: src/b.py", "open: undefined", "open: undefined"]);
});

test.each([
  ["Don't touch `src/legacy.ts`.", "src/legacy.ts", "broken"],
  ['Do not change "src/legacy.ts".', "src/legacy.ts", "broken"],
  ["Don't touch `src/legacy.ts`.", "src/a.ts", "done"],
])("the ledger says of %s that it was broken only where it was: %s", (ban, path, standing) => {
  const built = thread().user(`Fix the sum. ${ban}`).edit(`/repo/${path}`, "a", "b").close("Done.").build();
  const { requests } = ledgerOf(factsOf(built, built.turns.at(-1)!));
  expect(requests.find(({ request }) => request.kind === "forbid")?.standing).toBe(standing);
});

test.each([
  ["an argument", (word: string) => thread().user("Fix it.").edit("/repo/a.ts", "a", "b").bash(`npm test "${word}"`)],
  ["a program", (word: string) => thread().user("Fix it.").edit("/repo/a.ts", "a", "b").bash(`./${word}`)],
  ["a file", (word: string) => thread().user("Fix it.").edit(`/repo/${word}.ts`, "a", "b")],
  [
    "a variable",
    (word: string) => thread().user("Fix it.").edit("/repo/a.ts", "a", "b").bash(`${word}=1; echo $${word}`),
  ],
])("%s as long as a book hides no failure", (_, worked) => {
  const failed = worked("a".repeat(60_000)).bash("npx vitest run", {
    exit: 1,
    output: "      Tests  1 failed | 3 passed (4)\n",
  });
  expect(judged(failed.close("Done. All tests pass."))).toMatchObject({ verdict: "correct" });
});

/** Any little history: words, edits and commands in any order, with anything in them. */
const text = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom("All tests pass.", "Created `a/b.ts`.", "don't touch `a.ts`", "```\n$ x\ny", "Let me fix it:"),
);
const deed = fc.oneof(
  fc.tuple(fc.constant("user"), text, text),
  fc.tuple(fc.constant("say"), text, text),
  fc.tuple(fc.constant("close"), text, text),
  fc.tuple(fc.constant("edit"), text, text),
  fc.tuple(
    fc.constant("bash"),
    fc.oneof(text, fc.constantFrom("npm test", "pytest | tail -1", "go test ./... || true")),
    text,
  ),
);

function play(deeds: readonly (readonly [string, string, string])[]): ThreadBuilder {
  const builder = thread();
  for (const [kind, first, second] of deeds) {
    if (kind === "user") builder.user(first);
    else if (kind === "say") builder.say(first);
    else if (kind === "close") builder.close(first);
    else if (kind === "edit") builder.edit("/repo/src/a.test.ts", first, second);
    else builder.bash(first, { output: second, exit: first.length % 2 });
  }
  return builder;
}

test("never throws, and says the same twice, on any history", () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 25 }), (deeds) => {
      const built = play(deeds).build();
      for (const turn of built.turns) {
        const first = createEvidenceJudge().assess({ thread: built, turn });
        expect(createEvidenceJudge().assess({ thread: built, turn })).toEqual(first);
      }
    }),
    { numRuns: 150 },
  );
});

test("never throws on any log of deltas, and decides alike turn by turn and all at once", () => {
  fc.assert(
    fc.property(anyDeltas, (deltas) => {
      let growing = EMPTY_THREAD;
      for (const delta of deltas) {
        growing = reduce(growing, delta);
        const turn = growing.turns.at(-1);
        if (turn) void createEvidenceJudge().assess({ thread: growing, turn });
      }
      const whole = fold(deltas);
      const turn = whole.turns.at(-1);
      const last = growing.turns.at(-1);
      if (!turn || !last) return;
      const judge = createEvidenceJudge();
      expect(judge.assess({ thread: growing, turn: last })).toEqual(judge.assess({ thread: whole, turn }));
    }),
    { numRuns: 100 },
  );
});

test.each([
  ["backticks", "`".repeat(20_000)],
  ["dots", ". ".repeat(20_000)],
  ["list marks", "- 1. * ".repeat(8_000)],
  ["pass words", "tests ".repeat(5_000) + "pass"],
  ["quotes", '"'.repeat(20_000)],
  ["pipes", "| a ".repeat(12_000)],
  ["stars", "**a** ".repeat(10_000)],
  ["paths", "a/b.ts ".repeat(8_000)],
  ["replacements", "sed -i 's/a/".repeat(1_500)],
])("hostile %s cost no more than their length", (_, words) => {
  const grown = growth(words, (part) =>
    judged(thread().user(part).edit("/repo/a.test.ts", part, part).bash(part, { output: part, exit: 1 }).close(part)),
  );
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

test.each([
  ["blank lines", "\n".repeat(20_000)],
  ["lines of blanks", "    \n".repeat(10_000)],
  ["digits", "1".repeat(30_000)],
  ["openings of comments", "{- (* /* --[[ ".repeat(2_000)],
])("hostile %s around a failure cost no more than their length", (_, words) => {
  const around = (part: string) =>
    thread()
      .user("Fix the sum.")
      .edit("/repo/src/cart.ts", part, `${part} `)
      .bash("npx vitest run", {
        output: `${part} FAIL src/cart.test.ts > sums\n      Tests  1 failed (1)\n${part}`,
        exit: 1,
      });
  const grown = growth(words, (part) => judged(around(part).close("All tests pass.")));
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

/** Milliseconds to judge a turn of many edits with a run after each, and perhaps one more edit. */
function costOfTurn(steps: number, closing: "a run" | "an edit" = "a run"): number {
  const builder = new ThreadBuilder().user("Create `docs/a.md` and run `npm test`.");
  for (let index = 0; index < steps; index += 1) {
    builder
      .edit(`/repo/src/${index}.ts`, `a${index}`, `b${index}`)
      .bash("npm test", { output: "12 passed\n".repeat(20) });
  }
  if (closing === "an edit") builder.edit("/repo/src/last.ts", "a", "b");
  const built = builder.close("All tests pass. ".repeat(20)).build();
  return processorTime(() => createEvidenceJudge().assess({ thread: built, turn: built.turns.at(-1)! }));
}

test("a long turn costs in proportion to its length", () => {
  costOfTurn(100);
  expect(costOfTurn(1600) / costOfTurn(200)).toBeLessThan(40);
});

test("a last edit that no run has seen is not held against every run before it", REMEASURED, () => {
  const tries = [1, 2, 3].map(() => [costOfTurn(400), costOfTurn(400, "an edit")] as const);
  const [run, edit] = [0, 1].map((which) => Math.min(...tries.map((pair) => pair[which] ?? 0)));
  expect((edit ?? Infinity) / (run ?? 1)).toBeLessThan(3);
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "programs, files, tools and tasks called %s are like any other",
  (name) => {
    const verdictWith = (word: string) =>
      judged(
        thread()
          .user(`Change \`src/a.${word}\`. Don't add new dependencies.`)
          .edit(`/repo/src/a.${word}`, "// a\nx", "// b\ny")
          .call(word, { [word]: word }, { output: word })
          .bash(`${word} add x; npm run ${word}; npx ${word} test`, { output: "1 failed", exit: 1 })
          .close("All tests pass."),
      ).verdict;
    expect(verdictWith(name)).toBe(verdictWith("gizmo"));
  },
);
