import { expect, test } from "vitest";
import type { CheckKind } from "../src/evidence/record/check-run.ts";
import { FORMS } from "../src/evidence/record/summary-forms.ts";
import { summariesIn } from "../src/evidence/record/summary.ts";
import { acceptsMore, lostAssertions, lostTests, skipsIn } from "../src/evidence/record/test-code.ts";
import { growth, MORE_THAN_ITS_INPUT } from "./support/growth.ts";
import { HOSTILE_SHAPES } from "./support/hostile-shapes.ts";
import { thread, type ThreadBuilder } from "./support/thread-builder.ts";
import { recordedIn } from "./support/told-runs.ts";

const LENGTH = 32_000;
const KINDS: readonly CheckKind[] = ["test", "build", "typecheck", "lint", "format"];

/** The words of a form over and over, on one line and on many: what comes nearest to it and is not it. */
function pumped({ source }: RegExp): readonly string[] {
  const words = source.replaceAll(/\\[a-zA-Z]|\?<\w+>/g, "\n").match(/[\w .:]{2,}/g) ?? [source];
  const all = words.join("1 ");
  const longest = words.toSorted((left, right) => right.length - left.length)[0] ?? all;
  return [all, `\n${all}`, `\n${longest}`, `  ${longest} 1`, longest].map((piece) =>
    `${longest} 1 ${piece.repeat(Math.ceil(LENGTH / piece.length))}`.slice(0, LENGTH),
  );
}

test.each([...new Set(FORMS.map(({ name }) => name))])("words of %s cost no more than their length", (form) => {
  for (const { pattern, kinds } of FORMS.filter(({ name }) => name === form)) {
    for (const text of pumped(pattern)) {
      const grown = growth(text, (part) => summariesIn(part, kinds[0] ?? "test"));
      expect(grown, text.slice(0, 60)).toBeLessThan(MORE_THAN_ITS_INPUT);
    }
  }
});

test.each(HOSTILE_SHAPES)("summaries in %s cost no more than its length", (_, shape) => {
  for (const kind of KINDS) expect(growth(shape, (part) => summariesIn(part, kind))).toBeLessThan(MORE_THAN_ITS_INPUT);
});

const cooking = (): ThreadBuilder => thread().user("Cook.").edit("/repo/src/pot.ts", "a", "b");
const PLACES: readonly (readonly [string, (words: string) => ThreadBuilder])[] = [
  ...[
    "npx vitest run",
    "npm test && npm run lint",
    "echo '== a'; npx tsc; echo '== b'; npm test; echo $?",
    "npm test && echo GOOD || echo BAD",
    "npx tsc --noEmit | grep error | head -5",
    "npm test > pot.log 2>&1; tail -3 pot.log",
    "git commit -m soup",
    "bun run test",
  ].map((line): readonly [string, (words: string) => ThreadBuilder] => [
    `the output of ${line}`,
    (words) =>
      cooking()
        .bash(line, { output: `x\n${words}`, exit: 1 })
        .bash(line, { output: `$ tsc\n${words}` }),
  ]),
  [
    "a session",
    (words) =>
      cooking()
        .bash("npm test", { status: "running", output: `${words}\nrunning with session ID 7` })
        .call("write_stdin", { session_id: 7 }, { output: words })
        .call("write_stdin", { session_id: words }, { output: `exited with code ${words}` }),
  ],
  ...["package.json", "Makefile", "justfile", "mise.toml", "pyproject.toml", "composer.json"].map(
    (name): readonly [string, (words: string) => ThreadBuilder] => [
      `the text of ${name}`,
      (words) =>
        cooking()
          .read(`/repo/${name}`, words)
          .create(`/repo/${name}`, `[tool.poe.tasks]\n{"scripts": {${words}`)
          .bash("make all"),
    ],
  ),
  [
    "a command",
    (words) =>
      cooking()
        .bash(words.slice(0, 8_000), { exit: 1 })
        .bash(`git push ${words.slice(0, 8_000)}`),
  ],
  [
    "a file",
    (words) => cooking().create(`/repo/${words}.ts`, "a").edit("/repo/src/pot.ts", `// ${words}`, `/* ${words}`),
  ],
  [
    "a description",
    (words) => cooking().call("Bash", { command: "npm test", description: words, workdir: words }, {}, 1),
  ],
];

test.each(PLACES)("the record of %s costs no more than its length", (_, place) => {
  for (const [shape, words] of HOSTILE_SHAPES)
    expect(
      growth(words, (part) => recordedIn(place(part).build())),
      shape,
    ).toBeLessThan(MORE_THAN_ITS_INPUT);
});

test.each(HOSTILE_SHAPES)("code of tests in %s costs no more than its length", (_, words) => {
  const change = {
    step: 1,
    path: "a.test.ts",
    type: "edit",
    role: "test",
    shell: false,
    restored: false,
    perhaps: false,
  } as const;
  const grown = growth(words, (part) => {
    const lines = part.split("\n");
    const edit = { ...change, oldText: `it('a', () => {\n${part}`, newText: `${part}\n  ${part}` };
    return [
      skipsIn(lines),
      lostTests(edit, [edit]),
      lostAssertions(edit),
      acceptsMore(lines.slice(0, 5), lines.slice(5)),
    ];
  });
  expect(grown).toBeLessThan(MORE_THAN_ITS_INPUT);
});
