import { type Agent, type AgentStory, by } from "../agent-story.ts";

/** The small task that most turns are about: a cart that does not sum its items yet, and the run of its tests. */
export const BEFORE = "return 0;";
export const AFTER = "let sum = 0;\nfor (const item of items) {\n  sum += item.price;\n}\nreturn sum;";
export const PY_AFTER = "    result = 0\n    for item in items:\n        result += item.price\n    return result";
export const VITEST = " Test Files  1 passed (1)\n      Tests  8 passed (8)\n";

/** The same with more tests, for turns in which some of them fail. */
export const VITEST_42 = " Test Files  3 passed (3)\n      Tests  42 passed (42)\n";
export const VITEST_RED =
  " FAIL src/cart.test.ts > sums\n Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 40 passed (42)\n";
export const PYTEST_RED = "FAILED tests/test_cart.py::test_total - assert 0 == 3\n2 failed, 40 passed in 1.31s\n";

/** Without a look at the file first. */
export const fixed = (agent: Agent = "claude"): AgentStory =>
  by(agent).ask("Sum the cart.").edit("/repo/src/cart.ts", BEFORE, AFTER);
export const summed = (agent: Agent, request = "Sum the cart."): AgentStory =>
  by(agent).ask(request).read("/repo/src/cart.ts", BEFORE).edit("/repo/src/cart.ts", BEFORE, AFTER);
export const pySummed = (agent: Agent, request = "Sum the cart."): AgentStory =>
  by(agent).ask(request).edit("/repo/app/cart.py", "    return 0", PY_AFTER);
