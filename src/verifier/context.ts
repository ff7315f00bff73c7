import { countOf, seconds } from "../amounts.ts";
import { evidenceLedger } from "../observer/evidence-ledger.ts";
import { finishText, joinLines } from "../observer/render/finish-text.ts";
import { renderEvidenceStep } from "../observer/render/render-step.ts";
import { type Keep, type Quoter, quoterFor } from "../observer/render/untrusted.ts";
import type { GuidanceFile } from "../thread/delta.ts";
import { textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, messagesOf, requestText } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";
import { type Given, withDefaults } from "../with-defaults.ts";
import { isHeartbeat, isSubagent, knowsSteps } from "./trigger.ts";

/** How much a verifier is shown, and what is removed before. */
export interface ContextSettings extends Given<ContextLimits> {
  readonly redact?: ((text: string) => string) | undefined;
}

interface ContextLimits {
  /** The most characters in total, including the instructions. */
  readonly budget: number;
  /** The most characters of the rules and of the answer. */
  readonly rules: number;
  readonly answer: number;
  readonly turns: number;
}

export const CONTEXT_DEFAULTS = { budget: 32_000, rules: 8000, answer: 12_000, turns: 5 } as const;

export interface ContextInput extends Subject {
  readonly instructions: number;
  /** For the heading of the answer. */
  readonly attempt: number;
}

interface Subject {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly run?: RunFacts;
}

/** The message first, the answer last. Old turns are cut first, then the rules. Never longer than the budget. */
export function verifierContext(input: ContextInput, settings: ContextSettings = {}): string {
  const { thread, turn, attempt } = input;
  const limits = withDefaults<ContextLimits>(CONTEXT_DEFAULTS, settings);
  const quoter = quoterFor(thread, settings.redact);
  const budget = Math.max(0, limits.budget - input.instructions);
  const room = startRoom(Math.max(0, budget - MARGIN));
  const give = (limit: number, make: (room: number) => string): string => room.give(make(Math.min(limit, room.left())));

  const answer = give(Math.min(limits.answer, room.left() * ANSWER_SHARE), (space) =>
    section(
      { heading: `# ANSWER (attempt ${attempt}, to be verified)`, text: closingText(thread, turn), ...AGENT },
      quoter,
      space,
    ),
  );
  const message = give(Infinity, (space) =>
    section({ heading: "# USER'S MESSAGE", text: requestText(thread, turn) || "(none)", ...USER }, quoter, space),
  );
  const feedback = give(FEEDBACK, (space) => feedbackSection(input, quoter, space));
  const facts = give(FACTS, (space) => wholeLines(["# RUN", ...runLines(input, quoter)], space));
  const rules = give(limits.rules, (space) => rulesSection(thread.guidance, quoter, space));
  const past = thread.turns.slice(Math.max(0, turn.number - 1 - limits.turns), turn.number - 1);
  const earlier = give(Infinity, (space) => turnsSection(thread, past, quoter, space));
  return finishText(joinLines(message, rules, earlier, facts, feedback, answer), budget, settings.redact);
}

/** For headings and line ends between the parts. */
const MARGIN = 200;
const ANSWER_SHARE = 0.5;
const FEEDBACK = 4000;
const FACTS = 6000;

interface Room {
  left(): number;
  /** Reserves room for a text; a text that does not fit is left out. */
  give(text: string): string;
}

function startRoom(characters: number): Room {
  let left = Math.floor(characters);
  return {
    left: () => left,
    give(text) {
      if (text.length > left) return "";
      left -= text.length;
      return text;
    },
  };
}

interface Voice {
  readonly mark: "> " | "| ";
  readonly keep: Keep;
}

const USER: Voice = { mark: "> ", keep: "ends" };
/** The end of an answer holds its conclusion, so it is kept. */
const AGENT: Voice = { mark: "| ", keep: "tail" };

interface Passage extends Voice {
  readonly heading: string;
  readonly text: string;
}

/** A heading of ours and quoted text, within `space` characters including the marks. */
function section({ heading, text, mark, keep }: Passage, quoter: Quoter, space: number): string {
  const room = space - heading.length - 1;
  for (let limit = room; limit > 0;) {
    const body = quoter.block(text, { mark, keep, limit, lineLimit: Infinity });
    if (body.length <= room) return joinLines(heading, body);
    limit -= Math.max(1, body.length - room);
  }
  return "";
}

/** The verifier's feedback on earlier attempts at this message; if it is too much, the newest. */
function feedbackSection({ thread, turn, run }: Subject, quoter: Quoter, space: number): string {
  const recorded = messagesOf(thread, turn).filter(
    (message) => message.role === "user" && message.source.type === "verification",
  );
  const said = run?.earlierFeedback ?? recorded.map(textOf);
  const parts = said.map((text, index) =>
    section({ heading: `## on attempt ${index + 1}`, text, mark: "| ", keep: "head" }, quoter, FEEDBACK_EACH),
  );
  return newestFirst("# EARLIER FEEDBACK (yours)", parts, "(earlier feedback is left out)", space);
}

const FEEDBACK_EACH = 1500;

function rulesSection(files: readonly GuidanceFile[], quoter: Quoter, space: number): string {
  const heading = "# USER'S RULES";
  let room = space - heading.length - 1;
  const parts = files.map((file) => {
    const heading = `## FILE ${quoter.line(file.path, 200)}`;
    const part = section({ heading, text: file.content, mark: "| ", keep: "head" }, quoter, room);
    room -= part.length + 1;
    return part;
  });
  return parts.some((part) => part !== "") ? joinLines(heading, ...parts) : "";
}

/** Earlier turns with request and answer; the oldest are left out first. */
function turnsSection(thread: Thread, turns: readonly Turn[], quoter: Quoter, space: number): string {
  const parts = turns.map((turn) => {
    const [asked, answered] = [requestText(thread, turn) || "(none)", closingText(thread, turn)];
    return joinLines(
      section({ heading: `## TURN ${turn.number}, USER`, text: asked, ...USER }, quoter, TURN_EACH),
      section(
        { heading: `## TURN ${turn.number}, AGENT`, text: answered, mark: "| ", keep: "ends" },
        quoter,
        TURN_EACH,
      ),
    );
  });
  return newestFirst("# EARLIER TURNS", parts, "(older turns are left out)", space);
}

const TURN_EACH = 2500;

/** As many of the newest parts as fit, in their order. */
function newestFirst(heading: string, parts: readonly string[], leftOut: string, space: number): string {
  let room = space - heading.length - leftOut.length - 2;
  let from = parts.length;
  while (from > 0 && (parts[from - 1]?.length ?? 0) + 1 <= room) {
    from -= 1;
    room -= (parts[from]?.length ?? 0) + 1;
  }
  const shown = parts.slice(from);
  return shown.length === 0 ? "" : joinLines(heading, ...(from > 0 ? [leftOut] : []), ...shown);
}

function wholeLines(lines: readonly string[], space: number): string {
  let text = "";
  for (const line of lines) {
    const longer = joinLines(text, line);
    if (longer.length > space) break;
    text = longer;
  }
  return text;
}

/** How the answer came about, in our own lines: what was run, what the record proves, and the last steps in short. */
function runLines({ thread, turn, run = {} }: Subject, quoter: Quoter): string[] {
  const last = messagesOf(thread, turn).findLast((message) => message.role === "assistant");
  const facts = [
    ...(last?.role === "assistant" && !run.unknown?.includes("stop reason") ? [`stop reason: ${last.stopReason}`] : []),
    ...(run.durationMs === undefined ? [] : [`duration: ${seconds(run.durationMs)}`]),
    knowsSteps(thread, turn, run)
      ? `${countOf(turn.toolCalls, "tool call")}, ${countOf(turn.edits, "file edit")}`
      : "tool calls and file edits are not known: never object that work is not among these facts",
    ...(isHeartbeat(thread, run) ? ["this is a heartbeat: nobody is waiting"] : []),
    ...(isSubagent(thread, run)
      ? ["the answer is a subagent's: the message was written by the agent that started it"]
      : []),
    ...(turn.toolCalls === 0 ? [] : evidenceLedger(thread, turn).map((line) => quoter.line(line, 400))),
  ];
  const steps = turn.steps.slice(-STEPS).map((step) => renderEvidenceStep(step, quoter).brief());
  const left = turn.steps.length - steps.length;
  return [
    ...facts.map((fact) => `- ${fact}`),
    ...(steps.length > 0 ? ["## STEPS"] : []),
    ...(left > 0 ? [`(${countOf(left, "earlier step")} not shown)`] : []),
    ...steps,
  ];
}

/** More steps than this tell little about an answer. */
const STEPS = 30;
