import { type Message, textOf } from "../../thread/message.ts";
import type { Thread, Turn } from "../../thread/thread.ts";
import { pathsIn } from "../record/paths.ts";
import { type ClaimedCheck, claimedChecks } from "./claimed-checks.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { type Sign, signsOf } from "./signs.ts";

export interface Statement extends Sentence {
  readonly signs: ReadonlySet<Sign>;
}

export interface ClaimedFile {
  readonly path: string;
  readonly text: string;
}

/** The agent's last words, read. */
export interface Closing {
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly checks: readonly ClaimedCheck[];
  readonly files: readonly ClaimedFile[];
}

const EMPTY: Closing = { text: "", statements: [], checks: [], files: [] };

export function closingOf(thread: Thread, turn: Turn): Closing {
  return readClosing(lastWords(thread, turn));
}

let recent: { readonly text: string; readonly closing: Closing } = { text: "", closing: EMPTY };

/** The gate, the judge and the receipt read the same words one after the other. */
export function readClosing(text: string): Closing {
  if (text !== recent.text) recent = { text, closing: read(text) };
  return recent.closing;
}

function read(text: string): Closing {
  const sentences = sentencesOf(text);
  const checks = new Map(sentences.map((sentence) => [sentence, claimedChecks(sentence)]));
  const statements = sentences.map((sentence): Statement => {
    const signs = new Set(signsOf(sentence));
    if ((checks.get(sentence) ?? []).length > 0) signs.add("claims-check");
    return { ...sentence, signs };
  });
  return { text, statements, checks: [...checks.values()].flat(), files: statements.flatMap(claimedFiles) };
}

/** "Created `src/a.ts`": only words that leave no doubt, and only plain statements. */
function claimedFiles({ text, plain, signs, code }: Statement): readonly ClaimedFile[] {
  if (plain.length > 300 || signs.has("hedged") || signs.has("negated") || signs.has("admits")) return [];
  if (!WROTE.test(plain)) return [];
  const paths = new Set(code.flatMap(pathsIn));
  return [...paths].map((path) => ({ path, text }));
}

const WROTE = /^\W{0,6}(?:i(?:'ve| have)? |also |and |then )?(?:created|added|wrote|written|generated|saved)\b/i;

/** Kinds of calls that only think or keep lists: the words before such a call still count as the last words. */
const BOOKKEEPING = new Set(["think", "other"]);

/** The agent's words after its last real step. Empty when it stopped on a call. An answer sent back was taken back. */
function lastWords(thread: Thread, turn: Turn): string {
  const working = turn.steps.findLast(({ action }) => !BOOKKEEPING.has(action.kind));
  const from = Math.max(turn.start, (working?.messageIndex ?? turn.start - 1) + 1);
  const messages = thread.messages.slice(from, turn.end);
  const words = messages.slice(messages.findLastIndex(isSentBack) + 1).map(spokenText);
  return words.filter((text) => text !== "").join("\n\n");
}

function isSentBack(message: Message): boolean {
  return message.role === "user" && message.source.type === "verification";
}

function spokenText(message: Message): string {
  return message.role === "assistant" && !message.synthetic ? textOf(message) : "";
}

export function hasSign({ statements }: Closing, sign: Sign): boolean {
  return statements.some(({ signs }) => signs.has(sign));
}

/** How many statements from the end say how a turn ends: an earlier question has been answered by what follows it. */
const TAIL = 6;

export function endsWith({ statements }: Closing, sign: Sign, within = TAIL): boolean {
  return statements.slice(-within).some(({ signs }) => signs.has(sign));
}

/** True when the person has the next move. */
export function handsOver(closing: Closing): boolean {
  return endsWith(closing, "question") || endsWith(closing, "choice") || endsWith(closing, "waiting", 3);
}

/** True when something is claimed or promised that a proof could speak against. */
export function claimsSomething({ statements, checks, files }: Closing): boolean {
  return checks.length > 0 || files.length > 0 || statements.some(({ signs }) => signs.has("claims-done"));
}

/** False for words in a language that these tables do not read: then nothing they may admit is seen. */
export function isReadable({ text }: Closing): boolean {
  const words =
    text
      .slice(0, 4000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  if (words.length < 8) return true;
  return words.filter((word) => COMMON.has(word)).length / words.length > 0.1;
}

const COMMON = new Set(
  "the a an and or to of in is are was it for on with that this as be by not no all now i you we from at have has done".split(
    " ",
  ),
);
