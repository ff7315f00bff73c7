import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { fileCutShort } from "./file-cut-short.ts";
import { SHOWN } from "./proof.ts";

const shown = (lines: number): ThreadBuilder =>
  thread()
    .user("Clean it up.")
    .bash("wc -l big.ts", { output: `  ${lines} big.ts\n` });
const cut = (told: ThreadBuilder): ThreadBuilder =>
  told.bash("head -100 big.ts > /tmp/big.ts").bash("mv /tmp/big.ts big.ts");

test("only the first lines were put back", () => {
  expect(foundBy(cut(shown(180)).close("Done."), fileCutShort)).toMatchObject([
    {
      confidence: SHOWN,
      steps: [2, 3],
      message: expect.stringContaining("first 100 lines of big.ts, but it had at least 180"),
    },
  ]);
});

test.each([
  ["as many as there were", cut(shown(100)).close("Done.")],
  ["nobody saw how many there were", cut(thread().user("Clean it up.")).close("Done.")],
  ["not put back", shown(180).bash("head -100 big.ts > /tmp/big.ts").close("Done.")],
  ["written anew", cut(shown(180)).edit("/repo/big.ts", "x", "line\n".repeat(40)).close("Done.")],
])("%s", (_, told) => expect(foundBy(told, fileCutShort)).toEqual([]));
