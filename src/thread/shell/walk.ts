import type { AndOr, CommandNode, Pipeline, PipelineNode, Statement } from "unbash";
import { announcements, failsAgain, printedBy, useOfCode } from "./exit-status.ts";
import { emitCommand, resolveWord } from "./simple-command.ts";
import { copyShell, ownProcess, type Place, type Shell, type Walk, within } from "./place.ts";
import type { Mask } from "./shell-command.ts";

const MAX_DEPTH = 40;
const MAX_CALLS = 50;
const MAX_COMMANDS = 2000;

/** Walks a list of statements; only the last one's exit code is that of the list, unless something keeps it. */
export function walkStatements(walk: Walk, statements: readonly Statement[], shell: Shell, place: Place): void {
  if (isFull(walk)) return;
  walk.depth++;
  let join = place.join;
  for (const [index, statement] of statements.entries()) {
    if (walk.commands.length >= MAX_COMMANDS) break;
    walkStatement(walk, statement, shell, { ...placeInList(statements, index, shell, place), join });
    join = statement.background ? "&" : ";";
  }
  walk.depth--;
}

function isFull(walk: Walk): boolean {
  if (walk.depth < MAX_DEPTH && walk.commands.length < MAX_COMMANDS) return false;
  walk.errors = true;
  return true;
}

function placeInList(statements: readonly Statement[], index: number, shell: Shell, place: Place): Place {
  if (statements[index]?.background) return ownProcess(place, { kind: "background" });
  if (index === statements.length - 1) return place;
  const use = useOfCode(statements, index);
  if (use.kept) return { ...place, mask: place.exitMask, ofFirst: use.ofFirst };
  if (shell.errexit && statements[index]?.command.type !== "AndOr") return { ...place, mask: place.exitMask };
  const kind = shell.errexit === false ? "errexit-off" : "sequence";
  return { ...place, mask: { kind, ...(use.echo && { echo: use.echo }) }, ofFirst: use.ofFirst };
}

function walkStatement(walk: Walk, statement: Statement, shell: Shell, place: Place): void {
  const own = statement.background ? copyShell(shell) : shell;
  if (statement.command.type === "AndOr") walkAndOr(walk, statement.command, own, place);
  else walkNode(walk, statement.command, own, place);
}

function walkAndOr(walk: Walk, list: AndOr, shell: Shell, outer: Place): void {
  const place = sharesCode(list) ? withSharedEcho(outer) : outer;
  let rescue = list.operators.indexOf("||");
  for (const [index, node] of list.commands.entries()) {
    if (walk.commands.length >= MAX_COMMANDS) break;
    if (rescue !== -1 && rescue < index) rescue = list.operators.indexOf("||", index);
    const operator = list.operators[index - 1];
    const mask = maskInAndOr(rescue === -1 ? undefined : list.commands[rescue + 1], shell, place);
    walkNode(walk, node, shell, {
      ...place,
      mask: mask && { ...mask, ...announcements(list, index) },
      ofFirst: place.ofFirst && mask === place.mask,
      join: operator ?? place.join,
      scopes: operator === "||" ? [...place.scopes, "fallback"] : place.scopes,
    });
  }
}

const NEVER_FAIL = new Set(["cd", "echo", "export", "mkdir", "source", ".", "set", "true", ":", "pushd", "popd"]);

/** True when more than one command of the list may have set its exit code. */
function sharesCode(list: AndOr): boolean {
  return list.commands.filter((node) => !NEVER_FAIL.has(node.type === "Command" ? nameOf(node) : "")).length > 1;
}

function withSharedEcho(place: Place): Place {
  const { mask } = place;
  return mask?.echo ? { ...place, mask: { ...mask, echo: { ...mask.echo, shared: true } } } : place;
}

/** In `a && b || c` a failure of `a` or `b` is hidden by `c`, unless `c` fails on purpose (`|| exit 1`). */
function maskInAndOr(rescue: PipelineNode | undefined, shell: Shell, place: Place): Mask | undefined {
  if (!rescue) return place.mask;
  if (failsAgain(rescue)) return endsItsShell(rescue) || shell.errexit ? place.exitMask : place.mask;
  return { kind: "or" };
}

/** True for `|| exit 1`, which ends the shell at once, whatever follows. */
function endsItsShell(node: PipelineNode | undefined): boolean {
  if (node?.type === "Command") return node.name?.value === "exit";
  if (node?.type !== "BraceGroup") return false;
  const last = node.body.commands.at(-1)?.command;
  return last?.type === "Command" && last.name?.value === "exit";
}

function walkNode(walk: Walk, node: PipelineNode, shell: Shell, place: Place): void {
  if (isFull(walk)) return;
  walk.depth++;
  walkInside(walk, node, shell, place);
  walk.depth--;
}

function walkInside(walk: Walk, node: PipelineNode, shell: Shell, place: Place): void {
  switch (node.type) {
    case "Command":
      if (!walkFunctionCall(walk, node.name?.value, shell, place)) emitCommand(walk, node, shell, place);
      return;
    case "Pipeline":
      walkPipeline(walk, node, shell, place);
      return;
    case "Redirected":
      walkNode(walk, node.command, shell, place);
      emitCommand(walk, node, shell, place);
      return;
    case "Subshell":
      walkStatements(walk, node.body.commands, copyShell(shell), ownProcess(within(place, "subshell"), place.mask));
      return;
    case "BraceGroup":
      walkStatements(walk, node.body.commands, shell, place);
      return;
    case "If": {
      const says = { ifPassed: printedIn(node.then.commands), ifFailed: printedIn(node.else?.commands) };
      walkStatements(walk, node.clause.commands, shell, condition(place, says));
      walkStatements(walk, node.then.commands, shell, within(place, "branch"));
      for (const elif of node.elif) {
        walkStatements(walk, elif.clause.commands, shell, condition(place));
        walkStatements(walk, elif.then.commands, shell, within(place, "branch"));
      }
      if (node.else) walkStatements(walk, node.else.commands, shell, within(place, "branch"));
      return;
    }
    case "While":
      walkStatements(walk, node.clause.commands, shell, condition(place));
      walkStatements(walk, node.body.commands, shell, loop(place, shell));
      return;
    case "For":
    case "Select": {
      const words = (node.wordlist ?? []).map((word) => resolveWord(word, shell.variables));
      const values = words.flatMap((word) => word.values ?? [word.text]);
      const known = values.length > 0 && values.length <= 32 && words.every((word) => !word.dynamic || word.values);
      if (known) shell.variables.set(node.name.value, values);
      else shell.variables.delete(node.name.value);
      walkStatements(walk, node.body.commands, shell, loop(place, shell));
      return;
    }
    case "ArithmeticFor":
      walkStatements(walk, node.body.commands, shell, loop(place, shell));
      return;
    case "Case":
      for (const item of node.items) walkStatements(walk, item.body.commands, shell, within(place, "branch"));
      return;
    case "Function":
      if (node.body.type !== "CompoundList") shell.functions.set(node.name.value, node.body);
      return;
    case "Coproc":
      if (node.body.type !== "CompoundList")
        walkNode(walk, node.body, copyShell(shell), ownProcess(place, { kind: "background" }));
      return;
    case "TestCommand":
    case "ArithmeticCommand":
      return;
  }
}

function walkPipeline(walk: Walk, pipeline: Pipeline, shell: Shell, place: Place): void {
  const negated = pipeline.prefixes.some((prefix) => prefix.type === "Negation");
  const names = pipeline.commands.map(nameOf);
  const { length } = pipeline.commands;
  for (const [index, node] of pipeline.commands.entries()) {
    if (walk.commands.length >= MAX_COMMANDS) break;
    const decides = shell.pipefail || (place.ofFirst ? index === 0 : index === length - 1);
    const outer: Mask | undefined = negated ? { kind: "negated" } : place.mask;
    const mask: Mask | undefined = decides ? outer : { kind: "pipe" };
    walkNode(walk, node, length > 1 ? copyShell(shell) : shell, {
      ...(length > 1 ? ownProcess(place, mask) : { ...place, mask, ofFirst: false }),
      negated,
      join: index === 0 ? place.join : "|",
      pipeline: { index, length },
      pipedInto: [...names.slice(index + 1, index + 9), ...place.pipedInto],
    });
  }
}

function walkFunctionCall(walk: Walk, name: string | undefined, shell: Shell, place: Place): boolean {
  const body = name === undefined ? undefined : shell.functions.get(name);
  if (!body || walk.calls >= MAX_CALLS) return false;
  walk.calls++;
  walkNode(walk, body, shell, within(place, "function"));
  return true;
}

function nameOf(node: CommandNode): string {
  if (node.type === "Command") return node.name?.value.replace(/^.*\//, "") ?? "";
  if (node.type === "Redirected") return nameOf(node.command);
  return node.type;
}

function printedIn(statements: readonly Statement[] | undefined): string | undefined {
  const command = statements?.[0]?.command;
  return command && command.type !== "AndOr" ? printedBy(command) : undefined;
}

function condition(place: Place, says: { ifPassed?: string | undefined; ifFailed?: string | undefined } = {}): Place {
  const { ifPassed, ifFailed } = says;
  const mask: Mask = {
    kind: "condition",
    ...(ifPassed !== undefined && { ifPassed }),
    ...(ifFailed !== undefined && { ifFailed }),
  };
  return { ...within(place, "condition"), mask, ofFirst: false };
}

function loop(place: Place, shell: Shell): Place {
  return { ...within(place, "loop"), mask: shell.errexit ? place.exitMask : { kind: "loop" }, ofFirst: false };
}
