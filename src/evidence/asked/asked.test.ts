import { describe, expect, test } from "vitest";
import { evidenceIn } from "../../../test/support/judged.ts";
import { thread } from "../../../test/support/thread-builder.ts";
import type { Asked } from "./asked.ts";
import { bansIn, stillBanned } from "./bans.ts";

const asked = (text: string): Asked => evidenceIn(thread().user(text).close("Done.")).asked;

describe("what is asked for", () => {
  test("is what stands in code spans: checks and files", () => {
    const { commands, files } = asked("Fix `src/cart.ts`, then run `npm test -- cart` and `ls -la`. See `total()`.");
    expect(commands).toEqual([{ line: "npm test -- cart", kind: "test" }]);
    expect(files).toEqual(["src/cart.ts"]);
  });

  test("are the commands below a heading that asks to verify, and no other blocks", () => {
    const block = "```sh\ncargo test --features fuse\ncargo clippy\n```";
    expect(asked(`Do it.\n\n## Verification\n${block}`).commands.map(({ line }) => line)).toEqual([
      "cargo test --features fuse",
      "cargo clippy",
    ]);
    expect(asked(`I saw this:\n${block}`).commands).toEqual([]);
  });

  test.each<[string, Asked["checks"]]>([
    ["Fix it and run the tests.", ["test"]],
    ["Make sure all tests pass and run the linter.", ["test", "lint"]],
    ["Run the build and the type-check.", ["build"]],
    ["Write tests for the cart.", []],
  ])("kinds of checks: %s", (text, kinds) => expect(asked(text).checks).toEqual(kinds));
});

describe("bans", () => {
  const bans = (text: string): string[] => bansIn(text, 1).map(({ kind, place }) => place ?? kind);

  test.each<[string, string[]]>([
    ["Sum the cart. Don't commit.", ["commit"]],
    ["Please do not commit or push.", ["commit", "push"]],
    ["Never push to the remote.", ["push"]],
    ["Don’t touch `src/api.ts`.", ["src/api.ts"]],
    ["Fix it without changing any files in `src/legacy/`, please.", ["src/legacy/"]],
    ["Leave `src/api.ts` alone.", ["src/api.ts"]],
    ["Do not modify existing tests.", ["tests"]],
    ["Important:\n- don't edit `schema.sql`", ["schema.sql"]],
    ["Don't commit anything unrelated.", []],
    ["Don't commit yet, only after the review.", []],
    ["Don't commit. I will look at it, and then you commit.", []],
    ["Leave the comment in `src/api.ts` as it is.", []],
    ["Don't change the secrets in `.env`.", []],
    ["Why did you not touch `src/api.ts`?", []],
    ["The README says: do not edit `schema.sql`.", []],
    ["Bob's review:\n- don't touch `src/api.ts`", []],
    ["Don't forget `src/api.ts`.", []],
  ])("%s", (text, wanted) => expect(bans(text)).toEqual(wanted));

  test("to delete something forbids no edit of it", () => {
    expect(bansIn("Don't delete the `schema.sql`.", 1)).toMatchObject([{ place: "schema.sql", onlyDeleting: true }]);
  });

  test("last until they are spoken of again", () => {
    const all = bansIn("Don't commit, and don't touch `src/api.ts`.", 1);
    expect(stillBanned(all, "Now fix the footer.")).toEqual(all);
    expect(stillBanned(all, "You may edit api.ts now.").map(({ kind }) => kind)).toEqual(["commit"]);
    const later = thread().user("Don't touch `src/api.ts`.").close("Fine.").user("Sum the cart.").close("Done.");
    expect(evidenceIn(later).asked.bans).toMatchObject([{ place: "src/api.ts", turn: 1 }]);
  });
});
