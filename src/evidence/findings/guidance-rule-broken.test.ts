import { describe, expect, test } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { guidanceRuleBroken as rule } from "./guidance-rule-broken.ts";

const under = (guidance: string): ThreadBuilder =>
  thread().guidance("AGENTS.md", guidance).user("Add the client.").edit("/repo/src/a.ts", "a", "b");

describe("finds", () => {
  test("a forbidden command that was run", () => {
    expect(
      found(under("Never use `npm`, use `pnpm` instead.").bash("npm install left-pad").close("Done."), rule),
    ).toMatchObject([{ subject: "npm", steps: [2] }]);
  });

  test.each(["sudo npm install", "env CI=1 npm ci", "(cd web; npm install)", "cd web && npm install | tail -3"])(
    "a forbidden command behind others: %s",
    (line) => {
      expect(found(under("Never use `npm`.").bash(line).close("Done."), rule)).toMatchObject([{ subject: "npm" }]);
    },
  );

  test("a demanded command that was left out", () => {
    expect(found(under("Always run `npm run check` before you finish.").close("Done."), rule)).toMatchObject([
      { subject: "npm run check" },
    ]);
  });
});

describe("is silent", () => {
  test.each<[string, ThreadBuilder]>([
    ["the allowed command was run", under("Never use `npm`, use `pnpm` instead.").bash("pnpm install").close("Done.")],
    ["the name is only part of another", under("Never use `npm`.").bash("npm-check-updates --help").close("Done.")],
    [
      "the forbidden command stands in a text",
      under("Never use `npm`.").bash('git commit -m "use pnpm; npm install is gone"').close("Done."),
    ],
    [
      "the forbidden command stands in a file that is written",
      under("Never use `npm`.").bash("cat > notes.md <<EOF\nnpm install\nEOF").close("Done."),
    ],
    [
      "the forbidden program was only asked for its version",
      under("Never use `npm`.").bash("npm --version").close("Done."),
    ],
    [
      "the demanded command was run",
      under("Always run `npm run check` before you finish.").bash("npm run check").close("Done."),
    ],
    [
      "no code was changed",
      thread()
        .guidance("AGENTS.md", "Run `npm run check` before you finish.")
        .user("Docs.")
        .edit("/repo/a.md", "a", "b")
        .close("Done."),
    ],
  ])("when %s", (_, builder) => {
    expect(found(builder, rule)).toEqual([]);
  });
});
