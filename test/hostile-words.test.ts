import { expect, test } from "vitest";
import { judged } from "./support/judged.ts";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";
import { thread, type ThreadBuilder } from "./support/thread-builder.ts";
import { HOSTILE_SHAPES } from "./support/hostile-shapes.ts";

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
