import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { editUndone } from "./edit-undone.ts";
import { LEAD, SHOWN } from "./proof.ts";

const OLD = "  run(first, second, third) // a line that is long enough to be told again\n";
const NEW = "  //nolint:all\n  run(first, second, third)\n";
const edited = (told: ThreadBuilder): ThreadBuilder => told.edit("/repo/cart.go", OLD, NEW);
const linted = (): ThreadBuilder =>
  edited(edited(thread().user("Silence the linter.")).bash("golangci-lint run --fix ./..."));
const sum = (): ThreadBuilder => thread().user("Sum the cart.").edit("/repo/src/cart.ts", "return 0;", "return sum;");
const STASHED = { output: "Saved working directory and index state WIP on main\n" };

test.each<[string, ThreadBuilder, number | undefined]>([
  ["a linter took it out once, and runs again", linted().bash("golangci-lint run --fix ./...").close("Fixed."), SHOWN],
  [
    "the file is looked at afterwards",
    linted().bash("golangci-lint run --fix ./...").bash("git diff").close("Fixed."),
    undefined,
  ],
  ["it does not run again", linted().close("Fixed."), undefined],
  ["git threw it away", sum().bash("git checkout -- src/cart.ts").close("Fixed the total in `src/cart.ts`."), SHOWN],
  [
    "git threw it away, and that is told",
    sum().bash("git checkout -- src/cart.ts").close("Changed `cart.ts` and reverted it."),
    undefined,
  ],
  [
    "it was committed before",
    sum().bash("git commit -qam x").bash("git checkout -- src/cart.ts").close("Fixed `cart.ts`."),
    undefined,
  ],
  [
    "it was made again",
    sum().bash("git checkout -- src/cart.ts").edit("/repo/src/cart.ts", "0", "1").close("Fixed `cart.ts`."),
    undefined,
  ],
  ["left in a stash", sum().bash("git stash", STASHED).close("Updated the cart."), SHOWN],
  ["left in a stash, admitted", sum().bash("git stash", STASHED).close("Updated the cart. It is not finished."), LEAD],
  ["brought back", sum().bash("git stash", STASHED).bash("git stash pop").close("Updated the cart."), undefined],
])("%s", (_, told, sure) => {
  expect(foundBy(told, editUndone).map(({ confidence }) => confidence)).toEqual(sure === undefined ? [] : [sure]);
});
