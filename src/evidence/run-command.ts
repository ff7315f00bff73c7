import { parseCommandLine } from "../thread/shell/parse-command-line.ts";
import { checksOf } from "./checks.ts";
import type { Facts } from "./facts.ts";
import { hadHelpers } from "./look.ts";

/** True when a step ran this command, however it was spelled: another folder, more flags, through a pipe or a hook. */
export function ranCommand(facts: Facts, command: string): boolean {
  const wanted = words(command);
  if (wanted.length === 0 || hadHelpers(facts)) return true;
  return facts.steps.some((step) => {
    const line = step.action.command;
    if (line === undefined) return false;
    if (containsInOrder(words(line), wanted)) return true;
    return step.result?.output.includes(command) ?? false;
  });
}

/** A check of the same kind ran, called in another way: `npx vitest run` where `npm test` was asked for. */
export function ranSameCheck(facts: Facts, command: string): boolean {
  const [check] = parseCommandLine(command).flatMap(checksOf);
  if (!check || check.kind === "run" || check.kind === "probe") return false;
  const wanted = suiteOf(check.command);
  return facts.receipts.some(
    (receipt) => receipt.supports.includes(check.kind) && (wanted === undefined || suiteOf(receipt.command) === wanted),
  );
}

/** The suite a command names, when it is one of several: the end-to-end tests are not the unit tests. */
function suiteOf(command: string): string | undefined {
  const suite = /\b(?:e2e|end-to-end|integration|smoke|acceptance|playwright|cypress)\b/.exec(command)?.[0];
  return suite === "playwright" || suite === "cypress" || suite === "end-to-end" ? "e2e" : suite;
}

/** A command with half of the same words ran: `python3 main.py` for `python main.py`. */
export function ranAlike(facts: Facts, command: string): boolean {
  const wanted = words(command).map(plain);
  return facts.steps.some((step) => {
    const line = new Set(words(step.action.command ?? "").map(plain));
    return wanted.filter((word) => line.has(word)).length * 2 >= wanted.length;
  });
}

function plain(word: string): string {
  return word.replace(/^(python|pip)3$/, "$1").replace(/^docker-compose$/, "compose");
}

/** The words that carry the meaning: no folders to go to, no variables, no flags, no redirections. */
function words(line: string): string[] {
  return line
    .replaceAll(/\bcd\s+\S+\s*(?:&&|;)/g, " ")
    .split(/[\s;&|()]+/)
    .map((word) => word.replaceAll(/^["']|["']$/g, ""))
    .filter((word) => word !== "" && !/^-|^[A-Z_]+=|^\d?>|^\$$/.test(word))
    .map((word) => word.split("/").findLast((part) => part !== "" && part !== ".") ?? word);
}

function containsInOrder(line: readonly string[], wanted: readonly string[]): boolean {
  let next = 0;
  for (const word of line) if (word === wanted[next]) next += 1;
  return next === wanted.length;
}
