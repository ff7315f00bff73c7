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
