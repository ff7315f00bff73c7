import { expect, it } from "vitest";
import { outcomeOf, patched, toolUseOf } from "./tool-call.ts";

const call = (fields: object, ...updates: readonly object[]) =>
  updates.reduce<ReturnType<typeof patched>>(
    (now, update) => patched(now, "1", { ...update }),
    patched(undefined, "1", { ...fields }),
  );
const diff = (path: string, oldText: string | null, newText: string) => ({ type: "diff", path, oldText, newText });
const at = { locations: [{ path: "/a.ts" }] };

it("keeps what an update leaves out, or says nothing about", () => {
  const asked = {
    kind: "execute",
    title: "Test",
    rawInput: { command: "npm test" },
    _meta: { terminal_exit: { exit_code: 1 } },
  };
  const now = call(asked, {
    status: "completed",
    kind: null,
    title: null,
    rawInput: null,
    content: undefined,
    _meta: { b: 2 },
    unheardOf: 1,
  });
  expect(toolUseOf(now)).toEqual({ type: "tool_use", id: "1", name: "bash", input: { command: "npm test" } });
  expect(outcomeOf(now, new Map())).toMatchObject({ status: "error", exitCode: 1 });
  expect(Object.keys(now.fields)).not.toContain("unheardOf");
  const printed = ["a", "b"].map((data) => ({ _meta: { terminal_output_delta: { data } } }));
  expect(outcomeOf(call({}, ...printed), new Map()).output).toBe("ab");
});

it.each([
  [{ name: "Bash", rawInput: { command: "ls" }, kind: "other" }, "Bash", { command: "ls" }],
  [{ name: "Bash", rawInput: {}, kind: "execute", title: "`ls`" }, "bash", { command: "ls" }],
  [{ name: "unheard-of", rawInput: { a: 1 } }, "unheard-of", { a: 1 }],
  [{ name: "unheard-of", rawInput: { command: "ls" }, kind: "execute" }, "bash", { command: "ls" }],
  [
    { name: "Edit", rawInput: { file_path: "/a.ts", old_string: "a" }, kind: "edit", ...at },
    "Edit",
    { old_string: "a" },
  ],
  [{ kind: "execute", rawInput: { command: "ls" }, content: [{ type: "content" }] }, "bash", { command: "ls" }],
  [{ title: "Ask", rawInput: { a: 1 } }, "Ask", { a: 1 }],
  [{}, "other", {}],
  [{ kind: "execute", rawInput: { cmd: "ls" } }, "bash", { command: "ls" }],
  [{ kind: "read", ...at }, "read_file", { path: "/a.ts" }],
  [{ kind: "edit", ...at }, "edit_file", { path: "/a.ts" }],
  [
    { kind: "edit", title: "a.ts", ...at, rawInput: { filePath: "/a.ts", content: "a" } },
    "create_file",
    { path: "/a.ts", content: "a" },
  ],
  [
    { kind: "edit", rawInput: { file_path: "/a.ts", oldString: "a", newString: "b" } },
    "edit_file",
    { path: "/a.ts", oldString: "a", newString: "b" },
  ],
  [{ kind: "delete", ...at }, "delete_file", { path: "/a.ts" }],
  [{ kind: "move", ...at }, "move_file", { path: "/a.ts" }],
  [{ kind: "search", rawInput: { q: 1 } }, "search", { q: 1 }],
  [{ kind: "fetch" }, "fetch", {}],
  [{ kind: "think", rawInput: "a" }, "think", {}],
  [{ kind: "edit", content: [diff("/a.ts", null, "a")] }, "create_file", { path: "/a.ts", content: "a" }],
  [
    { kind: "edit", content: [diff("/a.ts", "a", "b")] },
    "edit_file",
    { path: "/a.ts", edits: [{ oldText: "a", newText: "b" }] },
  ],
  [
    { content: [diff("/a.ts", "", "a"), diff("/b.ts", "", "b")] },
    "edit_file",
    { edits: [{ path: "/a.ts" }, { path: "/b.ts" }] },
  ],
])("is, of %j, a call of %s", (fields, name, input) => {
  expect(toolUseOf(call(fields))).toMatchObject({ name, input });
});

const ended = (fields: object, status = "completed") =>
  outcomeOf(call({ status, ...fields }), new Map([["t", { output: "of it", exitCode: 2 }]]));
const shown = (text: string) => ({ content: [{ type: "content", content: { type: "text", text } }, "odd"] });

it.each([
  [{ rawOutput: "a" }, { status: "done", output: "a" }],
  [{ rawOutput: { output: "a", stdout: "b" } }, { status: "done", output: "a" }],
  [{ rawOutput: { formatted_output: "a" } }, { status: "done", output: "a" }],
  [{ rawOutput: { aggregated_output: "a", exit_code: 1 } }, { status: "error", output: "a", exitCode: 1 }],
  [{ rawOutput: { stdout: "a", stderr: "b", exitCode: 0 } }, { status: "done", output: "a\nb", exitCode: 0 }],
  [
    { rawOutput: { metadata: { exit: 3 } }, ...shown("a") },
    { status: "error", output: "a", exitCode: 3 },
  ],
  [
    { _meta: { terminal_exit: { exit_code: 4 } }, rawOutput: { exit_code: 0 } },
    { status: "error", exitCode: 4 },
  ],
  [
    { rawOutput: { exit_code: "1" }, ...shown("a") },
    { status: "done", output: "a" },
  ],
  [shown("Exit code 5\na"), { status: "error", exitCode: 5 }],
  [{ content: [{ type: "terminal", terminalId: "t" }] }, { status: "error", output: "of it", exitCode: 2 }],
  [{ content: [{ type: "terminal", terminalId: "other" }, { type: "terminal" }] }, { status: "done", output: "" }],
])("ended, by %j", (fields, outcome) => {
  const read = ended(fields);
  expect(read).toMatchObject(outcome);
  expect("exitCode" in read).toBe("exitCode" in outcome);
});

it("failed, was cancelled or goes on as its status says", () => {
  expect(ended({ rawOutput: "a" }, "failed")).toEqual({ status: "error", output: "a" });
  expect(ended({ rawOutput: { output: "a", exit_code: 0 } }, "failed")).toEqual({ status: "error", output: "a" });
  expect(ended({ rawOutput: { output: "a", exit_code: 7 } }, "failed")).toEqual({
    status: "error",
    output: "a",
    exitCode: 7,
  });
  expect(ended({ rawOutput: "a" }, "cancelled")).toEqual({ status: "interrupted", output: "a" });
  expect(ended({ rawOutput: "a" }, "in_progress")).toEqual({ status: "background", output: "a" });
});
