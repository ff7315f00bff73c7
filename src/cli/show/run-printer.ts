import type { AgentEvent } from "../../agent/events.ts";
import { neutralise } from "../../observer/render/untrusted.ts";
import { smallDiff } from "../../observer/render/small-diff.ts";
import { describeOutcome, describeStep } from "../../thread/describe-step.ts";
import type { Step, Thread } from "../../thread/thread.ts";
import type { Io } from "../command.ts";
import { correctionCard } from "./card.ts";
import { styleFor } from "./style.ts";

const DIFF_LINES = 12;

/** Shows a headless run as it happens. `thread` gives the thread the events belong to. */
export function runPrinter(io: Io, thread: () => Thread): (event: AgentEvent) => void {
  const style = styleFor(io.color);
  let midLine = false;

  function write(text: string): void {
    io.out(text);
    midLine = !text.endsWith("\n");
  }

  function line(text: string): void {
    write(`${midLine ? "\n" : ""}${text}\n`);
  }

  function showStep(toolUseId: string): void {
    const step = thread()
      .turns.at(-1)
      ?.steps.find((candidate) => candidate.toolUseId === toolUseId);
    if (!step?.result || step.result.status === "running") return;
    const outcome = describeOutcome(step);
    const mark = step.result.status === "done" ? style.green("▸") : style.red("▸");
    const room = Math.max(20, io.columns - outcome.length - 4);
    line(`${mark} ${fit(neutralise(describeStep(step)), room)} ${style.dim(outcome)}`);
    for (const row of diffRows(step)) {
      const text = fit(`  ${neutralise(row)}`, io.columns);
      line(row.startsWith("+") ? style.green(text) : row.startsWith("-") ? style.red(text) : style.dim(text));
    }
  }

  return (event) => {
    switch (event.type) {
      case "text":
        write(neutralise(event.text));
        return;
      case "inference:retrying":
        line(style.dim(`${event.failure.message} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`));
        return;
      case "assessment:finished":
        if (event.decision.tell) line(style.yellow(event.decision.tell));
        else if (event.decision.verdict.verdict === "unchecked")
          line(style.dim(`Coxswain could not check: ${event.decision.verdict.reason}`));
        return;
      case "delta":
        if (event.delta.type === "tool:data") showStep(event.delta.toolUseId);
        if (event.delta.type === "course-correction")
          line(`\n${correctionCard(event.delta.verdict.message ?? "", io.columns, style)}`);
        if (event.delta.type === "error") line(style.red(event.delta.message));
        if (event.delta.type === "cancelled") line(style.dim(event.delta.reason));
        return;
      case "rested":
        if (midLine) write("\n");
        return;
      case "thinking":
      case "tool:progress":
      case "assessment:started":
        return;
    }
  };
}

function diffRows(step: Step): string[] {
  const rows = step.action.changes.flatMap((change) =>
    change.oldText === undefined && change.newText === undefined
      ? []
      : smallDiff(change.oldText ?? "", change.newText ?? "").split("\n"),
  );
  return rows.length > DIFF_LINES ? [...rows.slice(0, DIFF_LINES), `… ${rows.length - DIFF_LINES} more lines`] : rows;
}

function fit(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
