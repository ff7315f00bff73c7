import type { Loose } from "../../loose.ts";

const EVENT = 0x65;
const TOKENS = 0x74;
const TYPE_AT = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"'.length;
const EVENT_AT = TYPE_AT + 'event_msg","payload":{"type":"'.length;
const NUMBER = "(0|[1-9]\\d{0,14})";
const COUNTS = `\\{"input_tokens":${NUMBER},"cached_input_tokens":${NUMBER},"output_tokens":${NUMBER},"reasoning_output_tokens":${NUMBER},"total_tokens":${NUMBER}\\}`;
const HEAD = new RegExp(
  `^\\{"timestamp":"([\\w.:+-]{1,40})",(?:"ordinal":\\d{1,15},)?"type":"event_msg","payload":\\{"type":"token_count",` +
    `"info":\\{"total_token_usage":${COUNTS},"last_token_usage":${COUNTS}(?:,"model_context_window":(?:[1-9]\\d{0,14}|null))?\\},"rate_limits":`,
);
/** A repeated key would count instead of the earlier one of the same name. */
const AGAIN = /"(?:timestamp|type|payload|info)":/;

/** The record of a token count in the form that Codex writes, without the limits that follow in the line. */
export function countRecord(line: Buffer): Loose | undefined {
  if (line[TYPE_AT] !== EVENT || line[EVENT_AT] !== TOKENS) return undefined;
  const text = line.toString("latin1");
  const found = HEAD.exec(text);
  if (!found || !text.endsWith("}}") || AGAIN.test(text.slice(found[0].length))) return undefined;
  const [, timestamp, , , , , total, input, cached, output, reasoning] = found;
  const info = {
    total_token_usage: { total_tokens: Number(total) },
    last_token_usage: {
      input_tokens: Number(input),
      cached_input_tokens: Number(cached),
      output_tokens: Number(output),
      reasoning_output_tokens: Number(reasoning),
    },
  };
  return { timestamp, type: "event_msg", payload: { type: "token_count", info } };
}
