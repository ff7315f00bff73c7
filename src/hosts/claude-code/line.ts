import { DELTA_VERSION } from "../../thread/delta.ts";
import type { SourceType, UserMessage } from "../../thread/message.ts";
import type { DeltaOf } from "../../thread/delta.ts";
import type { Loose } from "../loose.ts";

/** One parsed line with the parts every kind of line has. */
export interface Line {
  readonly record: Loose;
  readonly id: string;
  readonly at: string | undefined;
}

/** What every delta of a line begins with. */
export function stamp(line: Line): { v: typeof DELTA_VERSION; at?: string } {
  return line.at === undefined ? { v: DELTA_VERSION } : { v: DELTA_VERSION, at: line.at };
}

export function userMessage(
  line: Line,
  source: SourceType,
  content: UserMessage["content"],
  id: string = line.id,
): DeltaOf<"user:message"> {
  return { ...stamp(line), type: "user:message", message: { role: "user", id, source: { type: source }, content } };
}

export function userText(line: Line, source: SourceType, text: string, id?: string): DeltaOf<"user:message"> {
  return userMessage(line, source, [{ type: "text", text }], id);
}
