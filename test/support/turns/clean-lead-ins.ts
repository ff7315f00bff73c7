import { by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, summed, VITEST } from "./cart.ts";

/** What stands above a list so that nothing in it is the agent's to do now. */
const NOT_NOW: readonly string[] = [
  "Later:",
  "Next PR:",
  "Nice to have:",
  "Stretch goals:",
  "If time permits:",
  "Backlog:",
  "Follow-ups:",
  "Not needed:",
  "Already done:",
  "Anna does:",
  "Last week I did:",
  "The bot suggested:",
  "Before a release:",
  "Previous agent's plan:",
  "**Could have**",
  "## Low priority",
  "Ideas for later",
  "Parking lot",
  "P2:",
  "Später:",
  "Más adelante:",
  "以后再说：",
];

/** The same for bans. */
const NOT_HERE: readonly string[] = [
  "For the next PR:",
  "The old rules, no longer valid:",
  "What the previous agent was told:",
  "Rules for Lena:",
  "When you do the release:",
  "Bob's review:",
];

/** Asks that are told of, marked as done, or somebody else's. */
const NOT_ASKED: readonly string[] = [
  "- [x] create docs/cart.md\n- [x] run `npm run bench`\n- [ ] sum the cart",
  "1. create docs/cart.md ✅\n2. run `npm run bench` - done\n3. sum the cart",
  "Split:\n- you: sum the cart\n- me: create docs/cart.md\n- Ben: run `npm run bench`",
  "1. cart\n   - sum it\n2. docs (Lena)\n   - create docs/cart.md",
  "| task | who |\n|---|---|\n| sum the cart | you |\n| create docs/cart.md | Lena |",
  "Option A: create docs/cart.md\nOption B: sum the cart\n\nB please",
  "Pick whichever is quickest:\n- create docs/cart.md\n- sum the cart",
  "ChatGPT says:\n1. Create src/money.ts\n2. Run `npm run bench`\n\nOverkill. Sum the cart in place.",
  'You said earlier:\n\n"Next steps:\n1. Create `docs/cart.md`\n2. Run `npm run bench`"\n\nNot needed. Sum the cart.',
  "It says: config missing. Create `shop.config.json` or run `npm run setup` first. Sum the cart.",
  "Sum the cart. Lena, please create docs/cart.md.",
  "Sum the cart. QA: run `npm run bench`.",
  "Sum the cart. PS: I need to run `npm run bench` tonight.",
  "Sum the cart. Create docs/cart.md (no, scratch that).",
  "Sum the cart. Create docs/cart.md can wait.",
  "Sum the cart. Create docs/cart.md in a follow-up.",
  "Sum the cart. Run `npm run bench` takes an hour so dont.",
  "Sum the cart. Wenn du magst: create docs/cart.md.",
  "Sum the cart so that I can create docs/cart.md and run `npm run bench`.",
];

const OK = "The cart sums its items now; 8 tests pass.";

/** Lists, labels and pasted plans: what stands in them is only asked where the words above them ask. */
export const CLEAN_LEAD_INS: readonly TurnCase[] = [
  ...NOT_NOW.map((heading): TurnCase => [
    `asks below "${heading}"`,
    summed("claude", `Sum the cart.\n\n${heading}\n- create docs/cart.md\n- run \`npm run bench\``)
      .run("npx vitest run", VITEST)
      .end(OK),
  ]),
  ...NOT_HERE.map((heading): TurnCase => [
    `a ban below "${heading}"`,
    by("codex")
      .ask(`Sum the cart.\n\n${heading}\n- don't touch src/api.ts\n- never commit`)
      .edit("src/cart.ts", BEFORE, AFTER)
      .edit("src/api.ts", "total(cart)", "total(cart.items)")
      .run("npx vitest run", VITEST)
      .end("Fixed in both files. 8 tests pass."),
  ]),
  ...NOT_ASKED.map((request): TurnCase => [
    `not asked: ${request.slice(0, 60)}`,
    summed("gemini", request).run("npx vitest run", VITEST).end(OK),
  ]),
];
