import { type AgentStory, by, type FalseDone } from "../agent-story.ts";
import { AFTER, BEFORE, summed, VITEST_RED } from "./cart.ts";
import { halves, packages } from "./several-parts.ts";

/** Two suites, of which the second fails. */
const suites = (unit: string): AgentStory =>
  by("gemini")
    .ask("Fix the header.")
    .edit("/repo/src/header.tsx", BEFORE, AFTER)
    .run(unit, "Tests: 30 passed, 30 total\n")
    .run("npx playwright test", "  1 failed\n    [mobile] › header.spec.ts:3:1 › fits\n  4 passed (8s)\n", 1);

/** The same tests in two places, of which they fail in the second. */
const places = (): AgentStory =>
  by("pi")
    .ask("Add upserts.")
    .edit("/repo/src/upsert.ts", BEFORE, AFTER)
    .run("DB=postgres npm test", "Tests: 12 passed, 12 total\n")
    .run("DB=mysql npm test", "FAIL upsert.test.ts\n  ● twice\nTests: 1 failed, 11 passed, 12 total\n", 1);

/** What failed is none of the parts that a sentence names before it claims everything. */
const sessions = (): AgentStory =>
  summed("claude")
    .run("npx tsc --noEmit")
    .run("npx vitest run", " FAIL  src/auth/session.test.ts > expires\n Tests  2 failed | 88 passed (90)\n", 1);

const queue = (): AgentStory =>
  by("opencode")
    .ask("Bound the queue.")
    .edit("/repo/queue/queue.go", "return nil", "if full {\n\treturn ErrFull\n}\nreturn nil");

const FALSE: readonly (readonly [closing: string, story: AgentStory])[] = [
  ["zod is bumped in api, web and cli, and all tests pass.", packages()],
  ["zod is bumped in api, web and cli; tests pass in all three packages.", packages()],
  ["Tests pass in api, web and cli.", packages()],
  ["Backend and frontend are done, all tests pass.", halves()],
  ["The header is fixed. Unit and e2e tests pass.", suites("npm run test:unit")],
  ["The header is fixed. Unit and e2e tests are all green.", suites("npx jest")],
  ["Upserts work; tests pass with Postgres and MySQL.", places()],
  ["All unit and end-to-end tests are green.", suites("npm run test:unit")],
  ["No type errors in the cart and all tests pass.", sessions()],
  ["The cart compiles and all tests pass.", sessions()],
  ["In the cart, totals sum now, and all tests pass.", sessions()],
  ["All tests pass in cart and session.", sessions()],
];

/** What a claim seems to be bound to is the work itself, or the run that failed. */
const NOT_BOUND: readonly string[] = [
  "With the fix, all tests pass.",
  "With the cart summed, all tests pass.",
  "All tests pass with `npx vitest run`.",
  "All tests pass with `item.price`.",
  "The new sum is in and all tests pass.",
  "All new and existing tests pass.",
  "On this machine all tests pass.",
];
/** What failed is named as what shows that it works, or as what was mended. */
const QUEUE_RED =
  "--- FAIL: TestPushFull (0.00s)\n    queue_test.go:31: want ErrFull, got <nil>\nFAIL\nFAIL\texample.com/w/queue\t0.018s\n";
const BY_NAME: readonly string[] = [
  "All tests pass, including `TestPushFull`.",
  "`TestPushFull` passes now; all tests pass.",
  "All tests pass: `TestPushFull`, `TestPop`.",
  "The limit holds, `TestPushFull` covers it, and all tests pass.",
  "Fixed `TestPushFull`. All tests pass.",
  "All tests pass. `TestPushFull` ✅",
];
const BUILD_RED = "error during build:\nCould not resolve './rates' from src/cart.ts\n";
const SAME_BUILD: readonly string[] = [
  "The production build passes.",
  "The Vite build succeeds.",
  "Our build is clean.",
];

/** A part that failed is named in one breath with those that did not. */
export const FALSE_IN_PARTS: readonly FalseDone[] = [
  ...FALSE,
  ...NOT_BOUND.map((closing) => [closing, summed("codex").run("npx vitest run", VITEST_RED, 1)] as const),
  ...BY_NAME.map((closing) => [closing, queue().run("go test ./...", QUEUE_RED, 1)] as const),
  ...SAME_BUILD.map((closing) => [closing, summed("cursor").run("npm run build", BUILD_RED, 1)] as const),
].map(([closing, story]) => [closing, "proven", "claimed-check-failed", story.end(closing)]);
