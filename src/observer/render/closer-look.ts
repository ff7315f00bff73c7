import { isFromPerson, textOf } from "../../thread/message.ts";
import type { Step, Thread, Turn } from "../../thread/thread.ts";
import { renderCloseUp } from "./render-step.ts";
import { joinLines } from "./status.ts";
import { type Quoter, quoterFor } from "./untrusted.ts";

/** Reads a file of the work tree; undefined where it is not there or may not be shown. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** What is in doubt, and what the observer could not see. */
export interface Doubt {
  readonly message: string;
  readonly steps: readonly number[];
  /** In the observer's words: `step 83`, `steps 12-15`, `turn 2`, `src/page.ts`. */
  readonly wants: readonly string[];
}

export interface CloserLookOptions {
  readonly redact?: ((text: string) => string) | undefined;
  /** Given where the agent has just stopped in this work tree. */
  readonly readFile?: ReadFile | undefined;
}

const LIMIT = 24_000;
const OBJECTION = 1000;
const LEAST_EACH = 1500;
/** Steps that one wish may name, and steps in all. */
const MOST_STEPS = 12;
/** The steps that touched a file which is not at hand. */
const MOST_TOUCHES = 4;

export async function renderCloserLook(thread: Thread, doubt: Doubt, options: CloserLookOptions = {}): Promise<string> {
  const { redact = (text) => text, readFile } = options;
  const quoter = quoterFor(thread, redact);
  const wishes = doubt.wants.map(wishOf);
  const files = await Promise.all(
    wishes.flatMap((wish) => (wish.type === "file" ? [shownFile(wish.path, thread, readFile)] : [])),
  );
  const numbers = new Set([
    ...doubt.steps,
    ...wishes.flatMap((wish) => (wish.type === "steps" ? wish.numbers : [])),
    ...files.flatMap(({ steps }) => steps),
  ]);
  const steps = stepsOf(thread)
    .filter(({ number }) => numbers.has(number))
    .slice(-MOST_STEPS);
  const turns = wishes.flatMap((wish) => (wish.type === "turn" ? (thread.turns[wish.number - 1] ?? []) : []));
  const parts = steps.length + turns.length + files.filter(({ text }) => text !== undefined).length;
  const each = Math.max(LEAST_EACH, Math.floor((LIMIT - OBJECTION) / Math.max(1, parts)));
  const text = joinLines(
    "# CLOSER LOOK: what was asked for, with more of it",
    ...fitting([
      ...steps.map((step) => renderCloseUp(step, quoter, each)),
      ...turns.map((turn) => turnText(thread, turn, quoter, each)),
      ...files.map((file) => fileText(file, quoter, each)),
    ]),
    parts === 0 ? "(none of it can be shown)" : "",
    "# OBJECTION",
    quoter.block(doubt.message, { mark: "> ", limit: OBJECTION, lineLimit: OBJECTION }),
  );
  return redact(text);
}

type Wish =
  | { readonly type: "steps"; readonly numbers: readonly number[] }
  | { readonly type: "turn"; readonly number: number }
  | { readonly type: "file"; readonly path: string };

/** A model's words, so anything may stand there: what is neither step nor turn is taken for a path. */
function wishOf(wish: string): Wish {
  const steps = /^\W*steps?\W*(\d+)(?:\s*(?:-|–|to)\s*(\d+))?/i.exec(wish) ?? /^\W*(\d+)\W*$/.exec(wish);
  if (steps) {
    const first = Number(steps[1]);
    const last = Math.min(Number(steps[2] ?? first), first + MOST_STEPS - 1);
    return {
      type: "steps",
      numbers: Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index),
    };
  }
  const turn = /^\W*turn\W*(\d+)/i.exec(wish);
  if (turn) return { type: "turn", number: Number(turn[1]) };
  const words = wish.replaceAll(/["'`]/g, " ").trim().split(/\s+/);
  return { type: "file", path: words.find((word) => /[./\\]/.test(word)) ?? words[0] ?? "" };
}

function stepsOf({ turns }: Thread): readonly Step[] {
  return turns.flatMap(({ steps }) => steps);
}

interface ShownFile {
  readonly path: string;
  readonly text: string | undefined;
  /** The last steps that touched it, where the file itself cannot be shown. */
  readonly steps: readonly number[];
  readonly isLive: boolean;
}

async function shownFile(path: string, thread: Thread, readFile: ReadFile | undefined): Promise<ShownFile> {
  const text = path === "" ? undefined : await readFile?.(path);
  const touched = stepsOf(thread).filter(
    ({ action }) =>
      path !== "" && [...action.paths, ...action.changes.flatMap((change) => change.path ?? [])].some(isIt),
  );
  const steps = text === undefined ? touched.slice(-MOST_TOUCHES).map(({ number }) => number) : [];
  return { path, text, steps, isLive: readFile !== undefined };

  function isIt(other: string): boolean {
    const [long, short] = other.length > path.length ? [other, path] : [path, other];
    return long === short || long.endsWith(`/${short.replace(/^\.\//, "")}`);
  }
}

function fileText({ path, text, steps, isLive }: ShownFile, quoter: Quoter, limit: number): string {
  const heading = `## FILE ${quoter.line(path, 200)}`;
  if (text !== undefined)
    return joinLines(heading, "(the file as it is now)", quoter.block(text, { mark: "| ", limit }) || "(empty)");
  const why = isLive ? "is not there, or may not be shown" : "is not at hand here, only the record is";
  return joinLines(heading, `(the file ${why}${steps.length > 0 ? "; the last steps that touched it are above" : ""})`);
}

function turnText(thread: Thread, turn: Turn, quoter: Quoter, limit: number): string {
  const messages = thread.messages.slice(turn.start, turn.end);
  const asked = messages.filter(isFromPerson).map(textOf).join("\n");
  const last = messages.findLast(
    ({ role, content }) => role === "assistant" && content.some(({ type }) => type === "text"),
  );
  const half = Math.floor(limit / 2);
  return joinLines(
    `## USER (turn ${turn.number})`,
    quoter.block(asked, { mark: "> ", limit: half, lineLimit: half }),
    `## CLOSING TEXT (turn ${turn.number}, the agent's claims)`,
    quoter.block(last ? textOf(last) : "", { mark: "| ", limit: half, lineLimit: half }),
  );
}

function fitting(parts: readonly string[]): readonly string[] {
  let room = LIMIT - OBJECTION;
  const fit = parts.filter((part) => (room -= part.length + 1) >= 0);
  const missing = parts.length - fit.length;
  return missing > 0 ? [...fit, `(${missing} more are not shown)`] : fit;
}
