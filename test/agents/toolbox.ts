import { join } from "node:path";
import { type Asked, type Body, isRecord, type ReplyCall } from "../support/provider-server/reply.ts";

/** One thing an agent does, in no agent's words. Paths are relative to the workspace. */
export type Deed =
  | { readonly read: string }
  | { readonly write: string; readonly content: string }
  | { readonly run: string };

const SHELLS = ["Bash", "bash", "exec_command", "run_shell_command", "shell"];
const READERS = ["Read", "read_file", "read", "view"];
const WRITERS = ["Write", "write_file", "write", "create"];

const PATH_KEYS = ["file_path", "filePath", "absolute_path", "path"];
const CONTENT_KEYS = ["content", "file_text"];
const COMMAND_KEYS = ["command", "cmd"];

/** The call with which the agent that sent this request does the deed: its tools are known by their names and schemas. */
export function callFor(deed: Deed, asked: Asked, workspace: string, id: string): ReplyCall {
  if ("run" in deed) return runCall(deed.run, asked, id);
  if ("read" in deed) {
    const reader = offered(asked, READERS);
    if (reader === undefined) return runCall(`cat ${deed.read}`, asked, id);
    return { id, name: reader, input: inputFor(asked, reader, [[PATH_KEYS, join(workspace, deed.read)]]) };
  }
  const writer = offered(asked, WRITERS);
  if (writer === undefined) return patchCall(deed, id);
  const values = [
    [PATH_KEYS, join(workspace, deed.write)],
    [CONTENT_KEYS, deed.content],
  ] as const;
  return { id, name: writer, input: inputFor(asked, writer, values) };
}

function runCall(command: string, asked: Asked, id: string): ReplyCall {
  const shell = offered(asked, SHELLS);
  if (shell === undefined) throw new Error(`no shell among the tools ${asked.tools.join(", ")}`);
  return { id, name: shell, input: inputFor(asked, shell, [[COMMAND_KEYS, command]]) };
}

/** Codex writes files by a patch in plain text. */
function patchCall(deed: { readonly write: string; readonly content: string }, id: string): ReplyCall {
  const lines = deed.content.trimEnd().split("\n");
  const added = lines.map((line) => `+${line}`);
  const input = ["*** Begin Patch", `*** Add File: ${deed.write}`, ...added, "*** End Patch", ""].join("\n");
  return { id, name: "apply_patch", input, freeform: true };
}

function offered(asked: Asked, names: readonly string[]): string | undefined {
  return names.find((name) => asked.tools.includes(name));
}

/** Gives each value under the name that the tool has for it, and something harmless for whatever else it requires. */
function inputFor(
  asked: Asked,
  tool: string,
  values: readonly (readonly [keys: readonly string[], value: string])[],
): Record<string, unknown> {
  const schema = asked.schemas[tool];
  const properties = schema?.get("properties");
  const input: Record<string, unknown> = {};
  for (const [keys, value] of values) {
    const key = keys.find((name) => properties?.has(name)) ?? keys[0] ?? "";
    input[key] = value;
  }
  for (const required of schema?.get("required").items() ?? []) {
    const name = required.text() ?? "";
    if (properties && !(name in input)) input[name] = harmless(properties.get(name));
  }
  return input;
}

function harmless(property: Body): unknown {
  const choices = property.get("enum").items();
  if (choices.length > 0) return choices[0]?.value;
  const type = property.get("type").text()?.toLowerCase();
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return 60;
  if (type === "array") return [];
  return isRecord(property.value) && type === "object" ? {} : "as asked";
}
