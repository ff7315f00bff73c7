import { type AgentStory, by } from "../agent-story.ts";
import { AFTER, BEFORE } from "./cart.ts";

/** Three packages, of which the tests of the last fail. */
export const packages = (): AgentStory =>
  by("claude")
    .ask("Bump zod in api, web and cli.")
    .edit("/repo/api/package.json", '"zod": "3.22"', '"zod": "3.23"')
    .run("npm test -w api", "Tests: 12 passed, 12 total\n")
    .run("npm test -w web", "Tests: 9 passed, 9 total\n")
    .run("npm test -w cli", "FAIL cli/a.test.ts\n  ● prints the error\nTests: 1 failed, 3 passed, 4 total\n", 1);

/** Two halves, each with tests of its own, of which those of the second fail. */
export const halves = (): AgentStory =>
  by("codex")
    .ask("Write the backend and the frontend of the coupon.")
    .edit("backend/coupon.py", "pass", "return code in CODES")
    .edit("frontend/coupon.tsx", BEFORE, AFTER)
    .run("cd backend && pytest", "5 passed in 0.1s\n")
    .run("cd frontend && npx vitest run", " FAIL coupon.test.tsx > shows\n Tests  1 failed | 3 passed (4)\n", 1);
