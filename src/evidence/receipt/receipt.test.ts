import { describe, expect, test } from "vitest";
import { evidenceIn, receiptIn } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { holdsFailure, receiptOf } from "./receipt.ts";

const asked = (request = "Sum the cart."): ThreadBuilder => thread().user(request);
const edited = (request?: string): ThreadBuilder =>
  asked(request).edit("/repo/src/cart.ts", "return 0;", "return sum;");
const GREEN = " Tests  42 passed (42)\n";
const RED = " FAIL src/cart.test.ts > sums\n Tests  2 failed | 40 passed (42)\n";
const TEST = 'it("sums", () => {\n  expect(total([3])).toBe(3);\n  expect(total([])).toBe(0);\n});';

const part = (name: string, told: ThreadBuilder): string[] =>
  receiptIn(told).flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));

describe("checks", () => {
  test.each<[string, ThreadBuilder, string[]]>([
    [
      "the plain good line",
      edited().bash("npx vitest run", { output: GREEN }),
      ['"vitest run" – passed: 42 passed, after the last change (step 2)'],
    ],
    [
      "failed",
      edited().bash("npx vitest run", { exit: 1, output: RED }),
      ['"vitest run" – failed: 40 passed, 2 failed, after the last change (step 2)'],
    ],
    [
      "failed, and never green since as a whole",
      edited()
        .bash("npx vitest run", { exit: 1, output: RED })
        .bash("npx vitest run src/cart.test.ts", { output: " Tests  5 passed (5)\n" }),
      [
        '"vitest run" – failed: 40 passed, 2 failed, and since then only a part was run (step 2)',
        '"vitest run src/cart.test.ts" – passed: 5 passed, after the last change (step 3)',
      ],
    ],
    [
      "failed, and green since",
      edited().bash("npx vitest run", { exit: 1, output: RED }).bash("npx vitest run", { output: GREEN }),
      ['"vitest run" – passed: 42 passed, after the last change (step 3)'],
    ],
    [
      "out of date",
      asked().bash("npx vitest run", { output: GREEN }).edit("/repo/src/cart.ts", "a", "b"),
      ['"vitest run" – passed: 42 passed, before src/cart.ts was changed in step 2 (step 1)'],
    ],
    [
      "a failure, and what it was about put back",
      edited().bash("npx eslint .", { exit: 1 }).bash("git checkout -- src/cart.ts"),
      ['"eslint ." – failed, before files were put back in step 3 (step 2)'],
    ],
    [
      "a run that mends, behind the tests",
      edited().bash("npx vitest run", { output: GREEN }).bash("npx eslint --fix ."),
      [
        '"vitest run" – passed: 42 passed (step 2)',
        '"eslint --fix ." – passed, and mends what it finds, after the last change (step 3)',
      ],
    ],
    [
      "a command that looks for what it changes",
      asked().bash("npx vitest run", { output: GREEN }).bash("sed -i s/a/b/ src/cart.ts"),
      ['"vitest run" – passed: 42 passed, before src/cart.ts was perhaps changed in step 2 (step 1)'],
    ],
    [
      "a script that nobody knows, before a change",
      asked().bash("scripts/validate-shop.sh").edit("/repo/src/cart.ts", "a", "b"),
      ['"validate-shop.sh" – passed, before code was changed in step 2 (step 1)'],
    ],
    [
      "the same targets with another flag",
      edited().bash("black --check a.py b.py", { exit: 1 }).bash("black --check --quiet a.py b.py"),
      ['"black --check --quiet a.py b.py" – passed, after the last change (step 3)'],
    ],
    [
      "layout alone",
      asked().bash("npx vitest run", { output: GREEN }).edit("/repo/src/cart.ts", "a(1)", "a( 1 )"),
      ['"vitest run" – passed: 42 passed, before layout or comments of src/cart.ts were changed in step 2 (step 1)'],
    ],
    [
      "two whole runs of different tasks",
      edited().bash("npm run test:unit", { output: GREEN }).bash("npm run test:browser", { output: GREEN }),
      [
        '"npm run test:unit" – passed: 42 passed, after the last change (step 2)',
        '"npm run test:browser" – passed: 42 passed, after the last change (step 3)',
      ],
    ],
    [
      "the same target from another directory",
      edited()
        .bash("go vet ./web/cart", { exit: 1, output: "main module (shop) does not contain package shop/web/cart\n" })
        .bash("cd web && go vet ./cart"),
      ['"go vet ./cart" in web – passed, after the last change (step 3)'],
    ],
    [
      "a task that ran again and is known otherwise",
      asked()
        .bash("pnpm check", { output: "$ tsc --noEmit && oxlint .\n" })
        .edit("/repo/src/cart.ts", "a", "b")
        .bash("pnpm check"),
      ['"pnpm check" – passed, after the last change (step 3)'],
    ],
    [
      "a failure, and what showed the same since",
      edited()
        .bash("npx tsc --noEmit", { exit: 2, output: "src/cart.ts(1,1): error TS2304: x\n" })
        .edit("/repo/src/cart.ts", "b", "c")
        .bash("npx next build"),
      [
        '"tsc --noEmit" – failed, before src/cart.ts was changed in step 3; "next build" passed since (step 2, 4)',
        '"next build" – passed, after the last change (step 4)',
      ],
    ],
    [
      "one command in two places",
      edited()
        .bash("go test ./...", { output: "ok  \tshop\t0.1s\n" })
        .bash("cd web && ls")
        .bash("go test ./...", { output: "ok  \tshop/web\t(cached)\n" }),
      ['"go test ./...", perhaps in web – passed, from the cache, after the last change (step 4)'],
    ],
    [
      "a change that the run does not cover",
      asked().bash("pytest", { output: "3 passed in 0.1s\n" }).edit("/repo/src/cart.ts", "a", "b"),
      ['"pytest" – passed: 3 passed (step 1)'],
    ],
    [
      "one that mends what it finds",
      edited().bash("npx eslint . --fix"),
      ['"eslint . --fix" – passed, and mends what it finds, after the last change (step 2)'],
    ],
    [
      "an end that nobody saw",
      edited().bash("npm test", { status: "timed-out", output: "" }),
      ['"npm test" – end unknown: timed out, after the last change (step 2)'],
    ],
    [
      "not reached",
      edited().bash("npx tsc && npm test", { exit: 2, output: "a.ts(1,1): error TS2304: x\n" }),
      [expect.stringContaining('"tsc" – failed'), expect.stringContaining("not reached: a command before it failed")],
    ],
    ["asked for and never run", edited("Sum the cart and run the linter."), ["the linter – no step runs it"]],
  ])("%s", (_, told, lines) => expect(part("checks", told.close("Done."))).toEqual(lines));
});

describe("asked", () => {
  test.each<[string, ThreadBuilder, string[]]>([
    ["a command that ran", edited("Sum it, run `npm test`.").bash("npm test"), ['"npm test" – run (step 2)']],
    [
      "a planned command that never ran",
      edited("Sum it.\n\n## Verification\n```sh\ncargo test --features fuse\n```"),
      ['"cargo test --features fuse" – no step seen'],
    ],
    [
      "files: changed, looked at, not touched; a bare name may be anything",
      edited("Sum `src/cart.ts` as in `src/b.ts` and `src/c.ts`, like `key.md`.").read("/repo/src/b.ts"),
      ["src/cart.ts – changed (step 1)", "src/b.ts – looked at (step 2)", "src/c.ts – no step seen"],
    ],
    [
      "a ban that was broken",
      edited("Don't touch `src/cart.ts`."),
      ['"Don\'t touch src/cart.ts." – the agent changed cart.ts (step 1)', "src/cart.ts – changed (step 1)"],
    ],
    [
      "a command in a directory, run there",
      edited("Sum it.\n\n## Verification\n```sh\ncd web && npx vitest run\n```").call(
        "shell",
        { command: ["npx", "vitest", "run"], workdir: "/repo/web" },
        { output: GREEN },
      ),
      ['"cd web && npx vitest run" – run (step 2)'],
    ],
    [
      "a file elsewhere with the same name, and one that only a command names",
      thread()
        .started("/repo")
        .user("Copy `/other/src/cart.ts`, then show `src/b.ts`.")
        .edit("/repo/src/cart.ts", "a", "b")
        .bash("git diff src/b.ts"),
      ["/other/src/cart.ts – no step seen", "src/b.ts – named in a step (step 2)"],
    ],
    [
      "a command in a directory, run where the shell stood",
      edited("Sum it.\n\n## Verification\n```sh\ncd web && npx vitest run --bail\n```").bash("npx vitest run --bail"),
      ['"cd web && npx vitest run --bail" – run, where is not shown (step 2)'],
    ],
    [
      "a file that was moved, and one that nobody knows of where a directory went",
      thread()
        .started("/repo")
        .user("Rename `src/a.ts`; drop `plugin/b.ts`.")
        .bash("git mv src/a.ts src/c.ts")
        .bash("rm -rf /x/plugin"),
      ["src/a.ts – moved to src/c.ts (step 1)"],
    ],
    [
      "a file that went with its directory",
      thread()
        .started("/repo")
        .user("Delete `old/cart.ts`, keep `src/b.ts`.")
        .bash("rm -rf old")
        .bash("sed -i s/a/b/ src/b.ts"),
      ["old/cart.ts – deleted (step 1)", "src/b.ts – written by a command (step 2)"],
    ],
    ["a ban that was kept is no news", edited("Sum it. Don't commit."), []],
  ])("%s", (_, told, lines) => expect(part("asked", told.close("Done."))).toEqual(lines));
});

describe("claims", () => {
  test.each<[string, ThreadBuilder, string, string[]]>([
    [
      "shown",
      edited().bash("npx vitest run", { output: GREEN }),
      "All 42 tests pass.",
      ['"All 42 tests pass." – the tests: passed: 42 passed (step 2)'],
    ],
    [
      "another number",
      edited().bash("npx vitest run", { output: GREEN }),
      "All 44 tests pass.",
      ['"All 44 tests pass." – the tests: passed: 42 passed; the closing names 44 (step 2)'],
    ],
    [
      "contradicted",
      edited().bash("npx vitest run", { exit: 1, output: RED }),
      "All tests pass.",
      ['"All tests pass." – the last run of the tests failed (step 2)'],
    ],
    [
      "failed, and a helper came after",
      edited().bash("npx vitest run", { exit: 1, output: RED }).subagent("Fix it", "Done."),
      "All tests pass.",
      [
        '"All tests pass." – the last run of the tests that is seen failed; another program may have run it since (step 2)',
      ],
    ],
    [
      "out of date",
      asked().bash("npx vitest run", { output: GREEN }).edit("/repo/src/cart.ts", "a", "b"),
      "All tests pass.",
      ['"All tests pass." – the tests last ran before src/cart.ts was changed (step 1, 2)'],
    ],
    [
      "a later run of unknown end",
      edited().bash("npx vitest run", { output: GREEN }).bash("npx vitest run | tail -1", { output: "x" }),
      "All tests pass.",
      ['"All tests pass." – how the last run of the tests ended is not shown (step 3)'],
    ],
    ["nothing behind it", edited(), "All tests pass.", ['"All tests pass." – no step runs the tests']],
    [
      "nothing seen behind it",
      edited().subagent("Test it", "Done."),
      "All tests pass.",
      ['"All tests pass." – no step seen that runs the tests'],
    ],
    [
      "pre-existing, and nobody looked",
      edited().bash("npx vitest run", { exit: 1, output: RED }),
      "Two failures are pre-existing.",
      ['"Two failures are pre-existing." – no check ran without the changes'],
    ],
    [
      "files that were there before, which is no word about a check",
      edited().bash("npx vitest run", { exit: 1, output: RED }),
      "The untracked files are pre-existing.",
      [],
    ],
    [
      "pre-existing, seen on the base",
      edited()
        .bash("git stash && npx vitest run; git stash pop", { exit: 0, output: RED })
        .bash("npx vitest run", { exit: 1, output: RED }),
      "Two failures are pre-existing.",
      [],
    ],
    [
      "pre-existing, seen before the change",
      asked().bash("npx vitest run", { exit: 1, output: RED }).edit("/repo/src/cart.ts", "a", "b"),
      "Two failures are pre-existing.",
      [],
    ],
    [
      "each of the runs that show it",
      edited().bash("npm run test:unit", { output: GREEN }).bash("npm run test:browser", { output: GREEN }),
      "All tests pass.",
      ['"All tests pass." – the tests: passed (step 2, 3)'],
    ],
    [
      "the one that it names",
      edited().bash("npx vitest run", { output: GREEN }).bash("npx playwright test", { output: "  3 passed (2s)\n" }),
      "All tests pass in vitest.",
      ['"All tests pass in vitest." – the tests: passed: 42 passed (step 2)'],
    ],
    ["no claim", edited(), "The total is computed in `cart.ts`.", []],
  ])("%s", (_, told, closing, lines) => expect(part("claims", told.close(closing))).toEqual(lines));
});

describe("changed", () => {
  const red = (): ThreadBuilder => asked().bash("npx vitest run", { exit: 1, output: RED });

  test.each<[string, ThreadBuilder, string[]]>([
    ["code that no check looked at", edited(), ["edits of 1 file – no check ran (step 1)"]],
    [
      "code that a helper may have changed and checked",
      edited().subagent("Test it", "Done."),
      ["edits of 1 file – what helpers changed is not counted (step 1)"],
    ],
    [
      "code and tests, checked",
      edited().create("/repo/src/cart.test.ts", TEST).bash("npx vitest run", { output: GREEN }),
      ["edits of 2 files – 1 of them tests (step 2)"],
    ],
    ["documents only", asked().edit("/repo/README.md", "a", "b"), ["edits of 1 file (step 1)"]],
    [
      "a test of the same turn, written anew",
      asked().create("/repo/src/cart.test.ts", TEST).edit("/repo/src/cart.test.ts", TEST, "it('sums', () => {});"),
      ["edits of 1 file – a test, no check ran (step 2)"],
    ],
    [
      "what a formatter wrote is no edit",
      edited().bash("gofmt -w src/cart.go"),
      ["edits of 1 file – what commands changed is not counted, no check ran (step 1)"],
    ],
    ["scratch is none", asked().create("/tmp/try.py", "x"), []],
    ["put back by git", edited().bash("git checkout -- src/cart.ts"), [expect.stringContaining("1 file")]],
    [
      "a test skipped after it failed",
      red().edit("/repo/src/cart.test.ts", TEST, TEST.replace("it(", "it.skip(")),
      [
        "edits of 1 file – a test (step 2)",
        'src/cart.test.ts – skipped a test ("it.skip(sums, () => {"), after the tests had failed (step 1, 2)',
      ],
    ],
    [
      "an assertion removed after a failure",
      red()
        .edit("/repo/src/cart.test.ts", TEST, TEST.replace("  expect(total([])).toBe(0);\n", ""))
        .bash("npx vitest run", { output: GREEN }),
      [
        "edits of 1 file – a test (step 2)",
        "src/cart.test.ts – took 1 assertion out, after the tests had failed (step 1, 2)",
      ],
    ],
    [
      "a test file deleted",
      red().bash("rm src/cart.test.ts"),
      ["src/cart.test.ts – deleted, after the tests had failed (step 1, 2)"],
    ],
  ])("%s", (_, told, lines) => expect(part("changed", told.close("Done."))).toEqual(lines));
});

/** As `gh` prints them into a pipe: of two checks, in turn. */
const ciRows = (...states: string[]): string =>
  states.map((state, index) => `${["build", "test"][index % 2]}\t${state}\t1m2s\thttps://ci.example/\n`).join("");

describe("also", () => {
  test.each<[string, ThreadBuilder, string, string[]]>([
    ["pushed by force", edited().bash("git push --force"), "Done.", ['pushed by force – "git push --force" (step 2)']],
    ["published", edited().bash("npm publish"), "Done.", ['published – "npm publish" (step 2)']],
    ["merged", edited().bash("gh pr merge 12"), "Done.", ['merged – "gh pr merge 12" (step 2)']],
    [
      "checks of what was pushed, watched until one failed",
      edited()
        .bash("git push")
        .bash("gh pr checks --watch", { exit: 1, output: ciRows("pending", "pending", "fail", "pass") }),
      "Done.",
      ['pushed – "git push" (step 2)', "checks of the pull request – 1 failed when it last looked (step 3)"],
    ],
    [
      "checks that nobody saw end",
      edited()
        .bash("git push")
        .bash("gh pr checks", { exit: 8, output: ciRows("pass", "pending") }),
      "Done.",
      [
        'pushed – "git push" (step 2)',
        "checks of the pull request – not seen to end: 1 pending when it last looked (step 3)",
      ],
    ],
    [
      "checks that passed",
      edited()
        .bash("git push")
        .bash("gh pr checks 7", { output: ciRows("pass", "skipping") }),
      "Done.",
      ['pushed – "git push" (step 2)', "checks of the pull request – passed: 2 (step 3)"],
    ],
    [
      "checks of an earlier push, and some of those of the last",
      edited()
        .bash("gh pr checks", { output: ciRows("fail") })
        .bash("git push")
        .bash("gh pr checks | head -1", { output: ciRows("pass") }),
      "Done.",
      ['pushed – "git push" (step 3)'],
    ],
    [
      "a home's settings",
      asked().edit("/home/sam/.zshrc", "a", "b"),
      "Done.",
      ["changed outside of the project – /home/sam/.zshrc (step 1)"],
    ],
    [
      "still running",
      edited().bash("npm start", { background: true }),
      "Done.",
      ['"npm start" – no end seen (step 2)'],
    ],
    [
      "a command the closing names",
      edited().bash("node seed.js --all"),
      "Seeded with `node seed.js --all`.",
      ['"node seed.js --all" – named at the end; run (step 2)'],
    ],
    ["a command the person shall run", edited(), "Run `node seed.js --all`.", []],
    [
      "not on the disk",
      edited().witnessed({ mismatches: [{ path: "src/cart.ts", step: 1, kind: "gone", missing: "", unsure: false }] }),
      "Done.",
      ["src/cart.ts – is not on the disk"],
    ],
  ])("%s", (_, told, closing, lines) => expect(part("also", told.close(closing))).toEqual(lines));
});

test("nothing is ever shown by default", () => {
  const lines = receiptOf(evidenceIn(asked("Sum `src/cart.ts` and run `npm test`.").close("Done. All tests pass.")));
  expect(lines.map(({ state }) => state)).toEqual([undefined, "no step seen", "no step seen", "no step seen"]);
});

test("a failure is held, whatever is claimed", () => {
  expect(
    holdsFailure(evidenceIn(edited().bash("npx vitest run", { exit: 1, output: RED }).close("Two still fail."))),
  ).toBe(true);
  expect(holdsFailure(evidenceIn(edited().bash("npx vitest run", { output: GREEN }).close("Done.")))).toBe(false);
});
