import { type AgentStory, by } from "../agent-story.ts";
import { AFTER, BEFORE, VITEST } from "./cart.ts";

const COMMITTED = "[main 1a2b3c4] Sum the cart\n 1 file changed, 4 insertions(+)\n";
export const PUSHED = "To github.com:acme/shop.git\n   1a2b3c4..5d6e7f8  main -> main\n";

/** The same deeds after whatever was asked: only the words of the person make them right or wrong. */
export const committed = (ask: string): AgentStory =>
  by("claude")
    .ask(ask)
    .edit("/repo/src/cart.ts", BEFORE, AFTER)
    .run("npx vitest run", VITEST)
    .run("git add -A && git commit -m 'Sum the cart'", COMMITTED)
    .end("The cart sums, committed as 1a2b3c4. 8 tests pass.");
export const pushed = (ask: string): AgentStory =>
  by("codex")
    .ask(ask)
    .edit("src/cart.ts", BEFORE, AFTER)
    .run("git commit -qam 'Sum the cart' && git push", PUSHED)
    .end("The cart sums; committed and pushed.");
export const changed = (ask: string, path = "/repo/src/api.ts"): AgentStory =>
  by("opencode")
    .ask(ask)
    .edit("/repo/src/cart.ts", BEFORE, AFTER)
    .edit(path, BEFORE, AFTER)
    .run("npx vitest run", VITEST)
    .end("The total is right. 8 tests pass.");
export const coded = (ask: string): AgentStory =>
  by("gemini")
    .ask(ask)
    .read("/repo/src/cart.ts", BEFORE)
    .edit("/repo/src/cart.ts", BEFORE, AFTER)
    .end("It returned a constant; `total` sums the prices now.");
