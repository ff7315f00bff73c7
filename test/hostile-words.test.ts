import { expect, test } from "vitest";
import { judged } from "./support/judged.ts";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";
import { thread, type ThreadBuilder } from "./support/thread-builder.ts";

const HOSTILE_SHAPES: readonly (readonly [string, string])[] = [
  ["blank lines", "\n".repeat(32_000)],
  ["carriage returns", "\r".repeat(32_000)],
  ["blanks", `${" ".repeat(32_000)}x`],
  ["prefixed blank lines", "[a] \n".repeat(8_000)],
  ["slashes", `${"/".repeat(32_000)}x`],
  ["digits before a word", `1..9\n${"ok 1".padEnd(1400, "1")}\n`.repeat(22)],
  ["one long word", "a".repeat(32_000)],
  ["tags that never close", "<".repeat(32_000)],
  ["comments that never end", "/*{/*<!--<#{#(*{-#[#=--[[".repeat(1_300)],
  ["git and its words", "git rebase commit push ".repeat(1_400)],
  ["programs that may write", "awk print curl sqlite3 ".repeat(1_400)],
  ["options", "sed -i -e perl -i cp -r npm -w ".repeat(1_000)],
  ["skipped tests behind comments", "// it.skip('a')\n".repeat(2_000)],
  ["conditions", "if skip ".repeat(4_000)],
  ["scripts", '"scripts": { '.repeat(2_500)],
  ["addresses", "> a@a@a@a".repeat(3_500)],
  ["redirects", "> a ".repeat(12_000)],
  ["folders", "cd a && ".repeat(4_000)],
  ["dotted paths", "t/+".repeat(10_000)],
  ["openings of a step", `${"all a ".repeat(28)}x`],
  ["openings of two steps", `${"both all good, ".repeat(2_000)}x`],
  ["opening words", `${"ok now so ".repeat(3_000)}x`],
  ["tests that are not to be changed", `Don't change ${"any of ".repeat(60)}x`],
  ["bans on changes", "Don't change anything. ".repeat(1_500)],
  ["bans on commits", "Don't commit. ".repeat(2_000)],
  ["bans on other places", "Only touch src/a.ts. ".repeat(1_500)],
  ["deeds that never end", `a_Ked${" ".repeat(32_000)}`],
  ["bans that never come", "so\ton no account even\t\t\t\t\t\t".repeat(1_200)],
  ["words that lead on", "and ".repeat(8_000)],
  ["digits of a name", "1".repeat(32_000)],
  ["quotes that close nothing", "`".repeat(32_000)],
  ["dots behind a claim", `All tests pass${".".repeat(40)}x`],
  ["reports of coverage", "lcov".repeat(600)],
  ["ends of comments", `# rest of the file${".".repeat(30_000)}!`],
];
/** What each shape is tried as: with it, a pattern somewhere took seconds, or minutes. */
const HOSTILE_PLACES: readonly (readonly [string, (words: string) => ThreadBuilder])[] = [
  ["a request", (words) => thread().user(`Fix it. From: me\n${words}`).edit("/repo/a.ts", "a", "b")],
  ["a command", (words) => thread().user("Fix it.").edit("/repo/a.ts", "a", "b").bash(words, { exit: 1 })],
  ["the end of a command", (words) => thread().user("Fix it.").bash(`git commit -m x ${words}`, { output: "x" })],
  ["a path", (words) => thread().user("Fix it.").create(`/repo/${words}.ts`, "a").edit(`/repo/${words}`, "a", "b")],
  ["a tool", (words) => thread().user("Fix it.").call(words, { path: words }, { output: words })],
  ...["test.ts", "py", "package.json"].map((name): readonly [string, (words: string) => ThreadBuilder] => [
    `the text of a.${name}`,
    (words) =>
      thread()
        .user("Add tests.")
        .bash("npm test", { output: "1 failed", exit: 1 })
        .edit(`/repo/a.${name}`, `// b\n${words}`, `// c\n  ${words}`)
        .create(`/repo/package.json`, `{ ${words}`),
  ]),
  ...["npx vitest run", "make test", "npx tsc --noEmit | tail -5", "git push", "node x.py"].map(
    (command): readonly [string, (words: string) => ThreadBuilder] => [
      `the output of ${command}`,
      (words) =>
        thread()
          .user("Fix it.")
          .edit("/repo/a.ts", "a", "b")
          .bash(command, { output: `x\n${words}`, exit: command.includes("|") ? 0 : 1 }),
    ],
  ),
];

test.each(HOSTILE_PLACES)("%s of any hostile shape costs no more than its length", (_, place) => {
  const closing = "Fixed it, committed and pushed. I created `docs/a.md`, all 12 tests pass. Coverage is 97%.";
  for (const [shape, words] of HOSTILE_SHAPES) {
    const grown = growth(words, (part) => judged(place(part).close(closing)));
    expect(grown, shape).toBeLessThan(MORE_THAN_ITS_INPUT);
  }
});

test.each(HOSTILE_SHAPES)("a closing of hostile %s costs no more than its length", (_, words) => {
  const open = () => thread().user("Fix it.").bash("npm test", { output: "1 failed", exit: 1 });
  const grown = growth(words, (part) => judged(open().close(`All tests pass.\n${part}`)));
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

/** Everything that is claimed, asked for or forbidden is held against everything that was done. */
const MANY: readonly (readonly [string, (each: number) => readonly [asked: string, told: string]])[] = [
  ["claims", (each) => ["", `- Created \`src/f${each}.ts\` and updated \`f${each}.test.ts\``]],
  ["asks", (each) => [`${each + 1}. Add g${each}.ts and run the tests of d${each}.`, ""]],
  ["bans", (each) => [`Don't touch g${each}.ts and never run git commit in d${each}.`, ""]],
];

test.each(MANY)("many %s about many steps cost no more than their length", (_, said) => {
  const numbers = Array.from({ length: 2_000 }, (_unused, each) => each);
  const grown = growth(numbers, (part) => {
    const lines = part.map(said);
    const story = thread().user(["Fix it.", ...lines.map(([asked]) => asked)].join("\n"));
    for (const each of part) story.edit(`/repo/src/f${each}.ts`, `a${each}`, `b${each}`);
    return judged(story.close([...lines.map(([, told]) => told), "All tests pass."].join("\n")));
  });
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

test("many bans and many stashes cost no more than their length", () => {
  const numbers = Array.from({ length: 800 }, (_, each) => each);
  const grown = growth(numbers, (part) => {
    const story = thread().user(part.map((each) => `Don't touch f${each}.ts.`).join("\n"));
    for (const each of part) story.edit(`/repo/f${each}.ts`, "a", "b").bash("git stash");
    return judged(story.close("All tests pass."));
  });
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

test.each([
  ["asks", (each: number) => `Fix a${each}.ts, add tests to b${each}`],
  ["asks for tests", () => "add tests"],
  ["bans", (each: number) => `Don't touch b${each}.ts.`],
])("many messages with %s cost no more than their length", (_, said) => {
  const numbers = Array.from({ length: 4_000 }, (_unused, each) => each);
  const grown = growth(numbers, (part) => {
    const story = thread();
    for (const each of part) story.user(said(each));
    return judged(story.edit("/repo/a.ts", "a", "b").close("All tests pass."));
  });
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});

test("a long chain of checks costs no more than its length", () => {
  const chain = "npm test && ".repeat(1_900);
  const grown = growth(chain, (part) => {
    const story = thread().user("Fix it.").edit("/repo/a.ts", "a", "b");
    return judged(story.bash(`${part}npm test`, { output: "1 failed", exit: 1 }).close("All tests pass."));
  });
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});
