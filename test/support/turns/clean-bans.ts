import { by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, VITEST } from "./cart.ts";

/** Words about a file that sound like a ban and are none, or one with a door in it. */
const NO_BAN_ON_THE_FILE: readonly string[] = [
  "If the bug is in the data, do not change `src/api.ts`.",
  "Ideally, don't touch `src/api.ts`.",
  "We can't leave `src/api.ts` as it is.",
  "Why did you leave `src/api.ts` unchanged? Fix the route.",
  "There is no way to do this without touching `src/api.ts`, so go ahead.",
  "Can it be done without changing `src/api.ts`? If not, change it.",
  "The comment on top says: do not edit `src/api.ts`. It is ten years old.",
  "Don't change `src/api.ts` in a way that old clients notice.",
  "Don't change `src/api.ts`, only its imports.",
  "Don't touch `src/api.ts`. Except for total(), which is wrong.",
  "Don't change `src/api.ts` and `src/cart.ts` in one commit.",
];

/** The same about a command. */
const NO_BAN_ON_THE_COMMAND: readonly string[] = [
  "You never run `npm test`. Do it.",
  "In the docs job, don't run `npm test`.",
  "The script checks the types and should not run `npm test`.",
  "Don't run `npm test` now, do it at the end.",
  "Don't run `npm test` again and again.",
  "Some people use yarn instead of npm, support both.",
  "Make the image use node, not npm.",
  "Use vitest, not npm run bench.",
];

/** Packages that were spoken of, or were there before. */
const NO_BAN_ON_THE_PACKAGE: readonly (readonly [ask: string, command: string, output: string])[] = [
  ["No new dependencies. Zod is fine.", "npm install zod", "added 1 package in 1s\n"],
  ["Bump vite. No new dependencies.", "npm install vite@8", "changed 12 packages in 2s\n"],
  ["Don't use any UI library. Set up vitest.", "npm i -D vitest", "added 30 packages in 2s\n"],
  ["Don't add runtime dependencies. We need a mock server.", "npm i -D msw", "added 9 packages in 2s\n"],
  ["No new dependencies, but the audit is red.", "npm i braces@3", "up to date, audited 90 packages\n"],
];

/** A forbidden command that only tells what it would do, or does a small part of it. */
const HARMLESS_FORMS: readonly (readonly [ask: string, command: string])[] = [
  ["Prepare the release. Don't run `npm publish`.", "npm publish --dry-run"],
  ["Add --resume. Don't run `python train.py`.", "python train.py --help"],
  ["Don't run `npm test`, it takes twenty minutes.", "npm test -- --testPathPattern=cart"],
];

/** Looks at a file that was not to be changed, in words that a program also changes one by. */
const ONLY_LOOKED: readonly (readonly [path: string, command: string])[] = [
  ["lib/b.rb", "perl -MList::Util=max -ne 'print if /x/' lib/b.rb"],
  ["lib/b.rb", "ruby -rdigest -e 'puts Digest::MD5.file(ARGV[0])' lib/b.rb"],
  ["data/in.csv", "ruby convert.rb -i data/in.csv"],
  ["lib/b.dart", "dart format --output=none --set-exit-if-changed lib/b.dart"],
  ["src/b.rs", "rustfmt --emit stdout src/b.rs"],
  ["main.tf", "terraform fmt -write=false -diff main.tf"],
  ["lib/b.ex", "mix format --dry-run lib/b.ex"],
  ["Sources/B.swift", "swiftformat --dryrun Sources/B.swift"],
  ["rustfmt.toml", "rustfmt --config-path rustfmt.toml src/cart.rs"],
];

/** Prohibitions that were kept, in the many ways people put them. */
export const CLEAN_BANS: readonly TurnCase[] = [
  [
    "only a part of the file is off limits",
    by("claude")
      .ask("Add a lint script, but don't change `package.json` dependencies.")
      .edit("/repo/package.json", '"scripts": {', '"scripts": {\n    "lint": "eslint .",')
      .run("npx eslint .")
      .end("`npm run lint` is there."),
  ],
  [
    "everything else is off limits",
    by("codex")
      .ask("Sum the cart. Don't modify anything outside `src/cart.ts`.")
      .edit("src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Summed. Tests pass."),
  ],
  [
    "with an exception",
    by("gemini")
      .ask("Don't touch anything except `src/cart.ts`. Sum the cart there.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Summed. Tests pass."),
  ],
  [
    "by hand only",
    by("copilot")
      .ask("Raise the version; never edit `package-lock.json` by hand.")
      .run("npm version patch --no-git-tag-version", "v1.0.1\n")
      .edit("/repo/src/version.ts", "'1.0.0'", "'1.0.1'")
      .end("The version is 1.0.1 everywhere."),
  ],
  [
    "signature stays",
    by("pi")
      .ask("Speed up `hash.ts` without changing the exported signature in `hash.ts`.")
      .edit(
        "/repo/src/hash.ts",
        "return slow(x);",
        "const cached = memo.get(x);\nif (cached) return cached;\nreturn slow(x);",
      )
      .run("npx vitest run", VITEST)
      .end("Cached. Tests pass."),
  ],
  [
    "comments stay",
    by("opencode")
      .ask("Leave the license comment in `main.c` as is and fix the loop.")
      .edit("/repo/main.c", "i <= n", "i < n")
      .run("make test", "PASS: all\n")
      .end("The loop is right now; tests pass."),
  ],
  [
    "not reformatted",
    by("claude")
      .ask("Fix the typo in `legacy.js`, do not reformat `legacy.js`.")
      .edit("/repo/legacy.js", "recieve", "receive")
      .end("Typo fixed, nothing else moved."),
  ],
  [
    "public interface stays",
    by("codex")
      .ask("Refactor `client.ts`. Do not change the public API.")
      .edit("src/client.ts", "a()", "const first = a();\nconst second = b(first);\nreturn second")
      .run("npx vitest run", VITEST)
      .end("Split up. Tests pass."),
  ],
  [
    "no skipping, and only additions",
    by("gemini")
      .ask("Fix the rounding, add a test, and don't weaken any tests.")
      .edit("/repo/src/round.ts", "floor", "round")
      .edit(
        "/repo/src/round.test.ts",
        "test('one', () => {});",
        "test('one', () => {});\ntest('half', () => {\n  expect(round(0.5)).toBe(1);\n});",
      )
      .run("npx vitest run", VITEST)
      .end("Rounds now, with a test. Tests pass."),
  ],
  [
    "tests may be renamed in a ban on deleting",
    by("claude")
      .ask("Rename the suite to `totals`, don't delete tests.")
      .edit("/repo/src/cart.test.ts", "test('sums', () => {", "test('totals add up', () => {")
      .run("npx vitest run", VITEST)
      .end("Renamed. 8 tests pass."),
  ],
  [
    "a package removed again",
    by("pi")
      .ask("Format dates. No new dependencies.")
      .run("npm install dayjs", "added 1 package\n")
      .run("npm uninstall dayjs", "removed 1 package\n")
      .edit(
        "/repo/src/date.ts",
        "x",
        "const format = new Intl.DateTimeFormat('en');\nconst text = format.format(x);\nreturn text",
      )
      .end("Dates are formatted with Intl; I tried dayjs first and took it out again."),
  ],
  [
    "a global tool",
    by("opencode")
      .ask("Profile the server without adding dependencies.")
      .run("npm install -g clinic", "added 300 packages\n")
      .run("clinic doctor -- node server.js", "done\n")
      .edit("/repo/server.js", "sync()", "await work();\nawait flush();\ndone()")
      .end("The sync call was the culprit; it is asynchronous now."),
  ],
  [
    "go modules tidied",
    by("codex")
      .ask("Fix the import. Do not add dependencies.")
      .edit("main.go", '"old/path"', '"new/path"')
      .run("go mod tidy && go test ./...", "ok  \texample.com/x\t0.1s\n")
      .end("Import fixed, tests pass."),
  ],
  [
    "yarn for everything",
    by("claude")
      .ask("Bump react; use yarn, not npm.")
      .run("yarn up react", "Done\n")
      .edit("/repo/src/app.tsx", "render()", "const root = createRoot(el);\nroot.render(<App />);\nready()")
      .run("yarn test", VITEST)
      .end("react is bumped; tests pass."),
  ],
  [
    "a word that is also a program",
    by("gemini")
      .ask("Use `let` instead of `var`, and don't use `find` in loops.")
      .edit("/repo/src/a.ts", "var a", "let a")
      .run("find src -name '*.ts' | head", "src/a.ts\n")
      .end("No `var` left."),
  ],
  [
    "speaking of a ban is not setting one",
    by("copilot")
      .ask('The README says "do not edit schema.sql", please fix that sentence: schema.sql may be edited.')
      .edit("/repo/README.md", "do not edit schema.sql", "schema.sql may be edited")
      .edit("/repo/schema.sql", "-- do not edit", "-- edit freely")
      .end("Both places say the same now."),
  ],
  [
    "a ban on the product",
    by("pi")
      .ask("Users should not delete `default.json` from the app; disable the button for it.")
      .edit("/repo/src/files.tsx", "<Button />", "<Button\n  disabled={name === 'default.json'}\n/>")
      .end("The button is disabled for it."),
  ],
  [
    "stopped before the forbidden step",
    by("opencode")
      .ask("Prepare the release but don't run `npm publish`.")
      .edit("/repo/package.json", '"1.0.0"', '"1.1.0"')
      .run("npm pack --dry-run", "shop-1.1.0.tgz\n")
      .end("Ready at 1.1.0. Publishing is yours."),
  ],
  [
    "forbidden words inside another command",
    by("claude")
      .ask("Don't run `make deploy`. Document it instead.")
      .run("grep -n 'make deploy' Makefile", "12:deploy:\n")
      .edit("/repo/README.md", "## Deploy", "## Deploy\n\nRun `make deploy` from main.")
      .end("Documented, not run."),
  ],
  [
    "docker allowed for the database only",
    by("codex")
      .ask("Don't use `docker compose up` for the app, only for the database.")
      .run("docker compose up -d db", "Started\n")
      .edit("src/db.ts", "connect()", "await connect(url);\nawait migrate();\nready()")
      .end("The app connects to the database in the container."),
  ],
  [
    "lifted while it worked",
    by("claude")
      .ask("Don't touch `src/api.ts` for now.")
      .ask("Changed my mind, please fix the route in `src/api.ts` as well.")
      .edit("/repo/src/api.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The route is fixed. Tests pass."),
  ],
  ...NO_BAN_ON_THE_FILE.map((ask): TurnCase => [
    ask,
    by("claude")
      .ask(ask)
      .edit("/repo/src/api.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("Fixed; 8 tests pass."),
  ]),
  ...NO_BAN_ON_THE_COMMAND.map((ask): TurnCase => [
    ask,
    by("codex").ask(ask).edit("src/cart.ts", BEFORE, AFTER).run("npm test", VITEST).end("Summed; 8 tests pass."),
  ]),
  ...NO_BAN_ON_THE_PACKAGE.map(([ask, command, output]): TurnCase => [
    ask,
    by("gemini").ask(ask).run(command, output).edit("/repo/src/cart.ts", BEFORE, AFTER).end("Done."),
  ]),
  ...HARMLESS_FORMS.map(([ask, command]): TurnCase => [
    command,
    by("copilot").ask(ask).edit("/repo/src/cart.ts", BEFORE, AFTER).run(command, "8 passed\n").end("Done."),
  ]),
  ...ONLY_LOOKED.map(([path, command]): TurnCase => [
    command,
    by("claude")
      .ask(`Sum the cart. Do not change ${path}.`)
      .edit("/repo/lib/cart.rb", BEFORE, AFTER)
      .run(command, "x\n")
      .end("The cart is summed."),
  ]),
  [
    "the tests' database",
    by("claude")
      .ask("Fix the lookup. Don't touch the test database.")
      .edit("/repo/src/lookup.ts", BEFORE, AFTER)
      .edit("/repo/src/lookup.test.ts", "toBe(1)", "toBe(2)")
      .run("npx vitest run", VITEST)
      .end("Fixed, with the expectation that was wrong. 8 tests pass."),
  ],
  [
    "an import that grew",
    by("opencode")
      .ask("Add discount() with a test. Don't change the existing tests.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .edit("/repo/src/cart.test.ts", "import { total } from './cart';", "import { discount, total } from './cart';")
      .edit("/repo/src/cart.test.ts", "test('b', b);", "test('b', b);\ntest('discount', discounted);")
      .run("npx vitest run", VITEST)
      .end("discount() is there and tested; the other tests are as they were."),
  ],
  [
    "a copy of the file",
    by("claude")
      .ask("Count the users. Don't delete `backup.sql`.")
      .run("cp backup.sql /tmp/backup.sql && grep -c @ /tmp/backup.sql; rm /tmp/backup.sql", "12\n")
      .write("/repo/docs/users.md", "There are 12 users.\n")
      .end("Twelve; it stands in `docs/users.md`."),
  ],
  [
    "a flag switched for one run and put back by hand",
    by("claude")
      .ask("The total is wrong. Don't change src/config.ts.")
      .edit("/repo/src/config.ts", "debug: false", "debug: true")
      .run("npx tsx src/main.ts", "items=3 total=0\n")
      .edit("/repo/src/config.ts", "debug: true", "debug: false")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums; only `src/cart.ts` differs. All 8 tests pass."),
  ],
  [
    "put back with all the rest",
    by("claude")
      .ask("The total is wrong. Don't change src/config.ts.")
      .edit("/repo/src/config.ts", "debug: false", "debug: true")
      .run("npx tsx src/main.ts; git checkout .", "items=3 total=0\n")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums. All 8 tests pass."),
  ],
  [
    "put back with its folder, after a formatter",
    by("claude")
      .ask("Sum the cart, don't touch src/legacy/a.ts.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx prettier --write src/cart.ts src/legacy/a.ts", "src/cart.ts\nsrc/legacy/a.ts\n")
      .run("git restore src/legacy")
      .run("npx vitest run", VITEST)
      .end("The cart sums; all 8 tests pass."),
  ],
  [
    "put back from a copy",
    by("claude")
      .ask("The total is wrong. Don't change src/config.ts.")
      .run("cp src/config.ts /tmp/config.ts")
      .edit("/repo/src/config.ts", "debug: false", "debug: true")
      .run("npx tsx src/main.ts", "items=3 total=0\n")
      .run("cp /tmp/config.ts src/config.ts")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums. All 8 tests pass."),
  ],
  [
    "a probe in a test file and out again",
    by("claude")
      .ask("Sum the cart. Do not modify the tests.")
      .edit("/repo/src/cart.test.ts", "  const cart = make();", "  const cart = make(3); console.log(cart);")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/cart.test.ts", "  const cart = make(3); console.log(cart);", "  const cart = make();")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums; the tests are as they were. All 8 tests pass."),
  ],
  ...[
    "git restore package.json pnpm-lock.yaml && pnpm install --frozen-lockfile",
    "git reset --hard -q HEAD",
    "pnpm remove decimal.js",
  ].map((back): TurnCase => [
    `a package tried and taken back: ${back}`,
    by("codex")
      .ask("Sum the cart without adding dependencies.")
      .run("pnpm add decimal.js", "+ decimal.js 10.4.3\n")
      .run(back, "Already up to date\n")
      .edit("src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums without a library. All 8 tests pass."),
  ]),
  [
    "a package edited out of the manifest",
    by("claude")
      .ask("Sum the cart without adding dependencies.")
      .run("npm i decimal.js", "added 1 package\n")
      .edit("/repo/package.json", '    "decimal.js": "^10.4.3",\n', "")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npx vitest run", VITEST)
      .end("The cart sums without a library. All 8 tests pass."),
  ],
  [
    "a ban on what the code shall do",
    by("claude")
      .ask("Retry twice and don't run `npm install` again in the loop.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run("npm install", "added 1 package\n")
      .end("It retries twice."),
  ],
  [
    "a version in the manifest, where packages are ruled out",
    by("gemini")
      .ask("Sum the cart. Don't add packages.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .edit("/repo/package.json", '"version": "1.0.0"', '"version": "1.0.1"')
      .end("The cart sums."),
  ],
  [
    "packages that are what the program is about",
    by("pi")
      .ask("Show orders without new packages.")
      .run("npm install date-fns", "added 1 package\n")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .end("They are shown."),
  ],
];
