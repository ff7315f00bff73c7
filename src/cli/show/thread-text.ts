import { neutralise } from "../../text/strings.ts";
import { checkLine, mismatchLine } from "../../show/check-line.ts";
import { correctionCard } from "../../show/stop-line.ts";
import { type Style, styleFor, fit, wrap } from "../../show/wrap.ts";
import { usageLine } from "../../show/usage-line.ts";
import { describeOutcome, describeStep } from "../../thread/describe-step.ts";
import type { Delta } from "../../thread/delta.ts";
import { isFromPerson, isObjection, type Message, shownText, textOf } from "../../thread/message.ts";
import { fold, startFold } from "../../thread/reducer.ts";
import type { Step, Thread } from "../../thread/thread.ts";
import type { Io } from "../command.ts";

interface Telling {
  readonly style: Style;
  readonly columns: number;
}

export function threadText(deltas: readonly Delta[], { color, columns }: Pick<Io, "color" | "columns">): string {
  const telling: Telling = { style: styleFor(color), columns };
  const { style } = telling;
  const thread = fold(deltas);
  const steps = new Map(thread.turns.flatMap((turn) => turn.steps.map((step) => [step.toolUseId, step])));
  const looks = lookRows(thread, telling);
  const unsaid = unsaidRows(deltas, telling);
  const seenBefore = (index: number) => [...(looks.get(index) ?? []), ...(unsaid.get(index) ?? [])];
  const told = thread.messages.flatMap((message, index) => [
    ...seenBefore(index),
    ...messageRows(message, steps, telling),
  ]);
  const relations = thread.relations.map(
    ({ relation, threadId, goal }) => `handed off ${relation} ${threadId.slice(0, 8)}: ${neutralise(goal)}`,
  );
  const line = usageLine(thread.usage);
  return `${[
    style.dim(`thread ${thread.id} in ${neutralise(thread.cwd ?? "?")}`),
    ...relations,
    "",
    ...told,
    ...seenBefore(thread.messages.length),
    ...(line === "" ? [] : ["", style.dim(line)]),
  ].join("\n")}\n`;
}

/** Shown for a call that still runs somewhere, or ended with its process: the log does not tell which. */
const NO_RESULT = "no result";

function messageRows(message: Message, steps: ReadonlyMap<string, Step>, { style, columns }: Telling): string[] {
  if (message.role === "assistant") {
    const calls = message.content.flatMap((block) => (block.type === "tool_use" ? (steps.get(block.id) ?? []) : []));
    const text = textOf(message);
    return [
      ...(text === "" ? [] : indented(text, columns)),
      ...calls.map((step) =>
        style.dim(
          `  ${step.number}. ${fit(neutralise(describeStep(step)), columns - 20)} ${describeOutcome(step) || NO_RESULT}`,
        ),
      ),
    ];
  }
  if (isObjection(message)) return [correctionCard(textOf(message), columns, style).trimEnd()];
  return isFromPerson(message) ? [style.bold(`> ${neutralise(shownText(message))}`)] : [];
}

function indented(text: string, columns: number): string[] {
  return wrap(neutralise(text), columns - 2).map((row) => (row === "" ? "" : `  ${row}`));
}

function lookRows(thread: Thread, { style, columns }: Telling): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  for (const turn of thread.turns) {
    for (const look of turn.witnessed) {
      const lines = [...look.checks.map(checkLine), ...look.mismatches.map(mismatchLine)];
      const told = lines.flatMap((line) => indented(line, columns)).map(style.dim);
      rows.set(look.messageIndex, [...(rows.get(look.messageIndex) ?? []), ...told]);
    }
  }
  return rows;
}

/** Objections that were not said to a turn, by the index of the message that follows them. */
function unsaidRows(deltas: readonly Delta[], { style, columns }: Telling): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  const growing = startFold();
  for (const [index, delta] of deltas.entries()) {
    growing.add([delta]);
    const objection = deltas[index + 1]?.type === "turn:judged" ? unsaidObjection(delta) : undefined;
    if (objection === undefined) continue;
    const told = indented(`Coxswain found, but did not say: ${objection}`, columns).map(style.yellow);
    rows.set(growing.thread.messages.length, told);
  }
  return rows;
}

function unsaidObjection(delta: Delta): string | undefined {
  const isUnsaid =
    delta.type === "course-correction:usage-only" || (delta.type === "verification:attempt" && !delta.message);
  return isUnsaid && delta.verdict.verdict === "correct" ? (delta.verdict.message ?? undefined) : undefined;
}
