import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { toolBench, toolContext } from "../../test/support/tool-bench.ts";
import { jsonSchemaOf } from "../models/arguments.ts";
import { toAction } from "../thread/to-action.ts";
import { defineTool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { TOOLS, findTool } from "./toolbox.ts";
import { openWorkspace } from "./workspace.ts";

const workspace = await openWorkspace(".");

function toolThat(run: () => Promise<never>) {
  return defineTool({ name: "t", description: "", schema: z.strictObject({ n: z.optional(z.number()) }), run });
}

async function fail(error: unknown): Promise<never> {
  throw error;
}

describe("defineTool", () => {
  it("says what is wrong with an input, and which fields there are", async () => {
    const { run } = await toolBench();
    expect(await run("create_file", { pat: "a", content: 3 })).toEqual({
      status: "error",
      output:
        'The input does not fit create_file: path: Invalid input: expected string, received undefined; content: Invalid input: expected string, received number; Unrecognized key: "pat". Its fields are path, content, overwrite.',
    });
    for (const input of [undefined, null, "text", [], 7])
      expect(await run("read_file", input)).toMatchObject({ status: "error", output: expect.stringContaining("path") });
  });

  it("takes null for what was left out", async () => {
    const { run } = await toolBench({ files: { a: "x\n" } });
    expect(await run("read_file", { path: "a", startLine: null })).toMatchObject({ status: "done" });
  });

  it("turns what a tool throws into an outcome", async () => {
    const context = toolContext({ workspace });
    const failing = (error: unknown) => toolThat(() => fail(error)).run({}, context);
    expect(await failing(new ToolError("Because.", { status: "rejected" }))).toEqual({
      status: "rejected",
      output: "Because.",
    });
    expect(await failing(Object.assign(new Error("x"), { code: "ENOSPC" }))).toEqual({
      status: "error",
      output: "No space left on the disk (ENOSPC).",
    });
    expect(await failing("odd")).toEqual({ status: "error", output: "The tool failed: odd" });
  });

  it("runs nothing that is cancelled, and calls an abort an interruption", async () => {
    const cancel = new AbortController();
    const context = toolContext({ workspace, signal: cancel.signal });
    const tool = toolThat(() => {
      cancel.abort();
      return fail(new Error("the operation was aborted"));
    });
    expect(await tool.run({}, context)).toEqual({ status: "interrupted", output: "Cancelled." });
    expect(await tool.run({}, context)).toEqual({ status: "interrupted", output: "Cancelled before it ran." });
  });
});

it("answers in text that every store takes, also where a limit cuts a character in two", async () => {
  const { run } = await toolBench({ files: { a: "🚣".repeat(10) }, limits: { lineCharacters: 3 } });
  expect((await run("read_file", { path: "a" })).output.isWellFormed()).toBe(true);
});

describe("TOOLS", () => {
  it("has a closed JSON schema for each, with a description of every text a model must write", () => {
    for (const tool of TOOLS) {
      const schema = jsonSchemaOf(tool.schema);
      expect(schema).toMatchObject({ type: "object", additionalProperties: false });
      expect(tool.description.length).toBeGreaterThan(30);
    }
  });

  it("is known to the thread: every call becomes the right kind of action", () => {
    const kinds = {
      read_file: "read",
      list_files: "search",
      search: "search",
      create_file: "create",
      edit_file: "edit",
      delete_file: "delete",
      undo_edit: "edit",
      format_file: "edit",
      bash: "execute",
    };
    expect(TOOLS.map((tool) => tool.name).sort()).toEqual(Object.keys(kinds).sort());
    const read = Object.keys(kinds).map((name) => [name, toAction(name, { path: "a.ts", command: "ls" }).kind]);
    expect(Object.fromEntries(read)).toEqual(kinds);
    expect(toAction("edit_file", { path: "a.ts", oldText: "a", newText: "b" }).changes).toEqual([
      { type: "edit", path: "a.ts", oldText: "a", newText: "b" },
    ]);
    expect(toAction("create_file", { path: "a.ts", content: "b" }).changes).toMatchObject([{ newText: "b" }]);
    expect(toAction("bash", { command: "touch x", cwd: "sub" }).command).toBe("touch x");
  });

  it("knows no other", () => {
    expect(findTool("rm_rf")).toBeUndefined();
  });
});
