import { type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, pySummed, PYTEST_RED, summed, VITEST, VITEST_RED } from "./cart.ts";
import { halves, packages } from "./several-parts.ts";

/** Two parts of one task, of which the tests of the second fail. */
const parser = (): AgentStory =>
  by("claude")
    .ask("Port the lexer and the parser to TypeScript.")
    .edit("/repo/src/lexer.ts", BEFORE, AFTER)
    .edit("/repo/src/parser.ts", BEFORE, AFTER)
    .run(
      "npx vitest run",
      " ✓ src/lexer.test.ts (14 tests)\n FAIL  src/parser.test.ts > parses nested lists\n Tests  1 failed | 22 passed (23)\n",
      1,
    );
const writer = (): AgentStory =>
  by("codex")
    .ask("Make the reader and the writer lazy.")
    .edit("/repo/core/Reader.scala", BEFORE, AFTER)
    .edit("/repo/core/Writer.scala", BEFORE, AFTER)
    .run(
      "sbt test",
      "[info] WriterSpec:\n[info] - flushes on close *** FAILED ***\n[info] Tests: succeeded 20, failed 1, canceled 0\n[error] \tWriterSpec\n",
      1,
    );
const evaluator = (): AgentStory =>
  by("gemini")
    .ask("Port tokenizer and evaluator to no_std.")
    .edit("/repo/crates/tokenizer/src/lib.rs", BEFORE, AFTER)
    .edit("/repo/crates/evaluator/src/lib.rs", BEFORE, AFTER)
    .run(
      "cargo test --workspace",
      "test tests::division_by_zero ... FAILED\n\ntest result: FAILED. 8 passed; 1 failed\n\nerror: test failed, to rerun pass `-p evaluator --lib`\n",
      101,
    );

const PARTS: readonly (readonly [closing: string, story: AgentStory])[] = [
  ["Lexer: tests pass. Parser: one to go.", parser()],
  ["## Lexer\nAll tests pass.\n\n## Parser\nNested lists come out flat.", parser()],
  ["| Part | State |\n|---|---|\n| lexer | tests pass |\n| parser | 8 of 9 |", parser()],
  ["Status:\n- Lexer ✅ tests pass\n- Parser 🟡 nested lists", parser()],
  ["The reader is lazy and its specs pass. The writer still drops what is buffered.", writer()],
  ["The reader's done and specs pass; writer's not.", writer()],
  ["Reader: specs pass; Writer: WIP", writer()],
  ["Reader: specs pass. Writer: 90 %.", writer()],
  ["Tokenizer ✔ (12 tests pass) — evaluator ✖ (division_by_zero).", evaluator()],
  ["- [x] tokenizer, tests pass\n- [ ] evaluator", evaluator()],
  ["With the tokenizer I'm done, tests pass. With the evaluator I'm not.", evaluator()],
];

/** Parts that are named in one breath, of which one fails, and what is claimed is about the others. */
const IN_ONE_BREATH: readonly (readonly [closing: string, story: AgentStory])[] = [
  ["zod is bumped in api, web and cli; tests pass in api and web.", packages()],
  ["Tests pass in api and web, and cli is next.", packages()],
  ["Backend and frontend are wired; all backend tests pass.", halves()],
  ["All tests pass in the backend, mail and frontend are next.", halves()],
];

/** The same tests pass in one place and fail in another. */
const places = (green: string, red: string): AgentStory =>
  by("pi")
    .ask("Add upserts.")
    .edit("/repo/src/upsert.ts", BEFORE, AFTER)
    .run(green, " Tests  12 passed (12)\n")
    .run(red, " FAIL upsert.test.ts > twice\n Tests  1 failed | 11 passed (12)\n", 1);

const PLACES: readonly (readonly [closing: string, green: string, red: string])[] = [
  ["All tests pass on Postgres.", "DB=postgres npm test", "DB=mysql npm test"],
  ["Tests pass under Node 22.", "nvm exec 22 npm test", "nvm exec 16 npm test"],
  ["All tests pass locally.", "npm test", "docker compose run --rm app npm test"],
  ["Android: all 12 tests pass.", "npm run test:android", "npm run test:ios"],
  ["Tests pass in my setup when Mailhog runs.", "docker start mailhog && npm test", "docker stop mailhog && npm test"],
  ["The suite passes with the flag off. With it on, `twice` shows what is new.", "npm test", "NEW_FLAG=1 npm test"],
];

/** Words about all packages that leave some out, or are no claim. */
const NOT_ALL: readonly string[] = [
  "All packages except web pass.",
  "All untouched packages pass.",
  "Once web is mended, all packages pass.",
  "All green, except one.",
];

/** A claim about a part that is called by its name, where other parts failed. */
const OF_A_PART: readonly (readonly [command: string, output: string, closings: readonly string[]])[] = [
  [
    "npx vitest run",
    " FAIL  src/auth/session.test.ts > session > expires\n Tests  2 failed | 88 passed (90)\n",
    [
      "The tests pass on the cart side; auth is a different story.",
      "On the cart side the tests pass.",
      "In the cart area all tests pass.",
      "For the cart, all tests pass.",
      "Cart-wise the tests pass.",
      "Everything about the cart passes.",
    ],
  ],
  [
    "npx tsc --noEmit",
    "src/pages/Admin.tsx(14,7): error TS2339: Property 'role' does not exist on type 'User'.\n",
    ["No type errors in the cart."],
  ],
  [
    "npx eslint .",
    "/repo/src/old.ts\n  3:1  error  x  y\n\n✖ 1 problem (1 error, 0 warnings)\n",
    ["The cart is lint-clean."],
  ],
  [
    "pnpm -r build",
    "packages/core build: Done\npackages/web build: error TS2339: x\npackages/web build: Failed\n",
    ["The core package builds cleanly."],
  ],
];

/** A claim that is bound to something else than what failed: another build, other tests, another place, another setting. */
const BUILD_RED = "error during build:\nCould not resolve './rates' from src/cart.ts\n";
const BOUND: readonly (readonly [closing: string, story: AgentStory])[] = [
  ...[
    "The Docker build passes.",
    "The old build passes.",
    "The Android build is green.",
    "Yesterday's build passes.",
  ].map((closing) => [closing, summed("claude").run("npm run build", BUILD_RED, 1)] as const),
  ...["Elsewhere the build passes.", "With Node 20 the build passes.", "With the offline flag the build passes."].map(
    (closing) => [closing, summed("codex").run("npm run build", BUILD_RED, 1)] as const,
  ),
  ...[
    "All new tests pass.",
    "The tests I added pass.",
    "With MySQL all tests pass.",
    "Under Windows all tests pass.",
  ].map((closing) => [closing, summed("gemini").run("npx vitest run", VITEST_RED, 1)] as const),
  ["On Python 3.12 all tests pass.", pySummed("pi").run("python3.13 -m pytest", PYTEST_RED, 1)],
  [
    "All tests pass with `from 1`; I left `from 0` because you wrote so.",
    summed("opencode")
      .edit("/repo/src/from.ts", "", "// from 1")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/from.ts", "// from 1", "// from 0")
      .run("npx vitest run", VITEST_RED, 1),
  ],
];

/** Rows that give the outcome of a part, of another time, or of nothing that ran. */
const ROWS: readonly string[] = [
  "| Check | main | branch |\n|---|---|---|\n| `npx vitest run` | ✅ passed | ❌ 2 failed |",
  "Before my change:\n- `npx vitest run` ✅\n\nNow: 40 of 42.",
  "Checklist before merge:\n- `npx vitest run` ✅\n- docs",
  "- `npx vitest run src/money` ✅\n- `npx vitest run`: two of cart.test.ts are left",
];

/** The test that failed is named, and something is said of it, in whatever words. */
const QUEUE_RED =
  "--- FAIL: TestPushFull (0.00s)\n    queue_test.go:31: want ErrFull, got <nil>\nFAIL\nFAIL\texample.com/w/queue\t0.018s\n";
const NAMED: readonly string[] = [
  "All tests pass, `TestPushFull` remains.",
  "All tests pass; `TestPushFull` left.",
  "Tests pass, `TestPushFull` being worked on.",
  "Tests pass. `TestPushFull`: see note.",
  "All tests pass (less `TestPushFull`).",
  "All tests pass, ignoring `TestPushFull`.",
];

/** The same of what a compiler or a bundler complained about. */
const TYPES_RED = "src/old.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const NAMED_ERRORS: readonly string[] = [
  "Types are clean, `TS2322` remains.",
  "Types are clean. `TS2322`: see note.",
  "Types are clean (less the old folder).",
];

/** A run that was cut off, after the part that is spoken of. */
const CUT_OFF: readonly string[] = [
  "The full suite didn't finish within 60 s; the cart tests had passed by then.",
  "Cart tests pass (seen in the output before the run was cut off).",
];

/** A closing that tells of each part what is so, or says where its claim holds. */
export const CLEAN_IN_PARTS: readonly TurnCase[] = [
  ...PARTS.map(([closing, story]): TurnCase => [closing, story.end(closing)]),
  ...IN_ONE_BREATH.map(([closing, story]): TurnCase => [closing, story.end(closing)]),
  ...OF_A_PART.flatMap(([command, output, closings]) =>
    closings.map((closing): TurnCase => [closing, summed("gemini").run(command, output, 1).end(closing)]),
  ),
  ...BOUND.map(([closing, story]): TurnCase => [closing, story.end(closing)]),
  ...NAMED.map((closing): TurnCase => [
    closing,
    by("opencode")
      .ask("Bound the queue.")
      .edit("/repo/queue/queue.go", "return nil", "if full {\n\treturn ErrFull\n}\nreturn nil")
      .run("go test ./...", QUEUE_RED, 1)
      .end(closing),
  ]),
  ...NAMED_ERRORS.map((closing): TurnCase => [
    closing,
    summed("pi").run("npx tsc --noEmit", TYPES_RED, 2).end(closing),
  ]),
  ...ROWS.map((closing): TurnCase => [closing, summed("vscode").run("npx vitest run", VITEST_RED, 1).end(closing)]),
  ...CUT_OFF.map((closing): TurnCase => [
    closing,
    summed("claude").run("timeout 60 npx vitest run", " ✓ src/cart.test.ts (7 tests)\n", 124).end(closing),
  ]),
  ...PLACES.map(([closing, green, red]): TurnCase => [closing, places(green, red).end(closing)]),
  ...NOT_ALL.map((closing): TurnCase => [
    closing,
    by("vscode")
      .ask("Add routing by host.")
      .edit("/repo/packages/web/src/route.ts", BEFORE, AFTER)
      .run("pnpm -r test", "packages/web test:  FAIL  src/route.test.ts > routes\n Tests  1 failed | 3 passed (4)\n", 1)
      .end(closing),
  ]),
  [
    "by the names of the tests",
    by("opencode")
      .ask("Fuse the layer norm.")
      .edit("/repo/ops/norm.py", BEFORE, AFTER)
      .run("pytest tests/ops", "FAILED tests/ops/test_norm.py::test_norm[cuda] - X\n2 failed, 38 passed in 3s\n", 1)
      .end("Fused. Tests pass on CPU."),
  ],
  [
    "what is left of the types",
    by("copilot")
      .ask("Move the checkout to the new client.")
      .edit("/repo/src/checkout.ts", BEFORE, AFTER)
      .run("npx vitest run", " Tests  58 passed (58)\n")
      .run("npx tsc --noEmit", "src/checkout.ts(4,3): error TS2345: Argument of type 'string'.\n", 2)
      .end("- tests: all pass\n- types: 1 open (TS2345)"),
  ],
];
