import type { Action, ActionKind, Change } from "./action.ts";
import { readLiteral } from "./js-literal.ts";
import { parsePatch } from "./patch.ts";
import { shellChanges } from "./shell-changes.ts";
import { type Fields, fieldsOf, flagField, listField, textField, ownCommand, toolForm } from "./tool-input.ts";

/** What a tool call does, in one vocabulary for all hosts. The input is untrusted: any shape, none throws. */
export function toAction(tool: string, input: unknown): Action {
  return readCall(tool, input, 0);
}

const NOTHING: readonly Change[] = [];
const PATH = words(
  "file_path filePath path notebook_path target_file absolute_path filename file file_name relative_workspace_path target_notebook uri AbsolutePath TargetFile",
);
const OLD = words("old_string oldString old_str oldText old_text search old");
const NEW = words("new_string newString new_str newText new_text new_source replace new code_edit insert_text");
const CONTENT = words("content file_text fileText contents text file_content code new_source new_text");
const COMMAND = words("command cmd commandLine script CommandLine");
const DIRECTORY = words("workdir cwd working_directory workingDirectory dir_path directory");
const PATCH = words("patchText patch input command diff patch_text");
const BACKGROUND = words("run_in_background runInBackground is_background isBackground background detach detached");
const FROM = words("from source source_path old_path oldPath src");
const TO = words("to destination destination_path dest new_path newPath target");
const NESTED_DEPTH = 2;
const MAX_NESTED_CALLS = 50;

function words(text: string): readonly string[] {
  return text.split(" ");
}

function readCall(tool: string, input: unknown, depth: number): Action {
  const form = toolForm(tool);
  const fields = fieldsOf(input);
  switch (form) {
    case "read":
    case "search":
      return action(form, NOTHING, pathsIn(fields));
    case "fetch":
    case "think":
    case "subagent":
      return action(form, NOTHING, []);
    case "edit":
      return action("edit", editsIn(fields), pathsIn(fields));
    case "create":
      return action("create", [created(fields)], []);
    case "delete":
      return action("delete", deletions(fields), []);
    case "move":
      return action("move", [moved(fields)], []);
    case "patch":
      return patchAction(textField(fields, PATCH) ?? (typeof input === "string" ? input : ""));
    case "editor":
      return editorAction(fields);
    case "execute":
      return shellAction(
        commandIn(fields) === undefined ? { ...fields, command: ownCommand(tool, fields) } : fields,
        input,
      );
    case "cell":
      return cellAction(textField(fields, ["code", "command"]) ?? "");
    case "script": {
      const source = typeof input === "string" ? input : textField(fields, ["code", "input"]);
      return depth < NESTED_DEPTH && source !== undefined && commandIn(fields) === undefined
        ? scriptAction(source, depth)
        : shellAction(fields, input);
    }
    default:
      return foreignEdit(tool, fields) ?? action("other", NOTHING, []);
  }
}

/** MCP servers whose files are on another machine or do not belong to the project. */
const ELSEWHERE =
  /^mcp__\w{0,60}(?:ssh|ftp|remote|docker|contain|kube|k8s|sandbox|e2b|daytona|modal|notion|obsidian|drive|s3|git|wiki|memory|browser|vm)/i;
const FOREIGN_EDITOR = /^mcp__.{1,80}__(edit_file|edit_block|multiedit|edit|write_file|write)$/i;

/** An MCP edit tool like the editors we know: only an absolute path is surely here, only both texts prove an edit. */
function foreignEdit(tool: string, fields: Fields): Action | undefined {
  const name = FOREIGN_EDITOR.exec(tool)?.[1];
  if (name === undefined || ELSEWHERE.test(tool) || flagField(fields, ["dryRun", "dry_run"])) return undefined;
  const writes = /^write/i.test(name) && textField(fields, ["mode"]) !== "append";
  const changes = writes ? [created(fields)] : editsIn(fields);
  const isKnown = ({ path = "", oldText, newText }: Change): boolean =>
    /^(?:\/|[A-Za-z]:[\\/])/.test(path) && newText !== undefined && (writes || oldText !== undefined);
  if (!changes.every(isKnown)) return undefined;
  return action(writes ? "create" : "edit", changes, []);
}

function action(kind: ActionKind, changes: readonly Change[], paths: readonly string[]): Action {
  if (changes.length === 0 && paths.length < 2) return { kind, paths, changes };
  const named = changes.flatMap((change) => [change.from, change.path]).filter((path) => path !== undefined);
  return { kind, paths: [...new Set([...paths, ...named])], changes };
}

function pathsIn(fields: Fields): readonly string[] {
  const path = textField(fields, PATH);
  const many = listField(fields, ["paths", "files", "file_paths", "include"]).flatMap((item) => {
    const one = typeof item === "string" ? item : textField(fieldsOf(item), PATH);
    return one === undefined ? [] : [one];
  });
  return path === undefined ? many : [path, ...many];
}

/** One change per replacement; a call without texts (undo, format) is one change of its file. */
function editsIn(fields: Fields): readonly Change[] {
  const path = textField(fields, PATH);
  const list = listField(fields, ["edits", "replacements", "changes"]).map((item) => edited(fieldsOf(item), path));
  if (list.length > 0) return list;
  const patch = textField(fields, ["diff", "patch"]);
  if (patch !== undefined && path !== undefined) return [{ type: "edit", path, newText: patch }];
  return [edited(fields, path)];
}

function edited(fields: Fields, fallback: string | undefined): Change {
  const path = textField(fields, PATH) ?? fallback;
  const oldText = textField(fields, OLD);
  const newText = textField(fields, NEW) ?? (oldText === undefined ? textField(fields, CONTENT) : undefined);
  return {
    type: "edit",
    ...(path !== undefined && { path }),
    ...(oldText !== undefined && { oldText }),
    ...(newText !== undefined && { newText }),
  };
}

function created(fields: Fields): Change {
  const path = textField(fields, PATH);
  const newText = textField(fields, CONTENT);
  return { type: "create", ...(path !== undefined && { path }), ...(newText !== undefined && { newText }) };
}

function deletions(fields: Fields): readonly Change[] {
  const paths = pathsIn(fields);
  return paths.length === 0 ? [{ type: "delete" }] : paths.map((path) => ({ type: "delete", path }));
}

function moved(fields: Fields): Change {
  const from = textField(fields, FROM) ?? textField(fields, PATH);
  const path = textField(fields, TO);
  return { type: "move", ...(path !== undefined && { path }), ...(from !== undefined && { from }) };
}

function patchAction(text: string): Action {
  const changes = parsePatch(text);
  const [first] = changes;
  if (!first) return action("edit", [{ type: "edit" }], []);
  return action(changes.every((change) => change.type === first.type) ? first.type : "edit", changes, []);
}

/** The editor tool of Anthropic and the tools derived from it: `command` says what to do. Cline's has no `command`. */
function editorAction(fields: Fields): Action {
  const path = textField(fields, PATH);
  switch (textField(fields, ["command"]) ?? commandMeant(fields)) {
    case "view":
      return action("read", NOTHING, path === undefined ? [] : [path]);
    case "create":
    case "write":
      return action("create", [created(fields)], []);
    default:
      return action("edit", [edited(fields, path)], []);
  }
}

/** An editor call without `command`: a new text alone creates a file; with an old text or a line it is an edit. */
function commandMeant({ new_text, old_text, insert_line }: Fields): "view" | "create" | "edit" {
  if (typeof new_text !== "string") return "view";
  return typeof old_text === "string" || (insert_line ?? undefined) !== undefined ? "edit" : "create";
}

function shellAction(fields: Fields, input: unknown): Action {
  const line = commandIn(fields) ?? (typeof input === "string" && /^\s*[^\s{]/.test(input) ? input : undefined);
  const command = line !== undefined && isTyped(line, fields) ? undefined : line;
  const background = flagField(fields, BACKGROUND) || textField(fields, ["mode"]) === "async";
  const directory = textField(fields, DIRECTORY);
  const changes = command === undefined ? NOTHING : shellChanges(command, directory);
  const { kind, paths } = action("execute", changes, []);
  const started = background ? { kind, paths, changes, background } : { kind, paths, changes };
  if (command === undefined) return started;
  return directory === undefined ? { ...started, command } : { ...started, command, directory };
}

function cellAction(code: string): Action {
  const { command, changes } = readCell(code);
  const started = shellAction({ command }, undefined);
  return { ...started, ...action("execute", [...started.changes, ...changes], []) };
}

/** True when the input is keys for a program that already runs in OpenHands' terminal, or empty, to see new output. */
function isTyped(line: string, fields: Fields): boolean {
  return fields["is_input"] === true || fields["is_input"] === "true" || isKey(line);
}

function commandIn(fields: Fields): string | undefined {
  const text = textField(fields, COMMAND);
  if (text !== undefined) return text;
  const words = listField(fields, COMMAND).filter((word) => typeof word === "string");
  if (words.length === 0) return undefined;
  const [shell = "", flag = "", script] = words;
  if (/(?:^|\/)(?:ba|z|da|k)?sh$/.test(shell) && /^-\w*c$/.test(flag) && script !== undefined) return script;
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

/** A script of the model that calls tools: what its readable calls do, as one action. */
function scriptAction(source: string, depth: number): Action {
  const calls: Action[] = [];
  for (const match of source.matchAll(/\btools\.(\w+)\(\s*/g)) {
    if (calls.length >= MAX_NESTED_CALLS) break;
    const start = match.index + match[0].length;
    const literal = readLiteral(source, start) ?? readVariable(source, start);
    calls.push(readCall(match[1] ?? "", literal?.value, depth + 1));
  }
  const changes = calls.flatMap((call) => call.changes);
  const kinds = new Set(calls.map((call) => call.kind));
  const [only] = kinds;
  const commands = calls.flatMap((call) => (call.command === undefined ? [] : [call.command]));
  const [directory, ...others] = new Set(calls.flatMap((call) => (call.command === undefined ? [] : [call.directory])));
  return {
    ...action(
      only !== undefined && kinds.size === 1 ? only : "execute",
      changes,
      calls.flatMap((call) => call.paths),
    ),
    ...(commands.length > 0 && { command: commands.join("\n") }),
    ...(directory !== undefined && others.length === 0 && { directory }),
  };
}

function readVariable(source: string, start: number): { readonly value: unknown } | undefined {
  const name = /^[A-Za-z_$][\w$]{0,60}(?=\s*[),])/.exec(source.slice(start, start + 80))?.[0];
  if (name === undefined) return undefined;
  const assigned = source.indexOf(`${name} = `);
  return assigned === -1 ? undefined : readLiteral(source, assigned + name.length + 3);
}

/** A key, or empty input, instead of a command: OpenHands writes `C-c`, others the control character itself. */
export function isKey(text: string): boolean {
  const key = text.trim();
  return key === "" || (key.length <= LONGEST && /^(?:C-|ctrl\+)[a-z\\]$/i.test(key)) || isCharacter(text);
}

const LONGEST = "ctrl+c".length;

function isCharacter(text: string): boolean {
  return text.length === 1 && "\u0003\u0004\u001A\u001C".includes(text);
}

/** A notebook cell as a shell command line, with the file changes made by the helper functions of OpenHands. */
interface Cell {
  readonly command: string;
  readonly changes: readonly Change[];
}

function readCell(code: string): Cell {
  const shell = shellOf(code);
  if (shell !== undefined) return { command: shell, changes: [] };
  return { command: `python3 - <<'${MARK}'\n${code}\n${MARK}`, changes: helped(code) };
}

const MARK = "END_OF_CELL";

/** The shell script of a cell: `%%bash`, or nothing but lines that begin with `!`. */
function shellOf(code: string): string | undefined {
  const magic = /^\s*%%(?:bash|sh)\b[^\n]*\n/.exec(code);
  if (magic) return code.slice(magic[0].length);
  const lines = code.split("\n").filter((line) => !/^\s*(?:#.*)?$/.test(line));
  return lines.length > 0 && lines.every((line) => line.startsWith("!"))
    ? lines.map((line) => line.slice(1)).join("\n")
    : undefined;
}

const HELPER =
  /(?<![\w.])(edit_file(?:_by_\w{1,20})?|insert_content_at_line|append_file|create_file)\(\s*(?:(?:file_name|filename|path)\s*=\s*)?(?:(['"])([^'"\n]{1,300})\2)?/g;

function helped(code: string): readonly Change[] {
  return [...code.matchAll(HELPER)].map(([, helper, , path]) => ({
    type: helper === "create_file" ? "create" : "edit",
    ...(path !== undefined && { path }),
  }));
}
