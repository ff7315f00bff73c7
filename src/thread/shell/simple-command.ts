import type { Assignment, Command, Redirected, Redirection, Word, WordPart } from "unbash";
import { parse } from "unbash";
import { applyBuiltin, rememberVariable, setOptions } from "./builtins.ts";
import type { ShellAssignment, ShellCommand, ShellRedirect, ShellWord } from "./shell-command.ts";
import { copyShell, ownProcess, type Place, type Shell, type Walk, within } from "./place.ts";
import { peelWrapper } from "./wrappers.ts";

export type Variables = ReadonlyMap<string, readonly string[]>;

const MAX_VALUES = 32;

export function resolveWord(word: Word, variables: Variables): ShellWord {
  if (!word.parts) return { text: word.value, dynamic: false };
  const fragments = word.parts.map((part) => partValues(part, variables));
  const values = combine(fragments);
  if (!values) return { text: word.value, dynamic: true };
  const [only] = values;
  if (values.length === 1 && only !== undefined) return { text: only, dynamic: false };
  return { text: word.value, dynamic: true, values };
}

function resolveArgument(argument: Word | Assignment, variables: Variables): ShellWord {
  if (argument.type === "Word") return resolveWord(argument, variables);
  if (argument.value.type === "ArrayValue") return { text: argument.text, dynamic: true };
  const value = resolveWord(argument.value, variables);
  return { text: `${argument.name}=${value.text}`, dynamic: value.dynamic };
}

function substitutionsOf(parts: readonly WordPart[]): readonly WordPart[] {
  return parts.flatMap((part): readonly WordPart[] => {
    if (part.type === "CommandExpansion" || part.type === "ProcessSubstitution") return [part];
    if (part.type === "DoubleQuoted" || part.type === "LocaleString") return substitutionsOf(part.parts);
    return [];
  });
}

function partValues(part: WordPart, variables: Variables): readonly string[] | undefined {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [part.value];
    case "DoubleQuoted":
    case "LocaleString":
      return combine(part.parts.map((child) => partValues(child, variables)));
    case "SimpleExpansion":
      return variables.get(part.text.slice(1));
    case "ParameterExpansion":
      return part.operation || part.prefix || part.index ? undefined : variables.get(part.parameter);
    case "BraceExpansion":
      return braceValues(part.text);
    default:
      return undefined;
  }
}

function combine(fragments: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let values: readonly string[] = [""];
  for (const fragment of fragments) {
    if (!fragment || values.length * fragment.length > MAX_VALUES) return undefined;
    values = values.flatMap((value) => fragment.map((end) => value + end));
  }
  return values;
}

/** The values of `{a,b}` without anything nested or quoted inside; ranges and all else are unknown. */
function braceValues(text: string): readonly string[] | undefined {
  const inner = text.slice(1, -1);
  if (!inner.includes(",") || /[{}$`'"\\*?]/.test(inner)) return undefined;
  return inner.split(",");
}

const MAX_WRAPPERS = 8;
/** How deep command lines may be nested in command lines (`bash -c "bash -c …"`). */
const MAX_SCRIPTS = 6;
const SHELLS = new Set(["bash", "sh", "zsh", "dash", "ksh"]);
const WRITES = new Set([">", ">>", ">|", "&>", "&>>"]);

/** Adds a simple command: first the commands substituted into it, and the wrapped one instead of a wrapper. */
export function emitCommand(walk: Walk, node: Command | Redirected, shell: Shell, place: Place): void {
  const redirects = node.redirects.map((redirect) => readRedirect(redirect, shell));
  const text = walk.source.slice(node.pos, node.end);
  if (node.type === "Redirected") {
    if (redirects.some((redirect) => WRITES.has(redirect.operator)))
      add(walk, { words: [], env: [], redirects, wrappers: [], text }, shell, place);
    return;
  }
  // The text of `eval` is walked as a script later, including the substitutions in it.
  if (node.name?.value !== "eval") walkSubstitutions(walk, node, shell, place);
  const env = node.prefix.flatMap((item) => (item.type === "Assignment" ? [readAssignment(item, shell)] : []));
  if (!node.name) {
    for (const { name, value } of env) rememberVariable(name, value, shell);
    if (redirects.length > 0) add(walk, { words: [], env, redirects, wrappers: [], text }, shell, place);
    return;
  }
  const words = [node.name, ...node.args].map((word) => resolveArgument(word, shell.variables));
  unwrap(walk, { words, env, redirects, wrappers: [], text }, shell, place);
}

interface Draft {
  readonly words: readonly ShellWord[];
  readonly env: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  readonly wrappers: readonly string[];
  readonly text: string;
}

function unwrap(walk: Walk, draft: Draft, shell: Shell, place: Place): void {
  const peeled = draft.wrappers.length < MAX_WRAPPERS ? peelWrapper(draft.words) : undefined;
  if (peeled?.script !== undefined) {
    const inner = copyShell(shell);
    setOptions(peeled.flags, inner);
    addRedirects(walk, draft, shell, place);
    walkScript(walk, peeled.script, inner, ownProcess(within(place, "subshell"), place.mask));
    return;
  }
  if (peeled) {
    const wrappers = [...draft.wrappers, peeled.wrapper];
    unwrap(walk, { ...draft, words: peeled.words, env: [...draft.env, ...peeled.env], wrappers }, shell, place);
    return;
  }
  const [first, ...args] = draft.words;
  const name = baseName(first?.text ?? "");
  if (name === "eval") {
    addRedirects(walk, draft, shell, place);
    walkScript(walk, args.map((word) => word.text).join(" "), shell, place);
    return;
  }
  const piped = SHELLS.has(name) ? draft.redirects.find((redirect) => redirect.body !== undefined) : undefined;
  if (piped?.body !== undefined && args.every((word) => word.text.startsWith("-"))) {
    const inner = copyShell(shell);
    setOptions(
      args.map((word) => word.text),
      inner,
    );
    walkScript(walk, piped.body, inner, ownProcess(within(place, "subshell"), place.mask));
    return;
  }
  add(walk, draft, shell, place);
  applyBuiltin(name, args, shell);
  if (name === "find" || name === "fd") unwrapFound(walk, draft, args, shell, place);
}

/** `bash -c '…' > file`: the redirect belongs to no command inside, but it writes the file. */
function addRedirects(walk: Walk, draft: Draft, shell: Shell, place: Place): void {
  if (draft.redirects.some((redirect) => WRITES.has(redirect.operator)))
    add(walk, { ...draft, words: [] }, shell, place);
}

/** `find … -exec X {} +` runs X on files the line does not name. */
function unwrapFound(walk: Walk, draft: Draft, args: readonly ShellWord[], shell: Shell, place: Place): void {
  const start = args.findIndex((word) => /^(?:-exec|-execdir|-ok|-x|-X|--exec)$/.test(word.text));
  if (start === -1) return;
  const rest = args.slice(start + 1);
  const end = rest.findIndex((word) => word.text === ";" || word.text === "+");
  const words = (end === -1 ? rest : rest.slice(0, end)).map((word) =>
    word.text.includes("{}") ? { text: word.text, dynamic: true } : word,
  );
  if (words.length === 0) return;
  const inner = { ...draft, words, redirects: [], wrappers: [...draft.wrappers, "find"] };
  unwrap(walk, inner, shell, within(place, "loop"));
}

function walkScript(walk: Walk, source: string, shell: Shell, place: Place): void {
  if (walk.scripts >= MAX_SCRIPTS) {
    walk.errors = true;
    return;
  }
  const outer = walk.source;
  walk.scripts++;
  const script = parse(source);
  if (script.errors?.length) walk.errors = true;
  walk.source = source;
  walk.descend(walk, script.commands, shell, place);
  walk.source = outer;
  walk.scripts--;
}

function add(walk: Walk, draft: Draft, shell: Shell, place: Place): void {
  const [first, ...args] = draft.words;
  const command: ShellCommand = {
    name: baseName(first?.text ?? ""),
    rawName: first?.text ?? "",
    args,
    env: draft.env,
    redirects: draft.redirects,
    ...(shell.cwd !== undefined && { cwd: shell.cwd }),
    wrappers: draft.wrappers,
    join: place.join,
    negated: place.negated,
    pipeline: place.pipeline,
    pipedInto: place.pipedInto,
    scopes: place.scopes,
    ...(place.mask && { mask: place.mask }),
    text: draft.text,
  };
  walk.commands.push(command);
}

/** The program name without its directory, its version (`@latest`) and its Windows ending (`.exe`). */
function baseName(path: string): string {
  const called = path.replace(/(?<=\w)@(?:latest|next|canary|beta|[\^~]?\d[\w.-]*)$|\.(?:exe|cmd|bat)$/i, "");
  // A package whose name ends in `/test` is not the shell's own `test`.
  if (called.startsWith("@") && called.endsWith("/test")) return PROGRAMS.get(called) ?? called;
  return called.slice(called.lastIndexOf("/") + 1);
}

const PROGRAMS: ReadonlyMap<string, string> = new Map([["@playwright/test", "playwright"]]);

function readAssignment(assignment: Assignment, shell: Shell): ShellAssignment {
  if (assignment.value.type === "ArrayValue")
    return { name: assignment.name, value: { text: assignment.text, dynamic: true } };
  const value = resolveWord(assignment.value, shell.variables);
  return { name: assignment.name, value: assignment.append ? { ...value, dynamic: true } : value };
}

const FILLED_IN = /\$[\w{(@*#?$!-]|`|\\[$`\\\n]/;

function readRedirect(redirect: Redirection, shell: Shell): ShellRedirect {
  const descriptor = redirect.descriptor?.type === "FileDescriptor" ? { descriptor: redirect.descriptor.value } : {};
  if (redirect.type === "HereDoc") {
    const { text } = redirect.body;
    const filledIn = redirect.delimiter?.quoted !== true && FILLED_IN.test(text);
    return { operator: redirect.operator, ...descriptor, body: text, ...(filledIn && { filledIn }) };
  }
  const target = redirect.target && resolveWord(redirect.target, shell.variables);
  if (redirect.type === "HereString")
    return { operator: "<<<", ...descriptor, body: target?.text ?? "", ...(target?.dynamic && { filledIn: true }) };
  return { operator: redirect.operator, ...descriptor, ...(target && { target }) };
}

/** A bare `x=$(cmd)` takes over the exit code of `cmd`; everywhere else it is lost. */
function walkSubstitutions(walk: Walk, node: Command, shell: Shell, place: Place): void {
  const lost = (): Place => ownProcess(within(place, "substitution"), { kind: "substitution" });
  const kept = (): Place => ownProcess(within(place, "substitution"), place.mask);
  for (const item of node.prefix) {
    if (item.type === "Assignment")
      for (const word of wordsOf(item)) walkParts(walk, word.parts, shell, node.name ? lost : kept);
  }
  if (node.name) walkParts(walk, node.name.parts, shell, lost);
  for (const word of node.args) {
    for (const part of word.type === "Word" ? [word] : wordsOf(word)) walkParts(walk, part.parts, shell, lost);
  }
  for (const redirect of node.redirects) {
    const parts = redirect.type === "HereDoc" ? redirect.body.parts : redirect.target?.parts;
    walkParts(walk, parts, shell, lost);
  }
}

function wordsOf(assignment: Assignment): readonly Word[] {
  return assignment.value.type === "Word" ? [assignment.value] : assignment.value.elements;
}

/** Most words have no substitutions, so the place is only computed when there is one. */
function walkParts(walk: Walk, parts: readonly WordPart[] | undefined, shell: Shell, placeOf: () => Place): void {
  if (!parts) return;
  for (const part of substitutionsOf(parts)) {
    const script = part.type === "CommandExpansion" || part.type === "ProcessSubstitution" ? part.script : undefined;
    if (!script) continue;
    if (script.errors?.length) walk.errors = true;
    const outer = walk.source;
    walk.source = script.source ?? outer;
    walk.descend(walk, script.commands, copyShell(shell), { ...placeOf(), join: "start" });
    walk.source = outer;
  }
}
