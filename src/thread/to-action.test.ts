import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { processorTime } from "../../test/support/growth.ts";
import { isKey, toAction } from "./to-action.ts";

const PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n*** End Patch";
const EDIT = { type: "edit", path: "a.ts", oldText: "old", newText: "new" };
const CREATE = { type: "create", path: "a.ts", newText: "text" };

describe("edits, by host", () => {
  const table: [string, string, unknown][] = [
    ["Claude Code", "Edit", { file_path: "a.ts", old_string: "old", new_string: "new", replace_all: false }],
    ["Claude Code, several", "MultiEdit", { file_path: "a.ts", edits: [{ old_string: "old", new_string: "new" }] }],
    ["Gemini CLI", "replace", { file_path: "a.ts", instruction: "x", old_string: "old", new_string: "new" }],
    ["Qwen Code", "edit", { file_path: "a.ts", old_string: "old", new_string: "new" }],
    ["opencode", "edit", { filePath: "a.ts", oldString: "old", newString: "new" }],
    ["pi", "edit", { path: "a.ts", edits: [{ oldText: "old", newText: "new" }] }],
    ["pi, earlier", "edit", { path: "a.ts", oldText: "old", newText: "new" }],
    ["Cursor", "StrReplace", { path: "a.ts", old_string: "old", new_string: "new" }],
    ["Copilot", "edit", { path: "a.ts", old_str: "old", new_str: "new" }],
    ["VS Code", "replace_string_in_file", { filePath: "a.ts", oldString: "old", newString: "new" }],
    ["Droid", "Edit", { file_path: "a.ts", old_str: "old", new_str: "new" }],
    ["Amp and ours", "edit_file", { path: "a.ts", old_str: "old", new_str: "new" }],
    ["OpenHands", "str_replace_editor", { command: "str_replace", path: "a.ts", old_str: "old", new_str: "new" }],
    ["Cline", "editor", { path: "a.ts", old_text: "old", new_text: "new", insert_line: null }],
    ["Codex", "apply_patch", PATCH],
    ["Codex, as JSON text", "apply_patch", JSON.stringify({ input: PATCH })],
    ["opencode patch", "apply_patch", { patchText: PATCH }],
    ["Codex code mode", "exec", `const r = await tools.apply_patch(${JSON.stringify(PATCH)}); text(r);`],
    [
      "Codex code mode, by variable",
      "exec",
      `const patch = ${JSON.stringify(PATCH)};\nawait tools.apply_patch(patch);`,
    ],
    [
      "Codex code mode, in a trajectory",
      "exec",
      { input: `const r = await tools.apply_patch(${JSON.stringify(PATCH)});` },
    ],
    ["code mode", "codemode", `await tools.edit({ path: "a.ts", edits: [{ oldText: 'old', newText: \`new\` }] })`],
    ["pi code mode", "codemode", { code: `await tools.apply_patch(${JSON.stringify(PATCH)})` }],
  ];
  it.each(table)("%s", (_, tool, input) => {
    expect(toAction(tool, input)).toMatchObject({ kind: "edit", paths: ["a.ts"], changes: [EDIT] });
  });

  it("an editor of another maker counts where the file is named from the root", () => {
    const edits = [{ oldText: "old", newText: "new" }];
    const edited = toAction("mcp__filesystem__edit_file", { path: "/r/a.ts", edits });
    expect(edited).toMatchObject({ kind: "edit", changes: [{ ...EDIT, path: "/r/a.ts" }] });
    const written = toAction("mcp__desktop-commander__write_file", { path: "/r/a.ts", content: "text" });
    expect(written).toMatchObject({ kind: "create", changes: [{ ...CREATE, path: "/r/a.ts" }] });
    const none = [{ path: "a.ts", edits }, { path: "/r/a.ts", edits, dryRun: true }, { path: "/r/a.ts" }];
    for (const input of none) expect(toAction("mcp__filesystem__edit_file", input).kind).toBe("other");
  });

  it("counts calls without texts as edits of their file", () => {
    for (const tool of ["undo_edit", "format_file"])
      expect(toAction(tool, { path: "a.ts" }).changes).toEqual([{ type: "edit", path: "a.ts" }]);
    expect(toAction("NotebookEdit", { notebook_path: "n.ipynb", new_source: "x = 1" }).changes).toEqual([
      { type: "edit", path: "n.ipynb", newText: "x = 1" },
    ]);
  });
});

describe("files created, deleted and moved", () => {
  const creates: [string, unknown][] = [
    ["Write", { file_path: "a.ts", content: "text" }],
    ["write_file", { file_path: "a.ts", content: "text" }],
    ["write", { filePath: "a.ts", content: "text" }],
    ["write", { path: "a.ts", fileText: "text" }],
    ["create", { path: "a.ts", file_text: "text" }],
    ["create_file", { path: "a.ts", content: "text" }],
    ["write_to_file", { path: "a.ts", content: "text" }],
    ["str_replace_based_edit_tool", { command: "create", path: "a.ts", file_text: "text" }],
    ["editor", { path: "a.ts", new_text: "text" }],
    ["apply_patch", "*** Begin Patch\n*** Add File: a.ts\n+text\n*** End Patch"],
  ];
  it.each(creates)("%s creates", (tool, input) => {
    expect(toAction(tool, input)).toEqual({ kind: "create", paths: ["a.ts"], changes: [CREATE] });
  });

  it("deletes and moves", () => {
    expect(toAction("delete_file", { path: "a.ts" })).toEqual({
      kind: "delete",
      paths: ["a.ts"],
      changes: [{ type: "delete", path: "a.ts" }],
    });
    expect(toAction("move_file", { source: "a.ts", destination: "b.ts" })).toEqual({
      kind: "move",
      paths: ["a.ts", "b.ts"],
      changes: [{ type: "move", path: "b.ts", from: "a.ts" }],
    });
  });
});

describe("commands", () => {
  const table: [string, unknown][] = [
    ["Bash", { command: "npm test", description: "Run tests" }],
    ["exec_command", '{"cmd":"npm test"}'],
    ["shell", { command: ["bash", "-lc", "npm test"] }],
    ["shell", { command: ["npm", "test"] }],
    ["run_shell_command", { command: "npm test" }],
    ["shell_command", { command: "npm test" }],
    ["bash", { cmd: "npm test" }],
    ["Execute", { command: "npm test" }],
    ["execute_command", { command: "npm test", requires_approval: false }],
    ["run_in_terminal", { command: "npm test" }],
    ["execute_bash", { command: "npm test" }],
    ["exec", '{"command":"npm test"}'],
    ["exec", 'const r = await tools.exec_command({cmd: "npm test", yield_time_ms: 1000}); text(r);'],
  ];
  it.each(table)("%s", (tool, input) => {
    expect(toAction(tool, input)).toEqual({ kind: "execute", paths: [], changes: [], command: "npm test" });
  });

  it("quotes words that need it when a command comes as a list", () => {
    expect(toAction("shell", { command: ["grep", "it's here", "a.ts"] }).command).toBe(`grep 'it'\\''s here' a.ts`);
  });

  it.each<[name: string, tool: string, input: unknown, directory: string | undefined]>([
    ["none is said", "Bash", { command: "npm test" }, undefined],
    ["of Codex", "exec_command", { cmd: "npm test", workdir: "/r/a" }, "/r/a"],
    ["of Gemini", "run_shell_command", { command: "npm test", dir_path: "a" }, "a"],
    ["all calls of a script", "exec", 'await tools.exec_command({cmd: "npm test", workdir: "/r/a"})', "/r/a"],
    [
      "two places in a script",
      "exec",
      'await tools.exec_command({cmd: "npm test", workdir: "/r/a"}); await tools.exec_command({cmd: "npm test"})',
      undefined,
    ],
  ])("knows the directory of the call: %s", (_name, tool, input, directory) => {
    const { command = "", directory: known } = toAction(tool, input);
    expect([command.split("\n")[0], known]).toEqual(["npm test", directory]);
  });

  it("sees the files a command changes, from the directory of the call", () => {
    expect(toAction("exec_command", { cmd: "sed -i s/a/b/ x.ts", workdir: "/r" })).toMatchObject({
      kind: "execute",
      paths: ["/r/x.ts"],
      changes: [{ type: "edit", path: "/r/x.ts" }],
    });
  });

  it("knows a call for the background", () => {
    expect(toAction("Bash", { command: "npm start", run_in_background: true }).background).toBe(true);
    expect(toAction("run_shell_command", { command: "npm start", is_background: true }).background).toBe(true);
    expect(toAction("bash", { command: "npm start", mode: "async" }).background).toBe(true);
    expect(toAction("Bash", { command: "npm start" }).background).toBeUndefined();
  });

  it("joins the calls of one script", () => {
    const script = 'await tools.exec_command({cmd: "npm test"});\nawait tools.exec_command({ "cmd": "rm a.ts" });';
    expect(toAction("exec", script)).toEqual({
      kind: "execute",
      paths: ["a.ts"],
      changes: [{ type: "delete", path: "a.ts" }],
      command: "npm test\nrm a.ts",
    });
  });
});

describe("everything else", () => {
  const table: [string, string, string][] = [
    ["read", "Read", "file_path"],
    ["read", "read_file", "absolute_path"],
    ["read", "view", "path"],
    ["read", "BashOutput", "x"],
    ["search", "Grep", "path"],
    ["search", "list_files", "path"],
    ["fetch", "WebFetch", "x"],
    ["think", "TodoWrite", "x"],
    ["think", "update_plan", "x"],
    ["subagent", "Task", "x"],
    ["subagent", "spawn_agent", "x"],
    ["other", "AskUserQuestion", "x"],
    ["other", "mcp__github__create_file", "path"],
    ["other", "SomethingNew", "path"],
  ];
  it.each(table)("%s: %s", (kind, tool, field) => {
    const action = toAction(tool, { [field]: "src" });
    expect(action.kind).toBe(kind);
    expect(action.changes).toEqual([]);
    expect(action.paths).toEqual(kind !== "other" && field !== "x" ? ["src"] : []);
  });

  it.each([
    ["keys for what runs already", "terminal", { command: "C-c", is_input: true }],
    ["an answer to it", "execute_bash", { command: "npm test", is_input: "true" }],
    ["nothing, to see more of it", "execute_bash", { command: "" }],
    ["keys, in older versions", "execute_bash", { command: "ctrl+c" }],
  ])("what is typed into the terminal of OpenHands starts nothing: %s", (_, tool, input) => {
    expect(toAction(tool, input)).toEqual({ kind: "execute", paths: [], changes: [] });
  });

  it.each([
    ["lines of a shell", "!pytest -q\n# and\n!ls", "pytest -q\nls"],
    ["a shell's cell", "%%bash\npytest -q", "pytest -q"],
    ["Python", "print(1)\n!ls", "python3 - <<'END_OF_CELL'\nprint(1)\n!ls\nEND_OF_CELL"],
  ])("a cell of OpenHands' notebook runs as a command: %s", (_, code, command) => {
    expect(toAction("execute_ipython_cell", { code })).toMatchObject({ kind: "execute", command, changes: [] });
  });

  it.each([
    ["a helper that edits", "edit_file_by_replace('a.py', to_replace='x')", [{ type: "edit", path: "a.py" }]],
    ["a helper that creates", 'create_file(filename="a.py")', [{ type: "create", path: "a.py" }]],
    ["a helper, by variable", "append_file(name, 'x')", [{ type: "edit" }]],
    ["a method of that name", "store.create_file('a.py')", []],
    ["Python that writes", "open('a.py', 'w').write('x')", [{ type: "create", path: "a.py" }]],
  ])("a cell of OpenHands' notebook changes files: %s", (_, code, changes) => {
    expect(toAction("run_ipython", { code })).toMatchObject({ kind: "execute", changes });
  });

  it("never throws, whatever the input is", () => {
    const tool = fc.constantFrom(
      "Edit",
      "MultiEdit",
      "Write",
      "Bash",
      "shell",
      "apply_patch",
      "exec",
      "codemode",
      "edit",
      "delete",
      "move",
      "str_replace_editor",
      "run_ipython",
      "Read",
      "x",
    );
    const key = fc.constantFrom(
      "file_path",
      "path",
      "edits",
      "command",
      "cmd",
      "content",
      "old_string",
      "files",
      "mode",
      "input",
    );
    const input = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.dictionary(key, fc.oneof(fc.string(), fc.anything())),
      fc.constantFrom("tools.edit({a:", 'tools.bash("', "tools.x([[[", "{bad json"),
    );
    fc.assert(
      fc.property(tool, input, (name, value) => {
        const action = toAction(name, value);
        expect(new Set(action.paths).size).toBe(action.paths.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("costs little for lines that cannot change a file, beside those that can", () => {
    const calls = Array.from({ length: 5_000 }, (_, call) => `cd app-${call} && npm test`);
    const cost = (ending: string) =>
      processorTime(() => calls.forEach((line) => toAction("Bash", { command: line + ending })));
    cost("");
    expect(cost(" 2>&1 | tail -5") / cost(" > out.txt | tail -5")).toBeLessThan(0.5);
  });
});

test.each([
  ["", true],
  [" \n", true],
  ["C-c", true],
  ["ctrl+D", true],
  ["\u0003", true],
  ["C-c && ls", false],
  ["y", false],
])("%j is a key: %s", (text, key) => {
  expect(isKey(text)).toBe(key);
});
