import { countOf } from "../../text/amounts.ts";
import { shortened } from "../../text/strings.ts";
import { type AssistantMessage, type Message, type UserMessage, textOf } from "../../thread/message.ts";
import type { Step, Thread, Turn } from "../../thread/thread.ts";
import type { StepRenderer } from "./render-step.ts";
import { summariseSteps, joinLines } from "./status.ts";
import type { Quoter } from "./untrusted.ts";

/** One piece of the record, in several lengths; without `summary` only counted once its turn is summed up. */
export interface Entry {
  readonly full: string;
  /** When room is needed. For a person's words the same as `full`, unless they are very long. */
  readonly brief: string;
  /** The brief text with a little more, when its turn is the one to judge. */
  readonly gist?: string;
  /** When its turn is old and summed up. */
  readonly summary?: string;
  /** When its turn is very old. */
  readonly minimal?: string;
  readonly step?: Step;
}

export interface EntryOptions {
  readonly quoter: Quoter;
  readonly renderStep: StepRenderer;
  /** The longest message of a person that is shown completely while there is room. */
  readonly wholeMessage: number;
  readonly messageLimit: number;
  /** The person's first message says what everything is about, so it is not shortened further. */
  readonly firstMessage: Message | undefined;
  /** True when the turn is the one that the record is about. */
  readonly isJudged: boolean;
  readonly ledgerAt: (messageIndex: number) => readonly string[];
}

const CLOSING = 4000;
const LEDGER = 2600;
const REMARK = 600;
const HOST_NOTE = 160;

/** A turn with more than `MANY` steps is shown from a later one on, in large steps: the text rarely shifts. */
const MANY = 1200;
const STRIDE = 400;

export function entriesOf(thread: Thread, turn: Turn, options: EntryOptions): Entry[] {
  const skipped = turn.steps.length <= MANY ? 0 : Math.floor((turn.steps.length - MANY / 2) / STRIDE) * STRIDE;
  const firstShown = skipped === 0 ? turn.start : (turn.steps[skipped]?.messageIndex ?? turn.start);
  const steps = withoutRepeats(turn.steps.slice(skipped)).values();
  const entries: Entry[] = [];
  let works = false;
  const end = options.isJudged && turn.outcome === "ended" ? endOfWork(thread, turn) : turn.end;
  for (let index = turn.start; index < end; index += 1) {
    const message = thread.messages[index];
    if (!message) break;
    if (index === firstShown && skipped > 0) entries.push(...kept(summariseSteps(turn.steps.slice(0, skipped))));
    if (message.role === "user") entries.push(...userEntries(message, works, options));
    else if (index >= firstShown) entries.push(...assistantEntries(message, index, steps, options));
    works ||= message.role === "assistant";
  }
  return [...entries, ...outcomeEntries(turn)];
}

/** An output that is there already is named, not shown again: whoever polls repeats the same text many times. */
function withoutRepeats(steps: readonly Step[]): readonly Step[] {
  const first = new Map<string, number>();
  return steps.map((step) => {
    const { result, number } = step;
    if (!result || result.output.length < WORTH_NAMING) return step;
    const earlier = first.get(result.output);
    if (earlier === undefined) {
      first.set(result.output, number);
      return step;
    }
    return { ...step, result: { ...result, output: `(the same output as in step ${earlier})` } };
  });
}

const WORTH_NAMING = 160;

/** The end of the turn without the host's messages after the last words (closing the host, asking it something). */
function endOfWork({ messages }: Thread, { start, end }: Turn): number {
  const told = messages.slice(start, end);
  return start + 1 + told.findLastIndex((message) => message.role !== "user" || message.source.type !== "host");
}

function userEntries(message: UserMessage, works: boolean, options: EntryOptions): Entry[] {
  const { quoter, wholeMessage, messageLimit } = options;
  const text = textOf(message);
  const quoted = (mark: "> " | "| ", limit: number): string => quoter.block(text, { mark, limit });
  switch (message.source.type) {
    case "user":
    case "queue": {
      const images = message.content.filter((block) => block.type === "image").length;
      const unknown = text === "" ? "(the log does not say what was asked)" : "";
      const note = images > 0 ? `(${countOf(images, "image")}, not shown)` : unknown;
      const at = (limit: number): string =>
        joinLines(
          works ? "## USER (while the agent worked)" : "## USER",
          quoter.block(text, { mark: "> ", limit, lineLimit: limit }),
          note,
        );
      const brief = at(messageLimit);
      const full = text.length > messageLimit && text.length <= wholeMessage ? at(wholeMessage) : brief;
      if (message === options.firstMessage) return [{ full, brief, summary: brief, minimal: brief }];
      return [{ full, brief, summary: at(1000), minimal: at(160) }];
    }
    case "course-correction":
      return kept("## COURSE CORRECTION (your own words, from before)", quoted("> ", 1000));
    case "verification":
      return kept("## VERIFIER (an automatic check wrote this, not the user)", quoted("| ", 1000));
    case "hook":
      return remark("## HOOK (a program wrote this, not the user)", quoted("| ", REMARK));
    case "host":
      return remark("## HOST (a program wrote this, not the user)", quoted("| ", HOST_NOTE));
    case "tool":
      return [];
    default:
      return message.source.type satisfies never;
  }
}

function assistantEntries(
  message: AssistantMessage,
  index: number,
  steps: Iterator<Step, unknown>,
  options: EntryOptions,
): Entry[] {
  const { quoter } = options;
  if (message.synthetic)
    return remark(
      "## HOST (written in the agent's name)",
      quoter.block(textOf(message), { mark: "| ", limit: HOST_NOTE }),
    );
  if (isClosing(message)) return closingEntries(message, index, options);
  return message.content.flatMap((block) => {
    switch (block.type) {
      case "text":
        return remark("## AGENT", quoter.block(block.text, { mark: "| ", limit: REMARK }));
      case "tool_use":
        return stepEntry(steps.next(), options);
      case "thinking":
        return [];
      default:
        return block satisfies never;
    }
  });
}

function closingEntries(message: AssistantMessage, index: number, { quoter, ledgerAt }: EntryOptions): Entry[] {
  const text = textOf(message);
  const ledger = ledgerAt(index);
  const facts = ledger.map((line) => `- ${quoter.line(line, 400)}`).join("\n");
  const heading = "## CLOSING TEXT (the agent's claims, to be checked)";
  const closing = quoter.block(text, { mark: "| ", limit: CLOSING, lineLimit: CLOSING });
  return [
    ...remark("## LEDGER at this stop (worked out from the record)", wholeLines(facts, LEDGER), ""),
    {
      full: joinLines(heading, closing === "" ? "(empty)" : closing),
      brief: joinLines(heading, quoter.block(text, { mark: "| ", limit: 400 })),
      summary: joinLines(heading, quoter.block(text, { mark: "| ", limit: 300 })),
    },
  ];
}

function isClosing(message: Message): boolean {
  if (message.role !== "assistant" || message.synthetic) return false;
  const { stopReason } = message;
  if (stopReason === "tool_use" || stopReason === "aborted" || stopReason === "error") return false;
  return !message.content.some((block) => block.type === "tool_use");
}

function stepEntry(next: IteratorResult<Step, unknown>, { quoter, renderStep }: EntryOptions): Entry[] {
  if (next.done) return [];
  const step = next.value;
  const { full, brief, gist = brief } = renderStep(step, quoter);
  let shortened: string | undefined;
  let withGist: string | undefined;
  const entry: Entry = {
    full,
    get brief() {
      return (shortened ??= brief());
    },
    get gist() {
      return (withGist ??= gist());
    },
    step,
  };
  return [entry];
}

function outcomeEntries(turn: Turn): Entry[] {
  switch (turn.outcome) {
    case "aborted":
      return kept("## INTERRUPTED", "(the user or the host stopped the agent here)");
    case "limit":
      return kept("## CUT OFF", "(the agent's output limit ended the turn here)");
    case "refused":
      return kept("## REFUSED", "(the model refused to go on)");
    case "failed":
      return kept("## FAILED", "(an error of the host or the provider ended the turn here)");
    case "ended":
    case "open":
      return [];
    default:
      return turn.outcome satisfies never;
  }
}

function kept(...parts: string[]): Entry[] {
  const full = joinLines(...parts);
  return [{ full, brief: full, summary: full, minimal: full }];
}

/** A remark: shown in full, and cut to its first line when room is needed. */
function remark(
  heading: string,
  body: string,
  brief = joinLines(heading, shortened(body.split("\n", 1)[0] ?? "", 140)),
): Entry[] {
  return body === "" ? [] : [{ full: joinLines(heading, body), brief }];
}

function wholeLines(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf("\n", limit - 40);
  const left = text.slice(end + 1).split("\n").length;
  return `${text.slice(0, Math.max(0, end))}\n(${left} more lines are not shown)`;
}
