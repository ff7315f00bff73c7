import type { Loose } from "../loose.ts";
import type { StopReason } from "../thread/message.ts";
import { writeMessage } from "./message.ts";
import type { TurnLog } from "./turn-log.ts";

/** One conversation between the editor and the agent, and what we hold back of it. */
export interface Session {
  readonly id: string;
  cwd: string | undefined;
  /** As the agent names it; undefined until it does. */
  mode: string | undefined;
  readonly log: TurnLog;
  /** `working`: the agent has a prompt; `judging`: it has ended; `correcting`: it works on ours. */
  phase: "idle" | "working" | "judging" | "correcting";
  /** The person cancelled since they last spoke. */
  cancelled: boolean;
  /** The person spoke before the agent was done: what comes of it is theirs to judge. */
  superseded: boolean;
  /** The end of the turn, which the editor has not heard of yet. */
  held?: Ending | undefined;
  /** Ends the look at the turn. */
  judging?: AbortController | undefined;
}

/** How a turn ended: by the answer to its prompt (protocol 1), or by the news that the agent is idle (protocol 2). */
export interface Ending {
  readonly stopReason: string | undefined;
  readonly line: Buffer;
  /** Of the editor's prompt, where this is its answer. */
  readonly answers?: { readonly id: unknown; readonly key: string };
  readonly result?: Loose | undefined;
  /** The result is another than the line holds: the agent went on after a correction. */
  readonly changed?: boolean;
}

/** What the editor gets to hear in the end. What nobody changed goes out as it came in, byte for byte. */
export function lineFor({ line, answers, result, stopReason, changed }: Ending, cancelled: boolean): Buffer {
  // Only an end that we held was cancelled by us; an error, or an end by a limit, is the agent's own answer.
  if (!answers || !(changed || (cancelled && stopReason === "end_turn"))) return line;
  try {
    return writeMessage({ id: answers.id, result: { ...result, ...(cancelled ? { stopReason: "cancelled" } : {}) } });
  } catch {
    // What is nested deeply enough can be read, but not be written.
    return line;
  }
}

const STOPS: ReadonlyMap<string | undefined, StopReason> = new Map([
  ["end_turn", "end_turn"],
  ["max_tokens", "max_tokens"],
  ["max_turn_requests", "max_tokens"],
  ["refusal", "refusal"],
  ["cancelled", "aborted"],
]);

export function stopOf(stopReason: string | undefined): StopReason {
  return STOPS.get(stopReason) ?? "error";
}
