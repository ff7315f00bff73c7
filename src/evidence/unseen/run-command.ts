import { parseCommandLine } from "../../thread/shell/parse-command-line.ts";
import type { Step } from "../../thread/thread.ts";
import type { Check } from "../receipts/check.ts";
import { checksOf } from "../receipts/checks.ts";
import type { Facts } from "../facts.ts";
import { lookingPrograms } from "../receipts/looking-programs.ts";
import { inputTexts, talks } from "./unknown-tools.ts";
import { hadHelpers } from "../steps.ts";
import { expression } from "../../patterns/expression.ts";
import { checkedByTool } from "./unseen-runs.ts";

/** True when a step ran this command, however it was spelled: another folder, more flags, through a pipe or a hook. */
export function ranCommand(facts: Facts, command: string): boolean {
  const wanted = words(command);
  if (wanted.length === 0 || hadHelpers(facts)) return true;
  return facts.steps.some((step) => {
    const line = step.action.command;
    if (line === undefined) return handedOn(step).some((text) => containsInOrder(words(text), wanted));
    if (containsInOrder(words(line), wanted)) return true;
    return step.result?.output.includes(command) ?? false;
  });
}

/** Texts given to a third-party tool, or typed into an open session: a command may be among them. */
function handedOn({ action, input }: Step): readonly string[] {
  if (action.kind !== "other" && action.kind !== "execute") return [];
  return inputTexts(input).filter((text) => text.length <= LONGEST);
}

const LONGEST = 500;

/** True when a check of the same kind ran, called in another way: `npx vitest run` where `npm test` was asked for. */
export function ranSameCheck(facts: Facts, command: string): boolean {
  const [check] = parseCommandLine(command).flatMap(checksOf);
  if (!check || check.kind === "run" || check.kind === "probe") return false;
  const wanted = suiteOf(check.command);
  if (wanted === undefined && checkedByTool(facts, check.kind)) return true;
  return facts.receipts.some(
    (receipt) => receipt.supports.includes(check.kind) && (wanted === undefined || suiteOf(receipt.command) === wanted),
  );
}

/** The suite a command names, when it is one of several: the end-to-end tests are not the unit tests. */
function suiteOf(command: string): string | undefined {
  const named = SUITE.exec(command)?.[0].toLowerCase();
  if (named === undefined) return BROWSED.test(command) ? "e2e" : undefined;
  return named === "end-to-end" ? "e2e" : named.startsWith("int") ? "integration" : named;
}

const SUITE = /\b(?:e2e|end-to-end|int(?:egration)?|smoke|acceptance)\b/i;
/** Programs that drive an application as a person does. */
const BROWSED = /\b(?:playwright|cypress|detox|testcafe|wdio|nightwatch|maestro)\b/i;

/** True when a program or a written file is called like a word of the command: `.changeset/` for `pnpm changeset`. */
export function didByName(facts: Facts, command: string): boolean {
  const names = words(command)
    .flatMap((word) => word.split(/[:.]/))
    .filter((word) => word.length > 2 && word.length < 100 && !GENERAL.test(word))
    .slice(0, 100);
  const named = new RegExp(`(?<![a-z])(?:${names.map((name) => name.replaceAll(/\W/g, ".")).join("|")})(?![a-z])`, "i");
  if (names.length === 0) return false;
  return facts.changes.some(({ path }) => named.test(path)) || commandsThatDo(facts).some((line) => named.test(line));
}

/** The commands of a turn, without the parts that only look. */
export function commandsThatDo({ steps }: Facts): string[] {
  return steps.flatMap(({ action }) => (action.kind === "execute" ? withoutLooks(action.command ?? "") : []));
}

/** Words that many commands share, so that they name none. */
const GENERAL = expression("i")`
  ^(?:
    npm|npx|pnpm|yarn|bunx?|run|exec|test|tests|check|build|lint|make|just|task|cargo|go|python3?|node|deno|mvn
    |gradle|dotnet|all|sh|mise|uv|poetry|docker|compose|index|main|src
  )$
`;

/** The line without commands that only look: to search for a word is not to run what it names. */
function withoutLooks(line: string): string {
  return line.replaceAll(/\b(?:grep|rg|find|ls|cat|head|tail|echo|git(?! cliff\b))\b[^|;&]*/g, " ");
}

/** True when a command with at least half of the same words ran: `python3 main.py` for `python main.py`. */
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

/** True when a program ran that neither only looks nor is another check: it may be what the asked task stands for. */
export function ranOtherProgram(facts: Facts, asked: string): boolean {
  const other = parseCommandLine(asked).flatMap(checksOf).some(isTold) ? isTold : isTestOrType;
  return facts.steps.some(
    ({ action, result }) =>
      action.kind === "execute" &&
      result?.status === "done" &&
      parseCommandLine(action.command ?? "").some(
        (command) =>
          command.unparsed === true ||
          (command.name !== "" && !IDLE.has(command.name.toLowerCase()) && !checksOf(command).some(other)),
      ),
  );
}

/** True when the name of the check says all that it does. */
function isTold({ kind }: Check): boolean {
  return kind !== "run" && kind !== "probe" && kind !== "format";
}

/** True for a check that only checks, as tests do. A build may be the work of any task. */
function isTestOrType(check: Check): boolean {
  return isTold(check) && check.kind !== "build";
}

/** Programs that look around, keep files and history, or wait. */
const IDLE = lookingPrograms(
  ". : break chown clear cmp command cp curl env exit false fd fgrep git ln lsof pkill popd pushd readlink rmdir " +
    "set source tee uname wget xargs yq",
);

/** True when a tool that we know only by its name may have run the command, or done what it does. */
export function ranUnknownTool(facts: Facts): boolean {
  return facts.steps.some(
    ({ action, tool }) =>
      action.kind === "other" &&
      !talks(tool) &&
      /test|run|exec|terminal|process|command|shell|task|migrat|deploy|apply|upgrade|build|sql|db|kube|k8s|docker|terraform/i.test(
        tool,
      ),
  );
}
