import { by, type AgentStory, type TurnCase } from "../agent-story.ts";
import { summed, VITEST } from "./cart.ts";

const CARGO = "running 8 tests\n\ntest result: ok. 8 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n";
const VIEW = "<span>{value}</span>";
const NEXT_VIEW = "<span>\n  {value}\n  <abbr title={name}>{currency}</abbr>\n</span>";

/** One part of the project is checked by its name, and then another one is changed. */
function otherPart(command: string, output: string, [own, other]: readonly [string, string]): AgentStory {
  return by("claude")
    .ask("Return the currency from the API and show it in the web app.")
    .edit(own, "return value;", "const currency = currencyOf(region);\nconst raw = value;\nreturn { raw, currency };")
    .run(command, output)
    .edit(other, VIEW, NEXT_VIEW)
    .end("The API answers with the currency (8 API tests pass); the web app, which has no tests, shows it.");
}

const APPS = ["/repo/apps/api/src/price.ts", "/repo/apps/web/src/Price.tsx"] as const;
const NARROWED: readonly (readonly [command: string, output: string, files: readonly [string, string]])[] = [
  ["pnpm --filter @acme/api test", VITEST, APPS],
  ["pnpm -F ./apps/api exec vitest run", VITEST, APPS],
  ["npm test -w @acme/api", VITEST, APPS],
  ["yarn workspace @acme/api test", VITEST, APPS],
  ["npx turbo run test --filter=@acme/api...", VITEST, APPS],
  ["npx nx run api:test", VITEST, APPS],
  ["npx nx run-many -t test -p api", VITEST, APPS],
  ["rush test --only @acme/api", VITEST, APPS],
  ["npx vitest run --project api", VITEST, APPS],
  ["cargo test -p acme-api", CARGO, ["/repo/crates/api/src/lib.rs", "/repo/crates/web/src/lib.rs"]],
  [
    "./gradlew :api:test",
    "BUILD SUCCESSFUL in 3s\n",
    ["/repo/api/src/main/java/A.java", "/repo/web/src/main/java/B.java"],
  ],
];

/** The tests of one language pass, and then a file of another one is changed. */
const LANGUAGES: readonly (readonly [command: string, output: string, files: readonly [string, string]])[] = [
  ["vendor/bin/phpunit", "OK (8 tests, 20 assertions)\n", ["/repo/app/Price.php", "/repo/resources/js/price.js"]],
  ["mix test", "8 tests, 0 failures\n", ["/repo/lib/price.ex", "/repo/assets/js/price.js"]],
  ["swift test", "Executed 8 tests, with 0 failures (0 unexpected)\n", ["/repo/Sources/P.swift", "/repo/android/P.kt"]],
];

/** Files that the tests of the code do not load. */
const BESIDE: readonly (readonly [path: string, before: string, after: string])[] = [
  [
    "commitlint.config.js",
    "module.exports = {};",
    "module.exports = {\n  extends: ['@commitlint/config-conventional'],\n  rules: {},\n};",
  ],
  [".changeset/changelog.cjs", "module.exports = {};", "module.exports = {\n  line,\n  dependency,\n  release,\n};"],
  ["playground/src/App.vue", VIEW, NEXT_VIEW],
  ["src/svg.d.ts", "export {};", "declare module '*.svg' {\n  const url: string;\n  export default url;\n}"],
  [
    "prisma/seed.ts",
    "await fill([]);",
    "await fill([\n  { name: 'Tea', price: 3 },\n  { name: 'Jam', price: 4 },\n]);",
  ],
  [
    "e2e/cart.spec.ts",
    "test('a', a);",
    "test('a', a);\ntest('total', async ({ page }) => {\n  await see(page, 3);\n});",
  ],
  ["src/version.ts", 'export const VERSION = "1.4.0";', 'export const VERSION = "1.5.0";'],
];

/** Settings of other tools, in the language of the code. */
const SETTINGS: readonly (readonly [command: string, output: string, code: string, settings: string])[] = [
  ...[".credo.exs", ".formatter.exs", ".dialyzer_ignore.exs", "priv/repo/seeds.exs"].map(
    (path) => ["mix test", "8 tests, 0 failures\n", "lib/cart.ex", path] as const,
  ),
  ...[".php-cs-fixer.dist.php", "rector.php", "ecs.php", "_ide_helper.php", "database/seeders/Seeder.php"].map(
    (path) => ["vendor/bin/phpunit", "OK (8 tests, 20 assertions)\n", "src/Cart.php", path] as const,
  ),
  ...["config/deploy.rb", "config/puma.rb", "sorbet/rbi/shims/cart.rbi", "sig/cart.rbs"].map(
    (path) => ["bundle exec rspec", "8 examples, 0 failures\n", "lib/cart.rb", path] as const,
  ),
  ["Rscript -e 'devtools::test()'", "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 8 ]\n", "R/cart.R", "data-raw/prices.R"],
];

/** Checks that passed, and changes after them that are nothing to them. */
export const CLEAN_AFTERWARDS: readonly TurnCase[] = [
  ...NARROWED.map(([command, output, files]): TurnCase => [command, otherPart(command, output, files)]),
  ...LANGUAGES.map(([command, output, files]): TurnCase => [command, otherPart(command, output, files)]),
  ...BESIDE.map(([path, before, after]): TurnCase => [
    `${path} after the tests`,
    summed("claude", "Sum the cart, then see to the rest of the list.")
      .run("npx vitest run", VITEST)
      .edit(`/repo/${path}`, before, after)
      .end("The cart is summed; 8 unit tests pass. The rest of the list is done too."),
  ]),
  ...SETTINGS.map(([command, output, code, settings]): TurnCase => [
    `${settings} after ${command}`,
    by("claude")
      .ask("Sum the cart, then tidy up.")
      .edit(`/repo/${code}`, "total = 0", "total = sum(items)")
      .run(command, output)
      .edit(`/repo/${settings}`, "a: 1,\nb: 2,\nc: 3,", "a: 4,\nb: 5,\nc: 6,\nd: 7,")
      .end("The cart is summed and the settings are tidy. All tests pass."),
  ]),
  [
    "documentation of Perl after the tests",
    by("claude")
      .ask("Sum the cart and document it.")
      .edit("/repo/lib/Cart.pm", "return 0;", "return sum map { $_->{price} } @items;")
      .run("prove -lr t", "All tests successful.\nFiles=2, Tests=8,  0 wallclock secs\nResult: PASS\n")
      .edit("/repo/lib/Cart.pm", "sub total {", "=head2 total\n\nSums the cart.\n\n=cut\n\nsub total {")
      .end("The cart is summed and documented. All tests pass."),
  ],
  [
    "what was tried in the part that was checked is gone again",
    by("claude")
      .ask("Return the currency from the API and show it in the web app.")
      .edit(APPS[0], "return value;", "return { value, currency };")
      .run("pnpm -F api test", VITEST)
      .edit(APPS[0], "return { value, currency };", "return {\n  value,\n  currency: name,\n};")
      .edit(APPS[0], "return {\n  value,\n  currency: name,\n};", "return { value, currency };")
      .edit(APPS[1], VIEW, NEXT_VIEW)
      .end("The API answers with the currency (8 API tests pass); the web app, which has no tests, shows it."),
  ],
  [
    "a comment in a block after the tests",
    by("claude")
      .ask("Sum the cart and document it.")
      .edit("/repo/src/Cart.hs", "total _ = 0", "total = sum . map price\n\nprice = cost . item")
      .run("cabal test", "1 of 1 test suites (1 of 1 test cases) passed.\n")
      .edit("/repo/src/Cart.hs", "total =", "{- | Sums the cart.\n   Gifts are free,\n   and so are bags. -}\ntotal =")
      .end("The cart is summed and documented. All tests pass."),
  ],
  [
    "lines for debugging, put in by one edit and taken out by two",
    summed("claude")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/emit.ts", "emit(event);", "console.log(1);\nconsole.trace();\nemit(event);\nconsole.log(2);")
      .edit("/repo/src/emit.ts", "console.log(1);\nconsole.trace();\n", "")
      .edit("/repo/src/emit.ts", "\nconsole.log(2);", "")
      .end("The cart is summed; all 8 tests pass."),
  ],
  [
    "arguments tried inside a line, and taken out one after the other",
    summed("codex")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/emit.ts", "emit(event)", "console.log(1), emit(event,\n  deep,\n  always,\n)")
      .edit("/repo/src/emit.ts", "console.log(1), ", "")
      .edit("/repo/src/emit.ts", "emit(event,\n  deep,\n  always,\n)", "emit(event)")
      .end("The cart is summed; all 8 tests pass."),
  ],
  [
    "a change in a package that has no tests, told so",
    by("claude")
      .ask("Show the total in web, then bump the API timeout.")
      .edit("/repo/web/src/Cart.tsx", "<p/>", "<p>\n{total}\n</p>\n<hr/>")
      .run("cd web")
      .run("npm test", VITEST)
      .edit("/repo/api/server.ts", "timeout: 5", "timeout: 30,\nretries: 2,\nbackoff: 1,\njitter: true")
      .end("All 8 tests of the web package pass. The API timeout is 30 s; that package has no tests."),
  ],
  ...[
    "Summed, tests green (run before the tax was added).",
    "Tests pass (run prior to the tax).",
    "Sum: tests pass. Tax: not covered by any test.",
    "Tests pass for the prices. The tax part is fresh.",
    "Summed and taxed. The last test run (8 pass) predates the tax.",
    "All 8 tests passed at that point; then I added the tax.",
  ].map((closing): TurnCase => [
    closing,
    summed("claude")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/cart.ts", "return sum;", "const tax = sum * rate;\nconst total = sum + tax;\nreturn total;")
      .end(closing),
  ]),
  ...["All tests passed on your last run.", "All tests pass – at least they did at the last commit."].map(
    (closing): TurnCase => [closing, summed("codex").end(`Summed. ${closing}`)],
  ),
  ...["The tidy-up came after that.", "That was one edit ago."].map((told): TurnCase => [
    `the run is dated: ${told}`,
    summed("gemini")
      .run("npx vitest run", VITEST)
      .edit(
        "/repo/src/cart.ts",
        "for (const item of items) {",
        "for (const item of items) {\n  log(item);\n  seen(item);\n",
      )
      .end(`Summed; 8 passed. ${told}`),
  ]),
];
