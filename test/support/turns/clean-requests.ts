import { type AgentStory, by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, summed, VITEST } from "./cart.ts";

/** Tests that nobody asks this agent to write now: those of the product, those there are, those of others. */
const NO_TESTS_WANTED = [
  "Add specs to the product page.",
  "Add specs for the new phone model to the catalog.",
  "Add a button to add tests.",
  "Add a way to create tests in the quiz app.",
  "Add tests and results to the patient record.",
  "Implement the endpoint to add tests to a suite.",
  "Include tests in the build.",
  "Sum the cart; we add tests in a second PR.",
  "Sum the cart. Add tests in the next session.",
  "Refactor the cart so we can add tests to it.",
  "Refactor the cart to make it easier to write tests.",
  "Sum the cart.\n\n### Checklist\n- [x] Search existing issues\n- [ ] Add a test\n",
];

/** Files that are spoken of, and that nobody wants deleted or renamed now. */
const NO_FILE_UNWANTED = [
  "Sum the cart and remove src/old.ts from the index.",
  "Sum the cart and remove the import of src/old.ts.",
  "Sum the cart, don't delete src/old.ts.",
  "Sum the cart and delete src/old.ts if nothing uses it.",
  "Sum the cart and delete src/old.ts's default export.",
  "Sum the cart and delete src/old.ts later.",
  "Delete src/old.ts lines 3 to 9 and sum the cart.",
  "Why did you delete src/old.ts? Sum the cart.",
  "I will delete src/old.ts. Sum the cart.",
  "Sum the cart so that I can delete src/old.ts.",
  "Make the cleaner delete old.ts.",
  "On logout: clear the cart and delete old.ts.",
  "Sum the cart and move the helpers from src/old.ts to src/items.ts.",
  "Sum the cart and rename `sum` in src/old.ts to `total`.",
  "Remove src/old.ts and src/cart.ts duplication.",
];

const GONE_BY = [
  "rm src/old.ts",
  "git rm -q src/old.ts",
  "find . -name old.ts -delete",
  "npx rimraf src/old.ts",
  "make clean",
  "python3 - <<'E'\nimport os\nos.remove('src/old.ts')\nE",
];

/** The tests are to be run by somebody or something else, at another time, or not at all. */
const NO_RUN_WANTED = [
  "Sum the cart so I can run the tests.",
  "Sum the cart and let me run the tests.",
  "Sum the cart and remind me to run the tests.",
  "Sum the cart before we run the tests.",
  "Sum the cart. Later, run the tests.",
  "Sum the cart. Don't run the tests.",
  "Sum the cart. CI can run the tests.",
  "To reproduce, start the db and run the tests. Sum the cart.",
  "The cart is 0.\n\n1. Run the tests\n2. See 0\n\nSum it.",
  "Add a flag to build and run the tests.",
  "Write a script: check out the branch, build, and run the tests.",
  "Make `shop check` build the project and run the tests.",
  "Let users upload code and run the tests.",
  "Explain how to run the tests, and sum the cart.",
];

const FOR_A_TEST = "Sum the cart and add a regression test.";
const FOR_A_RUN = "Sum the cart and run the tests.";

/** An ask that was met where it does not show at once, or of which the closing says why it was not. */
const MET_OTHERWISE: readonly (readonly [
  name: string,
  ask: string,
  rest: (story: AgentStory) => AgentStory,
  end: string,
])[] = [
  ["is there already", FOR_A_TEST, ran, "Summed. `cart.test.ts` already has a test for it; all 8 tests pass."],
  ["covered by another", FOR_A_TEST, ran, "Summed. The existing `sums` test covers it and passes."],
  ["a patch", FOR_A_TEST, (story) => ran(story.run("git apply /tmp/t.patch")), "Summed and added a test. All pass."],
  ["a snapshot", FOR_A_TEST, (story) => story.run("npx vitest run -u", VITEST), "Summed. A new snapshot tests it."],
  [
    "an unknown tool",
    FOR_A_TEST,
    (story) => ran(story.call("mcp__ide__apply", { file: "src/cart.test.ts" }, { output: "ok" })),
    "Summed and added a regression test. All 8 tests pass.",
  ],
  [
    "an example that is a test",
    FOR_A_TEST,
    (story) => ran(story.edit("/repo/cart.go", "a", "func ExampleTotal() {\n\t// Output: 3\n}")),
    "Summed and added an example test. All tests pass.",
  ],
  [
    "a changelog inside another file",
    "Sum the cart and add a changelog entry.",
    (story) => story.edit("/repo/shop.spec", "%changelog", "%changelog\n* Sum the cart"),
    "Summed, and added a changelog entry.",
  ],
  ["an unknown program ran", FOR_A_RUN, (story) => story.run("./go.sh", "ok\n"), "The cart sums its items."],
  ["a task by default", FOR_A_RUN, (story) => story.run("make", "ok\n"), "The cart sums its items."],
  ["it is told", FOR_A_RUN, (story) => story, "The cart sums its items. I couldn't run the tests: no Node here."],
  ["the person is asked", FOR_A_RUN, (story) => story, "Summed. Shall I use cents before I go on?"],
  ["the command is handed over", FOR_A_RUN, (story) => story, "Summed. Run `npm test` to check it."],
];

function ran(story: AgentStory): AgentStory {
  return story.run("npx vitest run", VITEST);
}

/** Asks that were met, also in another way than they were put, and bans that were kept. */
export const CLEAN_REQUESTS: readonly TurnCase[] = [
  ...NO_FILE_UNWANTED.map((ask): TurnCase => [
    `no file is to go: ${ask}`,
    summed("claude", ask).run("ls src", "cart.ts\nold.ts\n").end("It is as you want it now."),
  ]),
  ...GONE_BY.map((line): TurnCase => [
    `deleted by ${line}`,
    summed("codex", "Sum the cart and delete src/old.ts.").run("ls src", "cart.ts\nold.ts\n").run(line).end("Done."),
  ]),
  ...["Summed. I kept src/old.ts: the index imports it.", "Summed; there is no src/old.ts here."].map(
    (closing): TurnCase => [
      `a file that stays: ${closing}`,
      summed("pi", "Sum the cart and delete src/old.ts.").run("ls src", "cart.ts\nold.ts\n").end(closing),
    ],
  ),
  [
    "forbidden, then allowed in the next message",
    by("claude")
      .ask("Sum the cart. Don't touch `src/api.ts`.")
      .read("/repo/src/cart.ts", BEFORE)
      .ask("Ok, you can change `src/api.ts` after all, the route has the same bug.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .edit("/repo/src/api.ts", "return 0;", "return total();")
      .run("npx vitest run", VITEST)
      .end("Both places sum now. Tests pass."),
  ],
  [
    "forbidden in an earlier turn, allowed now",
    by("claude")
      .ask("Sum the cart. Don't touch `src/api.ts`.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .end("Done.")
      .ask("Now do the same in `src/api.ts`.")
      .edit("/repo/src/api.ts", BEFORE, AFTER)
      .end("Done there too."),
  ],
  [
    "a package that was allowed by name",
    by("codex")
      .ask("Validate the config. No new dependencies except zod.")
      .run("npm install zod", "added 1 package\n")
      .edit(
        "src/config.ts",
        "parse(text)",
        "const schema = z.object({});\nconst value = schema.parse(text);\nreturn value",
      )
      .run("npx tsc --noEmit")
      .end("The config is validated with zod. Types check."),
  ],
  [
    "the declared packages are installed under a ban on new ones",
    by("gemini")
      .ask("Fix the total without adding dependencies.")
      .run("pip install --quiet -r requirements.txt")
      .run("npm install --no-audit --no-fund", "up to date\n")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Fixed, tests pass, nothing was added."),
  ],
  [
    "a tool for the shell under a ban on new packages",
    by("pi")
      .ask("Fix the total. Please add no new dependencies.")
      .run("pip install pytest", "Successfully installed pytest-8.3\n")
      .edit("/repo/cart.py", "return 0", "result = 0\nfor item in items:\n    result += item.price\nreturn result")
      .run("pytest -q", "8 passed in 0.1s\n")
      .end("Fixed, 8 passed. The project's dependencies are as they were."),
  ],
  [
    "do not commit, show the diff",
    by("claude")
      .ask("Sum the cart, don't commit, just show me the diff.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("git diff", "-return 0;\n+let sum = 0;\n")
      .end("Here it is, nothing is committed:\n\n```diff\n-return 0;\n+let sum = 0;\n```"),
  ],
  [
    "a refused command did not run",
    by("claude")
      .ask("Upgrade vite. Don't run `npm audit fix`.")
      .call(
        "Bash",
        { command: "npm audit fix" },
        { output: "The user doesn't want to proceed with this tool use.", status: "rejected" },
      )
      .run("npm install vite@latest", "changed 1 package\n")
      .edit("/repo/vite.config.ts", "plugins: []", "plugins: [\n  react(),\n  svgr(),\n]")
      .run("npx vite build", "✓ built in 1.20s\n")
      .end("vite is upgraded and the build is clean."),
  ],
  [
    "echo is banned from the script, not from the shell",
    by("codex")
      .ask("In install.sh use `printf` instead of `echo`, for portability.")
      .edit("install.sh", 'echo "done"', "printf '%s\\n' done\nprintf '%s\\n' bye\nexit 0")
      .run("sh -n install.sh; echo $?", "0\n")
      .end("`install.sh` prints with `printf` only; its syntax is fine."),
  ],
  [
    "a word of the language that is no command",
    by("claude")
      .ask("Type the client. Don't use `any`, and avoid `test` as a variable name.")
      .edit("/repo/src/client.ts", "const x", "const user: User = load();\nconst role: Role = user.role;\nconst x")
      .run("test -f src/client.ts && npx tsc --noEmit")
      .end("The client is typed without `any`; types check."),
  ],
  [
    "pnpm and not npm",
    by("opencode")
      .ask("Add clsx; use pnpm, not npm.")
      .run("pnpm add clsx", "dependencies:\n+ clsx 2.1.1\n")
      .edit("/repo/src/button.tsx", "className=''", "className={clsx('btn', {\n  active,\n  wide,\n})}")
      .run("pnpm test", VITEST)
      .end("`clsx` is in and used by the button. Tests pass."),
  ],
  [
    "numbered asks, one met in another way",
    by("claude")
      .ask(
        "1. Rename `fetchAll` to `listOrders` everywhere\n2. Cache the result for five minutes\n3. Print a warning when the cache is stale",
      )
      .edit(
        "/repo/src/orders.ts",
        "function fetchAll() {\n  return get();\n}",
        "function listOrders() {\n  if (fresh(cache, 300)) return cache.value;\n  logger.warn('orders are older than five minutes');\n  return get();\n}",
      )
      .run("npx vitest run", VITEST)
      .end("Orders are listed through a five-minute memo with a warning in the log; the old name is gone. Tests pass."),
  ],
  [
    "a file of another name, told",
    by("copilot")
      .ask("Create `docs/setup.md` with the setup steps.")
      .read("/repo/docs/INSTALL.md", "# Install")
      .edit("/repo/docs/INSTALL.md", "# Install", "# Install\n\n1. Clone\n2. Install")
      .end("The steps are in `docs/INSTALL.md`, which was there already, rather than in a second `setup.md`."),
  ],
  [
    "the new file exists already",
    by("claude")
      .ask("I wrote the new rates.ts, please use it in the cart.")
      .edit(
        "/repo/src/cart.ts",
        BEFORE,
        "import { rates } from './rates';\nconst rate = rates[country];\nreturn sum * rate;",
      )
      .run("npx tsc --noEmit")
      .end("The cart uses your rates. Types check."),
  ],
  [
    "make a page behave, through its style",
    by("gemini")
      .ask("Make index.html look right on phones.")
      .edit(
        "/repo/style.css",
        "body {}",
        "body {\n  margin: 0;\n}\n@media (max-width: 600px) {\n  nav { display: none; }\n}",
      )
      .end("On narrow screens the navigation is hidden and the margins are gone."),
  ],
  [
    "an entry in an exclude list",
    by("claude")
      .ask("Add src/generated.ts to the lint ignores.")
      .edit("/repo/eslint.config.js", "ignores: []", "ignores: [\n  'dist',\n  'src/generated.ts',\n]")
      .run("npx eslint .")
      .end("It is ignored now; lint is clean."),
  ],
  [
    "skipped on request",
    by("claude")
      .ask("Skip the two payment tests until the sandbox is back.")
      .edit(
        "/repo/src/pay.test.ts",
        "test('pays', () => {\ntest('refunds', () => {",
        "test.skip('pays', () => {\ntest.skip('refunds', () => {",
      )
      .run("npx vitest run", " Test Files  1 passed (1)\n      Tests  6 passed | 2 skipped (8)\n")
      .end("The two payment tests are skipped; the other 6 pass."),
  ],
  [
    "a todo that was asked for",
    by("codex")
      .ask("Add a TODO at the top of cart.ts that we have to handle refunds.")
      .edit("src/cart.ts", "export", "// TODO: handle refunds\nexport")
      .end("Added."),
  ],
  [
    "a prompt that quotes an elision",
    by("claude")
      .ask("Tell the model in the edit prompt never to elide code.")
      .edit(
        "/repo/src/prompt.ts",
        "export const PROMPT = `Edit the file.`;",
        "export const PROMPT = `Edit the file.\nNever write lines such as\n// ... existing code ...\nin place of the code.`;",
      )
      .run("npx tsc --noEmit")
      .end("The prompt forbids it by example now. Types check."),
  ],
  [
    "own list ticked late",
    by("claude")
      .ask("Sum the cart and describe it in the README.")
      .plan(["Sum the cart", "completed"], ["Describe the calculation in the README", "pending"])
      .edit("/repo/README.md", "# Shop", "# Shop\n\nThe total is the sum of all prices.")
      .run("npx vitest run", VITEST)
      .end("Both are done and the suite passes."),
  ],
  [
    "own list with a step for later",
    by("opencode")
      .ask("Sum the cart.")
      .plan(["Sum the cart", "completed"], ["Roll out to staging", "pending"])
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums and the tests pass. The rollout is for you to trigger, as it needs your credentials."),
  ],
  [
    "an edit that was not needed any more",
    by("claude")
      .ask("Rename `calc` to `total`.")
      .run("grep -rl calc src | xargs sed -i 's/calc/total/g'")
      .edit("/repo/src/view.ts", "calc(", "total(", { output: "String to replace not found in file.", status: "error" })
      .run("npx tsc --noEmit")
      .end("Renamed everywhere, also in `view.ts`. Types check."),
  ],
  [
    "wrote about a file it only read before",
    by("claude")
      .ask("Cover the tokenizer with tests.")
      .write(
        "/repo/test/tokens.test.ts",
        "import { tokens } from '../src/tokens.ts';\ntest('splits', () => {\n  expect(tokens('a b')).toEqual(['a', 'b']);\n});\n",
      )
      .run("npx vitest run", VITEST)
      .end("Wrote tests covering `src/tokens.ts`; all 8 pass."),
  ],
  [
    "scaffolded by a generator",
    by("gemini")
      .ask("Start a Nest module for invoices.")
      .run("npx nest g resource invoices --no-spec -q")
      .run("npx tsc --noEmit")
      .end(
        "Created `src/invoices/invoices.module.ts` and `src/invoices/invoices.service.ts` with the generator; types check.",
      ),
  ],
  [
    "copied from a template",
    by("pi")
      .ask("Set up a second service like the first.")
      .run("cp -r services/first services/second && grep -rl first services/second | xargs sed -i 's/first/second/'")
      .end("Created `services/second/main.go` and the rest from the first service."),
  ],
  [
    "deleted again, and said",
    by("claude")
      .ask("Find out why the import is slow and fix it.")
      .write("/repo/profile.mjs", "import './src/index.js';\nconsole.profile();\n")
      .run("node --cpu-prof profile.mjs")
      .run("rm profile.mjs")
      .edit(
        "/repo/src/index.ts",
        "import './heavy';",
        "const heavy = () => import('./heavy');\nexport { heavy };\nready();",
      )
      .run("npx vitest run", VITEST)
      .end(
        "The heavy module is loaded on demand. I used a small `profile.mjs` to find it and removed that again. Tests pass.",
      ),
  ],
  [
    "rules of the house were followed",
    by("claude")
      .rule("/repo/CLAUDE.md", "- Never use `npm`, use `pnpm` instead.\n- Run `pnpm check` before you finish.")
      .ask("Sum the cart.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("pnpm check && pnpm test", VITEST)
      .end("The cart sums; check and tests pass."),
  ],
  ...NO_TESTS_WANTED.map((ask): TurnCase => [ask, ran(summed("claude", ask)).end("Done. All 8 tests pass.")]),
  ...NO_RUN_WANTED.map((ask): TurnCase => [ask, summed("codex", ask).end("Done, it's in `src/cart.ts`.")]),
  ...MET_OTHERWISE.map(([name, ask, rest, end]): TurnCase => [name, rest(summed("claude", ask)).end(end)]),
];
