import type { Emit } from "../../agent/thread-log.ts";
import { jsonLine } from "../../text/json.ts";
import { neutralise } from "../../text/strings.ts";
import { checkLine, mismatchLine } from "../../show/check-line.ts";
import { detailRows, stepRow } from "../../show/step-row.ts";
import { cancelLine, stopLine, correctionCard } from "../../show/stop-line.ts";
import { styleFor, wrap, visibleWidth } from "../../show/wrap.ts";
import type { DeltaOf } from "../../thread/delta.ts";
import { type StopReason, textOf } from "../../thread/message.ts";
import type { Thread } from "../../thread/thread.ts";
import type { Io } from "../command.ts";

export function eventPrinter(io: Io, json: boolean, thread: () => Thread): Emit {
  return json ? (event) => io.out(jsonLine(event)) : runPrinter(io, thread);
}

export function runPrinter(io: Io, thread: () => Thread): Emit {
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

  function tell(text: string, paint: (row: string) => string = (row) => row): void {
    for (const row of io.isTerminal ? wrap(text, io.columns) : [text]) line(paint(row));
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
    if (told !== undefined) tell(told, style.yellow);
  }

  function showError({ code, message }: DeltaOf<"error">): void {
    tell(message, style.red);
    if (code === "too-large")
      tell(`cox handoff ${thread().id} "GOAL" goes on in a new thread with what matters of this one.`);
  }

  return (event) => {
    switch (event.type) {
      case "text":
        say(neutralise(event.text));
        return;
      case "inference:retrying":
        tell(`${event.failure.message} Trying again in ${Math.ceil(event.delayMs / 1000)} s.`, style.dim);
        return;
      case "assessment:finished":
        if (event.decision.tell) tell(event.decision.tell, style.yellow);
        else if (event.decision.verdict.verdict === "unchecked")
          tell(`Coxswain could not check: ${event.decision.verdict.reason}`, style.dim);
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
            tell(neutralise(text), style.dim);
        if (event.delta.type === "error") showError(event.delta);
        if (event.delta.type === "cancelled") tell(cancelLine(event.delta.reason), style.dim);
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

/** Wraps streamed text at its spaces: a terminal would break it inside a word. */
export function flowingText(columns: number) {
  let used = 0;
  let gap = "";
  let word = "";
  /** True when the start of the word was already shown. */
  let isOpen = false;

  function placed(): string {
    const width = visibleWidth(word);
    const breaks = !isOpen && used > 0 && used + gap.length + width > columns;
    const shown = `${breaks ? "\n" : gap}${word}`;
    used = breaks ? width : used + gap.length + width;
    gap = "";
    word = "";
    return shown;
  }

  function next(part: string): string {
    if (part.trim() !== "") {
      word += part;
      if (word.length < LONGEST_WAIT) return "";
      const start = placed();
      isOpen = true;
      return start;
    }
    const shown = word === "" ? "" : placed();
    isOpen = false;
    gap = part === "\n" ? "" : gap + part;
    if (part !== "\n") return shown;
    used = 0;
    return `${shown}\n`;
  }

  return {
    /** Gives the part that can be shown: a word waits until its end is known. */
    add: (piece: string): string => (piece.match(PARTS) ?? []).map(next).join(""),
    /** Gives the waiting word when nothing more comes. */
    end(): string {
      const shown = placed();
      used = 0;
      isOpen = false;
      return shown;
    },
  };
}

const PARTS = /\n|[^\S\n]+|\S+/g;
/** A word longer than this is shown before its end is known. */
const LONGEST_WAIT = 300;
