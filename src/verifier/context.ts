import { relative, resolve } from "node:path";
import { countOf, seconds } from "../text/amounts.ts";
import { evidenceLedger } from "../observer/evidence-ledger.ts";
import { finishText, joinLines } from "../observer/render/status.ts";
import { renderEvidenceStep } from "../observer/render/render-step.ts";
import { type Keep, note, type Quoter, quoterFor } from "../observer/render/untrusted.ts";
import type { GuidanceFile } from "../thread/delta.ts";
import { textOf } from "../thread/message.ts";
import type { Thread, Turn } from "../thread/thread.ts";
import { closingText, messagesOf, requestText } from "../thread/turns.ts";
import type { RunFacts } from "../verdict.ts";
import { type Given, withDefaults } from "../text/with-defaults.ts";
import { isHeartbeat, isSubagent, knowsSteps } from "./trigger.ts";

/** How much a verifier is shown, and what is removed before. */
export interface ContextSettings extends Given<ContextLimits> {
  readonly redact?: ((text: string) => string) | undefined;
}

interface ContextLimits {
  readonly budget: number;
  /** The most characters of the rules and of the answer. */
  readonly rules: number;
  readonly answer: number;
  readonly turns: number;
}

export const CONTEXT_DEFAULTS = { budget: 32_000, rules: 8000, answer: 12_000, turns: 5 } as const;

interface Subject {
  readonly thread: Thread;
  readonly turn: Turn;
  readonly run?: RunFacts;
}

export interface ContextInput extends Subject {
  readonly instructions: number;
  readonly attempt: number;
}

/** The message first, the answer last. Old turns are cut first, then the rules. Never longer than the budget. */
export function verifierContext(input: ContextInput, settings: ContextSettings = {}): string {
  const { thread, turn, attempt } = input;
  const limits = withDefaults<ContextLimits>(CONTEXT_DEFAULTS, settings);
  const quoter = quoterFor(thread, settings.redact);
  const budget = Math.max(0, limits.budget - input.instructions);
  const asked = { heading: "# USER'S MESSAGE", text: requestText(thread, turn) || "(none)", ...USER };
  const heading = `# ANSWER (attempt ${attempt}, to be verified)`;
  const answered = { heading, text: closingText(thread, turn), ...AGENT };
  const past = thread.turns.slice(Math.max(0, turn.number - 1 - limits.turns), turn.number - 1);
  const [message = "", facts = "", feedback = "", answer = "", rules = "", earlier = ""] = fitted(budget - MARGIN, [
    { most: Infinity, sure: 0, show: (space) => section(asked, quoter, space) },
    { most: FACTS, sure: 0.06, show: (space) => factsSection(input, quoter, space) },
    { most: FEEDBACK, sure: 0.06, show: (space) => feedbackSection(input, quoter, space) },
    { most: limits.answer, sure: 0.15, show: (space) => section(answered, quoter, space) },
    { most: limits.rules, sure: 0, show: (space) => rulesSection(thread, quoter, space) },
    { most: Infinity, sure: 0, show: (space) => turnsSection(thread, past, quoter, space) },
  ]);
  return finishText(joinLines(message, rules, earlier, facts, feedback, answer), budget, settings.redact);
}

/** For line ends between the parts. */
const MARGIN = 200;
const FEEDBACK = 4000;
const FACTS = 6000;

interface Part {
  readonly most: number;
  /** The share of the room that it gets before all others, as far as it needs it. */
  readonly sure: number;
  /** Shows as much as fits. */
  readonly show: (space: number) => string;
}

/** Each part in turn takes what it needs of the room, and leaves to those after it what they are sure of. */
function fitted(room: number, parts: readonly Part[]): string[] {
  const sure = parts.map(({ most, sure: share, show }) => show(Math.min(most, room * share)).length + 2 * MARK);
  let left = room;
  return parts.map(({ most, show }, index) => {
    const text = show(Math.min(most, left - sum(sure.slice(index + 1))));
    left -= text.length;
    return text;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

interface Voice {
  readonly mark: "> " | "| ";
  readonly keep: Keep;
}

const USER: Voice = { mark: "> ", keep: "ends" };
/** What is asked for may stand at its beginning, and the conclusion stands at its end. */
const AGENT: Voice = { mark: "| ", keep: "ends" };

interface Passage extends Voice {
  readonly heading: string;
  readonly text: string;
}

/** A heading of ours and quoted text, within `space` characters including the marks. */
function section({ heading, text, mark, keep }: Passage, quoter: Quoter, space: number): string {
  const room = Math.floor(space) - heading.length - 1;
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
    section(
      { heading: `## on attempt ${index + 1}`, text, mark: "| ", keep: "head" },
      quoter,
      Math.min(FEEDBACK_EACH, space - FEEDBACK_FRAME),
    ),
  );
  return newestFirst("# EARLIER FEEDBACK (yours)", parts, "earlier objection", space);
}

const FEEDBACK_EACH = 1500;
/** For the heading, and the mark of what is cut. */
const FEEDBACK_FRAME = 80;

/** The nearest file first, and with the larger part where not all fit whole; none disappears without a mark. */
function rulesSection(thread: Thread, quoter: Quoter, space: number): string {
  const heading = "# USER'S RULES";
  const files = nearestFirst(thread);
  const show = (file: GuidanceFile, limit: number): string => {
    const named = `## FILE ${quoter.line(file.path, 200)}`;
    return section({ heading: named, text: file.content, mark: "| ", keep: "head" }, quoter, limit);
  };
  let room = space - heading.length - MARK;
  const needed = files.map((file) => show(file, room).length + 1);
  const parts = files.flatMap((file, index) => {
    const others = needed.slice(index + 1);
    const share = Math.max((room * 2) / (others.length + 2), room - sum(others));
    const part = share < Math.min(LEAST_OF_FILE, needed[index] ?? 0) ? "" : show(file, Math.min(room, share) - 1);
    room -= part.length + 1;
    return part || [];
  });
  return files.length === 0 ? "" : joinLines(heading, ...parts, ...cutMark(files.length - parts.length, "file"));
}

/** Less of a file, with its heading and the mark of the cut, says nothing. */
const LEAST_OF_FILE = 120;

/** By the way from the working directory; at the same distance, inside it before outside. */
function nearestFirst({ guidance, cwd = "" }: Thread): GuidanceFile[] {
  const away = ({ path }: GuidanceFile): number => {
    const way = relative(cwd, resolve(cwd, path));
    return way.split(/[\\/]/).length + (way.startsWith("..") ? 0.5 : 0);
  };
  return guidance.toSorted((left, right) => away(left) - away(right));
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
  return newestFirst("# EARLIER TURNS", parts, "older turn", space);
}

const TURN_EACH = 2500;

/** As many of the newest parts as fit, in their order, behind a mark that says how many are cut. */
function newestFirst(heading: string, parts: readonly string[], what: string, space: number, unseen = 0): string {
  let room = space - heading.length - MARK;
  let from = parts.length;
  while (from > 0 && (parts[from - 1]?.length ?? 0) + 1 <= room) {
    from -= 1;
    room -= (parts[from]?.length ?? 0) + 1;
  }
  return parts.length === 0 ? "" : joinLines(heading, ...cutMark(from + unseen, what), ...parts.slice(from));
}

/** The longest mark that `cutMark` makes, with its line end; a part has two at most. */
const MARK = 40;

function cutMark(count: number, what: string): string[] {
  return count === 0 ? [] : [note(`${countOf(count, what)} cut`)];
}

function factsSection(input: ContextInput, quoter: Quoter, space: number): string {
  const steps = input.turn.steps.slice(-STEPS).map((step) => renderEvidenceStep(step, quoter).brief());
  const unseen = input.turn.steps.length - steps.length;
  const lines = ["# RUN", ...runLines(input, quoter)];
  let shown = 0;
  let room = space - MARK;
  while (shown < lines.length && (room -= (lines[shown]?.length ?? 0) + 1) >= 0) shown += 1;
  const facts = joinLines(...lines.slice(0, shown), ...cutMark(lines.length - shown, "line"));
  return joinLines(facts, newestFirst("## STEPS", steps, "earlier step", space - facts.length - 1, unseen));
}

/** More steps than this tell little about an answer. */
const STEPS = 30;

/** How the answer came about, in our own lines: how the run ended, and what the record proves. */
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
  return facts.map((fact) => `- ${fact}`);
}
