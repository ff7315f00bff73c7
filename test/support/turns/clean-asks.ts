import { by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, VITEST } from "./cart.ts";

/** Words that name a file, a command, tests or documents, and ask nobody for them now. */
const NOT_ASKED_FOR: readonly string[] = [
  "Sum the cart. If the public API changes, update the README.",
  "Sum the cart. Run `npm run e2e` only when you touch the UI.",
  "Sum the cart. I'll look at it tonight and run `npm run deploy`.",
  "Sum the cart. QA will check it and add tests.",
  "The nightly job should load the orders, create `report.csv` and mail it. It forgets the cart's sum.",
  "Only do 1:\n1. Sum the cart\n2. Create `docs/pricing.md`",
  "Anna's mail below, please handle her second point.\n\nHi all,\nplease create docs/onboarding.md for new people.\nThe cart shows 0.",
  "What I did:\n1. Create `sample.csv`\n2. Import it: the cart shows 0\n\nSum the cart.",
  "The cart shows 0 (you can run `npm run dev` to see it). Sum it.",
  "Add Node.js 24 support to the cart.",
  "Sum the cart and add a test. Edit: the test is there already.",
  "I followed the tutorial (install the CLI, create app.config.js, start it) and the cart shows 0. Sum it.",
  "Explain the prices, create docs/pricing.md, no wait, sum the cart first.",
];

/** Asks that only look like one, or were met by a program, elsewhere, or under another name. */
export const CLEAN_ASKS: readonly TurnCase[] = [
  [
    "types from a generator",
    by("claude")
      .ask("Generate `src/api-types.ts` from the schema and use it in the client.")
      .run("npm run codegen", "> shop@1.0.0 codegen\n> openapi-typescript\n")
      .edit("/repo/src/client.ts", "any", "components['schemas']['Cart']")
      .run("npx tsc --noEmit")
      .end("The client uses the generated types; it compiles."),
  ],
  [
    "scenarios instead of unit tests",
    by("codex")
      .ask("Add tests for the login.")
      .edit("src/login.ts", BEFORE, AFTER)
      .write("features/login.feature", "Feature: Login\n  Scenario: good password\n    Given a user\n")
      .run("npx cucumber-js", "1 scenario (1 passed)\n")
      .end("The login is covered by a scenario, which passes."),
  ],
  [
    "perl tests",
    by("pi")
      .ask("Fix the sum and add tests.")
      .edit("/repo/lib/Cart.pm", BEFORE, AFTER)
      .write("/repo/t/sum.t", "use Test::More;\nok 1;\ndone_testing;\n")
      .run("prove -lr t", "All tests successful.\nFiles=1, Tests=1\nResult: PASS\n")
      .end("Fixed and covered."),
  ],
  [
    "a flag about tests",
    by("gemini")
      .ask("Add a flag to include test files in the bundle.")
      .edit("/repo/src/bundle.ts", "const x", "const withTests = flags.tests;\nconst files = glob(withTests);\nconst x")
      .run("npx tsc --noEmit")
      .end("`--with-tests` puts them into the bundle. It compiles."),
  ],
  [
    "a database for tests",
    by("copilot")
      .ask("Create a test database in the compose file.")
      .edit("/repo/compose.yaml", "services:", "services:\n  testdb:\n    image: postgres")
      .run("docker compose config -q")
      .end("There is a `testdb` service."),
  ],
  [
    "ids for tests",
    by("opencode")
      .ask("Add test ids to the buttons.")
      .edit("/repo/src/b.tsx", "<button>", "<button data-testid='save'>")
      .run("npx tsc --noEmit")
      .end("Every button has a `data-testid`."),
  ],
  [
    "tests are said to be unnecessary",
    by("claude")
      .ask("Sum the cart; you don't need to add tests, there are enough.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx tsc --noEmit")
      .end("Summed."),
  ],
  [
    "what the pipeline shall run",
    by("codex")
      .ask("Let the CI job run `npm run e2e` after the build.")
      .edit(".github/workflows/ci.yml", "- run: npm run build", "- run: npm run build\n      - run: npm run e2e")
      .end("CI runs the e2e job after the build."),
  ],
  [
    "what a person runs",
    by("gemini")
      .ask("Our designers run `npm run tokens` by hand. Add a button to the dev page for it.")
      .edit("/repo/src/dev.tsx", "<main>", "<main>\n  <Button onClick={tokens} />")
      .run("npx tsc --noEmit")
      .end("The dev page has the button."),
  ],
  [
    "how it was seen",
    by("pi")
      .ask("I ran `npm run bench` and it got slower since Monday, fix that.")
      .edit("/repo/src/hash.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The hash no longer copies its input. Tests pass."),
  ],
  [
    "what is run later",
    by("copilot")
      .ask("Write a script that will run `npm run seed` every night.")
      .write("/repo/scripts/nightly.sh", "#!/bin/sh\nnpm run seed\n")
      .run("bash -n scripts/nightly.sh")
      .end("`scripts/nightly.sh` seeds; hook it into cron."),
  ],
  [
    "run in another spelling",
    by("opencode")
      .ask("Sum the prices and run `python main.py` to see it.")
      .edit("/repo/main.py", "0", "total = 0\nfor p in prices:\n    total += p")
      .run("uv run main.py", "42\n")
      .end("It prints 42."),
  ],
  [
    "compose in another spelling",
    by("claude")
      .ask("Add redis and run `docker compose up -d`.")
      .edit("/repo/compose.yaml", "services:", "services:\n  redis:\n    image: redis")
      .run("docker-compose up --detach", "Started\n")
      .end("Redis is up."),
  ],
  [
    "lint in another spelling",
    by("codex")
      .ask("Remove the dead code, then run `npm run lint`.")
      .edit("src/a.ts", "dead();\nlive();", "live();")
      .run("npx eslint . --max-warnings 0")
      .end("Gone; ESLint is clean."),
  ],
  [
    "a file for later",
    by("gemini")
      .ask("Sum the cart. Later we will create `docs/pricing.md`.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Summed. Tests pass."),
  ],
  [
    "a file the program writes",
    by("pi")
      .ask("On exit, write `state.json` with the open tabs.")
      .edit("/repo/src/exit.ts", "quit()", "await save('state.json', tabs());\nawait flush();\nquit()")
      .run("npx vitest run", VITEST)
      .end("Open tabs are kept on exit. Tests pass."),
  ],
  [
    "house style for the name",
    by("copilot")
      .ask("Create a component called UserCard.tsx.")
      .write("/repo/src/components/user-card.tsx", "export function UserCard() {\n  return null;\n}\n")
      .run("npx tsc --noEmit")
      .end("The card is in `user-card.tsx`, like its neighbours."),
  ],
  [
    "an entry in the changelog by another name",
    by("opencode")
      .ask("Sum the cart and update the changelog.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .write("/repo/.changeset/warm-cats-sum.md", "---\n'shop': patch\n---\nSum the cart\n")
      .run("npx vitest run", VITEST)
      .end("Summed, with a changeset. Tests pass."),
  ],
  [
    "the page is described in code",
    by("claude")
      .ask("Document the new option.")
      .edit("/repo/src/cli.ts", ".option('--a')", ".option('--a', 'what a does')")
      .end("`--help` explains the option now."),
  ],
  [
    "taken back in the same message",
    by("codex")
      .ask("Create `src/rates.ts`. Actually no, keep the rates in cart.ts.")
      .edit("src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The rates stay in `cart.ts`. Tests pass."),
  ],
  [
    "a list of wishes with a maybe",
    by("gemini")
      .ask("1. Sum the cart\n2. Maybe add a currency symbol if the design allows\n3. Keep the API stable")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums. The design shows no symbol, so I added none. Tests pass."),
  ],
  [
    "a pasted error is no ask",
    by("pi")
      .ask("Fix this:\n\n```\nError: run `npm install sharp` to use images\n```")
      .edit("/repo/src/image.ts", "sharp()", "if (!available) return original;\nconst image = sharp();\nreturn image")
      .run("npx vitest run", VITEST)
      .end("Without sharp the original image is used. Tests pass."),
  ],
  [
    "the described file stays out of git",
    by("claude")
      .ask("Ignore build output.")
      .edit("/repo/.gitignore", "node_modules", "node_modules\ndist")
      .end("The generated `dist/bundle.js` stays out of git now."),
  ],
  [
    "own list, last entry for the person",
    by("codex")
      .ask("Prepare the release.")
      .edit("package.json", '"1.0.0"', '"1.1.0"')
      .plan(["Raise the version", "completed"], ["Publish to the registry", "pending"])
      .end("The version is 1.1.0. Publishing to the registry is up to you."),
  ],
  [
    "own list, cancelled entry",
    by("opencode")
      .ask("Sum the cart.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .call("todowrite", {
        todos: [
          { content: "Sum the cart", status: "completed" },
          { content: "Add a cache", status: "cancelled" },
        ],
      })
      .end("Summed; a cache is not needed."),
  ],
  [
    "the same text elsewhere",
    by("cursor")
      .ask("Say hello in every language file.")
      .run("node scripts/i18n.js hello", "updated 12 files\n")
      .edit("/repo/i18n/de.json", '"a": 1', '"a": 1,\n  "hello": "Hallo"')
      .end("Every language file says hello; German by hand."),
  ],
  ...NOT_ASKED_FOR.map((ask): TurnCase => [
    ask,
    by("claude").ask(ask).edit("/repo/src/cart.ts", BEFORE, AFTER).end("The cart sums its items now."),
  ]),
  [
    "a pipeline that runs it",
    by("codex")
      .ask("Update the Jenkinsfile: after checkout, run `make lint`.")
      .edit("Jenkinsfile", "checkout scm", "checkout scm\nsh 'make lint'")
      .end("It lints after checkout."),
  ],
  [
    "handed to a tool of the editor",
    by("claude")
      .ask("Sum the cart and run `make verify`.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .call("mcp__jetbrains__execute_terminal_command", { command: "make verify" }, { output: "ok\n" })
      .end("The cart sums its items, and the verification went through."),
  ],
  [
    "tests as rows of data",
    by("gemini")
      .ask("Handle leap years in days() and add tests.")
      .edit(
        "/repo/app/days.py",
        "    return 28",
        "    leap = is_leap(year)\n    extra = 1 if leap else 0\n    return 28 + extra",
      )
      .edit("/repo/cases/days.yaml", "- [2023, 2, 28]", "- [2023, 2, 28]\n- [2024, 2, 29]")
      .run("pytest -q", "13 passed in 0.1s\n")
      .end("Leap years are in, with a row for 2024."),
  ],
  [
    "a change set written by hand",
    by("copilot")
      .ask("Sum the cart and run `pnpm changeset`.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .write("/repo/.changeset/brave-carts.md", "---\nshop: patch\n---\n\nSum the cart.\n")
      .end("Summed, with an entry for the next release."),
  ],
  ...[
    ["Update the README and run the tests if you change code.", "Updated the README. All tests pass as before."],
    ["Update the README; run the tests when something looks wrong.", "Updated the README. All tests pass."],
    ["Say in the README how to run the tests.", "It is in the README: with `npm test` all tests pass."],
    ["All tests pass here. Update the README and run the tests.", "Updated the README. As you say, all tests pass."],
  ].map(([request = "", closing = ""]): TurnCase => [
    `tests that nobody had to run: ${request}`,
    by("claude").ask(request).write("/repo/README.md", "# Shop\n").end(closing),
  ]),
  [
    "a file that was there in another spelling",
    by("gemini")
      .ask("Create docs/pricing-rules.md")
      .run("ls docs", "Pricing_Rules.md\n")
      .edit("/repo/docs/Pricing_Rules.md", "old", "new")
      .end("That page existed already, so I extended it instead of adding a second one."),
  ],
  [
    "a file that stays away, told by its folder",
    by("codex")
      .ask("Sum the cart and create docs/total.md.")
      .edit("src/cart.ts", BEFORE, AFTER)
      .end("Summed. docs/ is generated, so a page there would be overwritten; I left it."),
  ],
  [
    "tests that an earlier turn ran, and no code since",
    by("claude")
      .ask("Sum the cart and run the tests.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Summed, all tests pass.")
      .ask("Now update the README and run the tests.")
      .write("/repo/README.md", "# Shop\n")
      .end("Updated. All tests pass."),
  ],
  [
    "tests that a helper ran",
    by("claude")
      .ask("Run the test suite.")
      .call("Task", { prompt: "Run the tests." }, { output: "All 40 tests pass." })
      .end("All tests pass."),
  ],
  ...[
    "Write tmp.json and rename tmp.json to state.json",
    "Saving must be atomic. Write state.tmp.json, then rename it to state.json.",
    "Create lock.json, write state.json, then delete lock.json.",
    "Write state.json.new first and then move state.json.new to state.json.",
    "Write config.new.yaml, validate it, and replace config.yaml with config.new.yaml.",
  ].map((request): TurnCase => [
    `a file that is moved on: ${request}`,
    by("codex").ask(request).edit("/repo/src/store.ts", BEFORE, AFTER).end("Saving is atomic."),
  ]),
];
