import { asList, asRecord, asText, type Loose } from "../text/loose.ts";
import type { StopReason } from "../thread/message.ts";
import { writeMessage } from "./message.ts";
import type { TurnLog } from "./turn-log.ts";

export interface Session {
  readonly id: string;
  cwd: string | undefined;
  mode: string | undefined;
  readonly log: TurnLog;
  /** `working`: on a prompt; `judging`: the turn has ended and is looked at; `correcting`: on a correction of ours. */
  phase: "idle" | "working" | "judging" | "correcting";
  cancelled: boolean;
  superseded: boolean;
  held?: Ending | undefined;
  again?: Buffer | undefined;
  judging?: AbortController | undefined;
}

/** An editor runs for days. Of a session that goes on after it was forgotten, only its directory and mode are lost. */
const MOST_SESSIONS = 256;

export function forgetIdle(sessions: Map<string, Session>): void {
  if (sessions.size < MOST_SESSIONS) return;
  const idle = [...sessions.values()].find(({ phase, log }) => phase === "idle" && log.isEmpty);
  if (idle) sessions.delete(idle.id);
}

/** How a turn ended: by the answer to its prompt (protocol 1), or by the news that the agent is idle (protocol 2). */
export interface Ending {
  readonly stopReason: string | undefined;
  readonly line: Buffer;
  readonly answers?: { readonly id: unknown; readonly key: string };
  readonly result?: Loose | undefined;
  readonly changed?: boolean;
}

/** The end of the turn as the editor gets it. When nothing was changed, the line goes out byte for byte as it came. */
export function lineFor({ line, answers, result, stopReason, changed }: Ending, cancelled: boolean): Buffer {
  // Only an `end_turn` that we held back can have been cancelled here; errors and limits are the agent's own answer.
  if (!answers || !(changed || (cancelled && stopReason === "end_turn"))) return line;
  try {
    return writeMessage({ id: answers.id, result: { ...result, ...(cancelled ? { stopReason: "cancelled" } : {}) } });
  } catch {
    // A very deeply nested value can be parsed, but not written again.
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

/** The mode that an answer or update names: directly, in its `modes`, or as the config option for the mode. */
export function modeIn(fields: Loose): string | undefined {
  const option = asList(fields["configOptions"])
    .map(asRecord)
    .find((each) => each?.["category"] === "mode");
  return (
    asMode(fields["currentModeId"]) ??
    asMode(asRecord(fields["modes"])?.["currentModeId"]) ??
    asMode(option?.["currentValue"])
  );
}

export function asMode(value: unknown): string | undefined {
  return asText(value) || undefined;
}

export const MODE_UPDATES: ReadonlySet<unknown> = new Set(["current_mode_update", "config_option_update"]);

/** Requests whose answer may announce a new mode. */
export const MODE_REQUESTS: ReadonlySet<string | undefined> = new Set([
  "session/load",
  "session/resume",
  "session/set_mode",
  "session/set_config_option",
]);
