import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { Step } from "../../thread/thread.ts";
import { expression } from "../../patterns/expression.ts";
import type { CheckKind } from "./receipt.ts";

const WANTED_FAILURE = expression("i")`
  \bexpect(?:ed|ing|s)?\b[^.\n]{0,40}\b(?:fail|error|non-?zero|reject|not (?:to )?(?:pass|compile|work))
  |\b(?:should|must|will|to)\b[^.\n]{0,20}\b(?:fail|error out|be rejected|not compile)\b
  |\b(?:verify|confirm|check|ensure|prove|demonstrate|see (?:it|that|whether)|watch (?:it|the test))
  \b[^.\n]{0,50}\bfails?\b
  |\bfail(?:s|ed|ing|ure)?\b[^.\n]{0,20}\b(?:as expected|before|without|first|initially)\b
  |\bred (?:phase|step|test)\b|\breproduc(?:e|es|ing)\b|\bpre-?existing\b|\bbaseline\b
  |\b(?:without|before) (?:my|the|our|any) (?:fix|change|changes|patch)\b
`;

/** For a run of the program itself: the description names a case in which it has to fail. */
const NEGATIVE_CASE = expression("i")`
  \b(?:
    unknown|invalid|missing|errors?|bad|non-?exist\w*|without|negative|reject\w*|unauthori[sz]ed|forbidden|malformed
    |empty|wrong|den(?:y|ied)|edge cases?
  )\b
`;

/** What a call says about itself. */
export interface RunWords {
  readonly description: string;
  readonly line: string;
}

export function runWords(step: Step): RunWords {
  return { description: descriptionOf(step), line: step.action.command ?? "" };
}

/** True when the call itself says that a failure is what it is for: in its description, a comment, or what it prints. */
export function wantsFailure({ description, line }: RunWords, command: ShellCommand, kind: CheckKind): boolean {
  if (command.negated) return true;
  if ((kind === "run" || kind === "probe") && NEGATIVE_CASE.test(description)) return true;
  const said = [description, commentsOf(line), command.mask?.ifFailed ?? ""];
  if (/\bexpected\b/i.test(command.mask?.ifFailed ?? "")) return true;
  return said.some((text) => text !== "" && WANTED_FAILURE.test(text));
}

function descriptionOf(step: Step): string {
  const input: unknown = step.input;
  if (typeof input !== "object" || input === null || !("description" in input)) return "";
  return typeof input.description === "string" ? input.description : "";
}

function commentsOf(command: string): string {
  return [...command.matchAll(/(?:^|\s)#\s+(.{1,200})$/gm)].map((match) => match[1] ?? "").join("\n");
}
