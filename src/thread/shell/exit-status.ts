import type { AndOr, Command, PipelineNode, Statement } from "unbash";
import { nameLiterally } from "../../text/strings.ts";
import { type Mask, echoWords } from "./shell-command.ts";

/** What the statements after a command do with its exit code. */
export interface CodeUse {
  readonly kept: boolean;
  /** True when the code is that of a pipeline's first command (`${PIPESTATUS[0]}`), not of its last. */
  readonly ofFirst: boolean;
  readonly echo?: Mask["echo"];
}

const UNUSED: CodeUse = { kept: false, ofFirst: false };
const LOOK_AHEAD = 6;
/** In PowerShell, this is the code of the last program; the cmdlets behind it in the pipeline have none. */
const OF_FIRST = /\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\}|\$PIPESTATUS\b|\$LASTEXITCODE\b/;
const LAST_CODE = /\$\?|\$\{\?\}|\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\}|\$PIPESTATUS\b|\$LASTEXITCODE\b/;

/** Follows the use of `$?` through the next few statements. */
export function useOfCode(statements: readonly Statement[], index: number): CodeUse {
  let reference = LAST_CODE;
  let ofFirst = false;
  let echo: Mask["echo"];
  for (let next = index + 1; next < statements.length && next <= index + LOOK_AHEAD; next++) {
    const command = simpleCommand(statements[next]?.command);
    const name = command?.name?.value;
    const text = command ? argumentTexts(command) : "";
    if (text.includes("$LASTEXITCODE") && !endsInCmdlets(statements[index]?.command)) break;
    const named = capturedBy(command, reference);
    if (named) {
      ofFirst ||= OF_FIRST.test(named.value);
      const variable = nameLiterally(named.name);
      reference = new RegExp(`\\$${variable}\\b|\\$\\{${variable}\\}`);
      continue;
    }
    if (command && reference.test(text)) {
      ofFirst ||= OF_FIRST.test(text);
      if (name === "exit" || name === "return") return { kept: true, ofFirst, ...(echo && { echo }) };
      if ((name === "[" || name === "test") && next === statements.length - 1)
        return { kept: true, ofFirst, ...(echo && { echo }) };
      if (name !== undefined && PRINTS.test(name)) echo ??= echoAround(command, reference);
    }
    // `$?` is overwritten by the next command; a variable keeps its value.
    if (reference === LAST_CODE) break;
  }
  return echo ? { kept: false, ofFirst, echo } : UNUSED;
}

/** True when the branch that runs after a failure fails, too, so that the failure is not hidden. */
export function failsAgain(node: PipelineNode | undefined): boolean {
  if (!node) return false;
  if (node.type === "Command") return exitsNonZero(node);
  if (node.type !== "BraceGroup" && node.type !== "Subshell") return false;
  const last = node.body.commands.at(-1)?.command;
  if (last?.type === "AndOr") return failsAgain(last.commands.at(-1));
  return last !== undefined && failsAgain(last);
}

/** What an `echo` at the start of a branch prints, as far as it is literal. */
export function printedBy(node: PipelineNode | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === "BraceGroup" || node.type === "Subshell") {
    const first = node.body.commands[0]?.command;
    return first && first.type !== "AndOr" ? printedBy(first) : undefined;
  }
  if (node.type !== "Command" || (node.name?.value !== "echo" && node.name?.value !== "printf")) return undefined;
  const literal =
    printedWords(node)
      .join(" ")
      .split(/[$`%\\\n]/, 1)[0]
      ?.trim() ?? "";
  return literal.length >= 2 ? literal : undefined;
}

/** What the rest of an and-or list prints when the command at `index` succeeds or fails. */
export function announcements(list: AndOr, index: number): Pick<Mask, "ifPassed" | "ifFailed"> {
  const ifPassed = list.operators[index] === "&&" ? printedBy(list.commands[index + 1]) : undefined;
  const rescue = list.operators.indexOf("||", index);
  const ifFailed = rescue === -1 ? undefined : printedBy(list.commands[rescue + 1]);
  return { ...(ifPassed !== undefined && { ifPassed }), ...(ifFailed !== undefined && { ifFailed }) };
}

function exitsNonZero(command: Command): boolean {
  const name = command.name?.value;
  if (name === "false") return true;
  if (name !== "exit" && name !== "return") return false;
  return command.args[0]?.text !== "0";
}

function simpleCommand(node: Statement["command"] | undefined): Command | undefined {
  if (node?.type === "AndOr") return simpleCommand(node.commands[0]);
  return node?.type === "Command" ? node : undefined;
}

/** In PowerShell, a bare text is printed. */
const PRINTS = /^(?:echo|printf|write-(?:host|output)|[^$]*\$LASTEXITCODE.*)$/i;

function argumentTexts(command: Command): string {
  const words = command.args.map((word) => word.text);
  return (isBareText(command) ? [command.name?.text ?? "", ...words] : words).join(" ");
}

function isBareText({ name }: Command): boolean {
  return name?.value.includes("$LASTEXITCODE") === true;
}

function endsInCmdlets(node: Statement["command"] | undefined): boolean {
  if (node?.type !== "Pipeline") return true;
  return node.commands.slice(1).every((each) => each.type === "Command" && /^\w+-\w+$/.test(each.name?.value ?? ""));
}

/** For `rc=$?`: the variable and the value that it was set to. */
function capturedBy(command: Command | undefined, reference: RegExp): { name: string; value: string } | undefined {
  if (!command) return undefined;
  const assigned = command.name ? command.args : command.prefix;
  const [first] = assigned;
  if (first?.type !== "Assignment" || first.value.type !== "Word") return undefined;
  if (!/^\w+$/.test(first.name) || !reference.test(first.value.text)) return undefined;
  return { name: first.name, value: first.value.text };
}

function echoAround(command: Command, reference: RegExp): Mask["echo"] {
  const given = printedWords(command);
  const words = isBareText(command) ? [command.name?.value ?? "", ...given] : given;
  const [format] = words;
  if (command.name?.value === "printf" && format !== undefined && !reference.test(format))
    return { before: lastLine(format.split("%", 1)[0] ?? ""), after: "" };
  const text = words.join(" ");
  const found = reference.exec(text);
  if (!found) return undefined;
  const before =
    text
      .slice(0, found.index)
      .split(/\$\{?\w+\}?|`|\)/)
      .at(-1) ?? "";
  const after = text.slice(found.index + found[0].length).split(/[$`\n\\]/, 1)[0] ?? "";
  return { before: lastLine(before), after };
}

function printedWords({ args }: Command): readonly string[] {
  return echoWords(args.flatMap((word) => (word.type === "Word" ? [word.value] : []))).words;
}

/** The part after the last newline, real or written as `\\n`. */
function lastLine(text: string): string {
  return text.split(/\n|\\n/).at(-1) ?? "";
}
