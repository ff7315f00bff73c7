/** How to read a tool's input: mostly action kinds; `patch`, `editor`, `script` and `cell` in their own way. */
export type ToolForm =
  | "read"
  | "search"
  | "edit"
  | "create"
  | "delete"
  | "move"
  | "patch"
  | "editor"
  | "execute"
  | "script"
  | "cell"
  | "fetch"
  | "think"
  | "subagent";

/** Tools of the known hosts and our own agent, in lower case. One that is not listed is `other`. */
// oxfmt-ignore
const NAMES: Readonly<Record<ToolForm, readonly string[]>> = {
  read: [
    "read", "read_file", "read_files", "readfile", "read_many_files", "view", "view_file", "view_image", "view_source", "open",
    "open_file", "notebookread", "readlints", "read_lints", "bashoutput", "taskoutput", "agentoutputtool",
    "read_bash", "read_terminal", "get_terminal_output", "get_task_output", "read_background_output",
  ],
  search: [
    "grep", "glob", "grep_search", "file_search", "glob_search", "list_directory", "list_dir", "listdirectory",
    "ls", "list", "list_files", "find", "search", "search_files", "search_file", "search_dir", "find_file",
    "find_files", "semsearch", "semantic_search", "codebase_search", "search_code", "list_code_definition_names",
    "lsp", "toolsearch", "tool_search", "rg", "ripgrep", "finder", "codebase_search_agent", "search_codebase",
  ],
  edit: [
    "edit", "multiedit", "notebookedit", "notebook_edit", "edit_notebook", "replace", "strreplace", "str_replace",
    "search_replace", "edit_file", "editfile", "replace_in_file", "apply_diff", "insert_content",
    "insert_edit_into_file", "replace_string_in_file", "multi_replace_string_in_file", "edit_files", "update_file",
    "undo_edit", "format_file", "search_and_replace",
  ],
  create: [
    "write", "write_file", "create", "create_file", "write_to_file", "new_file", "writefile", "createfile",
  ],
  delete: ["delete", "delete_file", "remove_file", "deletefile"],
  move: ["move", "rename", "move_file", "rename_file"],
  patch: ["apply_patch", "applypatch", "patch"],
  editor: [
    "str_replace_editor", "str_replace_based_edit_tool", "text_editor", "developer__text_editor", "file_editor",
    "oh_editor", "planning_file_editor", "editor",
  ],
  execute: [
    "bash", "shell", "shell_command", "powershell", "exec_command", "run_shell_command", "execute", "execute_command",
    "run_command", "run_in_terminal", "run_terminal_cmd", "run_terminal_command", "runinterminal", "terminal",
    "local_shell", "local_shell_call", "container.exec", "developer__shell", "execute_bash", "cmdrun", "cmd_run",
    "run", "unified_exec", "write_stdin", "write_bash", "runcommands", "run_commands", "command",
  ],
  cell: ["execute_ipython_cell", "execute_ipython_cell_jupyter", "run_ipython"],
  script: ["exec", "codemode", "code_mode", "code"],
  fetch: [
    "webfetch", "websearch", "web_search", "web_fetch", "web_search_call", "google_web_search", "fetchurl",
    "fetch_url", "fetch", "fetch_webpage", "fetch_web_content", "read_web_page", "browser_navigate", "open_url",
    "browse", "browse_interactive",
  ],
  think: [
    "todowrite", "todoread", "todo_write", "todo_read", "write_todos", "update_plan", "updatetodos", "createplan",
    "think", "taskcreate", "taskupdate", "tasklist", "taskget", "exitplanmode", "enterplanmode", "exit_plan_mode",
    "enter_plan_mode", "manage_todo_list", "sequentialthinking", "task_tracker", "report_intent",
    "update_todo_list", "exitspecmode",
  ],
  subagent: [
    "agent", "task", "spawn_agent", "invoke_agent", "dispatch_agent", "subagent", "runsubagent", "run_subagent",
    "new_task", "delegate", "oracle", "codebase_investigator", "workflow", "send_input", "resume_agent",
  ],
};

const FORMS: ReadonlyMap<string, ToolForm> = new Map(
  formEntries().flatMap(([form, names]) => names.map((name) => [name, form] as const)),
);

/** Some models put this before the names of all tools. */
const NAMESPACE = "functions.";

/** How to read a call of this tool; undefined for an unknown tool, such as an MCP tool. */
export function toolForm(tool: string): ToolForm | undefined {
  const name = tool.toLowerCase();
  return FORMS.get(tool) ?? FORMS.get(name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length) : name);
}

function formEntries(): readonly (readonly [ToolForm, readonly string[]])[] {
  return Object.entries(NAMES) as [ToolForm, readonly string[]][];
}
