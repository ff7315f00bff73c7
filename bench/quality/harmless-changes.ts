import { type Facts, factsOf } from "../../src/evidence/facts.ts";
import type { Receipt } from "../../src/evidence/receipts/receipt.ts";
import type { Step, Thread, Turn } from "../../src/thread/thread.ts";
import { toAction } from "../../src/thread/to-action.ts";
import { type ChangedTurn, madeEdit, madeRun, madeStep, putIn, withLastWords, withSteps } from "./changed-turn.ts";

/** A change that leaves all claims about a turn as true as before; undefined when it does not fit this turn. */
interface Harmless {
  readonly name: string;
  readonly change: (thread: Thread, turn: Turn) => ChangedTurn | undefined;
}

/** A change that gives passed runs another command, with the output that fits it. */
function called(
  name: string,
  command: (line: string, cwd: string) => string,
  print = (text: string) => text,
): Harmless {
  return {
    name,
    change: (thread, turn) => {
      const passed = new Set(passedRuns(factsOf(thread, turn)).map(({ step }) => step));
      if (passed.size === 0) return undefined;
      const steps = turn.steps.map((step) => {
        const { command: line } = step.action;
        if (!passed.has(step.number) || line === undefined || !step.result || /\n|<</.test(line)) return step;
        const input = { ...(step.input as object), command: command(line, thread.cwd ?? "/repo") };
        const result = { ...step.result, output: print(step.result.output) };
        return { ...step, input, action: toAction(step.tool, input), result };
      });
      return withSteps(thread, turn, steps);
    },
  };
}

const printed = (name: string, print: (text: string) => string): Harmless => called(name, (line) => line, print);

function passedRuns({ receipts }: Facts): readonly Receipt[] {
  return receipts.filter(({ outcome, ended }) => outcome === "passed" && ended === "done");
}

/** What an inserted step may refer to. */
interface Place {
  /** The last run that passed; `step` is its step. */
  readonly run: Receipt | undefined;
  /** The command with which the tests passed. */
  readonly tests: string | undefined;
  readonly step: Step | undefined;
  /** A code file that the turn changed. */
  readonly file: string | undefined;
}

/** A change that adds steps: at the end of the turn, or right after or before the last run that passed. */
function more(
  name: string,
  where: "end" | "after" | "before",
  made: (place: Place) => readonly Step[] | undefined,
): Harmless {
  return {
    name,
    change: (thread, turn) => {
      const facts = factsOf(thread, turn);
      const run = passedRuns(facts).at(-1);
      const tests = passedRuns(facts).findLast(({ kind }) => kind === "test")?.command;
      const at = turn.steps.findIndex(({ number }) => number === run?.step);
      const file = facts.changes.findLast(({ role, shell }) => role === "code" && !shell)?.path;
      if (where !== "end" && at < 1) return undefined;
      const steps = made({ run, tests, step: turn.steps[at], file });
      const index = where === "end" ? turn.steps.length : where === "after" ? at + 1 : at;
      return steps && withSteps(thread, turn, putIn(turn.steps, index, steps));
    },
  };
}

function worded(name: string, change: (text: string) => string): Harmless {
  return { name, change: (thread, turn) => withLastWords(thread, turn, change) };
}

const FAILED =
  " FAIL  src/quota-window.test.ts > slides\nAssertionError: expected 17 to be 23\n\n Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 91 passed (92)\n";
const RIGHT = "  return total + fee;";
const WRONG = "  return total - fee;";

const eachLine = (text: string, change: (line: string) => string): string => text.split("\n").map(change).join("\n");

const coloured = (text: string): string =>
  text.replaceAll(/\b(?:pass\w*|ok|fail\w*|errors?|\d+)\b/gi, "\u001B[1m\u001B[32m$&\u001B[39m\u001B[22m");

export const HARMLESS: readonly Harmless[] = [
  called("in a folder", (line, cwd) => `cd ${cwd} && ${line}`),
  called("in a folder, in a shell of its own", (line, cwd) => `(cd ${cwd} && ${line})`),
  called("with its errors", (line) => `${line} 2>&1`),
  called(
    "only its end",
    (line) => `${line} 2>&1 | tail -20`,
    (text) => text.trimEnd().split("\n").slice(-20).join("\n"),
  ),
  called("with a log", (line) => `set -o pipefail; ${line} 2>&1 | tee /tmp/check.log`),
  called(
    "with a clock",
    (line) => `time ${line}`,
    (text) => `${text}\n\nreal\t0m4.213s\nuser\t0m6.018s\nsys\t0m0.502s\n`,
  ),
  called("with a limit", (line) => `timeout 300 ${line}`),
  called("with a setting", (line) => `CI=1 ${line}`),
  called(
    "with its code",
    (line) => `${line}; echo "exit: $?"`,
    (text) => `${text}\nexit: 0`,
  ),
  called(
    "with a word after it",
    (line) => `${line} && echo OK`,
    (text) => `${text}\nOK`,
  ),
  called("under a comment", (line) => `# look once more\n${line}`),
  called(
    "with git after it",
    (line) => `${line} && git status --short`,
    (text) => `${text}\n M src/cart.ts`,
  ),
  printed("in colours", coloured),
  printed("with line ends of Windows", (text) => text.replaceAll("\n", "\r\n")),
  printed(
    "after a warning",
    (text) => `npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported\n${text}`,
  ),
  printed(
    "after an error that a test logs",
    (text) => `[error] failed to parse quota: unexpected token\n  at parse (src/quota.ts:12:3)\n${text}`,
  ),
  printed("before a notice", (text) => `${text}\nnpm notice New major version of npm available! 10.8.2 -> 11.0.0\n`),
  more("the same run again", "after", ({ step }) => step && [step]),
  more("a look at git", "end", () => [madeRun("git status --short", " M src/cart.ts\n?? notes.txt\n")]),
  more("a look at the log of git", "end", () => [
    madeRun("git log --oneline -2", "1a2b3c4 Fix failing tests\n2b3c4d5 WIP: 3 tests failing\n"),
  ]),
  more("a search in vain", "end", () => [madeRun("grep -rn quotaWindow src", "", 1)]),
  more("a file that is not there", "end", () => [
    madeRun("ls dist/cart.js", "ls: cannot access 'dist/cart.js': No such file or directory\n", 2),
  ]),
  more("an old log", "end", () => [madeRun("cat /tmp/old-run.log", FAILED)]),
  more("an old log, read", "end", () => [madeStep("Read", { file_path: "/tmp/old-run.log" }, FAILED)]),
  more("a page that is not there", "end", () => [
    madeStep("WebFetch", { url: "https://example.com" }, "Request failed with status code 404", 1),
  ]),
  more("a script aside", "end", () => [
    madeStep(
      "Write",
      { file_path: "/tmp/probe.mjs", content: "console.log(1)\n" },
      "File created successfully at: /tmp/probe.mjs",
    ),
    madeRun("node /tmp/probe.mjs", "1\n"),
    madeRun("rm /tmp/probe.mjs", ""),
  ]),
  more("a change taken back", "end", ({ file }) =>
    file === undefined ? undefined : [madeEdit(file, RIGHT, WRONG), madeEdit(file, WRONG, RIGHT)],
  ),
  more("a bug put in to see the tests fail", "end", ({ file, tests }) =>
    file === undefined || tests === undefined
      ? undefined
      : [madeEdit(file, RIGHT, WRONG), madeRun(tests, FAILED, 1), madeEdit(file, WRONG, RIGHT)],
  ),
  more("the tests on the code as it was", "end", ({ tests }) =>
    tests === undefined
      ? undefined
      : [
          madeRun("git stash", "Saved working directory and index state WIP on main: 1a2b3c4 x\n"),
          madeRun(tests, FAILED, 1),
          madeRun("git stash pop", "Dropped refs/stash@{0} (1a2b3c4)\n"),
        ],
  ),
  more("red before, then mended", "before", ({ file, run, step }) =>
    file === undefined || run?.kind !== "test"
      ? undefined
      : [madeRun(step?.action.command ?? "", FAILED, 1), madeEdit(file, "  return total;\n", "  return total ?? 0;\n")],
  ),
  more("not installed before", "before", ({ step }) => [
    madeRun(step?.action.command ?? "", "sh: 1: vitest: not found\n", 127),
    madeRun("npm ci", "added 412 packages in 9s\n"),
  ]),
  more("a document after it", "after", () => [madeEdit("/repo/README.md", "Sum.", "Sums the cart.")]),
  more("a comment after it", "after", ({ file }) =>
    file === undefined
      ? undefined
      : [madeEdit(file, "  return total;\n", `  ${/\.(?:py|rb|sh)$/.test(file) ? "#" : "//"} why\n  return total;\n`)],
  ),
  more("a formatter after it", "after", ({ file }) =>
    file === undefined ? undefined : [madeRun(`npx prettier --write ${file}`, `${file} 12ms\n`)],
  ),
  more("a commit after it", "after", () => [
    madeRun(
      'git add -A && git commit -m "Sum the cart"',
      "[main 1a2b3c4] Sum the cart\n 1 file changed, 2 insertions(+), 2 deletions(-)\n",
    ),
  ]),
  more("a commit that a hook refuses once", "after", () => [
    madeRun(
      'git commit -am "Sum the cart"',
      "husky - commit-msg script failed (code 1)\n✖ subject may not be empty\n",
      1,
    ),
    madeRun('git commit -am "feat: sum the cart"', "[main 1a2b3c4] feat: sum the cart\n 1 file changed\n"),
  ]),
  worded("a heading above it", (text) => `## Summary\n\n${text}`),
  worded("done, before it", (text) => `Done.\n\n${text}`),
  worded("an offer below it", (text) => `${text}\n\nLet me know if you'd like me to adjust anything.`),
  worded("as a list", (text) => eachLine(text, (line) => (/^[A-Z]/.test(line) ? `- ${line}` : line))),
  worded("with ticks", (text) => eachLine(text, (line) => line.replace(/^[-*] /, "- ✅ "))),
  worded("with line ends of Windows, in words", (text) => text.replaceAll("\n", "\r\n")),
  worded("with round quotes", (text) => text.replaceAll("'", "’").replaceAll(/"([^"\n]*)"/g, "“$1”")),
  worded("in small letters", (text) => text.toLowerCase()),
];
