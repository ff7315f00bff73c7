import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createHistory } from "../../src/agent/change-note.ts";
import { LOCAL_IO, type ToolContext, type ToolLimits, type ToolOutcome } from "../../src/agent/tool.ts";
import { findTool } from "../../src/agent/toolbox.ts";
import { type WorkspaceOptions, openWorkspace } from "../../src/agent/workspace.ts";
import { DEFAULTS } from "../../src/config.ts";
import { commandEnvironment } from "../../src/process/environment.ts";
import type { Step } from "../../src/thread/thread.ts";
import { toAction } from "../../src/thread/to-action.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface BenchOptions extends Partial<Omit<ToolContext, "workspace" | "limits">> {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly limits?: Partial<ToolLimits>;
  readonly workspace?: WorkspaceOptions;
}

/** A context with the defaults; the test gives only what differs. */
export function toolContext(given: Partial<ToolContext> & Pick<ToolContext, "workspace">): ToolContext {
  return {
    history: createHistory(),
    io: LOCAL_IO,
    signal: new AbortController().signal,
    limits: DEFAULTS.agent.limits,
    environment: {},
    formatters: {},
    ...given,
  };
}

export async function toolBench(options: BenchOptions = {}) {
  const root = temporaryDirectory();
  for (const [path, content] of Object.entries(options.files ?? {})) write(path, content);
  const { files: _files, limits, workspace, ...rest } = options;
  const context = toolContext({
    ...rest,
    workspace: await openWorkspace(root, workspace),
    limits: { ...DEFAULTS.agent.limits, killGraceMs: 200, ...limits },
    environment: options.environment ?? commandEnvironment({ PATH: process.env["PATH"] }),
  });
  const steps: Step[] = [];

  function write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }

  async function run(tool: string, input: unknown, changes: Partial<ToolContext> = {}): Promise<ToolOutcome> {
    const found = findTool(tool);
    if (!found) throw new Error(`no tool ${tool}`);
    const outcome = await found.run(input, { ...context, ...changes });
    const number = steps.length + 1;
    const toolUseId = `call-${number}`;
    const result = { type: "tool_result" as const, toolUseId, ...outcome };
    steps.push({ number, toolUseId, tool, input, action: toAction(tool, input), result, messageIndex: 1 });
    return outcome;
  }

  return {
    root,
    context,
    steps,
    write,
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    bytes: (path: string) => readFileSync(join(root, path)),
    run,
  };
}
