import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import { packageName } from "../changes/added-package.ts";
import { checksOf } from "../receipts/checks.ts";
import { wasDropped } from "../receipts/receipts.ts";
import type { Facts } from "../facts.ts";
import type { Request } from "../requests/requests.ts";
import type { Breach } from "./breach.ts";

export function commandRun(facts: Facts, request: Request): Breach | undefined {
  const { requests } = facts.language;
  const forbidden = request.commands.filter((command) => /^[\w./-]+(?:\s|$)/.test(command));
  const wanted = request.kind === "constraint" ? requests.insteadOf.exec(request.text)?.groups?.["wanted"] : undefined;
  for (const command of forbidden) {
    const step = facts.steps.find((candidate) => {
      if (!ranInEarnest(candidate, command)) return false;
      return wanted === undefined || !isAllowedUse(candidate.action.command ?? "", command, wanted);
    });
    if (!step) continue;
    const switching = wanted !== undefined && requests.switchAsk.test(facts.request);
    const unsure = switching || withOption(step.action.command ?? "", command, NARROWING);
    return { what: `ran ${command}`, steps: [step.number], subject: command, unsure };
  }
  return undefined;
}

/** True when the step ran this command, and not only to be told something by it: its version, its help, a dry run. */
export function ranInEarnest(step: Step, command: string): boolean {
  const line = step.action.command ?? "";
  return wasRun(step) && runs(line, command) && !withOption(line, command, ONLY_TELLING);
}

/** True when every call of the command in the line has such an option beside the forbidden words. */
function withOption(line: string, command: string, option: RegExp): boolean {
  const wanted = new Set(command.trim().split(/\s+/));
  const calls = parseCommandLine(line).filter((each) => wanted.has(each.name));
  const has = ({ args }: (typeof calls)[number]): boolean =>
    args.some(({ text }) => !wanted.has(text) && option.test(text));
  return calls.length > 0 && calls.every(has);
}

/** With these a command only tells what it would do. */
const ONLY_TELLING =
  /^(?:-h|-help|help|list|ls|show|status|--(?:dry-?run|help|version|plan|sql|syntax-check|list|collect-only)(?:=.*)?)$/i;
/** With these it may do a part of what was forbidden, or something else. */
const NARROWING =
  /^(?:-[nNtTkKmMFpP]|--(?:check|diff|create-only|test(?:Path|Name)Pattern|filter|grep|only|project|package|scope|path)(?:=.*)?)$/;

/** True when the tool that is not wanted only fetches the wanted one, or only answers a question. */
function isAllowedUse(line: string, command: string, wanted: string): boolean {
  return parseCommandLine(line)
    .filter((each) => each.name === command)
    .every((each) => {
      const words = each.args.map((word) => word.text);
      return words.some((word) => packageName(word) === wanted) || ASKING.test(words[0] ?? "--version");
    });
}

const ASKING =
  /^(?:-v|-V|-h|--version|--help|help|version|view|info|show|ls|list|outdated|why|search|config|root|bin|prefix|whoami|freeze|audit)$/;

/** True when a call begins with the command's words, wrappers aside. A check of only a part is another command. */
function runs(line: string, command: string): boolean {
  const wanted = command.trim().split(/\s+/);
  if (!line.includes(wanted[0] ?? "")) return false;
  const isCheck = parseCommandLine(command).some((each) => checksOf(each).length > 0);
  return parseCommandLine(line).some((each) => {
    const words = [each.name, ...each.args.map((word) => word.text)];
    if (each.wrappers.some((wrapper) => wrapper === command.trim())) return true;
    if (!wanted.every((word, index) => words[index] === word)) return false;
    const more = words.slice(wanted.length).some((word) => !word.startsWith("-"));
    return !more || wanted.length === 1 || !isCheck;
  });
}

export function wasRun(step: Step): boolean {
  return step.action.command !== undefined && !wasDropped(step);
}
