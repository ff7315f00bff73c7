import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Facts } from "../facts.ts";
import { checksOf } from "../receipts/checks.ts";
import { gitSub } from "./git-looks.ts";
import { looksAround, runsOnly } from "./runs-nothing.ts";

/** True when all test runs are, by name, of unit tests, and nothing ran or was shown that may be of other suites. */
export function ranOnlyUnits({ turn, thread, steps, changes, receipts, language }: Facts): boolean {
  if (turn.number > 1 || thread.compactions > 0) return false;
  const tests = receipts.filter(({ supports }) => supports.includes("test"));
  if (tests.length === 0 || !tests.every(({ command }) => choosesUnits(command))) return false;
  const { otherSuite } = language.closing.bounds;
  return (
    steps.every(
      (step) =>
        runsOnly(step, isKnown) && !otherSuite.test(`${step.action.command ?? ""} ${step.result?.output ?? ""}`),
    ) && !changes.some(({ path, newText = "" }) => otherSuite.test(`${path} ${newText}`))
  );
}

/** True when the command chooses only the unit tests: `test:unit`, `pytest tests/unit`, but not `packages/unit`. */
function choosesUnits(command: string): boolean {
  const [, ...words] = command.split(/\s+/);
  const chosen = words
    .map((word) => word.replace(/^--?[\w.-]+=/, ""))
    .filter((word) => !/^-|^(?:run|test|exec|artisan)$/.test(word));
  return chosen.length > 0 && chosen.every((word) => UNITS.test(word));
}

const UNITS = /^(?:\.\/)?(?:(?:tests?|specs?|src)\/)?(?:tests?[:_.-])?units?(?:[:_.-]tests?)?\/?$/i;

function isKnown(command: ShellCommand): boolean {
  return checksOf(command).length > 0 || looksAround(command) || gitSub(command) !== undefined;
}
