import type { Delta, GuidanceFile } from "../thread/delta.ts";
import type { Step, Thread } from "../thread/thread.ts";
import type { ThreadLog, Emit } from "./thread-log.ts";
import type { ToolContext, ToolOutcome } from "./tool.ts";

export type CallEvents = Required<Pick<ToolContext, "onProgress" | "onUsage">>;

export interface Toolbox {
  run(step: Step, thread: Thread, signal: AbortSignal, events: CallEvents): Promise<ToolOutcome>;
  guidance(thread: Thread): Promise<readonly GuidanceFile[]>;
}

/** Runs the open calls one after another, in the model's order. A call is recorded as running before it runs. */
export async function runCalls(toolbox: Toolbox, log: ThreadLog, signal: AbortSignal, emit: Emit): Promise<void> {
  for (const step of openSteps(log.thread)) {
    if (signal.aborted) {
      await log.append(interruptedCalls(log.thread, "The user cancelled"));
      return;
    }
    const { toolUseId } = step;
    await log.append([{ v: 1, type: "tool:data", toolUseId, status: "running", output: "" }]);
    const written: Promise<void>[] = [];
    const outcome = await toolbox.run(step, log.thread, signal, {
      onProgress: (text) => emit({ type: "tool:progress", toolUseId, text }),
      onUsage(usage) {
        const append = log.append([
          { v: 1, type: "tool:data", toolUseId, status: "running", output: "", usage: [usage] },
        ]);
        append.catch(() => undefined);
        written.push(append);
      },
    });
    await Promise.all(written);
    await log.append([{ v: 1, type: "tool:data", toolUseId, ...outcome }]);
  }
}

/** Results for calls that will not be run any more: every call must have one, and the model must know. */
export function interruptedCalls(thread: Thread, why: string): Delta[] {
  return openSteps(thread).map((step) => ({
    v: 1,
    type: "tool:data",
    toolUseId: step.toolUseId,
    status: "interrupted",
    output: step.result
      ? `${why} while this call ran. It may have taken effect: look before you repeat it.`
      : `${why} before this call ran. It had no effect.`,
  }));
}

function openSteps(thread: Thread): Step[] {
  return [...thread.pending.values()].flatMap(({ turn, step }) => thread.turns[turn]?.steps[step] ?? []);
}
