import type { AgentEvent } from "../../agent/events.ts";
import { neutralise } from "../../neutralise.ts";
import { correctionCard } from "../../show/card.ts";
import { checkLine, mismatchLine } from "../../show/check-line.ts";
import { detailRows } from "../../show/detail-rows.ts";
import { stepRow } from "../../show/step-row.ts";
import { cancelLine, stopLine } from "../../show/stop-line.ts";
import { styleFor } from "../../show/style.ts";
import type { DeltaOf } from "../../thread/delta.ts";
import { type StopReason, textOf } from "../../thread/message.ts";
import type { Thread } from "../../thread/thread.ts";
import type { Io } from "../command.ts";
import { flowingText } from "./flowing-text.ts";

/** Shows a headless run as it happens. `thread` gives the thread the events belong to. */
export function runPrinter(io: Io, thread: () => Thread): (event: AgentEvent) => void {
  const style = styleFor(io.color);
  const flow = io.isTerminal ? flowingText(io.columns) : undefined;
  let midLine = false;

  function write(text: string): void {
    if (text === "") return;
    io.out(text);
    midLine = !text.endsWith("\n");
  }

  function say(text: string): void {
    write(flow ? flow.add(text) : text);
  }

  function line(text: string): void {
    endLine();
    write(`${text}\n`);
  }

  function endLine(): void {
    write(flow?.end() ?? "");
    if (midLine) write("\n");
  }

  function showStep(toolUseId: string): void {
    const step = thread()
      .turns.at(-1)
      ?.steps.find((candidate) => candidate.toolUseId === toolUseId);
    if (!step?.result || step.result.status === "running") return;
    line(stepRow(step, io.columns, style));
    for (const row of detailRows(step, io.columns, style)) line(row);
  }

  function showStop(stopReason: StopReason): void {
    const told = stopLine(stopReason);
    if (told !== undefined) line(style.yellow(told));
  }

  function showError({ code, message }: DeltaOf<"error">): void {
    line(style.red(message));
    if (code === "too-large")
      line(`cox handoff ${thread().id.slice(0, 8)} "GOAL" goes on in a new thread with what matters of this one.`);
  }

  return (event) => {
    switch (event.type) {
      case "text":
        say(neutralise(event.text));
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
        if (event.delta.type === "inference:completed") showStop(event.delta.message.stopReason);
        if (event.delta.type === "tool:data") showStep(event.delta.toolUseId);
        if (event.delta.type === "course-correction")
          line(`\n${correctionCard(event.delta.verdict.message ?? "", io.columns, style)}`);
        if (event.delta.type === "verification:attempt" && event.delta.message)
          line(`\n${correctionCard(textOf(event.delta.message), io.columns, style)}`);
        if (event.delta.type === "witnessed")
          for (const text of [...event.delta.checks.map(checkLine), ...event.delta.mismatches.map(mismatchLine)])
            line(style.dim(neutralise(text)));
        if (event.delta.type === "error") showError(event.delta);
        if (event.delta.type === "cancelled") line(style.dim(cancelLine(event.delta.reason)));
        return;
      case "rested":
        endLine();
        return;
      case "thinking":
      case "tool:progress":
      case "assessment:started":
        return;
    }
  };
}
