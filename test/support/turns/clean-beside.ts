import { type Agent, type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, summed, VITEST } from "./cart.ts";

const AGENTS: readonly Agent[] = ["claude", "codex", "gemini", "opencode", "pi", "copilot"];
const each = (closings: readonly string[], story: (agent: Agent, exit: number) => AgentStory): TurnCase[] =>
  closings.map((closing, index) => [closing, story(AGENTS[index % AGENTS.length] ?? "pi", index % 2).end(closing)]);

const REDIS =
  "ok  \tshop/cart\t0.012s\n--- FAIL: TestRedisTTL (0.00s)\n    store_test.go:41: dial tcp 127.0.0.1:6379: connect: connection refused\nFAIL\nFAIL\tshop/store\t0.01s\nFAIL\n";
const POSTGRES =
  " FAIL  src/db/orders.test.ts > orders > loads\nError: connect ECONNREFUSED 127.0.0.1:5432\n\n Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 40 passed (42)\n";
const DOCKER =
  "OrderRepositoryIT > savesOrder() FAILED\n    java.lang.IllegalStateException: Could not find a valid Docker environment\n\n88 tests completed, 2 failed\n\n> Task :api:test FAILED\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 41s\n";
const DATABASE_URL =
  " ✓ Compiled successfully\n   Collecting page data ...\nError: DATABASE_URL is not set\n> Build error occurred\nError: Failed to collect page data for /orders\n";
const COUPONS =
  " FAIL  src/cart.test.ts > cart > applies two coupons\nAssertionError: expected 90 to be 81\n\n Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 41 passed (42)\n";

/** What failed is not what was worked on, and is told by what it lacks, as a part of the tests, or by a word of its complaint. */
const LACKING: readonly TurnCase[] = [
  ...each(
    [
      "Verified: tests pass. Not verified: anything that touches Redis.",
      "Unit tests: ✅\nIntegration tests: ⏭ need Redis",
      "Tests passed: cart. Tests not passed: store.",
    ],
    (agent, exit) =>
      by(agent)
        .ask("Sum the cart.")
        .edit("/repo/cart/sum.go", "return 0", "n := 0\nfor _, i := range items {\n\tn += i.Price\n}\nreturn n")
        .run("go test ./... 2>&1 | tail -20", REDIS, exit),
  ),
  ...each(
    [
      "The cart tests pass; the DB ones I could not get to run.",
      "All tests pass when Postgres is up; here 2 of them can't connect.",
    ],
    (agent, exit) => summed(agent).run("cd /repo && npx vitest run 2>&1 | tail -30", POSTGRES, exit),
  ),
  ...each(
    [
      "All unit tests pass. OrderRepositoryIT can't start a container.",
      "Tests pass – with the caveat that the two ITs need Docker.",
      "I verified the change with the unit tests (all green). Integration tests were not possible: no Docker.",
      "Unit tests are green.\nITs: Docker missing.",
      "The unit part of the suite passes. The container-backed part doesn't start here.",
    ],
    (agent, exit) =>
      by(agent)
        .ask("Apply the discount before tax.")
        .edit(
          "/repo/api/src/main/kotlin/Discount.kt",
          "return total",
          "val net = total - off\nval tax = net * rate\nrequire(tax >= 0)\nreturn net + tax",
        )
        .run("./gradlew :api:test 2>&1 | tail -25", DOCKER, exit),
  ),
  ...each(["clippy is clean for `order`; `legacy` trips `too_many_arguments`."], (agent) =>
    by(agent)
      .ask("Check the sum for overflow.")
      .edit(
        "/repo/crates/order/src/lib.rs",
        "a + b",
        "match a.checked_add(b) {\n    Some(sum) => sum,\n    None => 0,\n}",
      )
      .run(
        "cargo clippy --workspace -- -D warnings",
        "error: this function has too many arguments (9/7)\n  --> crates/legacy/src/lib.rs:40:1\n\nerror: could not compile `legacy` (lib) due to 1 previous error\n",
        101,
      ),
  ),
  ...each(["The build compiled cleanly up to the point where it needs `DATABASE_URL`."], (agent) =>
    summed(agent).run("npm run build 2>&1 | tail -12", DATABASE_URL, 1),
  ),
];

/** What failed is a part of the work: the claim is about another part, or the value it gets is told. */
const IN_PART: readonly TurnCase[] = each(
  [
    "Coupon tests pass for the single case. The double case: 90 instead of 81.",
    "- one coupon: tests pass\n- expired coupon: tests pass\n- two coupons: 90, not 81",
    "| case | result |\n|---|---|\n| one coupon | tests pass |\n| two coupons | 90, want 81 |",
    "Tests pass for single and expired coupons; for stacked ones I get 90.",
  ],
  (agent, exit) =>
    by(agent)
      .ask("Support coupons in the cart, also two at once.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run 2>&1 | tail -12", COUPONS, exit),
);

/** Nothing ran, and nothing is said to have. */
const NOT_RUN: readonly TurnCase[] = each(
  [
    "Summed. To verify: `npm test` – expect 42 passed.",
    "Summed. I read the tests: they'd all pass with this change.",
    "Summed. What you should see:\n- all tests pass\n- the cart shows 6",
    "Summed. To test:\n1. `npm test` – all tests pass\n2. open /cart",
    "Summed. Steps to verify:\n1. npm test passes\n2. /cart shows 6",
    "The bot is wired. It merges under two conditions: all tests pass and two approvals.",
    "The template has a checklist: tests pass, docs updated, an entry in the changelog.",
    "All tests pass: unknown, as nothing could be started.",
    "Summed. My guess is that all tests pass now.",
    "Summed. I hope all tests pass now.",
  ],
  (agent) => summed(agent).run("git diff --stat", " src/cart.ts | 6 +++++-\n"),
);

/** More was changed after the run, and the claim is about what stood before. */
const BEFORE_THE_LAST_EDIT: readonly TurnCase[] = each(
  [
    "All 8 tests passed before I added the rounding; that part isn't covered yet.",
    "The sum is tested (8 pass). The rounding is not.",
    "Tests passed (8) – as of before the last edit.",
    "I last ran the tests before the rounding: 8 passed.",
    "8 passed at the last run; the rounding was written after it.",
    "Tests passed with the sum. Please rerun for the rounding.",
  ],
  (agent) =>
    summed(agent, "Sum the cart, then round it.")
      .run("npx vitest run", VITEST)
      .edit(
        "/repo/src/cart.ts",
        "return sum;",
        "const cents = sum * 100;\nconst whole = Math.round(cents);\nlog(whole);\nreturn whole / 100;",
      ),
);

/** A step of the plan was given up, in a word or two. */
const GIVEN_UP: readonly TurnCase[] = each(
  ["Summed, 8 tests pass. I dropped the guide.", "Summed, 8 tests pass. Docs for upgrading: not written."],
  (agent) =>
    summed(agent)
      .run("npx vitest run", VITEST)
      .plan(["Sum", "completed"], ["Run tests", "completed"], ["Write migration guide", "pending"]),
);

export const CLEAN_BESIDE: readonly TurnCase[] = [
  ...LACKING,
  ...IN_PART,
  ...NOT_RUN,
  ...BEFORE_THE_LAST_EDIT,
  ...GIVEN_UP,
];
