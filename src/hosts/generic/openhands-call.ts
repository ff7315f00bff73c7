import { asRecord, asText, type Loose } from "../../text/loose.ts";

/** A classic action as a tool call. `written` is the call as the model wrote it, if it was kept. */
export function classicCall(
  action: string,
  args: Loose,
  written: Loose | undefined,
): { readonly name: string; readonly input: unknown } {
  switch (action) {
    case "run":
      return { name: "execute_bash", input: picked(args, ["command", "is_input", "timeout", "cwd"]) };
    case "run_ipython":
      return { name: "execute_ipython_cell", input: picked(args, ["code"]) };
    case "edit":
      return edit(args, written);
    case "read":
      return { name: "str_replace_editor", input: { command: "view", ...picked(args, ["path", "view_range"]) } };
    case "write":
      return { name: "write_file", input: picked(args, ["path", "content"]) };
    case "task_tracking":
      return { name: "task_tracker", input: picked(args, ["command", "task_list"]) };
    case "call_tool_mcp":
    case "mcp":
      return { name: asText(args["name"]) ?? action, input: asRecord(args["arguments"]) ?? {} };
    default:
      return { name: action, input: withoutThought(args) };
  }
}

const EDITED = ["command", "path", "file_text", "old_str", "new_str", "insert_line"];

/** The call of one of two editors: one replaces a text, the other gets a draft of some lines. */
function edit(args: Loose, written: Loose | undefined): { readonly name: string; readonly input: unknown } {
  const told = asText(args["command"]) ? args : written;
  if (told && asText(told["command"]))
    return { name: "str_replace_editor", input: { ...picked(args, ["path"]), ...picked(told, EDITED) } };
  return { name: "edit_file", input: picked(args, args["content"] === "" ? ["path"] : ["path", "content"]) };
}

function picked(fields: Loose, names: readonly string[]): Loose {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined || fields[name] === null ? [] : [[name, fields[name]]])),
  );
}

function withoutThought(args: Loose): Loose {
  const kept = Object.keys(args).filter((name) => name !== "thought");
  return picked(args, kept.length === 0 ? ["thought"] : kept);
}
