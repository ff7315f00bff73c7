import { describe, expect, test } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { lastFailure } from "./claimed-checks.ts";
import { factsOf } from "../facts.ts";

const TSC = "src/cart.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.\n";
const NEXT = " ✓ Compiled successfully in 4.0s\n ✓ Generating static pages (12/12)\n";

const failed = (command = "npx tsc --noEmit", output = TSC): ThreadBuilder =>
  thread().user("Sum the cart.").edit("/repo/src/cart.ts", "0", "sum").bash(command, { exit: 1, output });
const mended = (): ThreadBuilder => failed().edit("/repo/src/cart.ts", "sum", "sum + 1");

function failure(builder: ThreadBuilder): string | undefined {
  const built = builder.close("Types are clean.").build();
  const turn = built.turns.at(-1);
  return turn && lastFailure(factsOf(built, turn), "typecheck")?.command;
}

describe("a failed type check and a build after it that checks types", () => {
  test("is mended where the code was changed in between", () => {
    expect(failure(mended().bash("npx next build", { output: NEXT }))).toBeUndefined();
  });

  test.each<[string, ThreadBuilder]>([
    ["nothing ran after it", mended()],
    ["nothing was changed in between", failed().bash("npx next build", { output: NEXT })],
    ["the build failed", mended().bash("npx next build", { exit: 1, output: `Failed to compile.\n${TSC}` })],
    [
      "the build left the types out",
      mended().bash("npx next build", { output: ` ⚠ Skipping validation of types\n${NEXT}` }),
    ],
    [
      "the build is of another language",
      failed("mypy app", "app/cart.py:3: error: Incompatible types\nFound 1 error in 1 file\n")
        .edit("/repo/web/page.tsx", "0", "1")
        .bash("npx next build", { output: NEXT }),
    ],
  ])("stands where %s", (_, builder) => {
    expect(failure(builder)).toBeDefined();
  });
});
